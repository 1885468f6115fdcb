import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form in which a lead has Apple move the renewal date of a chain, with what stands against it as it is filled in.
struct ExtendForm: FormContent {
    let chain: ChainID
    var form: Form
    /// Sent twice under one key it is asked once.
    private let key: String
    private let fields: ExtensionFields
    /// What it would do; nil while it is not read.
    private var found: ExtensionPreview?
    /// Why the store would refuse it; nil when it would not.
    private var problem: String?

    /// The form for a chain, with a period that it lost, if one was.
    init(_ chain: ChainID, lost: TimeLength?, key: String) {
        (self.chain, self.key) = (chain, key)
        fields = ExtensionFields(lasted: lost, calling: "as long as was lost")
        form = Form(fields.days(isTyped: false) + [ExtensionFields.why])
    }

    let title = "Renew later"
    let verb = "Asking Apple"
    let stopped = "nothing is asked of Apple"

    func refusal(_ context: ConsoleContext) -> String? { context.extendRefusal }

    mutating func rearrange(after before: Form) { fields.rearrange(&self, after: before) }

    private var wish: ExtensionTerms? { fields.wish(form) }

    var preview: (any StoreQuery)? {
        wish.map { ExtensionPreviewQuery(of: chain.original, in: chain.environment, $0) }
    }

    var write: StoreRequest.Write? { wish.map { .extend(chain, $0, key: key) } }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        if let page = answer.page(of: ExtensionPreviewQuery.self) {
            (found, problem) = (page, nil)
        } else if case .failed(let failure) = answer {
            (found, problem) = (nil, failure.text(context))
        }
    }

    mutating func forgetPreview() { (found, problem) = (nil, nil) }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard wish != nil else { return .correct(fields.problems(form)) }
        guard let preview = found else { return .correct(["days": problem ?? "It is still loading"]) }
        guard preview.isPossible else { return .correct(["days": "It is not possible: see below"]) }
        let time = context.time.reader
        let danger = Danger(
            title: "Have Apple renew later",
            what: [
                StyledLine(
                    "Chain \(chain.original)" + (preview.owner.map { " of \($0)" } ?? "") + " renews"),
                StyledLine("\(time.renewal(of: preview))."),
            ],
            howLong: "Nothing undoes it, and Apple e-mails the customer.",
            warnings: preview.doubts.map { StyledLine("Not sure: \(time.words(of: $0)).", .warning) },
            verb: "ask Apple", otherwise: "change")
        return .confirm(danger.dialog(context))
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        StyledLine(
            [TextSpan("Renew later ", .title), TextSpan(chain.original.rawValue, .strong)]
                + (chain.environment == .production
                    ? [] : [TextSpan("  \(chain.environment.rawValue)", .warning)]))
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        if let problem { return [[TextSpan("\(glyphs.bad) ", .error), TextSpan(problem)]] }
        guard let preview = found else { return [StyledLine("Say by how many days", .dim)] }
        let reader = context.time.reader
        let waiting = preview.waiting.map {
            [StyledLine("\(glyphs.bad) question \($0.id) to the App Store waits already", .error)]
        }
        return [
            StyledLine("It renews \(reader.renewal(of: preview))"),
            StyledLine(reader.used(preview.past), .dim),
        ] + (waiting ?? [])
            + preview.obstacles.map { StyledLine("\(glyphs.bad) \(reader.words(of: $0))", .error) }
            + preview.doubts.map { StyledLine("\(glyphs.alert) \(reader.words(of: $0))", .warning) }
    }
}

/// The form in which a lead has Apple renew later because of an incident: each chain that it hurt, or everybody who has
/// a product, which reaches people whom the incident never touched.
struct ExtendIncidentForm: FormContent {
    /// Which incident, and what it sold.
    let subject: IncidentExtensionSubject
    var form: Form
    private let key: String
    private let fields: ExtensionFields
    private var chains: IncidentExtensionPreview?
    private var reach: MassExtensionReach?
    private var problem: String?

    /// The form for an incident.
    init(_ subject: IncidentExtensionSubject, key: String) {
        (self.subject, self.key) = (subject, key)
        fields = ExtensionFields(lasted: subject.lasted, calling: "as long as it lasted")
        let whom =
            [ChoiceField.Option(Self.own, "each chain of it")]
            + subject.products.map { .init($0.rawValue, "EVERYBODY with \($0)") }
        form = Form(
            [FormField("whom", "Whom", of: whom)] + fields.days(isTyped: false)
                + [ExtensionFields.why])
    }

    /// The choice of the incident's own chains.
    private static let own = ""

    let title = "Renew later"
    let verb = "Asking Apple"
    let stopped = "nothing is asked of Apple"

    func refusal(_ context: ConsoleContext) -> String? { context.extendRefusal }

    mutating func rearrange(after before: Form) { fields.rearrange(&self, after: before) }

    private var wish: ExtensionTerms? { fields.wish(form) }

    /// The product whose every subscriber is meant; nil for the incident's own chains.
    private var product: ProductID? {
        form.value("whom") == Self.own ? nil : ProductID(form.value("whom"))
    }

    var preview: (any StoreQuery)? {
        guard let wish else { return nil }
        return product.map { MassExtensionReachQuery(of: $0, for: subject.incident) }
            ?? IncidentExtensionPreviewQuery(of: subject.incident, wish)
    }

    var write: StoreRequest.Write? {
        guard let wish else { return nil }
        return product.map { .extendEverybody($0, wish, for: subject.incident, key: key) }
            ?? .extendIncident(subject.incident, wish)
    }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        forgetPreview()
        chains = answer.page(of: IncidentExtensionPreviewQuery.self)
        reach = answer.page(of: MassExtensionReachQuery.self)
        if case .failed(let failure) = answer { problem = failure.text(context) }
    }

    mutating func forgetPreview() { (chains, reach, problem) = (nil, nil, nil) }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard let wish else { return .correct(fields.problems(form)) }
        let days = Counting.of(wish.days, "day")
        let what: [StyledLine]
        if let found = chains {
            guard !found.possible.isEmpty else { return .correct(["days": "No customer is left: see below"]) }
            what = [
                "Renewed \(days) later: \(Counting.of(found.possible.count, "chain")) of incident \(subject.incident)."
            ]
        } else if let found = reach {
            if let waiting = found.waiting {
                return .correct(["whom": "Question \(waiting.id) about them waits already"])
            }
            what = [
                StyledLine("\(context.time.reader.words(of: found)).", .warning),
                StyledLine("They renew \(days) later, all of them."),
            ]
        } else {
            return .correct(["days": problem ?? "It is still loading"])
        }
        let danger = Danger(
            title: "Have Apple renew later", what: what,
            howLong: "Nothing undoes it, and Apple e-mails each customer.", verb: "ask Apple",
            otherwise: "change")
        return .confirm(danger.dialog(context))
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [TextSpan("Renew later for incident \(subject.incident) ", .title), TextSpan(subject.name, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        if let problem { return [[TextSpan("\(glyphs.bad) ", .error), TextSpan(problem)]] }
        let reader = context.time.reader
        if let found = reach {
            let waiting = found.waiting.map {
                [
                    StyledLine(
                        "\(glyphs.bad) question \($0.id) to the App Store about them waits already", .error)
                ]
            }
            return (waiting ?? []) + [
                StyledLine("\(glyphs.alert) Reaches \(reader.words(of: found)).", .warning),
                StyledLine(
                    "Apple works through them by itself; how many it renewed is on the incident's page.", .dim
                ),
            ]
        }
        guard let found = chains else { return [StyledLine("Say by how many days", .dim)] }
        let left = found.chains.filter { !$0.isPossible }
        let without =
            found.withoutChain == 0
            ? []
            : [
                StyledLine(
                    "\(Counting.of(found.withoutChain, "failed purchase")) name no chain that is known", .dim)
            ]
        return [
            [
                TextSpan("Renewed later: "),
                TextSpan(Counting.of(found.possible.count, "chain"), .strong),
                TextSpan(", \(left.count) left out"),
            ]
        ]
            + left.map { chain in
                let why =
                    chain.waiting == nil
                    ? chain.obstacles.map(reader.words).joined(separator: "; ") : "it waits already"
                return [TextSpan("\(glyphs.bad) \(chain.chain.original) ", .dim), TextSpan(why)]
            } + without
    }
}

/// The fields in which it is said by how many days, and why.
struct ExtensionFields: Hashable, Sendable {
    private static let presets = [7, 14, 30]
    private static let other = "other"

    /// The lost time in days, a begun one counted whole; nil where Apple extends by no such number.
    private let lasted: Int?
    private let calling: String

    /// Fields that offer a length of their own, and what it is called.
    init(lasted: TimeLength?, calling: String) {
        self.calling = calling
        self.lasted = lasted.map { $0.wholeDays + ($0 > .days(Int64($0.wholeDays)) ? 1 : 0) }.flatMap {
            ExtensionRule.lengths.contains($0) ? $0 : nil
        }
    }

    /// Why; outages come first, since most are.
    static var why: FormField {
        let reasons: [ExtensionReason] = [.outage, .satisfaction, .other, .undeclared]
        return FormField(
            "why", "Why", of: reasons.map { .init($0.rawValue, Reader.program.words(of: $0)) },
            selected: ExtensionReason.outage.rawValue)
    }

    /// The field of choices, and the one that is typed in where none of them fits.
    func days(isTyped: Bool) -> [FormField] {
        let own = lasted.map { days in
            [ChoiceField.Option(String(days), "\(calling), \(Counting.of(days, "day"))")]
        }
        let choices =
            ExtensionFields.presets.filter { $0 != lasted }.map {
                ChoiceField.Option(String($0), "\($0) days")
            } + (own ?? []) + [.init(ExtensionFields.other, "another number")]
        let field = FormField("days", "By", of: choices)
        let text = FormField("count", "Days", placeholder: "1 to \(ExtensionRule.lengths.upperBound)")
        return isTyped ? [field, text] : [field]
    }

    /// Lets the typed field come and go.
    func rearrange(_ content: inout some FormContent, after before: Form) {
        guard content.form.value("days") != before.value("days") else { return }
        let isTyped = content.form.value("days") == ExtensionFields.other
        guard isTyped != content.form.fields.contains(where: { $0.id == "count" }) else { return }
        let others = content.form.fields.filter { !["days", "count"].contains($0.id) }
        let (first, last) = (others.filter { $0.id == "whom" }, others.filter { $0.id != "whom" })
        content.arrange(first + days(isTyped: isTyped) + last) { $0.id != "count" }
    }

    /// What they say; nil while no number is typed.
    func wish(_ form: Form) -> ExtensionTerms? {
        let text = form.value("days") == ExtensionFields.other ? form.value("count") : form.value("days")
        guard let days = Int(text.filter { !$0.isWhitespace }), ExtensionRule.lengths.contains(days),
            let reason = ExtensionReason(rawValue: form.value("why"))
        else { return nil }
        return ExtensionTerms(days: days, because: reason)
    }

    /// What is wrong with them.
    func problems(_ form: Form) -> [String: String] {
        ["count": "Type 1 to \(ExtensionRule.lengths.upperBound)"]
    }
}
