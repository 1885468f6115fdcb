/// A chain through time: what it was at every moment, and which product ruled.
///
/// ```swift
/// let status = timeline.status(at: now)
/// let end = timeline.accessUntil(at: now)
/// ```
package struct ChainTimeline: Hashable, Sendable {
    /// A stretch of time of one status and one ruling transaction.
    package struct Segment: Hashable, Sendable {
        package let span: Span
        package let status: ChainStatus
        /// The place of the transaction that rules: the one bought last of those that run, else bought last.
        package let ruling: Int
    }

    package let chain: Chain
    /// When each transaction gives access.
    package let runs: [TransactionRun]
    /// Its grace and retry periods.
    package let renewalPeriods: RenewalPeriods
    /// Its statuses from the first moment on, the last without end; empty when nothing is known.
    package let segments: [Segment]

    /// The timelines of all chains of one customer, whole, whoever holds which part; non-renewing purchases and upgrades
    /// reach across chains.
    package static func timelines(of chains: [Chain], catalog: Catalog) -> [ChainTimeline] {
        zip(chains, runs(of: chains, catalog: catalog)).map {
            ChainTimeline(
                $0, runs: $1, periods: RenewalPeriods(of: $0, catalog: catalog), catalog: catalog)
        }
    }

    /// A chain whose transactions run and whose renewals fail as is known.
    init(_ chain: Chain, runs: [TransactionRun], periods: RenewalPeriods, catalog: Catalog) {
        (self.chain, self.runs, renewalPeriods) = (chain, runs, periods)
        segments = ChainTimeline.segments(of: chain, runs: runs, periods: periods, catalog: catalog)
    }

    /// What the chain is at a moment.
    package func status(at instant: Instant) -> ChainStatus {
        segment(at: instant)?.status ?? (chain.transactions.isEmpty ? .none : .upcoming)
    }

    /// The stretch that a moment lies in; nil before the first.
    package func segment(at instant: Instant) -> Segment? {
        segments.last(upTo: instant, by: \.span.from)
    }

    /// The times of access through any product, joined where they touch.
    package var accessSpans: [Span] {
        Span.union(segments.filter(\.status.givesAccess).map(\.span))
    }

    /// When the access that holds at a moment ends; nil without access or without end.
    package func accessUntil(at instant: Instant) -> Instant? {
        accessSpans.first { $0.contains(instant) }?.until
    }

    /// How often its subscription was renewed until a moment: its periods but for the chain's first one and for those by
    /// which another plan took the place of one that ran.
    package func renewals(until instant: Instant) -> Int {
        let periods = chain.transactions.filter { $0.expiresAt != nil && $0.purchasedAt <= instant }
        let later = zip(periods, periods.dropFirst()).filter { !$0.0.isUpgraded }.count
        return later + (periods.first.map { $0.isFirst(of: chain.id) } ?? true ? 0 : 1)
    }

    /// The times of access by product, in order, each as long as it goes uninterrupted.
    package var accessPeriods: [AccessPeriod] {
        var periods: [AccessPeriod] = []
        for segment in segments where segment.status.givesAccess {
            let product = chain.transactions[segment.ruling].productID
            if let last = periods.last, last.product == product, last.span.until == segment.span.from,
                let joined = Span(from: last.span.from, until: segment.span.until)
            {
                periods[periods.count - 1] = AccessPeriod(product: product, span: joined)
            } else {
                periods.append(AccessPeriod(product: product, span: segment.span))
            }
        }
        return periods
    }
}

/// What a chain is at a moment.
package enum ChainStatus: String, Hashable, Codable, Sendable, CaseIterable {
    /// A transaction runs.
    case active
    /// A renewal failed to be charged, and access goes on meanwhile.
    case gracePeriod = "grace_period"
    /// A renewal failed to be charged, and the App Store still tries; no access.
    case billingRetry = "billing_retry"
    /// Nothing runs any more.
    case expired
    /// The last purchase was taken back.
    case revoked
    /// The first purchase is still to come.
    case upcoming
    /// Nothing that lasts: no purchase is known, or what was bought is used up.
    case none

    package var givesAccess: Bool { self == .active || self == .gracePeriod }
}

/// A stretch of time in which a product of a chain gives access.
package struct AccessPeriod: Hashable, Sendable {
    package let product: ProductID
    package let span: Span

    /// A product that gives access in a stretch of time.
    package init(product: ProductID, span: Span) { (self.product, self.span) = (product, span) }
}
