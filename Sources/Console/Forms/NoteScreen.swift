import Purchases
import TerminalCore
import Widgets

/// The form that writes a note on a customer or a ticket, or says why a ticket is taken up again.
struct NoteScreen: SubmittedScreen {
    /// About what.
    let subject: NoteSubject
    /// The fields.
    private(set) var form = Form([
        FormField("note", "Note", .text(TextField(placeholder: "what colleagues should know"))),
        FormField("reference", "Case", .text(TextField(placeholder: "the helpdesk's number"))),
    ])
    /// Whether it is on its way.
    private(set) var isSending = false

    /// The form for a customer or a ticket.
    init(_ subject: NoteSubject) { self.subject = subject }

    var holdsTypedText: Bool { !isSending && form.holdsTypedText }

    func title(_ context: ConsoleContext) -> String { subject.title }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        context.refusal ?? (isSending ? "it is on its way" : nil)
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        form.handle(key) ? [] : nil
    }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard !isSending else { return [] }
        let text = form.value("note").split(separator: " ").joined(separator: " ")
        guard !text.isEmpty else {
            form.show(problems: ["note": "A note needs words"])
            return []
        }
        isSending = true
        let reference = form.value("reference").filter { !$0.isWhitespace }
        return [
            .ask(subject.request(text, reference: reference.isEmpty ? nil : reference, at: context.now))
        ]
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        form.paste(text) ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        isSending = false
        return answer.news.map { [.closeSaying(MessageLine(.success, $0))] } ?? []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let title: StyledLine = [TextSpan(subject.words, .title), TextSpan(subject.name, .strong)]
        let hint =
            isSending ? "Sent; waiting for the store" : "^S keeps it. Notes stay, and name who wrote them."
        FormView(title: title, form: form, lines: [StyledLine(hint, .dim)]).draw(in: &canvas, theme: theme)
    }
}
