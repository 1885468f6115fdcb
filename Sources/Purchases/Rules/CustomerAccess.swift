/// The one answer to "has this customer access, and because of what?".
///
/// An entitlement holds while any served chain or unrevoked grant gives it.
///
/// ```swift
/// let access = CustomerAccess(facts: facts, rules: rules)
/// let verdict = access.verdict(for: premium, at: now)
/// print(verdict.isEntitled, verdict.because)
/// ```
package struct CustomerAccess: Sendable {
    /// What is known.
    package let facts: CustomerFacts
    /// What was decided.
    package let rules: AccessRules
    /// The chains through time, each as far as it is the customer's.
    package let timelines: [ChainTimeline]
    /// The same chains whole, also what of them others paid for.
    package let wholeTimelines: [ChainTimeline]

    /// Works out access from facts and rules.
    package init(facts: CustomerFacts, rules: AccessRules) {
        let whole = ChainTimeline.timelines(of: facts.chains, catalog: rules.catalog)
        let held = whole.map { $0.held(catalog: rules.catalog) }
        self.init(
            facts: facts.holding(held.map(\.chain)), rules: rules, timelines: held, wholeTimelines: whole)
    }

    private init(
        facts: CustomerFacts, rules: AccessRules, timelines: [ChainTimeline], wholeTimelines: [ChainTimeline]
    ) {
        (self.facts, self.rules) = (facts, rules)
        (self.timelines, self.wholeTimelines) = (timelines, wholeTimelines)
    }

    private func with(_ facts: CustomerFacts) -> CustomerAccess {
        CustomerAccess(facts: facts, rules: rules, timelines: timelines, wholeTimelines: wholeTimelines)
    }

    package var withoutBridges: CustomerAccess {
        with(facts.withoutBridges)
    }

    /// Access with one grant more; the chains are what they were.
    package func adding(_ grant: Grant) -> CustomerAccess {
        with(facts.adding(grant))
    }

    /// Every entitlement that a chain or a grant ever gave or would give or that is owed, and the one asked for, by name.
    package func entitlements(asking: EntitlementID? = nil) -> [EntitlementID] {
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
    package func verdicts(at instant: Instant, asking: EntitlementID? = nil) -> [EntitlementAccess] {
        entitlements(asking: asking).map { verdict(for: $0, at: instant) }
    }

    /// The verdict on one entitlement at a moment.
    package func verdict(for entitlement: EntitlementID, at instant: Instant) -> EntitlementAccess {
        let candidates = candidates(for: entitlement)
        let sources = candidates.map { $0.source(at: instant) }.sorted(by: CustomerAccess.precedes)
        let counting = candidates.filter(\.counts)
        let present = Span.union(counting.flatMap(\.spans)).first { $0.contains(instant) }
        let past = Span.union(counting.filter { !$0.isMomentary }.flatMap(\.spans)).last {
            $0.until.map { $0 <= instant } ?? false
        }
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
    package func runs(of entitlement: EntitlementID) -> [Span] {
        Span.union(candidates(for: entitlement).filter(\.counts).flatMap(\.spans))
    }

    /// How much time a further stretch would add to an entitlement; nil when it would add time without end.
    package func gained(of entitlement: EntitlementID, by span: Span) -> TimeLength? {
        let lengths = span.subtracting(runs(of: entitlement)).map(\.length)
        guard !lengths.contains(nil) else { return nil }
        return lengths.compactMap { $0 }.reduce(.zero, +)
    }

    /// A chain or a grant, and when it gives an entitlement.
    struct Candidate {
        let origin: AccessSource.Origin
        let grantKind: AccessSource.GrantKind?
        let spans: [Span]
        let counts: Bool
        let status: @Sendable (Instant) -> String
        var isMomentary = false

        func source(at instant: Instant) -> AccessSource {
            let present = spans.first { $0.contains(instant) }
            let past = spans.last { $0.until.map { $0 <= instant } ?? false }
            return AccessSource(
                origin: origin, grantKind: grantKind, span: present ?? past ?? spans.first,
                status: status(instant),
                holds: counts && present != nil)
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
            origin: .chain(timeline.chain.id), grantKind: nil, spans: Span.union(periods.map(\.span)),
            counts: rules.serves(timeline.chain.id.environment, for: facts.customer),
            status: { timeline.status(at: $0).rawValue })
    }

    private func candidate(_ grant: Grant) -> Candidate {
        Candidate(
            origin: .grant(grant.id), grantKind: grant.isBridge ? .bridge : .makeGood,
            spans: [grant.span].compactMap { $0 }, counts: true,
            status: { grant.state(at: $0).rawValue }, isMomentary: grant.isMomentary)
    }

    private func unlocks(_ transaction: Transaction, _ entitlement: EntitlementID) -> Bool {
        let kind = rules.catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
        return kind.lasts
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

/// The verdict: whether an entitlement holds for a customer at a moment, until when, and because of what.
package struct EntitlementAccess: Hashable, Codable, Sendable {
    package let entitlement: EntitlementID
    /// Whether it holds.
    package let isEntitled: Bool
    /// When the present state began, as the customer would say; nil when it never held. A grant that was taken back at
    /// once begins no state.
    package let since: Instant?
    /// When the access that holds ends; nil without access or without end.
    package let until: Instant?
    /// Of the sources that hold, the one with the latest end; nil when none holds.
    package let source: AccessSource.Origin?
    /// Everything that gives, gave or will give it.
    package let sources: [AccessSource]
    /// The walk that leads to the verdict, the deciding step first.
    package let because: [Reason]
    /// The newest time at which something became known of the chain it comes from; nil for a grant.
    package let knownAt: Instant?
    /// Whether a renewal was to be expected and nothing has arrived since.
    package let isStale: Bool
    /// The purchases that should have given it and were never delivered, the worst first.
    package let owed: [OwedPurchase]
    /// What to do next; that of what is owed comes before every other advice.
    package let nextStep: NextStep

    /// What gives it, for machines: `chain`, `grant` or `bridge`; `none` when nothing does.
    package var kind: String { sources.first { $0.holds }?.kind ?? "none" }

    /// Whether it holds by nothing but bridges.
    package var isBridged: Bool {
        isEntitled && sources.allSatisfy { !$0.holds || $0.grantKind == .bridge }
    }
}

/// A chain or a grant that gives, gave or will give an entitlement.
package struct AccessSource: Hashable, Codable, Sendable {
    /// What gives it.
    package enum Origin: Hashable, Codable, Sendable {
        /// A transaction chain.
        case chain(ChainID)
        case grant(GrantID)

        /// `chain` or `grant`.
        package var kind: String {
            switch self {
            case .chain: "chain"
            case .grant: "grant"
            }
        }

        /// The chain's or the grant's id.
        package var id: String {
            switch self {
            case .chain(let id): id.original.rawValue
            case .grant(let id): id.rawValue
            }
        }
    }

    /// What a grant is.
    package enum GrantKind: String, Hashable, Codable, Sendable {
        /// Given by hand.
        case makeGood = "make_good"
        /// Given by the server for as long as the App Store cannot be asked.
        case bridge
    }

    /// What gives it.
    package let origin: Origin
    /// What the grant is; nil for a chain, and for a verdict that was kept before there were bridges.
    package let grantKind: GrantKind?
    /// The uninterrupted time that matters at the moment asked for: the present one, else the last, else the next.
    package let span: Span?
    /// What the chain or the grant is at that moment.
    package let status: String
    /// Whether it counts and gives the entitlement at that moment.
    package let holds: Bool

    /// What gives it, for machines: `chain`, `grant` or `bridge`.
    package var kind: String { grantKind == .bridge ? "bridge" : origin.kind }

    /// Where the purchase was made; nil for a grant.
    package var environment: AppStoreEnvironment? {
        guard case .chain(let id) = origin else { return nil }
        return id.environment
    }
}

/// Everything known of a customer that access depends on.
package struct CustomerFacts: Hashable, Sendable {
    package let customer: Customer
    /// The chains that are the customer's.
    package let chains: [Chain]
    /// The grants given, revoked ones too.
    package let grants: [Grant]
    /// The purchases that were paid and not delivered, the worst first: those of unresolved tickets.
    package let owed: [OwedPurchase]

    package init(
        customer: Customer, chains: [Chain] = [], grants: [Grant] = [], owed: [OwedPurchase] = []
    ) {
        (self.customer, self.chains, self.grants) = (customer, chains, grants)
        self.owed = owed.sorted(by: OwedPurchase.precedes)
    }

    /// The same, with each chain as far as it is the customer's.
    fileprivate func holding(_ chains: [Chain]) -> CustomerFacts {
        guard chains.contains(where: { $0.share != nil }) else { return self }
        return CustomerFacts(customer: customer, chains: chains, grants: grants, owed: owed)
    }

    /// The downloads of the app with which the purchases were made (Apple's `appTransactionId`), in order.
    package var appTransactionIDs: [String] {
        Set(chains.flatMap(\.transactions).compactMap(\.values.appTransactionID)).sorted()
    }

    /// The same after a grant, which settles what its ticket owes and ends what bridged it.
    package func adding(_ grant: Grant) -> CustomerFacts {
        let before = grants.map { known in
            guard known.isBridge, known.ticket == grant.ticket, known.revokedAt == nil else { return known }
            var ended = known
            ended.revokedAt = grant.grantedAt
            return ended
        }
        return CustomerFacts(
            customer: customer, chains: chains, grants: before + [grant],
            owed: owed.filter { $0.ticket != grant.ticket })
    }

    /// The same without bridges: what counts where it is worked out what somebody is to be given.
    package var withoutBridges: CustomerFacts {
        guard grants.contains(where: \.isBridge) else { return self }
        return CustomerFacts(
            customer: customer, chains: chains, grants: grants.filter { !$0.isBridge }, owed: owed)
    }
}

/// What the store's keepers decided that access depends on.
package struct AccessRules: Hashable, Sendable {
    /// Which product unlocks what.
    package let catalog: Catalog
    /// The environments whose purchases give access.
    package let servedEnvironments: Set<AppStoreEnvironment>
    /// Whether the app is in Apple's Small Business Program.
    package let isSmallBusiness: Bool

    package init(
        catalog: Catalog = Catalog(), servedEnvironments: Set<AppStoreEnvironment> = [.production],
        isSmallBusiness: Bool = false
    ) {
        self.catalog = catalog
        self.servedEnvironments = servedEnvironments
        self.isSmallBusiness = isSmallBusiness
    }

    /// Whether purchases of an environment give a customer access; testers have their Sandbox purchases.
    package func serves(_ environment: AppStoreEnvironment, for customer: Customer) -> Bool {
        servedEnvironments.contains(environment) || (customer.isTester && environment == .sandbox)
    }
}
