import GRDB
import Purchases

/// Charges that the App Store's own record does not show as delivered, as their table keeps them.
enum UndeliveredCharges {
    /// Rewrites what a chain has of them, where it differs.
    static func rewrite(_ stored: StoredChain, _ timeline: ChainTimeline, _ catalog: Catalog, _ db: Database)
        throws
    {
        let charges = try undelivered(stored, timeline, catalog, db)
        let known = stored.isNew ? [:] : try known(ofChain: stored.rowID, db)
        guard known != charges else { return }
        for row in known.keys where charges[row] == nil {
            try db.run(
                "DELETE FROM undelivered_charges WHERE chain_id = ? AND \"transaction\" = ?",
                [stored.rowID, row])
        }
        for (row, at) in charges.sorted(by: { $0.key < $1.key }) where known[row] != at {
            try db.run(
                """
                INSERT INTO undelivered_charges (chain_id, "transaction", charged_ms) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET charged_ms = excluded.charged_ms
                """, [stored.rowID, row, at.milliseconds])
        }
        try db.run(
            "UPDATE chains SET newest_undelivered_ms = ? WHERE id = ?",
            [charges.values.max()?.milliseconds, stored.rowID])
    }

    private static func known(ofChain chain: Int64, _ db: Database) throws -> [Int64: Instant] {
        let rows = try db.map(
            "SELECT \"transaction\", charged_ms FROM undelivered_charges WHERE chain_id = ?", [chain]
        ) { row in (row[0] as Int64, Instant(milliseconds: row[1])) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Works out those of every chain anew.
    static func rewriteAll(_ db: Database) throws {
        let catalog = try CatalogTable.read(db)
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
            let charge = StoreCharge(
                row.transaction, of: timeline, owner: owner, ownerKnownAt: stored.ownerKnownAt,
                catalog: catalog)
            if !charge.isExtended { charges[row.rowID] = row.transaction.purchasedAt }
        }
        return charges
    }
}
