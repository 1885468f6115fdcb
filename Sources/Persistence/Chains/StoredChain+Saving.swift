import GRDB
import Purchases

extension StoredChain {
    /// What saving a chain changed.
    struct Changes {
        /// Rows of transactions that were not known before.
        var new: Set<Int64> = []
        /// Rows of known transactions in which a value that Apple tells changed.
        var updated: Set<Int64> = []
        /// Rows that turned out to be the same charge as another.
        var removed: Set<Int64> = []
    }

    /// Keeps the chain as it stands after a merge, and writes only the rows that differ.
    mutating func save(_ db: Database) throws -> Changes {
        var changes = Changes()
        var byID: [TransactionID: [TransactionTable]] = [:]
        for row in rows {
            for id in row.transaction.ids { byID[id.id, default: []].append(row) }
        }
        rows = try chain.transactions.map { transaction in
            guard !byID.isEmpty else { return try insert(transaction, &changes, db) }
            let candidates = transaction.ids.flatMap { byID[$0.id] ?? [] }
            let same = candidates.filter { $0.transaction.isSame(as: transaction) }
            return try save(transaction, over: same, &changes, db)
        }
        try saveSummary(db)
        return changes
    }

    private func insert(
        _ transaction: Transaction, _ changes: inout Changes, _ db: Database
    ) throws -> TransactionTable {
        let row = try TransactionTable.save(transaction, at: nil, in: self, db)
        changes.new.insert(row)
        return TransactionTable(rowID: row, transaction: transaction)
    }

    private func save(
        _ transaction: Transaction, over same: [TransactionTable], _ changes: inout Changes, _ db: Database
    ) throws -> TransactionTable {
        guard let first = same.min(by: { $0.rowID < $1.rowID }) else {
            return try insert(transaction, &changes, db)
        }
        for row in Set(same.map(\.rowID)) where row != first.rowID {
            try TransactionTable.delete(row, db)
            changes.removed.insert(row)
        }
        guard first.transaction != transaction else { return first }
        if first.transaction.values.inForce != transaction.values.inForce
            || first.transaction.ids.map(\.id) != transaction.ids.map(\.id)
        {
            changes.updated.insert(first.rowID)
        }
        _ = try TransactionTable.save(transaction, at: first.rowID, in: self, db)
        return TransactionTable(rowID: first.rowID, transaction: transaction)
    }

    /// What lists and look-ups read of a chain without reading its transactions.
    private func saveSummary(_ db: Database) throws {
        let group = chain.transactions.lazy.reversed().compactMap(\.values.group).first
        try db.run(
            """
            UPDATE chains SET bundle_id = ?, product_id = ?, subscription_group = ?, newest_document_ms = ?,
              newest_known_ms = ?, history_reach_ms = ?, first_purchase_ms = ?, last_purchase_ms = ?, auto_renew = ?
            WHERE id = ?
            """,
            [
                chain.bundleID?.rawValue, chain.productID?.rawValue, group?.rawValue,
                chain.newestDocumentAt?.milliseconds, chain.newestKnownAt?.milliseconds,
                chain.historyReach?.milliseconds, chain.transactions.first?.purchasedAt.milliseconds,
                chain.transactions.last?.purchasedAt.milliseconds, RenewalState(of: chain)?.autoRenew, rowID,
            ])
    }
}
