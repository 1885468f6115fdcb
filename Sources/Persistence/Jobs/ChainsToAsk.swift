package import Purchases

/// A chain about which the App Store is to be asked, because something ought to have been told and was not. The
/// server's `PollingWorker` asks; `Derivation/ChainAsking.swift` works out when.
package struct ChainToAsk: Hashable, Sendable {
    package let id: ChainID
    /// How often it was asked about, as far as the same question goes on.
    package let asks: Int
    /// The newest receipt that tells of it; nil when none is kept.
    package let receipt: KeptReceipt?
}

extension Store {
    /// The chains about which the App Store is to be asked now, without those that another server has. The latest due
    /// comes first: where there is much, what is long due waits.
    package func chainsToAsk(
        in environments: [AppStoreEnvironment], for server: ServerID = .only, at now: Instant,
        limit: Int = 50
    ) throws(StoreError) -> [ChainToAsk] {
        try read { try ChainToAsk.due(in: environments, for: server, at: now, limit: limit, db: $0) }
    }

    /// When a chain is to be asked about next; nil when none is.
    package func nextChainAsk(in environments: [AppStoreEnvironment]) throws(StoreError) -> Instant? {
        try read { db in
            try environments.compactMap { environment in
                try db.value(
                    """
                    SELECT next_ask_ms FROM chains WHERE environment = ? AND next_ask_ms IS NOT NULL
                    ORDER BY next_ask_ms, id LIMIT 1
                    """, [environment]) as Instant?
            }.min()
        }
    }

    /// When the App Store is to be asked about a chain; nil when nothing is to be asked, or nothing is known of it.
    package func nextAsk(of chain: ChainID) throws(StoreError) -> Instant? {
        try read { db in
            try db.value(
                "SELECT next_ask_ms FROM chains WHERE environment = ? AND original_transaction_id = ?",
                [chain.environment, chain.original])
        }
    }

    /// Up to when the App Store's history of notifications was read; nil when it never was.
    ///
    /// A notification that arrives does not move it: others before it may be missing.
    package func historyCursor(of environment: AppStoreEnvironment) throws(StoreError) -> Instant? {
        try read { try HistoryCursor.read(environment, in: $0) }
    }
}

extension ChainToAsk {
    /// Those about which the App Store is to be asked now and that no other server has.
    static func due(
        in environments: [AppStoreEnvironment], for server: ServerID, at now: Instant, limit: Int,
        db: Connection
    ) throws -> [ChainToAsk] {
        let found = try environments.flatMap { environment in
            try db.map(
                """
                SELECT id, original_transaction_id, asks, next_ask_ms FROM chains c
                WHERE environment = ?1 AND next_ask_ms <= ?2
                  AND \(LeaseTable.freeChain(holder: "?3", now: "?2")) ORDER BY next_ask_ms DESC, id DESC LIMIT ?4
                """, [environment, now, server.rawValue, limit]
            ) { row in
                (
                    row: try row[0] as Int64, id: ChainID(try row[1], in: environment),
                    asks: try row[2] as Int, at: try row[3] as Instant
                )
            }
        }
        return try found.sorted { ($1.at, $0.row) < ($0.at, $1.row) }.prefix(limit).map {
            ChainToAsk(id: $0.id, asks: $0.asks, receipt: try ReceiptTable.newest(ofChain: $0.row, in: db))
        }
    }
}
