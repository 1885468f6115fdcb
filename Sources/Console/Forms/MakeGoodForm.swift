import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that makes good: it grants a customer an entitlement, for a lost purchase or without one. `MakeGoodView`
/// draws access before and after beside it, `MakeGoodText` has the words.
///
/// It opens filled in for the worst loss: its ticket, its entitlement, the lost time after present access. What is
/// chosen under *Ticket* decides what the fields below it offer.
struct MakeGoodForm: FormContent {
    let subject: MakeGoodSubject
    /// Makes sending twice the same as sending once.
    let key: String
    var form = Form([])
    /// What the grant would do; nil while the form is not complete.
    private(set) var outcome: GrantOutcome?
    /// What the policy allows before anything is given; nil until that is read.
    private(set) var left: GrantAllowance?
    /// Why the store would refuse it; nil when it would not.
    private(set) var problem: String?
    /// Whether the grant as it stands adds nothing, which is then asked about.
    private var addsNothing = false
    private let time: TimeText

    /// The form for a customer; only a ticket offers the time that was lost.
    init(_ subject: MakeGoodSubject, key: String, in context: ConsoleContext) {
        (self.subject, self.key) = (subject, key)
        time = context.time
        form = Form(fields(for: subject.losses.first, until: nil))
        // What a ticket's product unlocks is no question: the first one is for how long.
        if loss != nil { form.focus(on: "length") }
    }

    let title = "Make good"
    // The moment to think better of it comes afterwards: `u` cancels what was given.
    let regret = TimeLength.zero
    let stopped = "nothing was granted"

    func refusal(_ context: ConsoleContext) -> String? { context.refusal ?? problem }

    var about: FormSubject? {
        FormSubject(
            ticket: loss?.ticket, customer: subject.customer, need: loss == nil ? .nothing : .unresolved)
    }

    var preview: (any StoreQuery)? { request.map { GrantPreviewQuery($0) } }

    var write: StoreRequest.Write? { request.map { .grant($0, key: key) } }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        if let found = answer.page(of: GrantPreviewQuery.self) {
            (outcome, problem) = (found, nil)
            left = found.left ?? left
            ask(addsNothing: found.gained == .zero)
        } else if case .failed(let failure) = answer {
            (outcome, problem) = (nil, failure.text(context))
        }
    }

    mutating func forgetPreview() { (outcome, problem) = (nil, nil) }

    func submit(_ context: ConsoleContext) -> FormStep {
        let problems = problems(context)
        guard problems.isEmpty else { return .correct(problems) }
        if let problem { return .lead(.say(MessageLine(.warning, problem))) }
        guard let outcome else { return .lead(.say(MessageLine(.note, "The preview is still loading"))) }
        return .confirm(MakeGoodText(form: self, outcome: outcome, context: context).question)
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        // Nothing is given yet: what lies below is still to be done.
        if case .filed(let filed) = answer {
            let kind: MessageLine.Kind = filed.state == .open ? .success : .warning
            return request.news(answer).map { [.closeSaying(MessageLine(kind, $0))] } ?? []
        }
        guard case .granted(let outcome) = answer else { return [] }
        let text = MakeGoodText(form: self, outcome: outcome, context: context)
        // What was made good is done with: below its ticket lies the queue, one shorter, or the customer.
        return [.closeSaying(MessageLine(.success, text.news), levels: subject.levels)]
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [
            TextSpan("Make good for ", .title), TextSpan(subject.name, .strong),
            TextSpan(" (\(subject.customer))", .dim),
            TextSpan(loss.map { " with ticket \($0.ticket)" } ?? ""),
        ]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        if let problem { return [[TextSpan("\(glyphs.bad) Refused  ", .error), TextSpan(problem)]] }
        guard let outcome else {
            let limits = context.role == .lead ? nil : left.map(MakeGoodText.limits)
            return [limits, StyledLine("Fill the form in to see what it does", .dim)].compactMap { $0 }
        }
        return MakeGoodText(form: self, outcome: outcome, context: context).preview(glyphs)
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        MakeGoodView(form: self, context: context).draw(in: &canvas, theme: theme)
    }

    /// The loss that is chosen; nil for a grant without a ticket.
    var loss: MakeGoodSubject.Loss? {
        guard hasTicketChoice else { return subject.losses.first }
        return subject.losses.first { $0.ticket.rawValue == form.value("ticket") }
    }

    private var hasTicketChoice: Bool { !subject.isForTicketOnly && !subject.losses.isEmpty }

    /// Fields come and go with the ticket and with the choice of a date.
    mutating func rearrange(after before: Form) {
        if form.value("ticket") != before.value("ticket") {
            arrange(keeping: ["ticket", "note", "reference"])
        } else if form.value("length") != before.value("length") {
            arrange(keeping: Set(form.fields.map(\.id)))
        }
    }

    /// Asks whether to give what adds nothing, or stops asking.
    mutating func ask(addsNothing: Bool) {
        guard addsNothing != self.addsNothing else { return }
        self.addsNothing = addsNothing
        arrange(keeping: Set(form.fields.map(\.id)))
    }

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
            note: FreeText(form.words("note")), ticket: loss?.ticket, reference: form.words("reference"),
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
        arrange(fields(for: loss, until: date)) { kept.contains($0.id) }
    }

    private func fields(for loss: MakeGoodSubject.Loss?, until: TextField?) -> [FormField] {
        let given = loss.map { $0.owed.entitlements } ?? subject.entitlements
        let all = [
            hasTicketChoice ? FormField("ticket", "Ticket", of: tickets) : nil,
            FormField("entitlement", "Entitlement", of: given.map { .init($0.rawValue) }),
            FormField(
                "length", "Length", of: lengths(for: loss), selected: loss?.owed.lost == nil ? "7d" : "lost",
                hint: lostWords(loss)),
            until.map {
                FormField("until", "Until", .text($0), hint: "A day means its first moment, UTC")
            },
            FormField(
                "starts", "Starts", of: [.init("now", "now"), .init("after", "after present access")],
                selected: loss == nil ? "now" : "after"),
            loss?.owed.isDoubtful == true
                ? FormField(
                    "doubt", "Receipt",
                    of: [.init("no", "could not be authenticated"), .init("yes", "looked at")])
                : nil,
            addsNothing
                ? FormField(
                    "anyway", "Adds nothing",
                    of: [.init("no", "do not give it"), .init("yes", "give it anyway")])
                : nil,
            Self.reasonField(
                offeredReasons ?? GrantPolicy.defaultReasons, selected: loss?.reason ?? subject.reason),
            FormField("note", "Note", placeholder: "what happened, for colleagues"),
            .reference,
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
            "lifetime": "life",
        ]
        let presets = GrantLength.presets.filter { $0 != "lost" }
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
