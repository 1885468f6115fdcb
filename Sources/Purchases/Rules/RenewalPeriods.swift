/// The grace and billing-retry periods that a chain's renewal information tells.
///
/// A grace period once told is a fact; it ends early only when a later document, dated before its end, drops it. A
/// retry period ends at the next purchase, after 60 days, or with the first later word without retry. Source:
/// Apple, "Reducing involuntary subscriber churn".
public struct RenewalPeriods: Hashable, Sendable {
    /// A grace period and the transaction that it follows.
    public struct Grace: Hashable, Sendable {
        /// The place in the chain of the transaction that it follows.
        public let index: Int
        /// When it gives access.
        public let span: Span
        /// Whether the renewal was charged inside it.
        public let isRecovered: Bool
    }

    /// A billing-retry period and the transaction that it follows.
    public struct Retry: Hashable, Sendable {
        /// The place in the chain of the transaction that it follows.
        public let index: Int
        /// When the App Store tries to charge.
        public let span: Span
    }

    /// How long the App Store tries to charge: 60 days from the expiry.
    public static let retryLimit = Milliseconds.days(60)

    /// The grace periods, in order.
    public let graces: [Grace]
    /// The retry periods, in order.
    public let retries: [Retry]

    /// Reads the periods from a chain's renewal information.
    public init(of chain: Chain, catalog: Catalog) {
        var graces: [Grace] = []
        var retries: [Retry] = []
        for (index, renewals) in RenewalPeriods.grouped(chain, catalog) {
            guard let expiry = chain.transactions[index].expiresAt else { continue }
            let next = index + 1 < chain.transactions.count ? chain.transactions[index + 1].purchasedAt : nil
            let told = RenewalPeriods.graceEnd(renewals, expiry: expiry)
            if let told, let span = Span(from: expiry, until: Span.earlier(told, next)) {
                graces.append(Grace(index: index, span: span, isRecovered: next.map { $0 < told } ?? false))
            }
            let start = max(expiry, told ?? expiry)
            let limit = Span.earlier(next, expiry + RenewalPeriods.retryLimit)
            let spans = RenewalPeriods.retrySpans(
                chain.renewals, following: renewals, from: start, until: limit)
            retries += spans.map { Retry(index: index, span: $0) }
        }
        (self.graces, self.retries) = (graces, retries)
    }

    /// The renewal information by the subscription charge that was the last when it was made.
    private static func grouped(_ chain: Chain, _ catalog: Catalog) -> [(Int, [RenewalInfo])] {
        let charges = chain.transactions.indices.filter { index in
            let transaction = chain.transactions[index]
            return catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
                == .autoRenewable
        }
        var groups: [(Int, [RenewalInfo])] = []
        var position = -1
        for renewal in chain.renewals {
            while position + 1 < charges.count,
                chain.transactions[charges[position + 1]].purchasedAt <= renewal.precedence.documentTime
            {
                position += 1
            }
            guard position >= 0 else { continue }
            if groups.last?.0 == charges[position] {
                groups[groups.count - 1].1.append(renewal)
            } else {
                groups.append((charges[position], [renewal]))
            }
        }
        return groups
    }

    private static func graceEnd(_ renewals: [RenewalInfo], expiry: Instant) -> Instant? {
        var end: Instant?
        for renewal in renewals {
            if let told = renewal.gracePeriodExpiresAt {
                end = told
            } else if renewal.extent != .some, let known = end, renewal.precedence.documentTime < known {
                end = max(expiry, renewal.precedence.documentTime)
            }
        }
        return end
    }

    private static func retrySpans(
        _ all: [RenewalInfo], following renewals: [RenewalInfo], from start: Instant, until limit: Instant?
    ) -> [Span] {
        let spans = renewals.filter { $0.isInBillingRetry == true }.compactMap { retry in
            let stop = all.first { $0.precedence > retry.precedence && $0.endsRetry }
            return Span(from: start, until: Span.earlier(limit, stop?.precedence.documentTime))
        }
        return Span.union(spans)
    }
}

extension RenewalInfo {
    /// Whether it says that the App Store no longer tries to charge.
    fileprivate var endsRetry: Bool {
        switch extent {
        case .whole: isInBillingRetry != true
        case .some: isInBillingRetry == false
        case .absent: true
        }
    }
}
