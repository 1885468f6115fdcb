/// Says in words what a chain is at a moment, and since when.
public struct ChainReason {
    /// The chain through time.
    public let timeline: ChainTimeline
    /// The moment.
    public let instant: Instant

    /// A chain at a moment.
    public init(timeline: ChainTimeline, instant: Instant) {
        (self.timeline, self.instant) = (timeline, instant)
    }

    /// The rule that decides, with its fact.
    public var reason: Reason {
        guard let segment = timeline.segment(at: instant) else { return before }
        let transaction = timeline.chain.transactions[segment.ruling]
        switch segment.status {
        case .active: return active(transaction, segment)
        case .gracePeriod:
            let end = segment.span.until.map { " to \($0)" } ?? ""
            return Reason(
                .gracePeriod, "the renewal of \(named(transaction)) failed; grace period\(end)",
                at: segment.span.from)
        case .billingRetry:
            return Reason(
                .billingRetry, "the renewal of \(named(transaction)) failed; the App Store still tries",
                at: segment.span.from)
        case .revoked: return revoked(transaction)
        case .upcoming, .none: return upcoming(transaction)
        case .expired: return expired(transaction)
        }
    }

    private var before: Reason {
        guard let first = timeline.chain.transactions.first else {
            return Reason(.noRecord, "no transaction of chain \(timeline.chain.id) is known", at: nil)
        }
        return Reason(.upcoming, "the first purchase, \(named(first)), comes later", at: first.purchasedAt)
    }

    private func active(_ transaction: Transaction, _ segment: ChainTimeline.Segment) -> Reason {
        let until = timeline.accessUntil(at: instant).map { "runs to \($0)" } ?? "has no end"
        return Reason(.active, "\(named(transaction)) \(until)", at: transaction.purchasedAt)
    }

    private func upcoming(_ transaction: Transaction) -> Reason {
        let start = timeline.runs.first { $0.transaction == transaction }?.span.from
        return Reason(.upcoming, "\(named(transaction)) begins later", at: start ?? transaction.purchasedAt)
    }

    private func revoked(_ transaction: Transaction) -> Reason {
        let at = transaction.revocation?.at
        if transaction.revocationKind == .familyRevoke {
            return Reason(.revokedFamily, "Family Sharing no longer provides \(named(transaction))", at: at)
        }
        let percentage = transaction.revocation?.percentage.map { " (\($0 / 1000) %)" } ?? ""
        return Reason(.revokedRefund, "Apple refunded \(named(transaction))\(percentage)", at: at)
    }

    private func expired(_ transaction: Transaction) -> Reason {
        let end = timeline.accessSpans.last { $0.until.map { $0 <= instant } ?? false }?.until
        let intent = RenewalState(of: timeline.chain)?.expirationIntent.flatMap(ExpirationReason.init)
        let isLast = transaction == timeline.chain.transactions.last
        let why = (intent.flatMap { isLast ? " because \($0.words)" : nil } ?? "") + unpaid
        guard end != nil || transaction.expiresAt != nil else { return withoutTerm(transaction) }
        return Reason(.expired, "\(named(transaction)) expired\(why)", at: end ?? transaction.expiresAt)
    }

    /// That nothing was paid, where only trials ran; of what came before the first purchase known nothing can be said.
    private var unpaid: String {
        let (chain, bought) = (
            timeline.chain, timeline.chain.transactions.filter { $0.purchasedAt <= instant }
        )
        guard !bought.isEmpty, bought.allSatisfy(\.isTrial) else { return "" }
        guard bought.count == chain.transactions.count else { return "; until then nothing was paid" }
        return chain.transactions.contains { $0.isFirst(of: chain.id) }
            ? "; it was a trial, nothing was ever paid" : "; it was a trial, no payment is known"
    }

    private func withoutTerm(_ transaction: Transaction) -> Reason {
        Reason(.expired, "\(named(transaction)) gives no lasting access", at: transaction.purchasedAt)
    }

    private func named(_ transaction: Transaction) -> String {
        "\(transaction.productID) (transaction \(transaction.shownID(in: timeline.chain.id)))"
    }
}

/// Why a subscription expired.
///
/// Source: Apple, `expiration_intent`.
public enum ExpirationReason: Int, Hashable, Sendable, CaseIterable {
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
    public var code: String {
        switch self {
        case .customerCancelled: "customer_cancelled"
        case .billingError: "billing_error"
        case .priceIncrease: "price_increase"
        case .productUnavailable: "product_unavailable"
        case .other: "other"
        }
    }

    /// The reason in words, to stand after "because".
    public var words: String {
        switch self {
        case .customerCancelled: "the customer turned renewal off"
        case .billingError: "the renewal could not be charged"
        case .priceIncrease: "the customer did not agree to a price increase"
        case .productUnavailable: "the product was not for sale at the renewal"
        case .other: "of an unknown reason"
        }
    }
}
