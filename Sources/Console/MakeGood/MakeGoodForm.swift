import Persistence
import Purchases
import TerminalCore
import Widgets

/// The fields of the make-good form, and the grant that they describe.
struct MakeGoodForm: Hashable, Sendable {
    /// Reasons as options, in words.
    static func options(_ reasons: [String]) -> [ChoiceField.Option] {
        reasons.map { .init($0, $0.split(separator: "_").joined(separator: " ")) }
    }

    /// The fields.
    private(set) var form: Form
    private let entitlements: [EntitlementID]
    private let lengths: [ChoiceField.Option]
    private let loss: MakeGoodSubject.Loss?
    private var reasons = GrantPolicy.defaultReasons

    /// The form for a customer; only a lead is offered access for life, and only a ticket the time that was lost.
    init(_ subject: MakeGoodSubject, role: Role) {
        (entitlements, loss) = (subject.entitlements, subject.loss)
        let labels = [
            "3d": "3 d", "7d": "7 d", "14d": "14 d", "1m": "1 m", "3m": "3 m", "6m": "6 m", "1y": "1 y",
        ]
        let presets = GrantLength.presets.filter { $0 != "lost" && ($0 != "lifetime" || role == .lead) }
        let lost = subject.loss?.lost?.length.map {
            ChoiceField.Option("lost", "lost \(TimeText.length($0))")
        }
        lengths =
            [lost].compactMap { $0 } + presets.map { .init($0, labels[$0] ?? $0) } + [
                .init("until", "a date")
            ]
        form = Form([])
        form = Form(fields(until: nil))
        // What a ticket's product unlocks is no question: the first one is for how long.
        if subject.loss != nil { form.focus(on: "length") }
    }

    /// Takes a key; the field for the date comes and goes with the choice of a date.
    mutating func handle(_ key: Key) -> Bool {
        let before = form.value("length")
        guard form.handle(key) else { return false }
        if form.value("length") != before { arrange() }
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
        if form.value("reason") == "other", form.words("note") == nil {
            problems["note"] = "“other” needs a note"
        }
        return problems
    }

    /// The grant that is described; nil while something is missing.
    func request(_ subject: MakeGoodSubject) -> GrantRequest? {
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
            note: form.words("note"), ticket: loss?.ticket, reference: form.words("reference"))
    }

    /// The length as it was chosen, in words.
    var lengthWords: String {
        let id = form.value("length")
        if id == "until" { return "until \(form.value("until"))" }
        if id == "lost" { return "for the \(lengths.first { $0.id == id }?.label ?? id)" }
        return id == "lifetime" ? "for life" : "for \(lengths.first { $0.id == id }?.label ?? id)"
    }

    private var until: Instant? {
        let text = form.value("until").filter { !$0.isWhitespace }
        return Instant(text) ?? Instant(text + ":00Z")
    }

    /// What the lost time is, with its dates; empty without any.
    private var lostWords: String {
        guard let lost = loss?.lost, let until = lost.until else { return "" }
        let time = TimeText(now: until)
        return "Lost: \(time.moment(lost.from)) to \(time.moment(until))"
    }

    private mutating func arrange() {
        let wanted = fields(
            until: form.value("length") == "until" ? TextField(placeholder: "2021-08-18") : nil)
        let focused = form.focusedID
        let kept = wanted.map { field in form.fields.first { $0.id == field.id } ?? field }
        form = Form(kept)
        if let focused { form.focus(on: focused) }
    }

    private func fields(until: TextField?) -> [FormField] {
        let date = until.map {
            FormField("until", "Until", .text($0), hint: "A day means its first moment, UTC")
        }
        let all = [
            FormField(
                "entitlement", "Entitlement", .choice(ChoiceField(entitlements.map { .init($0.rawValue) }))),
            FormField(
                "length", "Length",
                .choice(ChoiceField(lengths, selected: loss?.lost == nil ? "7d" : "lost")), hint: lostWords),
            date,
            FormField(
                "starts", "Starts",
                .choice(ChoiceField([.init("now", "now"), .init("after", "after present access")]))),
            FormField(
                "reason", "Reason",
                .choice(ChoiceField(MakeGoodForm.options(reasons), selected: loss?.reason))),
            FormField("note", "Note", .text(TextField(placeholder: "what happened, for colleagues"))),
            FormField("reference", "Case", .text(TextField(placeholder: "the helpdesk's number"))),
        ]
        return all.compactMap { $0 }
    }
}
