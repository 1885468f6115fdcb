/// What one document tells, whatever its format: the form in which every kind reaches the store.
public struct DocumentContents: Hashable, Sendable {
    /// The ids of one list of transactions, for one chain; whether a history is complete rests on them.
    public struct TransactionList: Hashable, Sendable {
        /// The chain.
        public internal(set) var chain: OriginalTransactionID
        /// The ids that the list held for it.
        public let ids: [TransactionID]

        /// The ids that one list held for a chain.
        public init(chain: OriginalTransactionID, ids: [TransactionID]) {
            (self.chain, self.ids) = (chain, ids)
        }
    }

    /// Renewal information and the chain it is about.
    public struct Renewal: Hashable, Sendable {
        /// The chain.
        public internal(set) var chain: OriginalTransactionID
        /// What the document says.
        public fileprivate(set) var info: RenewalInfo
        /// The customer's UUID in the app, lower-case.
        public var appAccountToken: PersonIdentifier?

        /// Renewal information about a chain.
        public init(chain: OriginalTransactionID, info: RenewalInfo, appAccountToken: PersonIdentifier? = nil)
        {
            (self.chain, self.info, self.appAccountToken) = (chain, info, appAccountToken)
        }
    }

    /// A notification and the chain it is about; nil when it names none.
    public struct Notice: Hashable, Sendable {
        /// The chain.
        public internal(set) var chain: OriginalTransactionID?
        /// The notification.
        public var notification: StoreNotification
        /// Whether the document is the notification as it arrived, rather than the App Store's history of it.
        public let isDelivery: Bool
        /// The App Store's tries to deliver it, where its history tells them.
        public let sendAttempts: [SendAttempt]
        /// Why a customer wants money back, where Apple asks what was consumed.
        ///
        /// Source: Apple, `consumptionRequestReason`.
        public let refundReason: String?
        /// The token that it is about, where it is about purchases outside the App Store.
        public let purchaseToken: ExternalPurchaseToken?

        /// A notification about a chain.
        public init(
            chain: OriginalTransactionID?, notification: StoreNotification, isDelivery: Bool = true,
            sendAttempts: [SendAttempt] = [], refundReason: String? = nil,
            purchaseToken: ExternalPurchaseToken? = nil
        ) {
            (self.chain, self.notification) = (chain, notification)
            (self.isDelivery, self.sendAttempts) = (isDelivery, sendAttempts)
            (self.refundReason, self.purchaseToken) = (refundReason, purchaseToken)
        }
    }

    /// A customer as the document tells it.
    public struct Person: Hashable, Sendable {
        /// The app's name for the customer.
        public let id: AppUserID
        /// What the document tells.
        public let values: CustomerValues

        /// A customer as a document tells it.
        public init(id: AppUserID, values: CustomerValues) { (self.id, self.values) = (id, values) }
    }

    /// What kind of document it is.
    public package(set) var kind: DocumentKind
    /// Its standing among documents: its time, whether it is signed, its digest.
    public package(set) var precedence: Precedence
    /// Whether a shared secret or our own question vouches for it, where Apple's signature does not.
    public var isVouched = false
    /// When it reached whoever brought it, where an envelope says so.
    public var receivedAt: Instant?
    /// Where the purchases were made; nil when it speaks of none.
    public var environment: AppStoreEnvironment?
    /// The app; nil when it does not say.
    public var bundleID: BundleID?
    /// The app's number in App Store Connect; nil when it does not say.
    public var appAppleID: Int?
    /// The customer that whoever brought it names.
    public var owner: AppUserID?
    /// Whether it came by an app's key, which everybody has who takes the app apart: what a report says of whose a chain
    /// is needs evidence beside it then.
    public var needsEvidence = false
    /// What it tells about transactions, one telling per transaction.
    public var transactions: [TransactionObservation] = []
    /// The lists that held them.
    public var lists: [TransactionList] = []
    /// What it tells about renewals.
    public var renewals: [Renewal] = []
    /// The notification that it is, or the several that it repeats.
    public var notices: [Notice] = []
    /// The chains that it names without telling anything that counts; they find it, it does not make them.
    public var mentions: [OriginalTransactionID] = []
    /// The order on the customer's invoice that it was asked about.
    public var orderID: OrderID?
    /// The customer that it tells about.
    public var person: Person?
    /// What the app reports about a purchase attempt.
    public var report: PurchaseReport?
    /// The status that verifyReceipt answered; recorded, never an error.
    public var receiptStatus: Int?

    /// A document of which nothing is told yet.
    public init(kind: DocumentKind, precedence: Precedence) {
        (self.kind, self.precedence) = (kind, precedence)
    }

    /// When what it tells became known: when it was received, else when it was made.
    public var knownAt: Instant { receivedAt ?? precedence.documentTime }

    /// The standing of what it tells about a transaction.
    public func precedence(of telling: TransactionObservation) -> Precedence {
        telling.precedence ?? precedence
    }

    /// When what it tells about a transaction became known.
    public func knownAt(of telling: TransactionObservation) -> Instant {
        receivedAt ?? precedence(of: telling).documentTime
    }

    /// The chains that it speaks of, in order.
    public var chains: [OriginalTransactionID] {
        let named = transactions.map(\.originalTransactionID) + renewals.map(\.chain)
        return Set(named + notices.compactMap(\.chain)).sorted()
    }
}

/// What one document tells about one chain.
public struct ChainContents: Hashable, Sendable {
    /// The chain.
    public let chain: OriginalTransactionID
    /// What it tells about transactions.
    public fileprivate(set) var transactions: [TransactionObservation] = []
    /// The ids of each list that held them.
    public fileprivate(set) var lists: [[TransactionID]] = []
    /// What it tells about renewals.
    public fileprivate(set) var renewals: [DocumentContents.Renewal] = []
    /// The newest time of the parts that speak of the chain.
    public fileprivate(set) var documentTime: Instant

    fileprivate init(chain: OriginalTransactionID, documentTime: Instant) {
        (self.chain, self.documentTime) = (chain, documentTime)
    }

    /// Nearly always a transaction beside it carries the account, too: then it need not be kept twice.
    fileprivate mutating func keepAccounts() {
        for place in renewals.indices {
            guard let token = renewals[place].appAccountToken,
                !transactions.contains(where: { $0.values.appAccountToken == token })
            else { continue }
            renewals[place].info.appAccountToken = token
        }
    }
}

extension DocumentContents {
    /// What it tells, chain by chain, in order; a document can speak of thousands.
    public var byChain: [ChainContents] {
        var parts: [OriginalTransactionID: ChainContents] = [:]
        for telling in transactions {
            note(telling.originalTransactionID, at: precedence(of: telling).documentTime, in: &parts)
            parts[telling.originalTransactionID]?.transactions.append(telling)
        }
        for renewal in renewals {
            note(renewal.chain, at: renewal.info.precedence.documentTime, in: &parts)
            parts[renewal.chain]?.renewals.append(renewal)
        }
        for notice in notices {
            if let chain = notice.chain { note(chain, at: notice.notification.signedAt, in: &parts) }
        }
        for chain in parts.keys { parts[chain]?.keepAccounts() }
        for list in lists { parts[list.chain]?.lists.append(list.ids) }
        return parts.values.sorted { $0.chain < $1.chain }
    }

    private func note(
        _ chain: OriginalTransactionID, at time: Instant,
        in parts: inout [OriginalTransactionID: ChainContents]
    ) {
        let known = parts[chain]?.documentTime ?? time
        parts[chain, default: ChainContents(chain: chain, documentTime: time)].documentTime = max(known, time)
    }
}
