import Purchases

/// The order in which transactions of one document were charged. Every decoder of lists relies on it: `TransactionLists`,
/// `PendingRenewals`, `SignedContents` and `ReceiptDecoder`; the order within a list says nothing.
extension TransactionObservation {
    /// Whether this was charged before another: by purchase, expiry, length of the id, id; never by place in a list.
    func isOlder(than other: TransactionObservation) -> Bool { age < other.age }

    private typealias Age = (Instant, Instant, Int, TransactionID)

    private var age: Age {
        (
            values.purchasedAt ?? .earliest, values.expiresAt ?? .earliest, transactionID.rawValue.utf8.count,
            transactionID
        )
    }

    /// The times that the telling speaks of as past: its purchase and its revocation.
    var pastDates: [Instant] {
        guard case .revoked(let revocation)? = values.revocation else {
            return [values.purchasedAt].compactMap { $0 }
        }
        return [values.purchasedAt, revocation.at].compactMap { $0 }
    }
}

extension [TransactionObservation] {
    /// The one charged last.
    var newest: TransactionObservation? { self.max { $0.isOlder(than: $1) } }

    /// One list of transactions, divided by chain.
    var listsByChain: [DocumentContents.TransactionList] {
        let chains = Dictionary(grouping: self, by: \.originalTransactionID)
        return chains.sorted { $0.key < $1.key }.map { chain, tellings in
            DocumentContents.TransactionList(chain: chain, ids: Set(tellings.map(\.transactionID)).sorted())
        }
    }
}
