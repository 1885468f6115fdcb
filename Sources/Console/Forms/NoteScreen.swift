import Purchases
import TerminalCore
import Widgets

/// The form that writes a note on a customer.
struct NoteScreen: Screen {
    /// About whom.
    let customer: AppUserID
    /// The fields.
    private(set) var form = Form([
        FormField("note", "Note", .text(TextField(placeholder: "what colleagues should know"))),
        FormField("reference", "Case", .text(TextField(placeholder: "the helpdesk's number"))),
    ])
    /// Whether it is on its way.
    private(set) var isSending = false

    /// The form for a customer.
    init(_ customer: AppUserID) { self.customer = customer }

    var place: ConsolePlace { .form }

    func title(_ context: ConsoleContext) -> String { "Note" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        context.refusal.map { [.submit: $0] } ?? (isSending ? [.submit: "it is on its way"] : [:])
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        form.handle(key) ? [] : nil
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard command == .submit, !isSending else { return [] }
        let text = form.value("note").split(separator: " ").joined(separator: " ")
        guard !text.isEmpty else {
            form.show(problems: ["note": "A note needs words"])
            return []
        }
        isSending = true
        let reference = form.value("reference").filter { !$0.isWhitespace }
        let draft = NoteDraft(
            customer: customer, text: text, reference: reference.isEmpty ? nil : reference)
        return [.ask(.note(draft, at: context.now))]
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        form.paste(text) ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        isSending = false
        guard case .done(let text) = answer else { return [] }
        return [.closeSaying(MessageLine(.success, text))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let title: StyledLine = [TextSpan("Note on ", .title), TextSpan(customer.rawValue, .strong)]
        let hint =
            isSending ? "Sent; waiting for the store" : "^S keeps it. Notes stay, and name who wrote them."
        FormView(title: title, form: form, lines: [StyledLine(hint, .dim)]).draw(in: &canvas, theme: theme)
    }
}
