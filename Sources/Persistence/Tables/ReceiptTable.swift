package import Foundation
package import Purchases

/// A receipt as it is kept: with it the App Store is asked about what it tells of.
package struct KeptReceipt: Hashable, Sendable {
    /// The lower-case hexadecimal SHA-256 of the receipt's bytes.
    package internal(set) var sha256: String
    /// The receipt, compressed as whoever brought it compresses.
    package internal(set) var body: Data
    package internal(set) var environment: AppStoreEnvironment
}

/// A receipt that is to be kept.
package struct ReceiptDraft: Hashable, Sendable {
    /// The receipt, compressed.
    package let body: Data
    /// The lower-case hexadecimal SHA-256 of its bytes before they were compressed.
    package let sha256: String
    package let environment: AppStoreEnvironment
    /// The chains that it tells of.
    package let chains: [OriginalTransactionID]
    /// Whose device it comes from; nil when nothing says so.
    package let customer: AppUserID?
    /// When it was made; nil when nothing says so, which counts as now.
    package let madeAt: Instant?

    package init(
        body: Data, sha256: String, environment: AppStoreEnvironment, chains: [OriginalTransactionID] = [],
        customer: AppUserID? = nil, madeAt: Instant? = nil
    ) {
        (self.body, self.sha256, self.environment) = (body, sha256, environment)
        (self.chains, self.customer, self.madeAt) = (chains, customer, madeAt)
    }
}

/// Receipts as their table keeps them: the newest of each chain, and the newest of each customer.
enum ReceiptTable {
    private static let columns = ColumnNames(of: KeptReceipt.self).selection(of: "r")

    /// Keeps a receipt where it is the newest of a chain or a customer; nothing of people who were erased.
    static func keep(_ draft: ReceiptDraft, at now: Instant, in db: Connection) throws {
        let customer: Int64? = try draft.customer.flatMap {
            try db.value("SELECT id FROM customers WHERE app_user_id = ? AND erased_ms IS NULL", [$0])
        }
        let chains = try draft.chains.compactMap { try chain($0, in: draft.environment, db: db) }
        guard customer != nil || !chains.isEmpty else { return }
        let kept = KeptReceipt(sha256: draft.sha256, body: draft.body, environment: draft.environment)
        try ReceiptRow.table.insert(
            ReceiptRow(receipt: kept, customer: customer, madeAt: draft.madeAt, receivedAt: now),
            """
            ON CONFLICT (sha256) DO UPDATE SET customer_id = coalesce(excluded.customer_id, receipts.customer_id),
              made_ms = coalesce(receipts.made_ms, excluded.made_ms)
            """, in: db)
        guard let row: Int64 = try db.value("SELECT id FROM receipts WHERE sha256 = ?", [draft.sha256]) else {
            return
        }
        var older: Set<Int64> = [row]
        for chain in chains { try take(row, for: chain, leaving: &older, in: db) }
        if let customer {
            older.formUnion(try db.values("SELECT id FROM receipts WHERE customer_id = ?", [customer]))
        }
        for receipt in older.sorted() { try dropUnlessNeeded(receipt, in: db) }
    }

    /// The newest receipt of a chain, else of its owner in the same environment; nil when none is kept.
    static func newest(ofChain chain: Int64, in db: Connection) throws -> KeptReceipt? {
        let own = try db.first(
            """
            SELECT \(columns) FROM chain_receipts c JOIN receipts r ON r.id = c.receipt_id WHERE c.chain_id = ?
            """, [chain]
        ) { try KeptReceipt($0) }
        if let own { return own }
        let owner = try db.first(
            "SELECT customer_id, environment FROM chains WHERE id = ? AND customer_id IS NOT NULL", [chain]
        ) { (row: try $0[0] as Int64, environment: try $0[1] as AppStoreEnvironment) }
        return try owner.flatMap { try newest(ofCustomer: $0.row, in: $0.environment, db: db) }
    }

    /// The newest receipt of a customer in an environment; nil when none is kept.
    static func newest(
        ofCustomer customer: Int64, in environment: AppStoreEnvironment, db: Connection
    ) throws -> KeptReceipt? {
        try db.first(
            """
            SELECT \(columns) FROM receipts r WHERE r.customer_id = ? AND r.environment = ?
            ORDER BY coalesce(r.made_ms, r.received_ms) DESC, r.id DESC LIMIT 1
            """, [customer, environment]
        ) { try KeptReceipt($0) }
    }

    /// Forgets a receipt.
    static func erase(_ row: Int64, in db: Connection) throws {
        try db.run("DELETE FROM chain_receipts WHERE receipt_id = ?", [row])
        try db.run("DELETE FROM receipts WHERE id = ?", [row])
    }

    /// The receipts of a customer, and those of the customer's chains.
    static func all(ofCustomer customer: Int64, in db: Connection) throws -> [Int64] {
        try db.values(
            """
            SELECT id FROM receipts WHERE customer_id = ?1
            UNION SELECT c.receipt_id FROM chains h JOIN chain_receipts c ON c.chain_id = h.id WHERE h.customer_id = ?1
            """, [customer])
    }

    private static func chain(
        _ id: OriginalTransactionID, in environment: AppStoreEnvironment, db: Connection
    ) throws -> Int64? {
        try db.value(
            """
            SELECT c.id FROM chains c LEFT JOIN customers u ON u.id = c.customer_id
            WHERE c.environment = ? AND c.original_transaction_id = ? AND u.erased_ms IS NULL
            """, [environment, id])
    }

    private static func take(
        _ row: Int64, for chain: Int64, leaving older: inout Set<Int64>, in db: Connection
    ) throws {
        let present: Int64? = try db.value(
            "SELECT receipt_id FROM chain_receipts WHERE chain_id = ?", [chain])
        if let present {
            let isNewer = try db.exists(
                """
                SELECT 1 FROM receipts a, receipts b WHERE a.id = ?1 AND b.id = ?2
                  AND coalesce(a.made_ms, a.received_ms) >= coalesce(b.made_ms, b.received_ms)
                """, [row, present])
            guard present != row, isNewer else { return }
            older.insert(present)
        }
        try ChainReceipt.table.save(ChainReceipt(chain: chain, receipt: row), in: db)
    }

    private static func dropUnlessNeeded(_ row: Int64, in db: Connection) throws {
        try db.run(
            """
            DELETE FROM receipts WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM chain_receipts WHERE receipt_id = ?1)
              AND (customer_id IS NULL OR EXISTS (SELECT 1 FROM receipts n
                WHERE n.customer_id = receipts.customer_id AND n.environment = receipts.environment AND n.id <> ?1
                  AND (coalesce(n.made_ms, n.received_ms), n.id)
                    > (coalesce(receipts.made_ms, receipts.received_ms), receipts.id)))
            """, [row])
    }
}

/// A receipt, whose it is, and since when it is known.
struct ReceiptRow: TableRow {
    static let table = Table<ReceiptRow>("receipts", key: "sha256")
    static let unread = ReceiptRow(
        receipt: .unread, customer: nil, madeAt: nil, receivedAt: .earliest)

    var receipt: KeptReceipt
    var customer: Int64?
    var madeAt: Instant?
    var receivedAt: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        receipt.visit(&columns)
        columns.visit("customer_id", &customer)
        columns.visit("made_ms", &madeAt)
        columns.visit("received_ms", &receivedAt)
    }
}

/// The newest receipt of a chain.
struct ChainReceipt: TableRow {
    static let table = Table<ChainReceipt>("chain_receipts", key: "chain_id")
    static let unread = ChainReceipt(chain: 0, receipt: 0)

    var chain: Int64
    var receipt: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        columns.visit("receipt_id", &receipt)
    }
}

extension KeptReceipt: TableValue {
    static let unread = KeptReceipt(sha256: "", body: Data(), environment: .production)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("sha256", &sha256)
        columns.visit("body", &body)
        columns.visit("environment", &environment)
    }
}
