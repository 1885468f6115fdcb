import GRDB
import Purchases

/// A chain with the rows that keep it.
struct StoredChain {
    /// The chain's row.
    let rowID: Int64
    /// Whether nothing of it was kept before.
    let isNew: Bool
    /// Whose it is; nil when it is nobody's.
    var customerRow: Int64?
    /// Since when it is known whose it is; nil when it is nobody's.
    var ownerKnownAt: Instant?
    /// The chain.
    var chain: Chain
    /// The rows of its transactions.
    var rows: [TransactionTable]

    /// The chain of that name; nil when there is none.
    static func find(_ id: ChainID, _ db: Database) throws -> StoredChain? {
        try db.first(
            "\(selection) WHERE environment = ? AND original_transaction_id = ?",
            [id.environment.rawValue, id.original.rawValue]
        ) { try StoredChain(Columns($0), db) }
    }

    /// The chain kept in a row; nil when there is none.
    static func at(_ rowID: Int64, _ db: Database) throws -> StoredChain? {
        try db.first("\(selection) WHERE id = ?", [rowID]) { try StoredChain(Columns($0), db) }
    }

    /// All chains of a customer, by name; those at hand are not read again.
    static func all(
        ofCustomer rowID: Int64, atHand: [Int64: StoredChain] = [:], _ db: Database
    ) throws -> [StoredChain] {
        try db.map(
            "\(selection) WHERE customer_id = ? ORDER BY original_transaction_id, environment", [rowID]
        ) { row in
            let columns = Columns<ChainColumn>(row)
            guard var known = atHand[columns[.id]] else { return try StoredChain(columns, db) }
            (known.customerRow, known.ownerKnownAt) = (rowID, columns.instant(.ownerKnownMs))
            return known
        }
    }

    private static let selection = "SELECT \(ChainColumn.selection()) FROM chains"

    /// A new chain without transactions.
    static func insert(_ id: ChainID, _ db: Database) throws -> StoredChain {
        try db.run(
            "INSERT INTO chains (environment, original_transaction_id) VALUES (?, ?)",
            [id.environment.rawValue, id.original.rawValue])
        return StoredChain(new: Chain(id: id), at: db.lastInsertedRowID)
    }

    private init(new chain: Chain, at rowID: Int64) {
        (self.rowID, self.chain) = (rowID, chain)
        (isNew, customerRow, ownerKnownAt, rows) = (true, nil, nil, [])
    }

    private init(_ row: Columns<ChainColumn>, _ db: Database) throws {
        rowID = row[.id]
        rows = try Self.transactions(of: rowID, db)
        chain = Chain(
            id: ChainID(
                OriginalTransactionID(row[.originalTransactionId]),
                in: AppStoreEnvironment(rawValue: row[.environment])),
            transactions: rows.map(\.transaction), renewals: try RenewalTable.all(ofChain: rowID, db),
            newestDocumentAt: row.instant(.newestDocumentMs), newestKnownAt: row.instant(.newestKnownMs),
            historyReach: row.instant(.historyReachMs))
        isNew = false
        (customerRow, ownerKnownAt) = (row[.customerId], row.instant(.ownerKnownMs))
    }

    private static func transactions(of chain: Int64, _ db: Database) throws -> [TransactionTable] {
        let ids = try db.map(
            """
            SELECT i."transaction", i.transaction_id, i.is_alone FROM transactions t
            JOIN transaction_ids i ON i."transaction" = t.id WHERE t.chain_id = ?
            ORDER BY i."transaction", length(i.transaction_id), i.transaction_id
            """, [chain]
        ) { row in (row: row[0] as Int64, id: Transaction.KnownID(TransactionID(row[1]), isAlone: row[2])) }
        var rest = ids[...]
        return try db.map(
            "SELECT \(TransactionTable.selectedColumns) FROM transactions WHERE chain_id = ? ORDER BY id",
            [chain]
        ) { row in
            let columns = Columns<TransactionColumn>(row)
            let own = rest.prefix { $0.row == columns[.id] }
            rest = rest[own.endIndex...]
            return try TransactionTable(columns, ids: own.map(\.id))
        }
    }
}

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

/// The columns that a chain is read from.
enum ChainColumn: Int, ColumnList {
    case id
    case environment
    case originalTransactionId
    case customerId
    case ownerKnownMs
    case newestDocumentMs
    case newestKnownMs
    case historyReachMs
}
