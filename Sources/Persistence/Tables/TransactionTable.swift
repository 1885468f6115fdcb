import Purchases

/// A transaction and the row that keeps it.
struct StoredTransaction {
    let rowID: Int64
    let transaction: Transaction
}

/// Transactions as their tables keep them: the values as they stand, every observation only where several remain, what a
/// sale and its restores told each by itself, and every id seen.
enum TransactionTable {
    private static let columns = ColumnNames(of: KeptTransaction.self)
    private static let selection = "SELECT id, \(columns.selection) FROM transactions"
    private static let change = columns.update(of: "transactions")

    /// The transaction kept in a row; nil when there is none.
    static func at(_ rowID: Int64, in db: Connection) throws -> StoredTransaction? {
        let others = try OtherTransactionID.table.rows("WHERE \"transaction\" = ?", [rowID], in: db)
        return try db.first("\(selection) WHERE id = ?", [rowID]) { row in
            StoredTransaction(
                rowID: rowID, transaction: try KeptTransaction(row, after: 1).transaction(others: others))
        }
    }

    /// The transactions of a chain, in the order in which they came.
    static func all(ofChain chain: Int64, in db: Connection) throws -> [StoredTransaction] {
        let others = try OtherTransactionID.table.rows(
            "WHERE \"transaction\" IN (SELECT id FROM transactions WHERE chain_id = ?)", [chain], in: db)
        let byRow = Dictionary(grouping: others, by: \.transaction)
        return try db.map("\(selection) WHERE chain_id = ? ORDER BY id", [chain]) { row in
            let rowID: Int64 = try row[0]
            let own = byRow[rowID] ?? []
            return StoredTransaction(
                rowID: rowID, transaction: try KeptTransaction(row, after: 1).transaction(others: own))
        }
    }

    /// What the columns of a chain's transactions show, which lists and views read, beside what everything that was told of
    /// them comes to, where that is kept.
    static func shown(
        ofChain chain: Int64, in db: Connection
    ) throws -> [(id: TransactionID, shown: TransactionValues, told: TransactionValues)] {
        try db.map(
            "\(selection) WHERE chain_id = ? AND tellings IS NOT NULL ORDER BY id", [chain]
        ) { try KeptTransaction($0, after: 1).shown }
    }

    /// Keeps new transactions of a chain's row; answers them with their own.
    static func insert(
        _ transactions: [Transaction], of chain: ChainID, at chainRow: Int64, in db: Connection
    ) throws -> [StoredTransaction] {
        var kept: [StoredTransaction] = []
        kept.reserveCapacity(transactions.count)
        try db.insert(TransactionRow.table.insertion, forEach: transactions) { binder, transaction in
            let kept = KeptTransaction(transaction, shown: transaction.shownID(in: chain))
            binder.bind(TransactionRow(chain: chainRow, kept: kept))
        } then: { transaction, row in
            kept.append(StoredTransaction(rowID: row, transaction: transaction))
        }
        for row in kept where row.transaction.ids.count > 1 {
            let shown = row.transaction.shownID(in: chain)
            try insertIDs(of: row.transaction, beside: shown, at: row.rowID, in: db)
        }
        return kept
    }

    /// Keeps a transaction in place of what its row held.
    static func update(
        _ transaction: Transaction, of chain: ChainID, at row: Int64, in db: Connection
    ) throws {
        let shown = transaction.shownID(in: chain)
        try db.run(change) { binder in
            binder.bind(KeptTransaction(transaction, shown: shown))
            binder.bind(row)
        }
        try deleteIDs(at: row, in: db)
        try insertIDs(of: transaction, beside: shown, at: row, in: db)
    }

    /// Puts another text, or nothing, in the place of a token in a chain's transactions and in everything that documents
    /// told of them.
    static func replace(_ token: String, by other: String?, ofChain chain: Int64, in db: Connection) throws {
        let quoted = ColumnText.quoted(token)
        let told = other.map(ColumnText.quoted) ?? "null"
        try db.run(
            """
            UPDATE transactions SET
              app_account_token = CASE WHEN app_account_token = ?1 THEN ?5 ELSE app_account_token END,
              tellings = replace(tellings, '"appAccountToken":' || ?2, '"appAccountToken":' || ?4),
              parts = replace(parts, '"appAccountToken":' || ?2, '"appAccountToken":' || ?4)
            WHERE chain_id = ?3
              AND (app_account_token = ?1 OR instr(tellings, ?2) > 0 OR instr(parts, ?2) > 0)
            """, [token, quoted, chain, told, other])
    }

    /// Removes a row that turned out to be the same charge as another.
    static func delete(_ row: Int64, sameAs other: Int64?, in db: Connection) throws {
        try db.run("UPDATE attempts SET record = ? WHERE record = ?", [other, row])
        try deleteIDs(at: row, in: db)
        try ChargeTable.delete(row, in: db)
        try db.run("DELETE FROM transactions WHERE id = ?", [row])
    }

    private static func insertIDs(
        of transaction: Transaction, beside shown: TransactionID, at row: Int64, in db: Connection
    ) throws {
        try OtherTransactionID.table.insert(
            transaction.ids.lazy.filter { $0 != shown }.map { OtherTransactionID(id: $0, transaction: row) },
            in: db)
    }

    private static func deleteIDs(at row: Int64, in db: Connection) throws {
        try db.run("DELETE FROM other_transaction_ids WHERE \"transaction\" = ?", [row])
    }
}

/// An id that a transaction was seen under beside the one that is shown.
struct OtherTransactionID: TableRow {
    static let table = Table<OtherTransactionID>(
        "other_transaction_ids", key: "transaction_id", "\"transaction\"")
    static let unread = OtherTransactionID(id: TransactionID(""), transaction: 0)

    var id: TransactionID
    /// The row of the transaction.
    var transaction: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("transaction_id", &id)
        columns.visit("\"transaction\"", &transaction)
    }
}

/// A transaction as it is kept, and its chain.
struct TransactionRow: TableRow {
    static let table = Table<TransactionRow>("transactions", key: "id")
    static var unread: TransactionRow { TransactionRow(chain: 0, kept: .unread) }

    fileprivate var chain: Int64
    fileprivate var kept: KeptTransaction

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        kept.visit(&columns)
    }
}

private typealias Observation = MergedFacts<TransactionValues>.Observation

/// What is kept of a transaction.
private struct KeptTransaction: TableValue {
    private var id = TransactionID("")
    private var values = TransactionValues()
    private var knownAt = Instant.earliest
    private var earliestExpiresAt: Instant?
    private var knownRevocations: [Transaction.KnownRevocation]?
    private var newest = Precedence(documentTime: .earliest, isSigned: false, digest: "")
    private var observations: [Observation]?
    private var parts: [TransactionPart]?

    static var unread: KeptTransaction { KeptTransaction() }

    private init() {}

    init(_ transaction: Transaction, shown: TransactionID) {
        let told = transaction.told.tellings
        id = shown
        values = transaction.values
        knownAt = transaction.knownAt
        earliestExpiresAt = transaction.earliestExpiresAt
        knownRevocations = transaction.knownRevocations.isEmpty ? nil : transaction.knownRevocations
        newest = told[0].precedence
        if transaction.parts.isEmpty {
            observations = told.count > 1 ? told : nil
        } else {
            parts = transaction.parts.map(TransactionPart.init)
        }
    }

    /// The transaction, with the ids that it was seen under beside its own.
    func transaction(others: [OtherTransactionID]) -> Transaction {
        let values = values.vouched(by: newest)
        if let parts = parts?.compactMap(\.transaction), !parts.isEmpty {
            return Transaction(of: parts, values: values)
        }
        return Transaction(
            ids: [id] + others.map(\.id),
            told: observations.flatMap { MergedFacts($0.map(\.vouched)) }
                ?? MergedFacts(values, precedence: newest),
            knownAt: knownAt, earliestExpiresAt: earliestExpiresAt, knownRevocations: knownRevocations ?? [])
    }

    /// What its columns show beside what was told.
    var shown: (id: TransactionID, shown: TransactionValues, told: TransactionValues) {
        (id, values, transaction(others: []).values)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("transaction_id", &id)
        values.visit(&columns)
        columns.visit("known_ms", &knownAt)
        columns.visit("earliest_expires_ms", &earliestExpiresAt)
        columns.visit("revocations_known", json: &knownRevocations)
        columns.visit(time: "told_ms", isSigned: "told_signed", digest: "told_sha256", &newest)
        columns.visit("tellings", json: &observations)
        columns.visit("parts", json: &parts)
    }
}

/// What was told of a sale or of one of its restores, as JSON keeps it.
private struct TransactionPart: Codable {
    let ids: [TransactionID]
    let tellings: [Observation]
    let knownAt: Instant
    let earliestExpiresAt: Instant?
    let knownRevocations: [Transaction.KnownRevocation]

    init(_ transaction: Transaction) {
        (ids, tellings) = (transaction.ids, transaction.told.tellings)
        (knownAt, earliestExpiresAt) = (transaction.knownAt, transaction.earliestExpiresAt)
        knownRevocations = transaction.knownRevocations
    }

    /// It; nil for what the store cannot have written.
    var transaction: Transaction? {
        guard !ids.isEmpty, let told = MergedFacts(tellings.map(\.vouched)) else { return nil }
        return Transaction(
            ids: ids, told: told, knownAt: knownAt, earliestExpiresAt: earliestExpiresAt,
            knownRevocations: knownRevocations)
    }
}

extension Observation {
    /// The same, as it would be kept now.
    fileprivate var vouched: Observation {
        Observation(values.vouched(by: precedence), precedence: precedence)
    }
}

extension TransactionValues {
    /// The same; before version 9 nothing was kept of who vouches for the account but the document's signature.
    fileprivate func vouched(by precedence: Precedence) -> TransactionValues {
        guard appAccountToken != nil, isAccountVouched == nil else { return self }
        var values = self
        values.isAccountVouched = precedence.isSigned
        return values
    }
}

extension TransactionValues: TableValue {
    static var unread: TransactionValues { TransactionValues() }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("web_order_line_item_id", &webOrderLineItemID)
        columns.visit("product_id", &productID)
        columns.visit("purchased_at_ms", &purchasedAt)
        columns.visit("original_purchased_at_ms", &originalPurchasedAt)
        columns.visit("expires_at_ms", &expiresAt)
        columns.visit(revocation: &revocation)
        columns.visit("quantity", &quantity)
        columns.visit("is_trial", &isTrial)
        columns.visit("is_intro_offer", &isIntroductoryOffer)
        columns.visit("offer_type", &offerType)
        columns.visit("offer_discount_type", &offerDiscountType)
        columns.visit("offer_code", &offerCode)
        columns.visit("promotional_offer_id", &promotionalOfferID)
        columns.visit("ownership", &ownership)
        columns.visit("is_upgraded", &isUpgraded)
        columns.visit("subscription_group", &group)
        columns.visit("app_account_token", &appAccountToken)
        columns.visit("is_account_vouched", &isAccountVouched)
        columns.visit("bundle_id", &bundleID)
        columns.visit("storefront", &storefront)
        columns.visit(price: &price)
        columns.visit("apple_type", &appleType)
        columns.visit("transaction_reason", &transactionReason)
        columns.visit("app_transaction_id", &appTransactionID)
        columns.visit("commerce", json: &commerce)
        columns.visit("billing", json: &billing)
    }
}

extension ColumnVisitor {
    /// Visits what is told of a revocation; whether anything is told at all has a column of its own.
    fileprivate mutating func visit(revocation statement: inout TransactionValues.RevocationStatement?) {
        var isTold: Bool? = statement != nil
        var revocation: Revocation?
        if case .revoked(let told) = statement { revocation = told }
        var (at, kind) = (revocation?.at, revocation?.toldKind)
        var (reason, percentage) = (revocation?.reason, revocation?.percentage)
        visit("revocation_told", &isTold)
        visit("revoked_at_ms", &at)
        visit("revocation_kind", &kind)
        visit("revocation_reason", &reason)
        visit("revocation_percentage", &percentage)
        let read = at.map { Revocation(at: $0, toldKind: kind, reason: reason, percentage: percentage) }
        let isStanding = TransactionValues.RevocationStatement.none
        statement = isTold == true ? read.map { .revoked($0) } ?? isStanding : nil
    }
}
