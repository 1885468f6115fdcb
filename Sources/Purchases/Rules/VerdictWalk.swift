/// Walks from what is owed and a verdict's sources to the reasons for it and to what to do next.
struct VerdictWalk {
    let access: CustomerAccess
    let entitlement: EntitlementID
    let sources: [AccessSource]
    let owed: [OwedPurchase]
    let instant: Instant

    /// The reasons: what is owed, then what decides whether access holds.
    var reasons: [Reason] {
        guard owed.isEmpty else { return owed.map(\.reason) + deciding }
        return deciding.isEmpty
            ? [Reason(.noRecord, "nothing is known that gives \(entitlement)", at: nil)] : deciding
    }

    /// The reasons why access holds or does not, the deciding one first; empty when nothing is known.
    private var deciding: [Reason] {
        let walked = ordered.flatMap(reasons)
        if sources.contains(where: \.holds) { return walked }
        return walked + reasonsWithoutSource
    }

    /// Whether a renewal was to be expected, and nothing dated after the expiry has arrived.
    var isStale: Bool { ordered.contains { staleSince($0) != nil } }

    /// When the newest word about the deciding chain became known; nil for a grant.
    var knownAt: Instant? { ordered.first.flatMap(timeline)?.chain.newestKnownAt }

    /// What to do next, in one sentence.
    var nextStep: String {
        if let worst = owed.first { return worst.nextStep }
        let rules = reasons.map(\.rule)
        switch rules[0] {
        case .expired where isStale: return NextStep.sentence(for: .stale)
        case .active where rules.dropFirst().first == .upgraded: return NextStep.sentence(for: .upgraded)
        default: return NextStep.sentence(for: rules[0])
        }
    }

    /// The sources in the order in which they matter: those that hold, that would if served, that did, that will.
    private var ordered: [AccessSource] {
        sources.enumerated().sorted { left, right in
            let ranks = (rank(left.element), rank(right.element))
            return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
        }.map(\.element)
    }

    private func rank(_ source: AccessSource) -> Int {
        if source.holds { return 0 }
        if isUnserved(source) { return 1 }
        return source.span.map { $0.from > instant } ?? false ? 3 : 2
    }

    /// Whether the source would give access now, had its environment counted.
    private func isUnserved(_ source: AccessSource) -> Bool {
        !source.holds && source.environment != nil && source.span?.contains(instant) ?? false
    }

    private func timeline(_ source: AccessSource) -> ChainTimeline? {
        guard case .chain(let id) = source.origin else { return nil }
        return access.timelines.first { $0.chain.id == id && $0.chain.environment == source.environment }
    }

    private func reasons(for source: AccessSource) -> [Reason] {
        switch source.origin {
        case .grant(let id): grantReasons(id)
        case .chain: chainReasons(source)
        }
    }

    private func grantReasons(_ id: GrantID) -> [Reason] {
        guard let grant = access.facts.grants.first(where: { $0.id == id }) else { return [] }
        let given = "grant \(id) by \(grant.grantedBy) (\(grant.reason))"
        switch grant.state(at: instant) {
        case .active:
            let end = grant.endsAt.map { "runs to \($0)" } ?? "has no end"
            return [Reason(.grantActive, "\(given) \(end)", at: grant.startsAt)]
        case .upcoming: return [Reason(.upcoming, "\(given) begins \(grant.startsAt)", at: grant.startsAt)]
        case .ended: return [Reason(.grantEnded, "\(given) ran out", at: grant.endsAt)]
        case .revoked: return [Reason(.grantRevoked, "\(given) was taken back", at: grant.revokedAt)]
        }
    }

    private func chainReasons(_ source: AccessSource) -> [Reason] {
        guard let timeline = timeline(source) else { return [] }
        if isUnserved(source) {
            let fact =
                "chain \(timeline.chain.id) was bought in \(timeline.chain.environment.rawValue), which gives no access here"
            return [Reason(.environmentNotServed, fact, at: source.span?.from)]
        }
        var reasons = [
            otherProduct(source, timeline) ?? ChainReason(timeline: timeline, instant: instant).reason
        ]
        if let upgraded = awaitingReplacement(timeline) {
            let fact = "\(upgraded.productID) was upgraded; the new plan has not arrived yet"
            reasons.append(Reason(.upgraded, fact, at: upgraded.purchasedAt))
        }
        if let newest = staleSince(source) {
            let fact = "a renewal was expected; nothing newer than \(newest) has arrived"
            reasons.append(Reason(.stale, fact, at: newest))
        }
        return reasons
    }

    /// Why a chain that gives access does not give this entitlement: now it runs on a product without it.
    private func otherProduct(_ source: AccessSource, _ timeline: ChainTimeline) -> Reason? {
        let isGiven = source.span?.contains(instant) ?? false
        guard !isGiven, let segment = timeline.segment(at: instant), segment.status.givesAccess else {
            return nil
        }
        let product = timeline.chain.transactions[segment.ruling].productID
        let fact = "chain \(timeline.chain.id) now runs on \(product), which does not give \(entitlement)"
        guard let end = source.span?.until, end <= instant else {
            return Reason(.upcoming, fact, at: source.span?.from)
        }
        return Reason(.expired, fact, at: end)
    }

    /// The purchase that rules and was upgraded to a plan that no document has told yet.
    private func awaitingReplacement(_ timeline: ChainTimeline) -> Transaction? {
        guard let ruling = timeline.segment(at: instant)?.ruling else { return nil }
        return timeline.runs.last { $0.index == ruling && $0.isAwaitingReplacement }?.transaction
    }

    /// The newest document of a source that is stale: last told to renew or to be retried, none since the expiry.
    private func staleSince(_ source: AccessSource) -> Instant? {
        guard !sources.contains(where: \.holds), let timeline = timeline(source),
            [.expired, .billingRetry].contains(timeline.status(at: instant)),
            let expiry = timeline.chain.transactions.last?.expiresAt, expiry <= instant,
            let renewal = RenewalState(of: timeline.chain), let newest = timeline.chain.newestDocumentAt
        else { return nil }
        let isExpected = renewal.autoRenew ?? false || renewal.isInBillingRetry ?? false
        return isExpected && newest <= expiry ? newest : nil
    }

    /// Why purchases that unlock nothing do not help.
    private var reasonsWithoutSource: [Reason] {
        var seen: Set<ProductID> = []
        return access.facts.chains.flatMap(\.transactions).compactMap { transaction in
            let isNew = seen.insert(transaction.productID).inserted
            return isNew ? reasonWithoutSource(transaction) : nil
        }
    }

    private func reasonWithoutSource(_ transaction: Transaction) -> Reason? {
        let (product, catalog) = (transaction.productID, access.rules.catalog)
        let isMeant = product.rawValue == entitlement.rawValue
        guard isMeant || catalog.entitlements(of: product).contains(entitlement) else { return nil }
        switch catalog.kind(of: product, expires: transaction.expiresAt != nil) {
        case .unknown:
            let fact = "\(product) is not in the catalogue and has no expiry"
            return Reason(.productUnknown, fact, at: transaction.purchasedAt)
        case .consumable:
            return Reason(.consumable, "\(product) is a consumable", at: transaction.purchasedAt)
        default: return nil
        }
    }
}

/// One step of the walk that leads to a verdict: the rule, the fact it rests on, and when that was.
public struct Reason: Hashable, Codable, Sendable {
    /// The rules of access, by the names that machines see.
    public enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
        /// Paid, and nothing will be delivered by itself.
        case lossOfFunds = "loss_of_funds"
        /// Paid, not delivered yet.
        case undelivered
        /// A transaction runs.
        case active
        /// A grace period gives access.
        case gracePeriod = "grace_period"
        /// The App Store tries to charge; no access meanwhile.
        case billingRetry = "billing_retry"
        /// The chain ran out.
        case expired
        /// The last purchase was refunded.
        case revokedRefund = "revoked_refund"
        /// Family Sharing no longer provides it.
        case revokedFamily = "revoked_family"
        /// It was upgraded, and the new plan has not arrived yet.
        case upgraded
        /// It begins later.
        case upcoming
        /// A grant gives access.
        case grantActive = "grant_active"
        /// A grant ran out.
        case grantEnded = "grant_ended"
        /// A grant was taken back.
        case grantRevoked = "grant_revoked"
        /// The purchase was made where this store gives no access.
        case environmentNotServed = "environment_not_served"
        /// The product is not in the catalogue and has no expiry.
        case productUnknown = "product_unknown"
        /// A consumable gives no access.
        case consumable
        /// The chain is nobody's.
        case noOwner = "no_owner"
        /// Nothing is known.
        case noRecord = "no_record"
        /// A renewal was to be expected, and nothing has arrived since.
        case stale
    }

    /// The rule.
    public let rule: Rule
    /// The fact in words.
    public let fact: String
    /// When it was; nil when it is no matter of time.
    public let at: Instant?

    /// A step of a walk.
    public init(_ rule: Rule, _ fact: String, at: Instant?) {
        (self.rule, self.fact, self.at) = (rule, fact, at)
    }
}
