/// When the App Store is to be asked about a chain: only when it ought to have told something and has not.
/// `PollingWorker` in `Server/Workers` asks.
///
/// A subscription that would renew is asked about at its expiry and 2 minutes, then after 10 minutes, 1 hour and 6
/// hours, then daily until its grace and retry are over, 60 days or 90 for a payment of a commitment. One whose renewal
/// is turned off is asked about once. Whatever answers ends the question: a renewal, a refund, an end. A failure that a
/// notification told is asked about again only when the next thing ought to have been told: the end of grace, the end
/// of retry.
package struct AskSchedule: Hashable, Sendable {
    /// What was asked and heard of a chain, beside its facts.
    package struct Log: Hashable, Sendable {
        /// How often the present question was asked.
        package var asks: Int
        /// When the App Store last answered a question.
        package var askedAt: Instant?
        /// When the App Store last told something by itself.
        package var notifiedAt: Instant?

        /// What was asked and heard.
        package init(asks: Int = 0, askedAt: Instant? = nil, notifiedAt: Instant? = nil) {
            (self.asks, self.askedAt, self.notifiedAt) = (asks, askedAt, notifiedAt)
        }

        /// The log once the App Store was asked.
        package func asked(_ question: Instant?, at now: Instant) -> Log {
            let isSame = askedAt.flatMap { last in question.map { last >= $0 } } ?? false
            return Log(asks: isSame ? asks + 1 : 1, askedAt: now, notifiedAt: notifiedAt)
        }
    }

    /// The moment from which on something ought to be told; nil when nothing is open.
    package let question: Instant?
    /// When to ask; nil when nothing is to be asked.
    package let next: Instant?

    /// What is to be asked about a chain.
    package init(_ timeline: ChainTimeline, catalog: Catalog, log: Log) {
        guard let facts = AskFacts(timeline, catalog: catalog),
            let open = facts.open(notifiedAt: log.notifiedAt)
        else {
            (question, next) = (nil, nil)
            return
        }
        let asks = log.askedAt.map { $0 >= open.at } ?? false ? log.asks : 0
        question = open.at
        next = AskPace(facts: facts, open: open).next(asks: asks, askedAt: log.askedAt)
    }
}

/// What of a chain decides whether something is to be asked: its newest subscription charge and the words after it.
private struct AskFacts {
    /// A question that is open.
    struct Open {
        /// From when on something ought to be told.
        let at: Instant
        /// Until when it is asked again without an answer; nil when it is asked once.
        let until: Instant?
        /// Whether nothing but our own questions tells how a retry stands, so that each answer opens it again.
        var isDaily = false
    }

    let expiry: Instant
    let period: TimeLength
    let chain: ChainID
    private let retryLimit: TimeLength
    private let renews: Bool
    private let endToldAt: Instant?
    private let troubleToldAt: Instant?
    private let graceEnd: Instant?
    private let retryEnd: Instant?

    /// Nil where nothing is ever to be asked: nothing that renews, or its newest charge was taken back.
    init?(_ timeline: ChainTimeline, catalog: Catalog) {
        let chain = timeline.chain
        guard let index = chain.transactions.indices.last, case let last = chain.transactions[index],
            let expiry = last.expiresAt, last.revocation == nil,
            catalog.kind(of: last.productID, expires: true) == .autoRenewable
        else { return nil }
        (self.chain, self.expiry, period) = (chain.id, expiry, expiry - last.purchasedAt)
        retryLimit = last.retryLimit
        renews = RenewalState(sinceLastPurchaseOf: chain)?.autoRenew ?? true
        let after = chain.renewals.filter { $0.precedence.documentTime >= max(expiry, last.purchasedAt) }
        let grace = timeline.renewalPeriods.graces.last { $0.index == index }?.span.until
        let retry = timeline.renewalPeriods.retries.last { $0.index == index }?.span.until
        let trouble = after.last { $0.isInBillingRetry == true || $0.gracePeriodExpiresAt != nil }
        let end = after.last {
            $0.extent == .absent || $0.autoRenew == false
                || ($0.expirationIntent != nil && $0.isInBillingRetry != true
                    && $0.gracePeriodExpiresAt == nil)
        }
        troubleToldAt = trouble?.precedence.documentTime
        // Retry goes on though the customer turned renewal off before it: only what is newer than it ends it.
        let ended = end?.precedence.documentTime
        endToldAt = trouble.map { $0.precedence.documentTime } ?? .earliest < ended ?? .earliest ? ended : nil
        graceEnd = grace
        let over = max(retry ?? grace ?? expiry, expiry)
        let isShort = expiry - last.purchasedAt < .days(1)
        retryEnd = trouble == nil ? nil : isShort ? min(over, expiry + .days(1)) : over
    }

    /// What ought to have been told; nil when everything was.
    ///
    /// In this order: an end leaves nothing to ask; without trouble the renewal is due; trouble of which no
    /// notification came is asked about daily; after a notification only the end of grace is due, then the end of
    /// retry.
    func open(notifiedAt: Instant?) -> Open? {
        if endToldAt != nil { return nil }
        guard let troubleToldAt, let retryEnd else {
            return Open(at: expiry, until: renews ? expiry + limit : nil)
        }
        guard troubleToldAt < retryEnd else { return nil }
        let isNotified = notifiedAt.map { $0 >= expiry } ?? false
        guard isNotified else {
            return Open(at: troubleToldAt, until: retryEnd, isDaily: true)
        }
        if let graceEnd, troubleToldAt < graceEnd {
            return Open(at: graceEnd, until: max(graceEnd, retryEnd))
        }
        return Open(at: retryEnd, until: nil)
    }

    /// Whether the period is of a sandbox, where a month lasts minutes.
    var isShort: Bool { period < .days(1) }

    private var limit: TimeLength { isShort ? .days(1) : retryLimit }
}

/// The pauses between the questions.
private struct AskPace {
    let facts: AskFacts
    let open: AskFacts.Open

    /// How long after the last question the next is asked; the first after what ought to have been told.
    private static let pauses: [TimeLength] = [
        .seconds(120), .seconds(600), .hours(1), .hours(6), .days(1),
    ]
    /// The same where a month lasts minutes.†
    private static let shortPauses: [TimeLength] = [.seconds(30), .seconds(120), .seconds(600), .hours(1)]
    /// Over how long first questions are spread, so that all who renew at midnight are not asked about at once.†
    private static let spread: Int64 = 8 * 60_000

    /// When to ask after so many questions; nil when the time for them is over.
    func next(asks: Int, askedAt: Instant?) -> Instant? {
        if open.isDaily, let until = open.until { return daily(askedAt: askedAt, until: until) }
        let pauses = facts.isShort ? AskPace.shortPauses : AskPace.pauses
        guard asks > 0, let askedAt else { return open.at + pauses[0] + shift }
        guard let until = open.until else { return nil }
        let next = askedAt + pauses[min(asks, pauses.count - 1)]
        return next < until ? next : nil
    }

    /// A retry of which nobody tells: a day after it was told or asked, and once when it is over.
    private func daily(askedAt: Instant?, until: Instant) -> Instant? {
        let last = max(open.at, askedAt ?? open.at)
        let pause: TimeLength = facts.isShort ? .seconds(600) : .days(1)
        guard last < until else { return nil }
        return min(last + pause, until + AskPace.pauses[0]) + shift
    }

    /// The same chain's is always the same.
    private var shift: TimeLength {
        guard !facts.isShort else { return .seconds(0) }
        return TimeLength(
            Int64((facts.chain.original.rawValue.stableHash >> 16) % UInt64(AskPace.spread)))
    }
}
