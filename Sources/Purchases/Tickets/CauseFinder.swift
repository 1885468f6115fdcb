/// Finds why a purchase failed: the last failing step counts.
struct CauseFinder {
    let purchase: Purchase
    let rules: TicketRules
    let facts: TicketFacts

    /// The cause.
    var cause: TicketCause { facts.charged.value ? causeOfLoss : causeOfNoPayment }

    private var causeOfLoss: TicketCause {
        if let charge = purchase.charge, !rules.isAppsToDeliver(purchase),
            !charge.isKnownInTime || (charge.owner != nil && !charge.isOwnerKnownInTime)
        {
            return .late
        }
        return lastFailure ?? (isVerified ? .notDelivered : .notVerified)
    }

    private var causeOfNoPayment: TicketCause {
        let states = purchase.paymentStates
        if let failed = states.last(where: { $0.event.step == .failed }) {
            return TicketCause(ofFailedPayment: failed.event)
        }
        if let lastFailure { return lastFailure }
        return states.last?.event.step == .deferred ? .deferred : .purchasing
    }

    private var lastFailure: TicketCause? {
        purchase.events.last { $0.event.isFailure }.map { TicketCause(of: $0.event) }
    }

    private var isVerified: Bool {
        purchase.events.contains { $0.event.step == .verify && !$0.event.isFailure }
    }
}
