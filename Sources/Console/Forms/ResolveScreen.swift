import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that ends a ticket; what its advice says is chosen already.
struct ResolveScreen: SubmittedScreen {
    /// What is ended.
    let subject: ResolveSubject
    /// The fields; nil until the role is known.
    private(set) var form: ResolveForm?
    /// How far it is on its way.
    private(set) var submission = Submission()

    /// The form for a ticket.
    init(_ subject: ResolveSubject) { self.subject = subject }

    private var ticket: Ticket { subject.ticket }

    var holdsTypedText: Bool { submission.isUnsent && form?.form.holdsTypedText == true }

    func title(_ context: ConsoleContext) -> String { "Resolve" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        if form == nil {
            form = ResolveForm(
                role: context.role, expectedEnd: subject.expectedEnd,
                isUndelivered: subject.ticket.group == .lossOfFunds && subject.expectedEnd != .delivered)
        }
        return []
    }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        if let reason = context.ticketRefusal ?? form?.refusal { return reason }
        return submission.isEditing ? nil : "it is on its way"
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        switch submission.handle(key, context) {
        case .taken: return []
        case .cancelled: return [.say(MessageLine(.note, "Stopped: the ticket stays as it is"))]
        case .unused: return form?.handle(key) == true ? [] : nil
        }
    }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard submission.isEditing, let form else { return [] }
        guard form.problems.isEmpty else {
            self.form?.show(problems: form.problems)
            return []
        }
        guard let resolution = form.resolution else { return [] }
        if resolution == .madeGood {
            guard var makeGood = subject.makeGood else { return [] }
            makeGood.levels += 1
            return [.open(.makeGood(makeGood))]
        }
        let lines: [StyledLine] = [
            [TextSpan("Ticket \(ticket.id) ends as "), TextSpan("\(resolution.title).", .strong)],
            "It leaves its queue, and access stays as it is.",
        ]
        submission.confirm(
            Dialog(
                title: "Resolve the ticket", lines: lines,
                answers: [.init("yes", "resolve", key: "y"), .init("no", "change", key: "n")]))
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        submission.isEditing && form?.paste(text) == true ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        submission.reopen()
        switch answer {
        case .worked(_, let text): return [.closeSaying(MessageLine(.success, text), levels: 2)]
        case .failed(let failure) where failure.isConflict:
            return [.closeSaying(failure.tooLate("nothing was resolved", context))]
        default: return []
        }
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        guard submission.isDue(context), let ending = form?.ending else { return [] }
        return [.ask(.work(.resolve(ticket.id, ending, version: ticket.version), at: context.now))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        guard let form else { return }
        let text = TicketText(ticket: ticket, context: context)
        let title: StyledLine = [
            TextSpan("Resolve ", .title), TextSpan(text.summary, .strong), " of ", text.who,
        ]
        FormView(title: title, form: form.form, lines: lines(form, canvas.glyphs)).draw(
            in: &canvas, theme: theme)
        submission.draw(in: &canvas, theme: theme, verb: "Resolving", context)
    }

    private func lines(_ form: ResolveForm, _ glyphs: Glyphs) -> [StyledLine] {
        if let refusal = form.refusal {
            return [[TextSpan("\(glyphs.alert) Needs a lead: ", .warning), TextSpan(refusal)]]
        }
        return [
            StyledLine(
                form.resolution.map(ResolveScreen.meaning)
                    ?? "The advice names no end: look before you choose.",
                .dim)
        ]
    }

    /// When a resolution is the right one.
    private static func meaning(_ resolution: TicketResolution) -> String {
        switch resolution {
        case .delivered: "The customer confirmed to have what was paid for."
        case .credited: "A consumable was credited by hand in the app's own system; say how many."
        case .refunded:
            "Apple gave the money back; a refund that the store hears of ends the ticket by itself."
        case .duplicate: "Another ticket speaks of the same charge; name it in the note."
        case .notCharged: "The customer's invoice shows that nobody was charged."
        case .writtenOff: "The loss stays, and the audit log keeps who decided so and why."
        case .madeGood: "A grant gives back what was lost: ^S leads to its form."
        case .superseded: ""
        }
    }
}

/// The fields of the form that resolves a ticket, and the end that they describe.
struct ResolveForm: Hashable, Sendable {
    /// The fields.
    private(set) var form: Form
    private let role: Role
    private let expectedEnd: TicketResolution?
    private let isUndelivered: Bool

    /// The form for somebody of a role; what the ticket's advice says is chosen.
    ///
    /// Where the facts say that something was lost, calling it delivered takes a word of explanation.
    init(role: Role, expectedEnd: TicketResolution?, isUndelivered: Bool = false) {
        (self.role, self.expectedEnd, self.isUndelivered) = (role, expectedEnd, isUndelivered)
        form = Form(ResolveForm.fields(expectedEnd, isCredited: expectedEnd == .credited))
    }

    /// How the ticket is to end.
    ///
    /// Nil until it is chosen: where the advice is to look, to wait or to ask, no end is proposed.
    var resolution: TicketResolution? { TicketResolution(rawValue: form.value("resolution")) }

    /// Why it cannot end like that; nil when it can.
    var refusal: String? {
        resolution == .writtenOff && !role.may(.writeOff) ? "only a lead writes a loss off" : nil
    }

    /// Takes a key; the field for the quantity comes and goes with what was credited.
    mutating func handle(_ key: Key) -> Bool {
        let before = resolution
        guard form.handle(key) else { return false }
        if resolution != before { arrange() }
        return true
    }

    /// Takes a pasted text.
    mutating func paste(_ text: String) -> Bool { form.paste(text) }

    /// Says what is wrong with fields.
    mutating func show(problems: [String: String]) { form.show(problems: problems) }

    /// What is wrong, by field; empty when the form can be sent.
    var problems: [String: String] {
        var problems: [String: String] = [:]
        if let refusal { problems["resolution"] = "This is not yours to choose: \(refusal)" }
        guard let resolution else {
            problems["resolution"] = "Choose how it ended"
            return problems
        }
        if form.words("note") == nil {
            if [.credited, .writtenOff].contains(resolution) {
                problems["note"] = "“\(resolution.title)” needs a note"
            } else if resolution == .delivered, isUndelivered {
                problems["note"] = "The facts say that it was not delivered: say how you know better"
            }
        }
        if resolution == .credited, quantity == nil { problems["quantity"] = "How many were credited?" }
        return problems
    }

    /// The end that is described; nil until one is chosen.
    var ending: ResolveRequest? {
        guard let resolution else { return nil }
        return ResolveRequest(
            resolution, note: form.words("note"), quantity: quantity, reference: form.words("reference"))
    }

    private var quantity: Int? {
        guard resolution == .credited, let count = Int(form.words("quantity") ?? ""),
            (1...1_000_000).contains(count)
        else { return nil }
        return count
    }

    private mutating func arrange() {
        let wanted = ResolveForm.fields(expectedEnd, isCredited: resolution == .credited)
        let focused = form.focusedID
        var kept = wanted.map { field in form.fields.first { $0.id == field.id } ?? field }
        kept[0].problem = refusal.map { "Not possible: \($0)" }
        form = Form(kept)
        if let focused { form.focus(on: focused) }
    }

    private static func fields(_ expectedEnd: TicketResolution?, isCredited: Bool) -> [FormField] {
        // Making good is no choice of its own: it leads to the form of the grant.
        let ends = (expectedEnd == .madeGood ? [.madeGood] : []) + TicketResolution.choices
        let none = expectedEnd == nil ? [ChoiceField.Option("", "choose")] : []
        let choices = none + ends.map { ChoiceField.Option($0.rawValue, label($0)) }
        let quantity = FormField(
            "quantity", "Quantity", .text(TextField(placeholder: "how many were credited")))
        return [
            FormField("resolution", "Ends as", .choice(ChoiceField(choices, selected: expectedEnd?.rawValue)))
        ]
            + (isCredited ? [quantity] : [])
            + [
                FormField("note", "Note", .text(TextField(placeholder: "why, for colleagues"))),
                FormField("reference", "Case", .text(TextField(placeholder: "the helpdesk's number"))),
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
}
