/// Walks from a verdict's sources to the reasons for it and to what to do next.
struct VerdictWalk {
    let access: CustomerAccess
    let entitlement: EntitlementID
    let sources: [AccessSource]
    let instant: Instant

    /// The reasons, the deciding one first.
    var reasons: [Reason] {
        let walked = ordered.flatMap(reasons)
        if !walked.isEmpty { return walked }
        let without = reasonsWithoutSource
        return without.isEmpty
            ? [Reason(.noRecord, "nothing is known that gives \(entitlement)", at: nil)] : without
    }

    /// Whether a renewal was to be expected, and nothing dated after the expiry has arrived.
    var isStale: Bool { ordered.contains { staleSince($0) != nil } }

    /// When the newest word about the deciding chain became known; nil for a grant.
    var knownAt: Instant? { ordered.first.flatMap(timeline)?.chain.newestKnownAt }

    /// What to do next, in one sentence.
    var nextStep: String {
        if isStale { return NextStep.sentence(for: .stale) }
        return NextStep.sentence(for: reasons[0].rule)
    }

    /// The sources in the order in which they matter: those that hold, those that would if served, the rest.
    private var ordered: [AccessSource] {
        let (holding, others) = (sources.filter(\.holds), sources.filter { !$0.holds })
        return holding + others.filter(isUnserved) + others.filter { !isUnserved($0) }
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
        var reasons = [ChainReason(timeline: timeline, instant: instant).reason]
        if source.holds, let upgraded = awaitingReplacement(timeline) {
            let fact = "\(upgraded.productID) was upgraded; the new plan has not arrived yet"
            reasons.append(Reason(.upgraded, fact, at: upgraded.purchasedAt))
        }
        if let newest = staleSince(source) {
            reasons.append(
                Reason(.stale, "a renewal was expected; nothing newer than \(newest) has arrived", at: newest)
            )
        }
        return reasons
    }

    private func awaitingReplacement(_ timeline: ChainTimeline) -> Transaction? {
        timeline.runs.last { $0.isAwaitingReplacement && $0.span.contains(instant) }?.transaction
    }

    /// The newest document of a source that is stale: last told to renew or to be retried, and silent since it ended.
    private func staleSince(_ source: AccessSource) -> Instant? {
        guard !sources.contains(where: \.holds), let timeline = timeline(source),
            let end = timeline.accessSpans.last?.until, end <= instant,
            let renewal = RenewalState(of: timeline.chain), let newest = timeline.chain.newestDocumentAt
        else { return nil }
        let isExpected = renewal.autoRenew ?? false || renewal.isInBillingRetry ?? false
        let isOver = [.revoked, .upcoming, .none].contains(timeline.status(at: instant))
        return isExpected && !isOver && newest <= end ? newest : nil
    }

    /// Why purchases that unlock nothing do not help.
    private var reasonsWithoutSource: [Reason] {
        access.facts.chains.flatMap { chain in
            chain.transactions.compactMap { transaction -> Reason? in
                let product = transaction.productID
                let kind = access.rules.catalog.kind(of: product, expires: transaction.expiresAt != nil)
                let isMeant = product.rawValue == entitlement.rawValue
                if kind == .unknown, isMeant {
                    let fact = "\(product) is not in the catalogue and has no expiry"
                    return Reason(.productUnknown, fact, at: transaction.purchasedAt)
                }
                if kind == .consumable, isMeant {
                    return Reason(.consumable, "\(product) is a consumable", at: transaction.purchasedAt)
                }
                return nil
            }
        }
    }
}
