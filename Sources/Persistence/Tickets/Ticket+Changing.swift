import Purchases

extension Ticket {
    /// A ticket for a purchase that failed; the store gives it its number.
    init(opening verdict: PurchaseVerdict, group: ErrorGroup, at now: Instant) {
        self.init(
            id: TicketID("new"), group: group, state: group.initialState,
            environment: verdict.purchase.environment, waitingSince: verdict.waitingSince, openedAt: now,
            cause: verdict.cause, attempts: verdict.attempts, attemptLimit: verdict.attemptLimit,
            blocksRepurchase: verdict.facts.blocksRepurchase, isMadeGood: false, version: 1)
        take(verdict)
    }

    /// Takes over what the rules make of its purchase, but for its state.
    mutating func take(_ verdict: PurchaseVerdict) {
        let purchase = verdict.purchase
        group = verdict.outcome.group ?? group
        (customer, product) = (purchase.customer, purchase.product)
        environment = purchase.environment
        originalTransactionID = purchase.originalTransactionID
        transactionID = purchase.transactionID
        (money, chargedAt, waitingSince) = (verdict.money, verdict.chargedAt, verdict.waitingSince)
        // What was delivered after all keeps the cause for which it was late.
        if verdict.outcome.group != nil { cause = verdict.cause }
        (attempts, attemptLimit) = (verdict.attempts, verdict.attemptLimit)
        blocksRepurchase = verdict.facts.blocksRepurchase
        (appVersion, storefront) = (purchase.told(\.appVersion), purchase.storefront)
    }

    /// The queue that it stands in; nil when it is resolved.
    var queue: ErrorGroup? { isUnresolved ? group : nil }

    /// Whether a person ended it, so that the facts leave it alone.
    ///
    /// Who ended it because nobody was charged was wrong when a charge turns up.
    func isEndedByPerson(against verdict: PurchaseVerdict) -> Bool {
        guard state == .resolved, resolvedBy != nil else { return false }
        return resolution != .notCharged || !verdict.facts.charged.value || verdict.outcome.group == nil
    }

    /// Ends it.
    mutating func end(_ resolution: TicketResolution, at now: Instant, by agent: AgentName? = nil) {
        (state, self.resolution, resolvedAt, resolvedBy) = (.resolved, resolution, now, agent)
    }

    /// Takes it up again, in the state of its group.
    mutating func reopen() {
        (resolution, resolvedAt, resolvedBy, creditedQuantity, aftermath) = (nil, nil, nil, nil, nil)
        state = claimedBy == nil ? group.initialState : .claimed
    }

    /// Gives it the state of its group, unless somebody works on it.
    mutating func settleState() {
        if state != .claimed && state != .waiting { state = group.initialState }
    }
}
