import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The forms around a ticket: hand it over, note a contact, let it wait, link it, pass it over.
///
/// None of them changes money or access, so that each is sent at once.
struct TicketWorkForm: FormContent {
    /// What is done around which ticket.
    let subject: TicketWorkSubject
    var form: Form
    /// The agents who can have it; empty until they are read.
    private var agents: [AgentName] = []
    /// The present when the form was opened or its text last read, for times that are typed.
    private let now: Instant

    /// The form for a ticket.
    init(_ subject: TicketWorkSubject, in context: ConsoleContext) {
        (self.subject, now) = (subject, context.now)
        form = Form(TicketWorkForm.fields(subject.work))
    }

    var title: String {
        switch subject.work {
        case .assign: "Hand over"
        case .contacted: "Contacted"
        case .wait: "Wait"
        case .link: "Link"
        case .skip, .skipAndNext: "Skip"
        }
    }

    let asks = false

    var about: FormSubject? {
        let ticket = subject.ticket
        return FormSubject(
            ticket: ticket.id, customer: ticket.customer,
            need: subject.work == .link ? .nothing : .unresolved,
            ticketSeen: ticket)
    }

    func refusal(_ context: ConsoleContext) -> String? { context.ticketRefusal }

    /// Who can have it.
    var preview: StoreRequest.Read? { subject.work == .assign ? .agents : nil }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        guard case .agents(let listed) = answer else { return }
        agents = listed.filter { $0.role.may(.workTickets) }.map(\.login)
        let present = form.value("to").isEmpty ? nil : form.value("to")
        let choices = [ChoiceField.Option("", "choose")] + agents.map { .init($0.rawValue, $0.rawValue) }
        form.update("to") {
            $0.content = .choice(
                ChoiceField(choices, selected: present ?? subject.ticket.assignedTo?.rawValue))
        }
    }

    mutating func rearrange(after before: Form) {
        guard subject.work == .wait, form.value("until") != before.value("until") else { return }
        let isTyped = form.value("until") == TicketWorkForm.typed
        arrange(TicketWorkForm.fields(.wait, hasTime: isTyped)) { _ in true }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        let problems = problems
        return problems.isEmpty ? .send : .correct(problems)
    }

    /// What is wrong, by field; empty when the form can be sent.
    var problems: [String: String] {
        switch subject.work {
        case .assign: return form.value("to").isEmpty ? ["to": "Choose an agent"] : [:]
        case .contacted: return [:]
        case .wait: return waitingUntil == nil ? ["at": "Type 3d, 24 Nov 14:00 or 2026-11-24T14:00:00Z"] : [:]
        case .link: return other == nil ? ["other": "Type the other ticket's number"] : [:]
        case .skip, .skipAndNext: return form.words("why") == nil ? ["why": "Say why: leads read it"] : [:]
        }
    }

    /// What is to be done; nil while something is missing.
    private var act: TicketAct? {
        switch subject.work {
        case .assign:
            form.value("to").isEmpty ? nil : .assign(to: AgentName(form.value("to")))
        case .contacted: ContactChannel(rawValue: form.value("by")).map { .contacted(by: $0) }
        case .wait:
            WaitingParty(rawValue: form.value("for")).flatMap { party in
                waitingUntil.map { .wait(for: party, until: $0) }
            }
        case .link: other.map { .link(to: $0) }
        case .skip, .skipAndNext: form.words("why").map { .skip(reason: $0) }
        }
    }

    var write: StoreRequest.Write? {
        act.map { .work(subject.ticket.id, $0, reference: form.words("reference")) }
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        if case .write(.claimNext, _) = request { return opening(answer, request) }
        guard let news = request.news(answer) else { return [] }
        guard subject.work == .skipAndNext else { return [.closeSaying(MessageLine(.success, news))] }
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
        let deed =
            switch subject.work {
            case .contacted: "Contact about"
            case .wait: "Wait with"
            case .assign, .link, .skip, .skipAndNext: title
            }
        return [TextSpan("\(deed) ", .title), TextSpan(text.summary, .strong), " of ", text.who]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        [StyledLine(meaning(context), .dim)]
    }

    /// What sending does.
    private func meaning(_ context: ConsoleContext) -> String {
        switch subject.work {
        case .assign:
            "^S hands it over. Its new holder finds it with agent: in the filter, and w gives it to nobody else."
        case .contacted: "^S notes that the customer was contacted; y then r on the page copies an answer."
        case .wait:
            waitingUntil.map {
                "^S lets it wait until \(context.time.moment($0)) UTC. News or a note by somebody else brings it back before."
            } ?? "News or a note by somebody else brings it back before."
        case .link: "^S links the two; each page shows the other."
        case .skip: "^S gives it back to its queue; w does not give it to you again for a while."
        case .skipAndNext:
            "^S gives it back to its queue, and claims the next one. Esc keeps it yours."
        }
    }

    private var other: TicketID? {
        let text = (form.words("other") ?? "").drop { $0 == "#" }
        return Int64(text).flatMap { $0 > 0 ? TicketID(String($0)) : nil }
    }

    /// Until when it waits; nil where what was typed names no moment ahead.
    private var waitingUntil: Instant? {
        let preset = Int64(form.value("until").dropLast()).map { now + .days($0) }
        if let preset { return preset }
        return TimeAhead(form.words("at") ?? "").instant(after: now)
    }

    private static let typed = "time"

    private static func fields(_ work: TicketWork, hasTime: Bool = false) -> [FormField] {
        let reference = FormField(
            "reference", "Case", .text(TextField(placeholder: "the helpdesk's number")))
        switch work {
        case .assign:
            return [FormField("to", "To", .choice(ChoiceField([.init("", "reading")]))), reference]
        case .contacted:
            let channels = ContactChannel.allCases.map { ChoiceField.Option($0.rawValue, $0.title) }
            return [FormField("by", "How", .choice(ChoiceField(channels))), reference]
        case .wait:
            let parties = WaitingParty.allCases.map { ChoiceField.Option($0.rawValue, $0.title) }
            let times = [
                ChoiceField.Option("1d", "1 d"), .init("3d", "3 d"), .init("7d", "7 d"),
                .init(typed, "a time"),
            ]
            let time = FormField(
                "at", "Until", .text(TextField(placeholder: "24 Nov 14:00, 12h or 2026-11-24")))
            return [
                FormField("for", "For", .choice(ChoiceField(parties))),
                FormField("until", "How long", .choice(ChoiceField(times, selected: "3d"))),
            ] + (hasTime ? [time] : []) + [reference]
        case .link:
            return [
                FormField("other", "Ticket", .text(TextField(placeholder: "the other ticket's number"))),
                reference,
            ]
        case .skip, .skipAndNext:
            return [
                FormField("why", "Why", .text(TextField(placeholder: "why you do not work on it"))),
                reference,
            ]
        }
    }
}

/// A moment ahead as people type it: `12h`, `3d`, `24 Nov 14:00`, `2026-11-24` or RFC 3339, all in UTC.
struct TimeAhead: Hashable, Sendable {
    private let text: String

    /// A typed text.
    init(_ text: String) { self.text = text }

    /// The moment that is meant; nil where the text names none after the present. A day without a year is the next such.
    func instant(after now: Instant) -> Instant? {
        let found = length.map { now + $0 } ?? day(after: now)
        return found.flatMap { $0 > now && $0.isPlausible ? $0 : nil }
    }

    private var length: TimeLength? {
        let bare = text.filter { !$0.isWhitespace }.lowercased()
        guard let unit = bare.last, let count = Int64(bare.dropLast()), (1...1000).contains(count) else {
            return nil
        }
        return switch unit {
        case "h": .hours(count)
        case "d": .days(count)
        case "w": .days(7 * count)
        default: nil
        }
    }

    /// A phrase means the latest such day that is not in the future: asked a year from now it is the next one.
    private func day(after now: Instant) -> Instant? {
        guard text.first?.isNumber ?? false, !text.lowercased().hasSuffix("ago") else { return nil }
        return TimePhrase(text)?.instant(at: now + .days(365))
    }
}
