/// A labelled field of a form.
public struct FormField: Hashable, Sendable, Identifiable {
    /// What a person fills in.
    public enum Content: Hashable, Sendable {
        /// Text.
        case text(TextField)
        /// One of a few things.
        case choice(ChoiceField)
    }

    /// What it is called in code.
    public let id: String
    /// What it is called on the screen.
    public let label: String
    /// What is filled in.
    public var content: Content
    /// A sentence shown below while the field has the focus.
    public var hint: String
    /// What is wrong with it, shown below; nil when nothing is.
    public var problem: String?

    /// A field.
    public init(_ id: String, _ label: String, _ content: Content, hint: String = "", problem: String? = nil)
    {
        self.id = id
        self.label = label
        self.content = content
        self.hint = hint
        self.problem = problem
    }

    /// What was filled in: the text, or the id of the chosen option.
    public var value: String {
        switch content {
        case .text(let field): field.text
        case .choice(let choice): choice.selection?.id ?? ""
        }
    }
}
