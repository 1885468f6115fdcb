/// What one document tells, whatever its format: the form in which every kind reaches the store.
package struct DocumentContents: Hashable, Sendable {
    /// The ids of one list of transactions, for one chain; whether a history is complete rests on them.
    package struct TransactionList: Hashable, Sendable {
        package internal(set) var chain: OriginalTransactionID
        /// The ids that the list held for it.
        package let ids: [TransactionID]

        /// The ids that one list held for a chain.
        package init(chain: OriginalTransactionID, ids: [TransactionID]) {
            (self.chain, self.ids) = (chain, ids)
        }
    }

    /// Renewal information and the chain it is about.
    package struct Renewal: Hashable, Sendable {
        package internal(set) var chain: OriginalTransactionID
        /// What the document says.
        package fileprivate(set) var info: RenewalInfo
        /// The customer's UUID in the app, lower-case.
        package var appAccountToken: PersonIdentifier?

        /// Renewal information about a chain.
        package init(
            chain: OriginalTransactionID, info: RenewalInfo, appAccountToken: PersonIdentifier? = nil
        ) {
            (self.chain, self.info, self.appAccountToken) = (chain, info, appAccountToken)
        }
    }

    /// A notification and the chain it is about; nil when it names none.
    package struct Notice: Hashable, Sendable {
        package internal(set) var chain: OriginalTransactionID?
        package var notification: StoreNotification
        /// Whether the document is the notification as it arrived, rather than the App Store's history of it.
        package let isDelivery: Bool
        /// The App Store's tries to deliver it, where its history tells them.
        package let sendAttempts: [SendAttempt]
        /// Why a customer wants money back, where Apple asks what was consumed.
        ///
        /// Source: Apple, `consumptionRequestReason`.
        package let refundReason: String?
        /// The token that it is about, where it is about purchases outside the App Store.
        package let purchaseToken: ExternalPurchaseToken?

        /// A notification about a chain.
        package init(
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
    package struct Person: Hashable, Sendable {
        /// The app's name for the customer.
        package let id: AppUserID
        package let values: CustomerValues

        /// A customer as a document tells it.
        package init(id: AppUserID, values: CustomerValues) { (self.id, self.values) = (id, values) }
    }

    /// What kind of document it is.
    package var kind: DocumentKind
    /// Its standing among documents: its time, whether it is signed, its digest.
    package var precedence: Precedence
    /// Whether a shared secret or our own question vouches for it, where Apple's signature does not.
    package var isVouched = false
    /// When it reached whoever brought it, where an envelope says so.
    package var receivedAt: Instant?
    /// Where the purchases were made; nil when it speaks of none.
    package var environment: AppStoreEnvironment?
    /// The app; nil when it does not say.
    package var bundleID: BundleID?
    /// The app's number in App Store Connect; nil when it does not say.
    package var appAppleID: Int?
    /// The customer that whoever brought it names.
    package var owner: AppUserID?
    /// Whether it came by an app's key, which everybody has who takes the app apart: what a report says of whose a chain
    /// is needs evidence beside it then.
    package var needsEvidence = false
    /// What it tells about transactions, one telling per transaction.
    package var transactions: [TransactionObservation] = []
    /// The lists that held them.
    package var lists: [TransactionList] = []
    /// What it tells about renewals.
    package var renewals: [Renewal] = []
    /// The notification that it is, or the several that it repeats.
    package var notices: [Notice] = []
    /// The chains that it names without telling anything that counts; they find it, it does not make them.
    package var mentions: [OriginalTransactionID] = []
    /// The order on the customer's invoice that it was asked about.
    package var orderID: OrderID?
    /// The customer that it tells about.
    package var person: Person?
    /// What the app reports about a purchase attempt.
    package var report: PurchaseReport?
    /// The status that verifyReceipt answered; recorded, never an error.
    package var receiptStatus: Int?

    /// A document of which nothing is told yet.
    package init(kind: DocumentKind, precedence: Precedence) {
        (self.kind, self.precedence) = (kind, precedence)
    }

    /// When what it tells became known: when it was received, else when it was made.
    package var knownAt: Instant { receivedAt ?? precedence.documentTime }

    /// The standing of what it tells about a transaction.
    package func precedence(of telling: TransactionObservation) -> Precedence {
        telling.precedence ?? precedence
    }

    /// When what it tells about a transaction became known.
    package func knownAt(of telling: TransactionObservation) -> Instant {
        receivedAt ?? precedence(of: telling).documentTime
    }

    /// The chains that it speaks of, in order.
    package var chains: [OriginalTransactionID] {
        let named = transactions.map(\.originalTransactionID) + renewals.map(\.chain)
        return Set(named + notices.compactMap(\.chain)).sorted()
    }
}

/// What one document tells about one chain.
package struct ChainContents: Hashable, Sendable {
    package let chain: OriginalTransactionID
    /// What it tells about transactions.
    package fileprivate(set) var transactions: [TransactionObservation] = []
    /// The ids of each list that held them.
    package fileprivate(set) var lists: [[TransactionID]] = []
    /// What it tells about renewals.
    package fileprivate(set) var renewals: [DocumentContents.Renewal] = []
    /// The newest time of the parts that speak of the chain.
    package fileprivate(set) var documentTime: Instant

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
    package var byChain: [ChainContents] {
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
