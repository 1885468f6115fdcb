import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Says whether a customer has access, and because of what.
struct AccessCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Say whether a customer has access, until when, and because of what.",
        discussion:
            "Exits with 0 if the entitlement (without --entitlement, any) holds, 1 if not, 3 for an unknown customer."
    )

    @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
    @Option(help: "The entitlement to ask for.", completion: .entitlements) var entitlement: String?
    @Option(
        help: "The moment to ask for, such as yesterday, 1 May or RFC 3339.", transform: TimeArgument.words)
    var at: TimeArgument?
    @OptionGroup var global: GlobalOptions

    func run(in invocation: Invocation) throws -> ExitCode {
        let id = AppUserID(customer)
        let instant = at?.instant(in: invocation) ?? invocation.now
        guard let page = try invocation.wholePage(of: CustomerQuery(id), at: instant) else {
            throw StoreError.unknown(.customer(id))
        }
        let asked = entitlement.map(EntitlementID.init)
        let verdicts = page.access.verdicts(at: instant, asking: asked)
        let shown = verdicts.filter { asked == nil || $0.entitlement == asked }
        let past = at.map { _ in instant }
        let words = Answers.access(page, shown, isOfAll: asked == nil, asOf: past)
        invocation.output.answer(.access(page, verdicts, asOf: past), words)
        if let asked { AccessCommand.doubt(asked, page.access) }
        let holds = verdicts.contains { $0.isEntitled && (asked == nil || $0.entitlement == asked) }
        return holds ? .success : .no
    }

    /// Says beside the answer that nothing unlocks what was asked for: no access to it may be a slip of the keys.
    private static func doubt(_ asked: EntitlementID, _ access: CustomerAccess) {
        let catalog = access.rules.catalog.products.values.flatMap(\.entitlements)
        let known = Set(catalog).union(access.entitlements())
        guard !known.contains(asked) else { return }
        let nearest = EditDistance.nearest(to: asked.rawValue, among: known.map(\.rawValue).sorted())
        let remedy = nearest.isEmpty ? "see `makegood catalog show`" : CommandAdvice.question(nearest)
        Output.note("makegood: no product unlocks \(asked): \(remedy)")
    }
}

extension Answers {
    /// What to do about the whole customer, then what is owed that no verdict tells, then verdicts, what matters most
    /// first, each with its walk and the next step; `asOf` is the moment that was asked for where it is not the present
    /// one. Who asks for one entitlement is told of that one alone.
    static func access(
        _ page: CustomerPage, _ verdicts: [EntitlementAccess], isOfAll: Bool = true, asOf past: Instant? = nil
    ) -> [String] {
        let advice = page.access.advice(at: page.at)
        let next = reader.nextStep(of: advice, asOf: past, isUnchecked: page.restsOnUnchecked)
        let untold = isOfAll ? page.access.untold(at: page.at) : []
        let owed = untold.flatMap { self.owed($0, at: page.at, asOf: past) }
        guard !verdicts.isEmpty else {
            // What is owed stands first and has said what to do.
            return owed + unlisted(page) + (owed.isEmpty ? ["  next: \(next)"] : [])
        }
        let shown = EntitlementAccess.byUrgency(verdicts, at: page.at)
        // Where one verdict is all that there is to say, its own advice says it.
        let isOnly = if case .verdict(let only) = advice.subject { shown == [only] } else { false }
        let isSaid = (isOnly && owed.isEmpty) || !isOfAll
        let above = isSaid ? owed : ["next: \(next)"] + owed
        return above
            + shown.flatMap { verdict in
                let isUnchecked = page.restsOnUnchecked(verdict)
                return self.verdict(verdict, isUnchecked: isUnchecked, asOf: past)
                    + (isUnchecked ? ["  \(Reader.doubt)"] : [])
            }
    }

    /// What was paid and not delivered and unlocks nothing, and what to do about it.
    private static func owed(_ owed: OwedPurchase, at moment: Instant, asOf past: Instant?) -> [String] {
        let what = [owed.product?.rawValue, owed.reason.rule.title].compactMap { $0 }
        let step = reader.advised(reader.words(of: owed.nextStep(at: moment)), asOf: past)
        return ["\(what.joined(separator: ", ")): \(reader.words(of: owed.reason.fact))", "  next: \(step)"]
    }

    /// A customer for whom no entitlement is known: what was bought to be used up.
    private static func unlisted(_ page: CustomerPage) -> [String] {
        let bought = page.access.usedUp(at: page.at).map { reason in
            "  \(reader.words(of: reason.fact))\(reason.at.map { " (\(moment($0)))" } ?? "")"
        }
        return ["no entitlement is known for this customer"] + bought
    }

    static func verdict(
        _ verdict: EntitlementAccess, isUnchecked: Bool = false, asOf past: Instant? = nil
    ) -> [String] {
        let next = reader.nextStep(of: verdict, isUnchecked: isUnchecked)
        return [headline(verdict)]
            + verdict.because.map { reason in
                "  \(reason.rule.title): \(reader.words(of: reason.fact))\(reason.at.map { " (\(moment($0)))" } ?? "")"
            } + ["  next: \(reader.advised(next, asOf: past))"]
    }

    /// The verdict in one line.
    static func headline(_ verdict: EntitlementAccess) -> String { reader.headline(of: verdict) }
}
