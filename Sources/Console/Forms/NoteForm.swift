import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that writes a note on a customer or a ticket, or says why a ticket is taken up again.
struct NoteForm: FormContent {
    let subject: NoteSubject
    var form = Form([
        FormField("note", "Note", placeholder: "what colleagues should know"),
        .reference,
    ])

    /// The version of the ticket that the agent has seen; nil for a customer.
    private var version: Int?

    /// The form for a customer or a ticket.
    init(_ subject: NoteSubject) { self.subject = subject }

    var title: String { subject.title }

    let asks = false

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    var about: FormSubject? {
        switch subject {
        case .customer(let id): FormSubject(customer: id)
        case .ticket(let id): FormSubject(ticket: id)
        case .reopening(let id): FormSubject(ticket: id, need: .resolved)
        }
    }

    mutating func see(_ ticket: Ticket) { version = ticket.version }

    var write: StoreRequest.Write? {
        let reference = form.value("reference").filter { !$0.isWhitespace }
        return form.words("note").map {
            subject.write($0, reference: reference.isEmpty ? nil : reference, version: version)
        }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        write == nil ? .correct(["note": "A note needs words"]) : .send
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [TextSpan(subject.words, .title), TextSpan(subject.name, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        [StyledLine("^S saves it. Notes stay, and show who wrote them.", .dim)]
    }
}
