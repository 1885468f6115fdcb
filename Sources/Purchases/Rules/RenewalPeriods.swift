/// The grace and billing-retry periods that a chain's renewal information tells.
///
/// A grace period once told is a fact; it ends early only when a later document, dated before its end, drops it. A
/// retry period ends at the next purchase, after 60 or 90 days, or with the first later word without retry. Source:
/// Apple, "Reducing involuntary subscriber churn".
package struct RenewalPeriods: Hashable, Sendable {
    /// A grace period and the transaction that it follows.
    package struct Grace: Hashable, Sendable {
        /// The place in the chain of the transaction that it follows.
        package let index: Int
        /// When it gives access.
        package let span: Span
        /// Whether the renewal was charged inside it.
        package let isRecovered: Bool
    }

    /// A billing-retry period and the transaction that it follows.
    package struct Retry: Hashable, Sendable {
        /// The place in the chain of the transaction that it follows.
        package let index: Int
        /// When the App Store tries to charge.
        package let span: Span
    }

    /// The grace periods, in order.
    package let graces: [Grace]
    /// The retry periods, in order.
    package let retries: [Retry]

    /// Periods that are known.
    init(graces: [Grace], retries: [Retry]) { (self.graces, self.retries) = (graces, retries) }

    /// Reads the periods from a chain's renewal information.
    package init(of chain: Chain, catalog: Catalog) {
        var graces: [Grace] = []
        var retries: [Retry] = []
        for (index, renewals) in RenewalPeriods.grouped(chain, catalog: catalog) {
            guard let expiry = chain.transactions[index].expiresAt else { continue }
            let next = index + 1 < chain.transactions.count ? chain.transactions[index + 1].purchasedAt : nil
            let told = RenewalPeriods.graceEnd(renewals, expiry: expiry)
            if let told, let span = Span(from: expiry, until: Span.earlier(told, next)) {
                graces.append(Grace(index: index, span: span, isRecovered: next.map { $0 < told } ?? false))
            }
            let start = max(expiry, told ?? expiry)
            let limit = Span.earlier(next, expiry + chain.transactions[index].retryLimit)
            retries += RenewalPeriods.retrySpans(renewals, from: start, until: limit).map {
                Retry(index: index, span: $0)
            }
        }
        (self.graces, self.retries) = (graces, retries)
    }

    /// The renewal information by the subscription charge that was the last when it was made.
    private static func grouped(_ chain: Chain, catalog: Catalog) -> [(Int, [RenewalInfo])] {
        guard !chain.renewals.isEmpty else { return [] }
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

    /// The end of grace: the newest told, or the later word before it that leaves grace out.
    private static func graceEnd(_ renewals: [RenewalInfo], expiry: Instant) -> Instant? {
        var (end, toldAt): (Instant?, Instant?)
        for renewal in renewals {
            let time = renewal.precedence.documentTime
            if let told = renewal.gracePeriodExpiresAt {
                (end, toldAt) = (told, time)
            } else if renewal.dropsGrace(to: end, toldAt: toldAt) {
                end = max(expiry, time)
            }
        }
        return end
    }

    /// The times of retry: from the start until the first later word without it, and again from where it is retold.
    private static func retrySpans(_ renewals: [RenewalInfo], from start: Instant, until limit: Instant?)
        -> [Span]
    {
        var spans: [Span?] = []
        var (open, closed, toldAt): (Instant?, Instant?, Instant?)
        for renewal in renewals {
            let time = renewal.precedence.documentTime
            if renewal.isInBillingRetry == true {
                open = open ?? closed.map { _ in max(start, time) } ?? start
                toldAt = time
            } else if let from = open, let told = toldAt, renewal.endsRetry(toldAt: told) {
                spans.append(Span(from: from, until: Span.earlier(limit, max(start, time))))
                (open, closed) = (nil, time)
            }
        }
        if let open { spans.append(Span(from: open, until: limit)) }
        return Span.union(spans.compactMap { $0 })
    }
}

extension RenewalInfo {
    /// Whether it ends a grace period that was told before: it leaves it out, later and before the grace would end.
    fileprivate func dropsGrace(to end: Instant?, toldAt: Instant?) -> Bool {
        guard extent != .some, gracePeriodExpiresAt == nil, let end else { return false }
        return precedence.documentTime < end && toldAt.map { $0 < precedence.documentTime } ?? true
    }

    /// Whether it says that the App Store no longer tries to charge; silence counts only when it is newer.
    fileprivate func endsRetry(toldAt: Instant) -> Bool {
        if isInBillingRetry == false { return true }
        return extent != .some && toldAt < precedence.documentTime
    }
}

extension Transaction {
    /// How long the App Store tries to charge what follows it, from its expiry on: 60 days, and 90 for the next payment of
    /// a commitment.
    ///
    /// Source: Apple, "Managing the life cycle of monthly subscriptions with a 12-month commitment".
    var retryLimit: TimeLength { values.billing?.isMonthly ?? false ? .days(90) : .days(60) }
}
