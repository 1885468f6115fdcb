import GRDB
import Purchases

/// Charges that the App Store's own record does not show as delivered, as their table keeps them.
enum UndeliveredCharges {
    /// Rewrites what a chain has of them among its charges, where it differs.
    static func rewrite(
        _ stored: StoredChain, _ purchases: [(row: Int64, charge: StoreCharge)], in db: Database
    ) throws {
        var charges: [Int64: Instant] = [:]
        for (row, charge) in purchases where !charge.transaction.isTrial && !charge.isExtended {
            charges[row] = charge.transaction.purchasedAt
        }
        let known = stored.isNew ? [:] : try known(ofChain: stored.rowID, in: db)
        guard known != charges else { return }
        for row in known.keys where charges[row] == nil {
            try db.run(
                "DELETE FROM undelivered_charges WHERE chain_id = ? AND \"transaction\" = ?",
                [stored.rowID, row])
        }
        let changed = charges.filter { known[$0.key] != $0.value }.sorted { $0.key < $1.key }
        try db.run(
            """
            INSERT INTO undelivered_charges (chain_id, "transaction", charged_ms) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET charged_ms = excluded.charged_ms
            """, forEach: changed
        ) { binder, charge in
            binder.bind(stored.rowID)
            binder.bind(charge.key)
            binder.bind(charge.value)
        }
        try db.run(
            "UPDATE chains SET newest_undelivered_ms = ? WHERE id = ?",
            [charges.values.max(), stored.rowID])
    }

    private static func known(ofChain chain: Int64, in db: Database) throws -> [Int64: Instant] {
        let rows = try db.map(
            "SELECT \"transaction\", charged_ms FROM undelivered_charges WHERE chain_id = ?", [chain]
        ) { row in (try row[0] as Int64, try row[1] as Instant) }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}
