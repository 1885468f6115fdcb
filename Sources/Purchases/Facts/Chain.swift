/// All transactions that share one `original_transaction_id`, with everything told about them.
package struct Chain: Hashable, Sendable {
    package let id: ChainID
    /// Its transactions, oldest first.
    package private(set) var transactions: [Transaction]
    /// Every renewal information, oldest document first.
    package private(set) var renewals: [RenewalInfo]
    /// The newest time of a document that spoke of the chain.
    package var newestDocumentAt: Instant?
    /// The newest time at which something about the chain became known.
    package var newestKnownAt: Instant?
    /// The newest purchase inside one list of one document that also held the first transaction.
    package var historyReach: Instant?

    /// What of it is the customer's for whom it was read; nil where all of it is.
    package internal(set) var share: ChainShare?

    /// A chain as it was kept.
    package init(
        id: ChainID, transactions: [Transaction] = [],
        renewals: [RenewalInfo] = [], newestDocumentAt: Instant? = nil, newestKnownAt: Instant? = nil,
        historyReach: Instant? = nil
    ) {
        self.id = id
        self.transactions = transactions.sorted(by: Transaction.precedes)
        self.renewals = renewals.sorted { $0.precedence < $1.precedence }
        self.newestDocumentAt = newestDocumentAt
        self.newestKnownAt = newestKnownAt
        self.historyReach = historyReach
    }

    /// Adds what a document told about one transaction.
    package mutating func merge(_ transaction: Transaction) { merge([transaction]) }

    /// Adds what documents told about several transactions at once, in time that grows with their number.
    package mutating func merge(_ told: [Transaction]) {
        transactions = ChargeIdentity.charges(of: transactions + told, in: id)
            .sorted(by: Transaction.precedes)
    }

    /// The same chain with the charges that all that was told of it comes to today: what a store keeps may have been told
    /// apart by the rules of before.
    package var regrouped: Chain {
        var chain = self
        chain.merge([])
        return chain
    }

    /// Adds a document's renewal information; the same document's counts once, known since the earlier time.
    package mutating func merge(_ renewal: RenewalInfo) {
        if let index = renewals.firstIndex(where: { $0.precedence == renewal.precedence }) {
            renewals[index].knownAt = min(renewals[index].knownAt, renewal.knownAt)
            return
        }
        let place = renewals.firstIndex { renewal.precedence < $0.precedence } ?? renewals.endIndex
        renewals.insert(renewal, at: place)
    }

    /// The newest renewal information; nil where none tells anything.
    package var newestRenewal: RenewalInfo? { renewals.contains(where: \.tells) ? renewals.last : nil }

    /// Notes that a document of that time, known since that time, spoke of the chain.
    package mutating func noteDocument(at documentTime: Instant, knownAt: Instant) {
        newestDocumentAt = max(newestDocumentAt ?? documentTime, documentTime)
        newestKnownAt = max(newestKnownAt ?? knownAt, knownAt)
    }

    /// Notes one list of one document: when it holds the first transaction, the history reaches to its newest.
    package mutating func noteList(_ ids: [TransactionID]) {
        let listed = Set(ids)
        guard listed.contains(id.firstTransaction) else { return }
        let reach = transactions.last { transaction in transaction.ids.contains { listed.contains($0) } }
        guard let reach else { return }
        historyReach = max(historyReach ?? reach.purchasedAt, reach.purchasedAt)
    }

    /// Whether one list of one document held both the first transaction and the newest one known.
    package var isHistoryComplete: Bool {
        guard let newest = transactions.last, let historyReach else { return false }
        return historyReach >= newest.purchasedAt
    }

    /// The app, as the newest transaction that tells it says.
    package var bundleID: BundleID? { transactions.last { $0.values.bundleID != nil }?.values.bundleID }

    /// The product bought last.
    package var productID: ProductID? { transactions.last?.productID }
}

/// What one document says the App Store will do next with a chain.
///
/// Source: Apple, `pending_renewal_info` and JWSRenewalInfoDecodedPayload.
package struct RenewalInfo: Hashable, Codable, Sendable {
    /// How much of the renewal information a document carries.
    package enum Extent: String, Codable, Sendable {
        /// An entry of its own: what it leaves out is so no more.
        case whole
        /// Some fields beside a notification: what it leaves out it says nothing about.
        case some
        /// A list of entries without one for this chain: nothing is pending. Fields beside the list may name some.
        case absent
    }

    /// The document's standing.
    package var precedence: Precedence
    /// When it became known.
    package var knownAt: Instant
    /// How much it carries.
    package var extent: Extent
    /// Whether the subscription renews by itself.
    package var autoRenew: Bool?
    /// The product it renews as.
    package var autoRenewProductID: ProductID?
    /// Why it expired: 1 customer, 2 billing, 3 price, 4 product gone, 5 other.
    package var expirationIntent: Int?
    /// When the grace period ends.
    package var gracePeriodExpiresAt: Instant?
    /// Whether the App Store still tries to charge.
    package var isInBillingRetry: Bool?
    /// Whether the customer agreed to a higher price.
    package var priceConsent: Bool?
    /// The offer that the next renewal uses.
    package var offerID: String?
    /// The offers that may win the customer back, the best first.
    package var winBackOfferIDs: [String]?
    /// The customer's UUID in the app, lower-case, where no transaction of the same document carries it.
    package var appAccountToken: PersonIdentifier?
    /// How it is paid for from the next period on.
    package var billing: BillingRenewal?

    /// Renewal information of which nothing is told yet.
    package init(precedence: Precedence, knownAt: Instant, extent: Extent) {
        (self.precedence, self.knownAt, self.extent) = (precedence, knownAt, extent)
    }

    /// Whether it tells anything of its chain; a list without an entry for it, and nothing beside, does not by itself.
    var tells: Bool { self != RenewalInfo(precedence: precedence, knownAt: knownAt, extent: .absent) }
}

/// How a subscription is paid for from its next period on, and what follows its commitment.
///
/// Source: Apple, `renewalBillingPlanType` and `commitmentInfo` of JWSRenewalInfoDecodedPayload.
package struct BillingRenewal: Hashable, Codable, Sendable {
    /// Apple's `renewalBillingPlanType`, the next period's, such as `MONTHLY` or `BILLED_UPFRONT`.
    package var plan: String?
    /// Whether the subscription renews when its commitment ends; until then it is charged either way.
    package var renewsAfterCommitment: Bool?
    /// What it renews as then.
    package var productAfterCommitment: ProductID?

    /// A renewal of which nothing is told yet.
    package init() {}
}
