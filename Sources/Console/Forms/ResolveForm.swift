import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that ends a ticket; what its advice says is chosen already.
struct ResolveForm: FormContent {
    /// What is ended.
    let subject: ResolveSubject
    var form: Form
    private let role: Role
    /// The version of the ticket that the agent has seen.
    private var version: Int

    /// The form for somebody of a role.
    init(_ subject: ResolveSubject, role: Role) {
        (self.subject, self.role, version) = (subject, role, subject.ticket.version)
        form = Form(ResolveForm.fields(subject.expectedEnd, for: subject.expectedEnd))
    }

    let title = "Resolve"

    /// Making good leads to its own form, which asks.
    var asks: Bool { resolution != .madeGood }

    var verb: String { needsLead ? "Asking a lead" : "Resolving" }
    let stopped = "nothing was resolved"

    /// How the ticket is to end.
    ///
    /// Nil until it is chosen: where the advice is to look, to wait or to ask, no end is proposed.
    var resolution: TicketResolution? { TicketResolution(rawValue: form.value("resolution")) }

    /// Why it cannot end like that; nil when it can.
    var reservation: String? {
        resolution == .writtenOff && !role.may(.writeOff) ? "only a lead writes a loss off" : nil
    }

    func refusal(_ context: ConsoleContext) -> String? { context.ticketRefusal ?? reservation }

    /// What is wrong, by field; empty when the form can be sent.
    var problems: [String: String] {
        var problems: [String: String] = [:]
        if let reservation { problems["resolution"] = "This is not yours to choose: \(reservation)" }
        guard let resolution else {
            problems["resolution"] = "Choose how it ended"
            return problems
        }
        if form.words("note") == nil {
            if [.credited, .writtenOff].contains(resolution) {
                problems["note"] = "“\(resolution.title)” needs a note"
            } else if resolution == .delivered, isUndelivered {
                problems["note"] = "The facts say that it was not delivered: say in the note how you know"
            }
        }
        if resolution == .credited, quantity == nil { problems["quantity"] = "How many were credited?" }
        for need in missing(resolution) {
            let (field, problem) = ResolveForm.problem(of: need)
            problems[field] = problems[field] ?? problem
        }
        return problems
    }

    /// What has to stand beside an end that no fact shows, and does not.
    private func missing(_ resolution: TicketResolution) -> [EndingNeed] {
        guard isSaid else { return [] }
        let ticket = subject.ticket
        return subject.rule.missing(
            for: resolution, by: role,
            with: EndingEvidence(
                hasNote: form.words("note") != nil,
                hasReference: form.words("reference") != nil || ticket.reference != nil,
                isContacted: ticket.contactedAt != nil, namesOther: other != nil))
    }

    private static func problem(of need: EndingNeed) -> (field: String, problem: String) {
        switch need {
        case .note: ("note", "No fact shows it: say how you know")
        case .reference: ("reference", "No fact shows it: name the case, or note a contact first (e)")
        case .contact: ("note", "No fact shows it: note the contact with the customer first (e)")
        case .other: ("other", "Which ticket goes on?")
        }
    }

    /// Whether no fact shows the end that is chosen.
    private var isSaid: Bool { resolution.map { subject.facts.proof(of: $0) == .said } ?? false }

    /// Whether sending it asks a lead.
    private var needsLead: Bool {
        isSaid && resolution.map { subject.rule.needsLead($0, of: role) } ?? false
    }

    /// The ticket that it is a duplicate of.
    private var other: TicketID? {
        resolution == .duplicate ? form.words("other").map { TicketID($0) } : nil
    }

    /// The end that is described; nil until one is chosen.
    var end: TicketEnd? {
        guard let resolution else { return nil }
        return TicketEnd(resolution, note: FreeText(form.words("note")), quantity: quantity, of: other)
    }

    var write: StoreRequest.Write? {
        end.map {
            .act(
                .resolve($0), on: subject.ticket.id, reference: form.words("reference"), version: version)
        }
    }

    var about: FormSubject? {
        let ticket = subject.ticket
        return FormSubject(
            ticket: ticket.id, customer: ticket.customer, need: .unresolved, ticketSeen: ticket)
    }

    mutating func see(_ ticket: Ticket) { version = ticket.version }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard problems.isEmpty, let resolution else { return .correct(problems) }
        if resolution == .madeGood {
            guard var makeGood = subject.makeGood else { return .correct([:]) }
            makeGood.levels += 1
            return .lead(.open(.makeGood(makeGood)))
        }
        let who = TicketText(ticket: subject.ticket, context: context).who
        let ends: StyledLine = [
            TextSpan("Ticket \(subject.ticket.id) of "), who, TextSpan(" ends as "),
            TextSpan("\(resolution.title).", .strong),
        ]
        let proof: [StyledLine] =
            isWithoutProof ? ["No fact shows it: the charge stands as closed without proof."] : []
        let danger =
            needsLead
            ? Danger(
                title: "Ask a lead", what: [ends, "No fact shows it: a lead decides, the ticket waits."],
                howLong: "You can take it back under tab 4 until then.", verb: "ask", otherwise: "change")
            : Danger(
                title: "Resolve the ticket",
                what: [ends, "It leaves its queue, and access stays as it is."] + proof,
                howLong: "It stays so until somebody reopens it.", verb: "resolve",
                otherwise: "change")
        return .confirm(danger.dialog(context))
    }

    private var isWithoutProof: Bool { resolution.map(subject.facts.isWithoutProof) ?? false }

    func heading(_ context: ConsoleContext) -> StyledLine {
        let text = TicketText(ticket: subject.ticket, context: context)
        return [TextSpan("Resolve ", .title), TextSpan(text.summary, .strong), " of ", text.who]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        if let reservation {
            return [[TextSpan("\(glyphs.alert) Needs a lead: ", .warning), TextSpan(reservation)]]
        }
        let meaning = resolution.map(ResolveForm.meaning)
        let lines = [StyledLine(meaning ?? "The advice names no end: look before you choose.", .dim)]
        guard isSaid else {
            let missing = form.fields.filter { problems[$0.id] != nil }.map { $0.label.lowercased() }
            return resolution == nil || missing.isEmpty
                ? lines : lines + [StyledLine("It needs: \(Counting.all(missing))", .dim)]
        }
        let asksCustomer = resolution.map(missing)?.contains(.contact) ?? false
        let needs =
            needsLead
            ? ": ^S asks a lead."
            : asksCustomer
                ? ": note the contact with the customer first, e on the ticket."
                : ": it needs a note and a case."
        return lines + [[TextSpan("\(glyphs.alert) No fact shows it", .warning), TextSpan(needs)]]
    }

    /// The field for the quantity comes and goes with what was credited, that for the other ticket with a duplicate.
    mutating func rearrange(after before: Form) {
        guard form.value("resolution") != before.value("resolution") else { return }
        arrange(ResolveForm.fields(subject.expectedEnd, for: resolution)) { _ in true }
        let problem = reservation.map { "Not possible: \($0)" }
        form.update("resolution") { $0.problem = problem }
    }

    /// Where the facts say that something was lost, calling it delivered takes a word of explanation.
    private var isUndelivered: Bool {
        subject.ticket.group == .lossOfFunds && subject.expectedEnd != .delivered
    }

    private var quantity: Int? {
        guard resolution == .credited, let count = Int(form.words("quantity") ?? ""),
            (1...1_000_000).contains(count)
        else { return nil }
        return count
    }

    private static func fields(
        _ expectedEnd: TicketResolution?, for resolution: TicketResolution?
    ) -> [FormField] {
        // Making good is no choice of its own: it leads to the form of the grant.
        let ends = (expectedEnd == .madeGood ? [.madeGood] : []) + TicketResolution.choices
        let none = expectedEnd == nil ? [ChoiceField.Option("", "choose")] : []
        let choices = none + ends.map { ChoiceField.Option($0.rawValue, label($0)) }
        let quantity = FormField("quantity", "Quantity", placeholder: "how many were credited")
        let other = FormField("other", "Duplicate of", placeholder: "the number of the ticket that goes on")
        return [
            FormField("resolution", "Ends as", of: choices, selected: expectedEnd?.rawValue)
        ]
            + (resolution == .credited ? [quantity] : [])
            + (resolution == .duplicate ? [other] : [])
            + [
                FormField("note", "Note", placeholder: "why, for colleagues"),
                .reference,
            ]
    }

    /// Short enough for all to stand beside each other.
    private static func label(_ resolution: TicketResolution) -> String {
        switch resolution {
        case .credited: "credited"
        case .refunded: "refunded"
        case .duplicate: "duplicate"
        case .notCharged: "not charged"
        case .writtenOff: "written off"
        default: resolution.title
        }
    }

    /// When a resolution is the right one.
    private static func meaning(_ resolution: TicketResolution) -> String {
        switch resolution {
        case .delivered: "The customer confirmed to have what was paid for."
        case .credited: "A consumable was credited by hand in the app's own system; say how many."
        case .refunded:
            "Apple gave the money back; a refund that the store hears of ends the ticket by itself."
        case .duplicate: "Another ticket of the customer speaks of the same charge; that one goes on."
        case .notCharged: "The customer's invoice shows that nobody was charged."
        case .writtenOff: "The loss stays, and the audit log keeps who decided so and why."
        case .madeGood: "A grant gives back what was lost: ^S leads to its form."
        case .superseded, .withdrawn: ""
        }
    }
}
