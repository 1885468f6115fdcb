/// Finds the rule and the fact that decide what a chain is at a moment, and since when: a step of the ``VerdictWalk``.
package struct ChainReason {
    /// The chain through time.
    package let timeline: ChainTimeline
    package let instant: Instant

    /// A chain at a moment.
    package init(timeline: ChainTimeline, instant: Instant) {
        (self.timeline, self.instant) = (timeline, instant)
    }

    /// The rule that decides, with its fact.
    package var reason: Reason {
        guard let segment = timeline.segment(at: instant) else { return before }
        let transaction = timeline.chain.transactions[segment.ruling]
        switch segment.status {
        case .active: return active(transaction, in: segment)
        case .gracePeriod:
            return Reason(
                .gracePeriod, .inGracePeriod(named(transaction), until: segment.span.until),
                at: segment.span.from)
        case .billingRetry:
            return Reason(.billingRetry, .inBillingRetry(named(transaction)), at: segment.span.from)
        case .revoked: return revoked(transaction)
        case .upcoming: return upcoming(transaction)
        case .none: return withoutTerm(transaction)
        case .expired: return expired(transaction)
        }
    }

    /// What is said of a moment before everything that is known of the chain.
    private var before: Reason {
        guard let first = timeline.chain.transactions.first else {
            return Reason(.noRecord, .emptyChain(timeline.chain.id), at: nil)
        }
        return Reason(.upcoming, .firstPurchaseLater(named(first)), at: first.purchasedAt)
    }

    private func active(_ transaction: Transaction, in segment: ChainTimeline.Segment) -> Reason {
        let fact = AccessFact.running(named(transaction), until: timeline.accessUntil(at: instant))
        return Reason(.active, fact, at: transaction.purchasedAt)
    }

    private func upcoming(_ transaction: Transaction) -> Reason {
        let start = timeline.runs.first { $0.transaction == transaction }?.span.from
        return Reason(.upcoming, .beginningLater(named(transaction)), at: start ?? transaction.purchasedAt)
    }

    private func revoked(_ transaction: Transaction) -> Reason {
        let at = transaction.revocation?.at
        if transaction.revocationKind == .familyRevoke {
            return Reason(.revokedFamily, .notSharedAnyMore(named(transaction)), at: at)
        }
        let fact = AccessFact.refunded(named(transaction), share: transaction.revocation?.percentage)
        return Reason(.revokedRefund, fact, at: at)
    }

    private func expired(_ transaction: Transaction) -> Reason {
        let end = timeline.accessSpans.last { $0.until.map { $0 <= instant } ?? false }?.until
        let intent = RenewalState(of: timeline.chain)?.expirationIntent.flatMap(ExpirationReason.init)
        let isLast = transaction == timeline.chain.transactions.last
        guard end != nil || transaction.expiresAt != nil else { return withoutTerm(transaction) }
        if let share = timeline.chain.share, !share.isOwners, let attachedAt = share.attachedAt,
            attachedAt == end
        {
            return Reason(.expired, .attachedToAnother(named(transaction)), at: attachedAt)
        }
        let fact = AccessFact.expired(named(transaction), isLast ? intent : nil, trialOnly)
        return Reason(.expired, fact, at: end ?? transaction.expiresAt)
    }

    /// That nothing was paid, where only trials ran; of what came before the first purchase known nothing can be said.
    private var trialOnly: AccessFact.TrialOnly? {
        let chain = timeline.chain
        let bought = chain.transactions.filter { $0.purchasedAt <= instant }
        guard !bought.isEmpty, bought.allSatisfy(\.isTrial) else { return nil }
        guard bought.count == chain.transactions.count else { return .untilThen }
        return chain.transactions.contains { $0.isFirst(of: chain.id) } ? .ever : .known
    }

    private func withoutTerm(_ transaction: Transaction) -> Reason {
        Reason(.expired, .withoutTerm(named(transaction)), at: transaction.purchasedAt)
    }

    private func named(_ transaction: Transaction) -> AccessFact.Bought {
        AccessFact.Bought(
            product: transaction.productID, transaction: transaction.shownID(in: timeline.chain.id))
    }
}

/// Why a subscription expired.
///
/// Source: Apple, `expiration_intent`.
package enum ExpirationReason: Int, Hashable, Codable, Sendable, CaseIterable {
    /// The customer turned renewal off.
    case customerCancelled = 1
    /// The renewal could not be charged.
    case billingError = 2
    /// The customer did not agree to a higher price.
    case priceIncrease = 3
    /// The product was not for sale at the renewal.
    case productUnavailable = 4
    /// Something else.
    case other = 5

    /// The reason as a code for machines.
    package var code: String {
        switch self {
        case .customerCancelled: "customer_cancelled"
        case .billingError: "billing_error"
        case .priceIncrease: "price_increase"
        case .productUnavailable: "product_unavailable"
        case .other: "other"
        }
    }
}
