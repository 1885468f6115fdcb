import Purchases

/// Requests to renew a chain later that ended without an answer, so that nobody knows whether Apple did it: what Apple
/// tells of the period afterwards shows it. ``AskedTry`` settles them when news of the chain came.
struct UnsettledExtensions {
    private let chain: String

    init(of chain: String) { self.chain = chain }

    /// The newest; nil when there is none.
    func newest(in db: Connection) throws -> AppStoreRequestID? { try all(in: db).last?.id }

    /// Looks at what is known of the periods now: what ends later was done all the same, what does not was not. A period of
    /// which nothing is known leaves it open.
    ///
    /// - Parameter moment: when the news were asked for; for requests that ended later they may be too old.
    /// - Returns: whether there are such later ones.
    func settle(askedAt moment: Instant, in writing: StoreTransaction) throws -> Bool {
        let requests = try all(in: writing.db)
        let old = requests.filter { $0.endedAt.map { $0 <= moment } ?? false }
        for request in old {
            guard let order = request.extensionOrder, let before = request.extensionEffect?.before,
                let end = try end(of: before.transaction, in: order.environment, writing.db),
                let isDone = order.isDone(
                    since: before, by: SubscriptionPeriod(of: before.transaction, endingAt: end))
            else { continue }
            if isDone {
                try writing.db.run(
                    """
                    UPDATE requests SET state = 'done', ended_by = NULL, outcome = 'extended_before', effect = ? WHERE id = ?
                    """,
                    [ExtensionEffect(effectiveAt: end, lineItem: nil).text, Int64(request.id.rawValue)])
            } else {
                try writing.db.run(
                    "UPDATE requests SET effect = NULL, outcome = 'not_extended' WHERE id = ?",
                    [Int64(request.id.rawValue)])
            }
            try writing.changed(.asked, request.id.rawValue)
            try writing.changed(.chain, chain)
            if let incident = order.incident { try writing.changed(.incident, incident.rawValue) }
        }
        return old.count < requests.count
    }

    private func all(in db: Connection) throws -> [AppStoreRequest] {
        try db.map(
            """
            \(AppStoreRequestTable.selection) WHERE subject = ? AND kind = 'extend'
              AND state IN ('failed', 'cancelled') AND effect IS NOT NULL ORDER BY id
            """, [chain], AppStoreRequestTable.read
        ).filter(\.isUnsettledExtension)
    }

    private func end(
        of transaction: TransactionID, in environment: AppStoreEnvironment, _ db: Connection
    ) throws -> Instant? {
        try db.value(
            """
            SELECT max(t.expires_at_ms) FROM transaction_ids i JOIN transactions t ON t.id = i."transaction"
              JOIN chains c ON c.id = t.chain_id
            WHERE i.transaction_id = ? AND c.original_transaction_id = ? AND c.environment = ?
            """, [transaction, chain, environment])
    }
}
