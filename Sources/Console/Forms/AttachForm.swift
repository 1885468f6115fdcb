import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that attaches a chain to a customer, with what that changes.
///
/// The field takes what the search box takes, and what fits is offered below it. Only an id that is whole names somebody:
/// typed to its end, or taken from what is offered. An unknown customer is made only where that was chosen.
struct AttachForm: FormContent {
    let chain: ChainID
    var form = Form([
        FormField("customer", "Customer", placeholder: "an id, an address, a name or a token"),
        reasonField(TakingRule.attachReasons, selected: nil),
        FormField("unknown", "If unknown", of: [.init("refuse"), .init("create", "create")]),
    ])
    /// Who fits what is typed; nil while nobody was looked for.
    private var found: Found?
    /// What it would do; nil while no such customer is named.
    private var attachment: Attachment?
    /// Why the store would refuse it; nil when it would not.
    private var problem: String?

    /// Who fits a text.
    private struct Found: Equatable {
        let text: String
        /// Who fits it, the best first.
        let people: [SearchResults.Match]
        /// Which of them Enter takes.
        var choice = 0
    }

    /// So many of those who fit are offered.
    private static let offered = 5

    /// The form for a chain.
    init(_ chain: ChainID) { self.chain = chain }

    let title = "Attach"
    let verb = "Attaching"
    let stopped = "nothing was attached"
    let asksOn = true

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    /// The reasons are those of attaching, whatever the policy has for grants.
    static func reasons(of policy: GrantPolicy) -> [String] { TakingRule.attachReasons }

    /// What is typed, without blanks around.
    private var typed: String { form.words("customer") ?? "" }

    private var createsCustomer: Bool { form.value("unknown") == "create" }

    /// Who is named: the customer of just that id; nil for nobody.
    private var named: Customer? {
        found.flatMap { found in
            found.text == typed ? found.people.compactMap(\.customer).first { $0.id.rawValue == typed } : nil
        }
    }

    /// Whether it is known that nobody has just that id.
    private var isUnknown: Bool { found?.text == typed && named == nil }

    /// What is described; nil while nobody is named who exists or is to be created.
    private var request: AttachRequest? {
        guard named != nil || isUnknown && createsCustomer else { return nil }
        return AttachRequest(
            chain.original, in: chain.environment, to: AppUserID(typed), reason: form.value("reason"),
            createsCustomer: named == nil)
    }

    /// First who is meant, then what attaching would do.
    var preview: (any StoreQuery)? {
        guard !typed.isEmpty else { return nil }
        return request.map { AttachPreviewQuery($0) } ?? SearchQuery(typed)
    }

    var write: StoreRequest.Write? { request.map { .attach($0) } }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        if let results = answer.page(of: SearchQuery.self) {
            let people = results.matches.filter { $0.customer != nil && $0.chain == nil && $0.ticket == nil }
            var fresh = Found(text: typed, people: Array(people.prefix(AttachForm.offered)))
            // What is marked stays so when the same is read anew.
            if let found, found.text == fresh.text, found.people == fresh.people {
                fresh.choice = found.choice
            }
            found = fresh
            (attachment, problem) = (nil, nil)
        } else if let preview = answer.page(of: AttachPreviewQuery.self) {
            (attachment, problem) = (preview, nil)
        } else if case .failed(let failure) = answer {
            (attachment, problem) = (nil, failure.text(context))
        }
    }

    mutating func forgetPreview() { (found, attachment, problem) = (nil, nil, nil) }

    /// In the field of the customer the arrows choose among those who fit, and Enter takes one.
    mutating func handle(_ key: Key) -> Bool {
        guard form.focusedID == "customer", let offer else { return fill(key) }
        switch key {
        case .down: found?.choice = (offer.choice + 1) % offer.people.count
        case .up: found?.choice = (offer.choice + offer.people.count - 1) % offer.people.count
        case .enter: take(offer.people[offer.choice])
        default: return fill(key)
        }
        return true
    }

    /// Who is offered; nil where nobody is, and where somebody is named already.
    private var offer: Found? {
        guard let found, found.text == typed, named == nil, !found.people.isEmpty else { return nil }
        return found
    }

    private mutating func take(_ match: SearchResults.Match) {
        guard let id = match.customer?.id.rawValue else { return }
        form.update("customer") { field in
            guard case .text(var text) = field.content else { return }
            text.set(id)
            field.content = .text(text)
            field.problem = nil
        }
        found = Found(text: typed, people: [match])
    }

    /// What it would do to whom is named; nil while that is not read.
    private var effect: Attachment? {
        attachment.flatMap { $0.to == request?.customer ? $0 : nil }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard !typed.isEmpty else { return .correct(["customer": "Name the customer"]) }
        guard request != nil else { return .correct(["customer": unknown]) }
        guard let effect else {
            return .correct(["customer": problem ?? "The preview is still loading"])
        }
        let made = effect.createsCustomer ? [StyledLine(newcomer(effect.to), .warning)] : []
        if asksALead(effect, context) {
            let danger = Danger(
                title: "Ask a lead", what: [StyledLine("Chain \(chain.original) becomes \(effect.to)'s.")],
                howLong: "Nothing changes before a lead decides.",
                warnings: made + losers(effect), verb: "ask a lead", otherwise: "change")
            return .confirm(danger.dialog(context))
        }
        let from = effect.from.map { "It leaves \($0)." } ?? "It has no customer now."
        let danger = Danger(
            title: "Attach the chain",
            what: [StyledLine("Chain \(chain.original) becomes \(effect.to)'s."), StyledLine(from)],
            howLong: "It stays so until somebody attaches it back.", warnings: made + losers(effect),
            verb: "attach", otherwise: "change")
        return .confirm(danger.dialog(context))
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        switch answer {
        case .attached(let attachment):
            [.closeSaying(MessageLine(.success, "Attached: the chain is \(attachment.to)'s now"))]
        case .filed: request.news(answer).map { [.closeSaying(MessageLine(.success, $0))] } ?? []
        default: []
        }
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        StyledLine(
            [TextSpan("Attach chain ", .title), TextSpan(chain.original.rawValue, .strong)]
                + (chain.environment == .production
                    ? [] : [TextSpan("  \(chain.environment.rawValue)", .warning)]))
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        if let problem { return [[TextSpan("\(glyphs.bad) ", .error), TextSpan(problem)]] }
        guard let effect else { return whoFits(context, glyphs: glyphs) }
        let from = effect.from.map { "Now the chain is \($0)'s." } ?? "Now the chain has no customer."
        let made =
            effect.createsCustomer
            ? [StyledLine("\(glyphs.alert) \(newcomer(effect.to))", .warning)] : []
        let lead =
            asksALead(effect, context)
            ? [StyledLine("\(glyphs.alert) Access is taken by it: ^S asks a lead", .warning)] : []
        let both = effect.people.flatMap { person -> [StyledLine] in
            verdicts("Before", effect.before[person] ?? [], of: person, context, glyphs)
                + verdicts("After", effect.after[person] ?? [], of: person, context, glyphs)
        }
        let owner: StyledLine = whom(context) + StyledLine(from)
        return made + lead + [owner] + both
    }

    /// Those who fit what is typed, the one whom Enter takes marked.
    private func whoFits(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        guard let offer else {
            let isInVain = !typed.isEmpty && found?.text == typed
            return [StyledLine(isInVain ? unknown : "Name a customer to see what it does", .dim)]
        }
        let rows = offer.people.enumerated().map { place, match -> StyledLine in
            let isChosen = place == offer.choice
            let parts = match.customer.map { $0.parts.joined(separator: "  ") } ?? ""
            return [
                TextSpan(isChosen ? "\(glyphs.pointer) " : "  ", .key),
                TextSpan(parts, isChosen ? .strong : nil),
                TextSpan("  \(SearchText.field(match.matchedOn))", .dim),
            ]
        }
        return [StyledLine("Enter takes the one that is marked, the arrows mark another", .dim)] + rows
    }

    private func verdicts(
        _ label: String, _ verdicts: [EntitlementAccess], of person: AppUserID, _ context: ConsoleContext,
        _ glyphs: Glyphs
    ) -> [StyledLine] {
        verdicts.map { verdict in
            StyledLine("\(label), \(person):  ", .dim)
                + VerdictText(verdict: verdict, time: context.time).headline(glyphs)
        }
    }

    /// The name of whom was named, where one is known.
    private func whom(_ context: ConsoleContext) -> StyledLine {
        let name = named?.values.name?.text ?? ""
        return name.isEmpty ? StyledLine() : [TextSpan("For \(name).  ", .strong)]
    }

    private func asksALead(_ effect: Attachment, _ context: ConsoleContext) -> Bool {
        context.role.asksBeforeTaking && !effect.losers.isEmpty
    }

    private func losers(_ effect: Attachment) -> [StyledLine] {
        effect.losers.map { StyledLine("\($0) loses access by it.", .warning) }
    }

    /// That nobody has just the id that is typed.
    private var unknown: String {
        guard let offer, let meant = offer.people[offer.choice].customer else {
            return "No customer has that id: search again, or choose create in the field If unknown"
        }
        return "That is no customer's id: Enter takes \(meant.id)"
    }

    /// That there is nobody of a name yet, which is also what a mistyped name looks like.
    private func newcomer(_ name: AppUserID) -> String {
        "No customer has that id: attaching creates the customer \(name)."
    }
}
