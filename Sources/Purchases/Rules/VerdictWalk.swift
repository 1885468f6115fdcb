/// Walks from what is owed and a verdict's sources to the reasons for it and to what to do next. ``CustomerAccess``
/// makes one for each verdict.
struct VerdictWalk {
    let access: CustomerAccess
    let entitlement: EntitlementID
    let sources: [AccessSource]
    let owed: [OwedPurchase]
    let instant: Instant

    /// The reasons: what is owed, then what decides whether access holds, then the grants by which nobody had access.
    var reasons: [Reason] {
        let slips = sources.filter(isSlip).flatMap { reasons(for: $0) }
        guard owed.isEmpty else { return owed.map(\.reason) + deciding + slips }
        return (deciding.isEmpty ? unexplained : deciding) + slips
    }

    /// What is said where nothing decides: what was bought and is used up, else that nothing is known.
    private var unexplained: [Reason] {
        let bought = access.usedUp(at: instant)
        return bought.isEmpty ? [Reason(.noRecord, .nothingKnown(for: entitlement), at: nil)] : bought
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

    /// What to do next: about what is owed, then about what fails to renew, then about what decides.
    var nextStep: NextStep {
        if let worst = owed.first { return .ticket(worst.nextStep(at: instant)) }
        let walk = reasons
        if let step = NextStep(afterUsedUp: walk) { return step }
        guard !isFailing else { return stepOfFailing(walk[0].rule) }
        switch walk[0].rule {
        case .active where walk.dropFirst().first?.rule == .upgraded: return .access(.upgraded)
        case .active, .grantActive: return beforeRenewal ?? .access(walk[0].rule)
        case .grantEnded, .grantRevoked: return step(after: askedAbout(in: walk))
        default: return step(after: walk[0])
        }
    }

    /// What the customer asks about where something given by hand ended last: what was given hides nothing of what was
    /// bought, unless that ended long before.
    private func askedAbout(in walk: [Reason]) -> Reason {
        guard let bought = walk.first(where: { !$0.rule.isPastGrant }) else { return walk[0] }
        let isForgotten = !isStale && !bought.isRecent(at: instant) && walk[0].isRecent(at: instant)
        return isForgotten ? walk[0] : bought
    }

    /// What the deciding reason asks for. An end asks the most: whose the chain is now, whether a renewal went unheard,
    /// what offers there are, and why it ended.
    private func step(after reason: Reason) -> NextStep {
        guard case .expired = reason.rule else { return .access(reason.rule) }
        if case .attachedToAnother = reason.fact { return .attachedToAnother }
        if isStale { return .access(.stale) }
        if let winBack { return winBack }
        guard case .expired(_, let why?, _) = reason.fact, why != .other else { return .access(.expired) }
        return .expired(why)
    }

    /// Whether a subscription that counts could not be charged for its renewal, and the App Store still tries.
    private var isFailing: Bool {
        sources.contains { source in
            guard let timeline = timeline(source), otherProduct(source, in: timeline) == nil else {
                return false
            }
            let isServed = access.rules.serves(timeline.chain.id.environment, for: access.facts.customer)
            return isServed && [.gracePeriod, .billingRetry].contains(timeline.status(at: instant))
        }
    }

    /// What fails comes before whatever else ended, and beside what gives access.
    private func stepOfFailing(_ deciding: Reason.Rule) -> NextStep {
        guard sources.contains(where: \.holds) else { return .access(.billingRetry) }
        guard deciding != .gracePeriod else { return .access(.gracePeriod) }
        return .failingBeside(
            until: access.runs(of: entitlement).first { $0.contains(instant) }.flatMap(\.until))
    }

    /// What the next renewal or a cancelled commitment gives cause for, of the chain that gives access for the longest;
    /// nothing where something gives it without end.
    private var beforeRenewal: NextStep? {
        let holding = sources.filter(\.holds)
        guard holding.allSatisfy({ $0.span?.until != nil }),
            let longest = holding.lazy.compactMap(timeline).first
        else { return nil }
        return longest.renewalConcern(at: instant).map(NextStep.renewal)
            ?? longest.cancelledCommitment(at: instant).map(NextStep.commitment)
    }

    /// The offers that the customer of the deciding chain may have; nil where none is told.
    private var winBack: NextStep? {
        guard let ended = ordered.lazy.compactMap(timeline).first,
            let state = RenewalState(of: ended.chain)
        else { return nil }
        return state.winBackOfferIDs.isEmpty ? nil : .winBack(state.winBackOfferIDs)
    }

    /// The sources in the order in which they matter: those that hold, that would if served, that did, that will, and
    /// bridges that are over. Slips decide nothing.
    private var ordered: [AccessSource] {
        sources.filter { !isSlip($0) }.enumerated().sorted { left, right in
            let ranks = (rank(left.element), rank(right.element))
            return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
        }.map(\.element)
    }

    /// The place of a source in that order, the first being 0.
    private func rank(_ source: AccessSource) -> Int {
        if source.holds { return 0 }
        // What was bridged for some hours explains less than whatever else is known.
        if source.grantKind == .bridge { return 4 }
        if isUnserved(source) { return 1 }
        return source.span.map { $0.from > instant } ?? false ? 3 : 2
    }

    /// Whether the source is a grant that was taken back at once, or before it began: nobody had access by it.
    private func isSlip(_ source: AccessSource) -> Bool {
        guard case .grant(let id) = source.origin else { return false }
        return access.facts.grants.contains { grant in
            grant.id == id && !grant.isBridge && grant.state(at: instant) == .revoked
                && (grant.isMomentary || grant.span == nil)
        }
    }

    /// Whether the source would give access now, had its environment counted.
    private func isUnserved(_ source: AccessSource) -> Bool {
        !source.holds && source.environment != nil && source.span?.contains(instant) ?? false
    }

    private func timeline(_ source: AccessSource) -> ChainTimeline? {
        guard case .chain(let id) = source.origin else { return nil }
        return access.timelines.first { $0.chain.id == id }
    }

    private func reasons(for source: AccessSource) -> [Reason] {
        switch source.origin {
        case .grant(let id): grantReasons(id)
        case .chain: chainReasons(source)
        }
    }

    private func grantReasons(_ id: GrantID) -> [Reason] {
        guard let grant = access.facts.grants.first(where: { $0.id == id }) else { return [] }
        if grant.isBridge { return [bridgeReason(grant)] }
        let given = AccessFact.Given(grant)
        switch grant.state(at: instant) {
        case .active:
            return [Reason(.grantActive, .grantRunning(given, until: grant.endsAt), at: grant.startsAt)]
        case .upcoming:
            return [Reason(.upcoming, .grantBeginning(given, at: grant.startsAt), at: grant.startsAt)]
        case .ended: return [Reason(.grantEnded, .grantEnded(given), at: grant.endsAt)]
        case .revoked: return [Reason(.grantRevoked, .grantRevoked(given), at: grant.revokedAt)]
        }
    }

    private func bridgeReason(_ grant: Grant) -> Reason {
        switch grant.state(at: instant) {
        case .upcoming, .active:
            Reason(
                grant.state(at: instant) == .active ? .bridgeActive : .upcoming,
                .bridged(grant.id, ticket: grant.ticket, until: grant.endsAt), at: grant.startsAt)
        case .ended, .revoked:
            Reason(
                .bridgeEnded, .bridgeEnded(grant.id, ticket: grant.ticket),
                at: Span.earlier(grant.endsAt, grant.revokedAt))
        }
    }

    private func chainReasons(_ source: AccessSource) -> [Reason] {
        guard let timeline = timeline(source) else { return [] }
        if isUnserved(source) {
            let fact = AccessFact.environmentNotServed(timeline.chain.id)
            return [Reason(.environmentNotServed, fact, at: source.span?.from)]
        }
        let other = otherProduct(source, in: timeline)
        var reasons = [other ?? ChainReason(timeline: timeline, instant: instant).reason]
        if let upgraded = awaitingReplacement(timeline) {
            let fact = AccessFact.awaitingNewPlan(after: upgraded.productID)
            reasons.append(Reason(.upgraded, fact, at: upgraded.purchasedAt))
        }
        if other == nil, let commitment = timeline.commitment(at: instant) {
            reasons.append(Reason(reasons[0].rule, .committed(commitment), at: nil))
        }
        if let newest = staleSince(source) {
            reasons.append(Reason(.stale, .renewalUnheard(since: newest), at: newest))
        }
        return reasons
    }

    /// Why a chain that gives access does not give this entitlement: now it runs on a product without it.
    private func otherProduct(_ source: AccessSource, in timeline: ChainTimeline) -> Reason? {
        let isGiven = source.span?.contains(instant) ?? false
        guard !isGiven, let segment = timeline.segment(at: instant), segment.status.givesAccess else {
            return nil
        }
        let product = timeline.chain.transactions[segment.ruling].productID
        let fact = AccessFact.runningWithout(entitlement, chain: timeline.chain.id, on: product)
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
            return Reason(.productUnknown, .productUnknown(product), at: transaction.purchasedAt)
        case .consumable: return Reason(.consumable, .consumable(product), at: transaction.purchasedAt)
        default: return nil
        }
    }
}

extension Reason.Rule {
    /// Whether it says that something given by hand or bridged is over.
    fileprivate var isPastGrant: Bool {
        switch self {
        case .grantEnded, .grantRevoked, .bridgeEnded: true
        default: false
        }
    }
}
