/// The one answer to "has this customer access, and because of what?".
///
/// An entitlement holds while any served chain or unrevoked grant gives it.
public struct CustomerAccess: Sendable {
    /// What is known.
    public let facts: CustomerFacts
    /// What was decided.
    public let rules: AccessRules
    /// The customer's chains through time.
    public let timelines: [ChainTimeline]

    /// Works out access from facts and rules.
    public init(facts: CustomerFacts, rules: AccessRules) {
        self.facts = facts
        self.rules = rules
        timelines = ChainTimeline.timelines(of: facts.chains, catalog: rules.catalog)
    }

    /// Every entitlement that a chain or a grant ever gave or would give or that is owed, and the one asked for, by name.
    public func entitlements(asking: EntitlementID? = nil) -> [EntitlementID] {
        var names = Set(facts.grants.map(\.entitlement))
        for transaction in facts.chains.flatMap(\.transactions) {
            let kind = rules.catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
            guard kind != .consumable else { continue }
            names.formUnion(rules.catalog.entitlements(of: transaction.productID))
        }
        names.formUnion(facts.owed.flatMap(\.entitlements))
        if let asking { names.insert(asking) }
        return names.sorted()
    }

    /// The verdicts on all entitlements at a moment.
    public func verdicts(at instant: Instant, asking: EntitlementID? = nil) -> [EntitlementAccess] {
        entitlements(asking: asking).map { verdict(for: $0, at: instant) }
    }

    /// The verdict on one entitlement at a moment.
    public func verdict(for entitlement: EntitlementID, at instant: Instant) -> EntitlementAccess {
        let sources = candidates(for: entitlement).map { $0.source(at: instant) }.sorted(
            by: CustomerAccess.precedes)
        let runs = runs(of: entitlement)
        let present = runs.first { $0.contains(instant) }
        let past = runs.last { $0.until.map { $0 <= instant } ?? false }
        let owed = facts.owed.filter {
            $0.entitlements.contains(entitlement) && ($0.chargedAt ?? .earliest) <= instant
        }
        let walk = VerdictWalk(
            access: self, entitlement: entitlement, sources: sources, owed: owed, instant: instant)
        return EntitlementAccess(
            entitlement: entitlement, isEntitled: present != nil, since: present?.from ?? past?.until,
            until: present?.until, source: sources.first { $0.holds }?.origin, sources: sources,
            because: walk.reasons, knownAt: walk.knownAt, isStale: walk.isStale, owed: owed,
            nextStep: walk.nextStep)
    }

    /// When an entitlement held or will hold, from all sources that count, joined where they touch.
    public func runs(of entitlement: EntitlementID) -> [Span] {
        Span.union(candidates(for: entitlement).filter(\.counts).flatMap(\.spans))
    }

    /// How much time a further stretch would add to an entitlement; nil when it would add time without end.
    public func gained(of entitlement: EntitlementID, by span: Span) -> TimeLength? {
        let lengths = span.subtracting(runs(of: entitlement)).map(\.length)
        guard !lengths.contains(nil) else { return nil }
        return lengths.compactMap { $0 }.reduce(.zero, +)
    }

    /// A chain or a grant, and when it gives an entitlement.
    struct Candidate {
        let origin: AccessSource.Origin
        let spans: [Span]
        let environment: AppStoreEnvironment?
        let counts: Bool
        let status: @Sendable (Instant) -> String

        func source(at instant: Instant) -> AccessSource {
            let present = spans.first { $0.contains(instant) }
            let past = spans.last { $0.until.map { $0 <= instant } ?? false }
            return AccessSource(
                origin: origin, span: present ?? past ?? spans.first, status: status(instant),
                environment: environment, holds: counts && present != nil)
        }
    }

    private func candidates(for entitlement: EntitlementID) -> [Candidate] {
        timelines.compactMap { candidate($0, for: entitlement) }
            + facts.grants.filter { $0.entitlement == entitlement }.map(candidate)
    }

    private func candidate(_ timeline: ChainTimeline, for entitlement: EntitlementID) -> Candidate? {
        let isSource = timeline.chain.transactions.contains { unlocks($0, entitlement) }
        guard isSource else { return nil }
        let periods = timeline.accessPeriods.filter {
            rules.catalog.entitlements(of: $0.product).contains(entitlement)
        }
        return Candidate(
            origin: .chain(timeline.chain.id), spans: Span.union(periods.map(\.span)),
            environment: timeline.chain.environment,
            counts: rules.serves(timeline.chain.environment, for: facts.customer),
            status: { timeline.status(at: $0).rawValue })
    }

    private func candidate(_ grant: Grant) -> Candidate {
        Candidate(
            origin: .grant(grant.id), spans: [grant.span].compactMap { $0 }, environment: nil, counts: true,
            status: { grant.state(at: $0).rawValue })
    }

    private func unlocks(_ transaction: Transaction, _ entitlement: EntitlementID) -> Bool {
        let kind = rules.catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
        return kind != .consumable && kind != .unknown
            && rules.catalog.entitlements(of: transaction.productID).contains(entitlement)
    }

    /// Those that hold first, the latest end first (no end before all), a chain before a grant, then by id.
    private static func precedes(_ left: AccessSource, _ right: AccessSource) -> Bool {
        if left.holds != right.holds { return left.holds }
        let ends = (left.span.map { $0.until ?? .latest }, right.span.map { $0.until ?? .latest })
        if ends.0 != ends.1 { return (ends.0 ?? .earliest) > (ends.1 ?? .earliest) }
        if left.origin.kind != right.origin.kind { return left.origin.kind == "chain" }
        return left.origin.id < right.origin.id
    }
}
