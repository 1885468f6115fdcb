import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form of an act around a ticket, such as waiting or handing over: `TicketActForm` in `Console/Screens` says
/// which.
///
/// None of them changes money or access, so that each is sent at once.
struct TicketWorkForm: FormContent {
    /// What is done around which ticket.
    let subject: TicketActSubject
    var form: Form
    /// The present when the form was opened or its text last read, for times that are typed.
    private let now: Instant

    /// The form for a ticket.
    init(_ subject: TicketActSubject, in context: ConsoleContext) {
        (self.subject, now) = (subject, context.now)
        form = Form(TicketWorkForm.fields(subject.form, for: Form([])))
    }

    private static func fields(_ act: TicketActForm, for form: Form) -> [FormField] {
        (act.fields?(form) ?? []) + [
            .reference
        ]
    }

    var title: String { subject.form.title }

    let asks = false

    var about: FormSubject? {
        let ticket = subject.ticket
        return FormSubject(
            ticket: ticket.id, customer: ticket.customer,
            need: subject.form.takesResolved ? .nothing : .unresolved, ticketSeen: ticket)
    }

    func refusal(_ context: ConsoleContext) -> String? { context.ticketRefusal }

    /// The agents to whom the ticket can be handed.
    var preview: (any StoreQuery)? { subject.form.asksForAgent ? AgentListQuery() : nil }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        guard let listed = answer.page(of: AgentListQuery.self) else { return }
        let agents = listed.filter { $0.role.may(.workTickets) }.map(\.login)
        let present = form.value("to").isEmpty ? nil : form.value("to")
        let choices = [ChoiceField.Option("", "choose")] + agents.map { .init($0.rawValue, $0.rawValue) }
        form.update("to") {
            $0.content = .choice(
                ChoiceField(choices, selected: present ?? subject.ticket.assignedTo?.rawValue))
        }
    }

    mutating func rearrange(after before: Form) {
        let fields = TicketWorkForm.fields(subject.form, for: form)
        guard fields.map(\.id) != form.fields.map(\.id) else { return }
        arrange(fields) { _ in true }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        let problems = problems
        return problems.isEmpty ? .send : .correct(problems)
    }

    /// What is wrong, by field; empty when the form can be sent.
    var problems: [String: String] {
        if case .lacking(let field, let problem) = subject.form.filled(form, now) {
            [field: problem]
        } else {
            [:]
        }
    }

    var write: StoreRequest.Write? {
        guard case .act(let act) = subject.form.filled(form, now) else { return nil }
        return .act(act, on: subject.ticket.id, reference: form.words("reference"))
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        // To skip and go on is two writes: the ticket is passed over, then the next one is claimed.
        if case .write(.claimNext, _) = request { return opening(answer, request) }
        guard let news = request.news(answer) else { return [] }
        guard subject.form == .skipAndNext else { return [.closeSaying(MessageLine(.success, news))] }
        return [.ask(.write(.claimNext, at: context.now))]
    }

    /// What comes next in place of the ticket that was passed over.
    private func opening(_ answer: Answer, _ request: StoreRequest) -> [Effect] {
        guard case .worked(let page) = answer, let news = request.news(answer) else { return [] }
        let kind: MessageLine.Kind = page == nil ? .note : .success
        return [.closeSaying(MessageLine(kind, news), levels: subject.levels)]
            + (page.map { [.open(.ticket($0.ticket.id))] } ?? [])
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        let text = TicketText(ticket: subject.ticket, context: context)
        return [
            TextSpan("\(subject.form.heading ?? title) ", .title), TextSpan(text.summary, .strong), " of ",
            text.who,
        ]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        [StyledLine(subject.form.meaning(form, now, context.time), .dim)]
    }
}
