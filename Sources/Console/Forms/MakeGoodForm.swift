import Persistence
import Purchases
import TerminalCore
import Widgets

/// The fields of the make-good form, and the grant that they describe.
///
/// The form opens filled in for the worst loss: its ticket, its entitlement, the lost time after present access. What is
/// chosen under *Ticket* decides what the fields below it offer.
struct MakeGoodForm: Hashable, Sendable {
    /// Reasons as options, in words.
    static func options(_ reasons: [String]) -> [ChoiceField.Option] {
        reasons.map { .init($0, $0.split(separator: "_").joined(separator: " ")) }
    }

    /// The fields.
    private(set) var form: Form
    private let subject: MakeGoodSubject
    private let role: Role
    private let time: TimeText
    private var reasons = GrantPolicy.defaultReasons
    /// Whether the grant as it stands adds nothing, which is then asked about.
    private var addsNothing = false

    /// The form for a customer; only a lead is offered access for life, and only a ticket the time that was lost.
    init(_ subject: MakeGoodSubject, role: Role, time: TimeText) {
        (self.subject, self.role, self.time) = (subject, role, time)
        form = Form([])
        form = Form(fields(for: subject.losses.first, until: nil))
        // What a ticket's product unlocks is no question: the first one is for how long.
        if loss != nil { form.focus(on: "length") }
    }

    /// The loss that is chosen; nil for a grant without a ticket.
    var loss: MakeGoodSubject.Loss? {
        guard hasTicketChoice else { return subject.losses.first }
        return subject.losses.first { $0.ticket.rawValue == form.value("ticket") }
    }

    private var hasTicketChoice: Bool { !subject.isForTicketOnly && !subject.losses.isEmpty }

    /// Takes a key; fields come and go with the ticket and with the choice of a date.
    mutating func handle(_ key: Key) -> Bool {
        let before = (ticket: form.value("ticket"), length: form.value("length"))
        guard form.handle(key) else { return false }
        if form.value("ticket") != before.ticket {
            arrange(keeping: ["ticket", "note", "reference"])
        } else if form.value("length") != before.length {
            arrange(keeping: Set(form.fields.map(\.id)))
        }
        return true
    }

    /// Takes a pasted text.
    mutating func paste(_ text: String) -> Bool { form.paste(text) }

    /// Offers the reasons that the policy allows.
    mutating func offer(_ allowed: [String]) {
        guard allowed != reasons, !allowed.isEmpty else { return }
        reasons = allowed
        let chosen = form.value("reason")
        form.update("reason") {
            $0.content = .choice(ChoiceField(MakeGoodForm.options(allowed), selected: chosen))
        }
    }

    /// Asks whether to give what adds nothing, or stops asking.
    mutating func ask(addsNothing: Bool) {
        guard addsNothing != self.addsNothing else { return }
        self.addsNothing = addsNothing
        arrange(keeping: Set(form.fields.map(\.id)))
    }

    /// Says what is wrong with fields.
    mutating func show(problems: [String: String]) { form.show(problems: problems) }

    /// What is wrong, by field; empty when the form can be sent.
    func problems(_ context: ConsoleContext) -> [String: String] {
        var problems: [String: String] = [:]
        if form.value("length") == "until" {
            switch until {
            case nil: problems["until"] = "Type a day as 2021-08-18, or a moment as 2021-08-18T12:00:00Z"
            case .some(let end) where end <= context.now: problems["until"] = "This is in the past"
            default: break
            }
        }
        if addsNothing, form.value("anyway") != "yes" {
            problems["anyway"] = "It adds nothing: change it above, or choose to give it anyway"
        }
        if loss?.owed.isDoubtful == true, form.value("doubt") != "yes" {
            problems["doubt"] = "Look at what the customer bought before it is made good"
        }
        if form.value("reason") == "other", form.words("note") == nil {
            problems["note"] = "“other” needs a note"
        }
        return problems
    }

    /// The grant that is described; nil while something is missing.
    var request: GrantRequest? {
        let term: GrantRequest.Term
        if form.value("length") == "until" {
            guard let until else { return nil }
            term = .until(until)
        } else {
            guard let preset = GrantLength(form.value("length")) else { return nil }
            term = .init(preset)
        }
        return GrantRequest(
            customer: subject.customer, entitlement: EntitlementID(form.value("entitlement")), term: term,
            start: form.value("starts") == "after" ? .after : .now, reason: form.value("reason"),
            note: form.words("note"), ticket: loss?.ticket, reference: form.words("reference"),
            evenIfNothingIsGained: addsNothing && form.value("anyway") == "yes")
    }

    /// The length as it was chosen, in words.
    var lengthWords: String {
        let id = form.value("length")
        if id == "until" { return "until \(form.value("until"))" }
        let label = lengths(for: loss).first { $0.id == id }?.label ?? id
        return id == "lifetime" ? "for life" : id == "lost" ? "for the \(label)" : "for \(label)"
    }

    private var until: Instant? {
        let text = form.value("until").filter { !$0.isWhitespace }
        return Instant(text) ?? Instant(text + ":00Z")
    }

    private mutating func arrange(keeping kept: Set<String>) {
        let date = form.value("length") == "until" ? TextField(placeholder: "2021-08-18") : nil
        let (wanted, focused) = (fields(for: loss, until: date), form.focusedID)
        form = Form(
            wanted.map { field in
                kept.contains(field.id) ? form.fields.first { $0.id == field.id } ?? field : field
            })
        if let focused { form.focus(on: focused) }
    }

    private func fields(for loss: MakeGoodSubject.Loss?, until: TextField?) -> [FormField] {
        let given = loss.map { $0.owed.entitlements } ?? subject.entitlements
        let all = [
            hasTicketChoice ? FormField("ticket", "Ticket", .choice(ChoiceField(tickets))) : nil,
            FormField("entitlement", "Entitlement", .choice(ChoiceField(given.map { .init($0.rawValue) }))),
            FormField(
                "length", "Length",
                .choice(ChoiceField(lengths(for: loss), selected: loss?.owed.lost == nil ? "7d" : "lost")),
                hint: lostWords(loss)),
            until.map {
                FormField("until", "Until", .text($0), hint: "A day means its first moment, UTC")
            },
            FormField(
                "starts", "Starts",
                .choice(
                    ChoiceField(
                        [.init("now", "now"), .init("after", "after present access")],
                        selected: loss == nil ? "now" : "after"))),
            loss?.owed.isDoubtful == true
                ? FormField(
                    "doubt", "Receipt",
                    .choice(
                        ChoiceField([.init("no", "could not be authenticated"), .init("yes", "looked at")])))
                : nil,
            addsNothing
                ? FormField(
                    "anyway", "Adds nothing",
                    .choice(ChoiceField([.init("no", "do not give it"), .init("yes", "give it anyway")])))
                : nil,
            FormField(
                "reason", "Reason",
                .choice(ChoiceField(MakeGoodForm.options(reasons), selected: loss?.reason))),
            FormField("note", "Note", .text(TextField(placeholder: "what happened, for colleagues"))),
            FormField("reference", "Case", .text(TextField(placeholder: "the helpdesk's number"))),
        ]
        return all.compactMap { $0 }
    }

    private var tickets: [ChoiceField.Option] {
        subject.losses.map { loss in
            let money = loss.owed.money.flatMap { $0.milliunits == 0 ? nil : $0.shown }
            let day = loss.owed.chargedAt.map { time.day($0) }
            let words = ([loss.ticket.rawValue + ":", money, day] as [String?]).compactMap { $0 }
            return .init(loss.ticket.rawValue, words.joined(separator: " "))
        } + [.init("none", "without a ticket")]
    }

    private func lengths(for loss: MakeGoodSubject.Loss?) -> [ChoiceField.Option] {
        let labels = [
            "3d": "3 d", "7d": "7 d", "14d": "14 d", "1m": "1 m", "3m": "3 m", "6m": "6 m", "1y": "1 y",
        ]
        let presets = GrantLength.presets.filter { $0 != "lost" && ($0 != "lifetime" || role == .lead) }
        let lost = loss?.owed.lost.map {
            ChoiceField.Option("lost", "lost \($0.length.map { TimeText.length($0) } ?? "time")")
        }
        return [lost].compactMap { $0 } + presets.map { .init($0, labels[$0] ?? $0) }
            + [.init("until", "a date")]
    }

    /// What the lost time is, with its dates; empty without any.
    private func lostWords(_ loss: MakeGoodSubject.Loss?) -> String {
        guard let lost = loss?.owed.lost else { return "" }
        guard let until = lost.until else {
            return "Lost: access without end since \(time.moment(lost.from))"
        }
        return "Lost: \(time.moment(lost.from)) to \(time.moment(until))"
    }
}
