import Persistence
import Purchases
import TerminalCore
import Widgets

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
