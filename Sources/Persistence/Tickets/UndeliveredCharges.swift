import GRDB
import Purchases

/// Charges that the App Store's own record does not show as delivered, as their table keeps them.
enum UndeliveredCharges {
    /// Rewrites what a chain has of them, where it differs.
    static func rewrite(_ stored: StoredChain, _ timeline: ChainTimeline, _ catalog: Catalog, _ db: Database)
        throws
    {
        let charges = try undelivered(stored, timeline, catalog, db)
        let rows = try db.rows(
            "SELECT \"transaction\", charged_ms FROM undelivered_charges WHERE chain_id = ?", [stored.rowID])
        let known = Dictionary(
            rows.map { ($0["transaction"] as Int64, $0["charged_ms"] as Int64) }, uniquingKeysWith: { $1 })
        for row in known.keys where charges[row] == nil {
            try db.run("DELETE FROM undelivered_charges WHERE \"transaction\" = ?", [row])
        }
        for (row, at) in charges where known[row] != at.milliseconds {
            try db.run(
                """
                INSERT INTO undelivered_charges ("transaction", chain_id, charged_ms) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET chain_id = excluded.chain_id, charged_ms = excluded.charged_ms
                """, [row, stored.rowID, at.milliseconds])
        }
    }

    /// Works out those of every chain anew.
    static func rewriteAll(_ db: Database) throws {
        let catalog = try CatalogRows.read(db)
        let owners: [Int64] = try db.values(
            "SELECT DISTINCT customer_id FROM chains WHERE customer_id IS NOT NULL")
        for owner in owners { try rewrite(StoredChain.all(ofCustomer: owner, db), catalog, db) }
        let strays: [Int64] = try db.values("SELECT id FROM chains WHERE customer_id IS NULL")
        for stray in strays { try rewrite([StoredChain.at(stray, db)].compactMap { $0 }, catalog, db) }
    }

    private static func rewrite(_ chains: [StoredChain], _ catalog: Catalog, _ db: Database) throws {
        let timelines = ChainTimeline.timelines(of: chains.map(\.chain), catalog: catalog)
        for (stored, timeline) in zip(chains, timelines) { try rewrite(stored, timeline, catalog, db) }
    }

    private static func undelivered(
        _ stored: StoredChain, _ timeline: ChainTimeline, _ catalog: Catalog, _ db: Database
    ) throws -> [Int64: Instant] {
        // Whose it is does not matter here, only whether it is anybody's.
        let owner = stored.customerRow == nil ? nil : AppUserID("")
        var charges: [Int64: Instant] = [:]
        for row in stored.rows where row.transaction.ownership == .purchased && !row.transaction.isTrial {
            let charge = StoreCharge(row.transaction, of: timeline, owner: owner, catalog: catalog)
            if !charge.isExtended { charges[row.rowID] = row.transaction.purchasedAt }
        }
        return charges
    }
}
