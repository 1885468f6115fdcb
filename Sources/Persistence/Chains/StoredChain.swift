import GRDB
import Purchases

/// A chain with the rows that keep it.
struct StoredChain {
    /// The chain's row.
    let rowID: Int64
    /// Whose it is; nil when it is nobody's.
    var customerRow: Int64?
    /// The chain.
    var chain: Chain
    /// The rows of its transactions.
    var rows: [TransactionRow]

    /// The chain of that name in an environment; nil when there is none.
    static func find(_ id: OriginalTransactionID, in environment: AppStoreEnvironment, _ db: Database) throws
        -> StoredChain?
    {
        try db.row(
            "SELECT * FROM chains WHERE environment = ? AND original_transaction_id = ?",
            [environment.rawValue, id.rawValue]
        ).map { try StoredChain($0, db) }
    }

    /// The row of the chain of that name in an environment; nil when there is none.
    static func row(
        of id: OriginalTransactionID, in environment: AppStoreEnvironment, _ db: Database
    ) throws -> Int64? {
        try db.value(
            "SELECT id FROM chains WHERE environment = ? AND original_transaction_id = ?",
            [environment.rawValue, id.rawValue])
    }

    /// The chain kept in a row; nil when there is none.
    static func at(_ rowID: Int64, _ db: Database) throws -> StoredChain? {
        try db.row("SELECT * FROM chains WHERE id = ?", [rowID]).map { try StoredChain($0, db) }
    }

    /// All chains of a customer, by name; those at hand are not read again.
    static func all(
        ofCustomer rowID: Int64, atHand: [Int64: StoredChain] = [:], _ db: Database
    ) throws -> [StoredChain] {
        try db.rows(
            "SELECT * FROM chains WHERE customer_id = ? ORDER BY original_transaction_id, environment",
            [rowID]
        ).map { row in
            guard var known = atHand[row["id"]] else { return try StoredChain(row, db) }
            known.customerRow = rowID
            return known
        }
    }

    /// A new chain without transactions.
    static func insert(_ id: OriginalTransactionID, in environment: AppStoreEnvironment, _ db: Database)
        throws -> StoredChain
    {
        try db.run(
            "INSERT INTO chains (environment, original_transaction_id) VALUES (?, ?)",
            [environment.rawValue, id.rawValue])
        let chain = Chain(id: id, environment: environment)
        return StoredChain(rowID: db.lastInsertedRowID, customerRow: nil, chain: chain, rows: [])
    }

    private init(rowID: Int64, customerRow: Int64?, chain: Chain, rows: [TransactionRow]) {
        (self.rowID, self.customerRow, self.chain, self.rows) = (rowID, customerRow, chain, rows)
    }

    private init(_ row: Row, _ db: Database) throws {
        let rowID: Int64 = row["id"]
        rows = try Self.transactions(of: rowID, db)
        let renewals = try RenewalRow.all(ofChain: rowID, db)
        chain = Chain(
            id: OriginalTransactionID(row["original_transaction_id"]),
            environment: AppStoreEnvironment(rawValue: row["environment"]),
            transactions: rows.map(\.transaction), renewals: renewals,
            newestDocumentAt: row.instant("newest_document_ms"),
            newestKnownAt: row.instant("newest_known_ms"),
            historyReach: row.instant("history_reach_ms"))
        self.rowID = rowID
        customerRow = row["customer_id"]
    }

    private static func transactions(of chain: Int64, _ db: Database) throws -> [TransactionRow] {
        var ids: [Int64: [Transaction.KnownID]] = [:]
        let found = try db.map(
            """
            SELECT i."transaction", i.transaction_id, i.is_alone FROM transactions t
            JOIN transaction_ids i ON i."transaction" = t.id WHERE t.chain_id = ?
            ORDER BY i."transaction", length(i.transaction_id), i.transaction_id
            """, [chain]
        ) { row in (row[0] as Int64, Transaction.KnownID(TransactionID(row[1] as String), isAlone: row[2])) }
        for (transaction, id) in found { ids[transaction, default: []].append(id) }
        return try db.map(
            "SELECT \(TransactionColumn.selection) FROM transactions WHERE chain_id = ? ORDER BY id", [chain]
        ) { row in try TransactionRow(row, ids: ids[row[.id] ?? 0] ?? []) }
    }
}
