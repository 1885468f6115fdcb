import GRDB
import Purchases

extension TransactionRow {
    /// Keeps a transaction, in a row of its own or in place of what the row held; answers the row.
    static func save(
        _ transaction: Transaction, at rowID: Int64?, in chain: StoredChain, _ db: Database
    ) throws -> Int64 {
        let row = try rowID ?? insert(transaction, in: chain, db)
        if rowID != nil { try update(transaction, at: row, in: chain, db) }
        try db.run(#"DELETE FROM transaction_ids WHERE "transaction" = ?"#, [row])
        for id in transaction.ids {
            try db.run(
                #"INSERT INTO transaction_ids (transaction_id, "transaction", is_alone) VALUES (?, ?, ?)"#,
                [id.id.rawValue, row, id.isAlone])
        }
        return row
    }

    /// Removes a row that turned out to be the same charge as another.
    static func delete(_ rowID: Int64, _ db: Database) throws {
        try db.run(#"DELETE FROM transaction_ids WHERE "transaction" = ?"#, [rowID])
        try db.run("DELETE FROM transactions WHERE id = ?", [rowID])
    }

    private static let columns = [
        "transaction_id", "web_order_line_item_id", "product_id", "purchased_at_ms",
        "original_purchased_at_ms",
        "expires_at_ms", "revocation_told", "revoked_at_ms", "revocation_kind", "revocation_reason",
        "revocation_percentage", "quantity", "is_trial", "is_intro_offer", "offer_type",
        "offer_discount_type",
        "offer_code", "promotional_offer_id", "ownership", "is_upgraded", "subscription_group",
        "app_account_token", "bundle_id", "storefront", "price_milliunits", "currency", "apple_type",
        "transaction_reason", "known_ms", "earliest_expires_ms", "revocations_known", "told_ms",
        "told_signed",
        "told_sha256", "tellings",
    ]

    private static let insertion =
        "INSERT INTO transactions (chain_id, \(columns.joined(separator: ", "))) VALUES (?"
        + String(repeating: ", ?", count: columns.count) + ")"

    private static let change =
        "UPDATE transactions SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"

    private static func insert(_ transaction: Transaction, in chain: StoredChain, _ db: Database) throws
        -> Int64
    {
        try db.run(insertion, [chain.rowID] + arguments(transaction, in: chain.chain.id))
        return db.lastInsertedRowID
    }

    private static func update(
        _ transaction: Transaction, at rowID: Int64, in chain: StoredChain, _ db: Database
    ) throws {
        try db.run(change, arguments(transaction, in: chain.chain.id) + [rowID])
    }

    private static func arguments(
        _ transaction: Transaction, in chain: OriginalTransactionID
    ) throws -> StatementArguments {
        let identity: StatementArguments = [
            transaction.shownID(in: chain).rawValue, transaction.values.webOrderLineItemID?.rawValue,
        ]
        return try identity + valueArguments(transaction.values) + evidenceArguments(transaction)
    }

    private static func valueArguments(_ values: TransactionValues) -> StatementArguments {
        let dates: StatementArguments = [
            values.productID?.rawValue, values.purchasedAt?.milliseconds,
            values.originalPurchasedAt?.milliseconds, values.expiresAt?.milliseconds,
        ]
        let offers: StatementArguments = [
            values.quantity, values.isTrial, values.isIntroductoryOffer, values.offerType,
            values.offerDiscountType, values.offerCode, values.promotionalOfferID,
        ]
        let person: StatementArguments = [
            values.ownership?.rawValue, values.isUpgraded, values.group?.rawValue, values.appAccountToken,
            values.bundleID?.rawValue, values.storefront, values.price?.milliunits, values.price?.currency,
            values.appleType, values.transactionReason,
        ]
        return dates + revocationArguments(values.revocation) + offers + person
    }

    private static func revocationArguments(
        _ statement: TransactionValues.RevocationStatement?
    ) -> StatementArguments {
        guard case .revoked(let revocation) = statement else {
            return [statement != nil, nil as Int64?, nil as String?, nil as String?, nil as Int?]
        }
        return [
            true, revocation.at.milliseconds, revocation.toldKind?.rawValue, revocation.reason,
            revocation.percentage,
        ]
    }

    private static func evidenceArguments(_ transaction: Transaction) throws -> StatementArguments {
        let tellings = transaction.told.tellings
        let newest = tellings[0].precedence
        return [
            transaction.knownAt.milliseconds, transaction.earliestExpiresAt?.milliseconds,
            try transaction.knownRevocations.isEmpty ? nil : ColumnText.json(transaction.knownRevocations),
            newest.documentTime.milliseconds, newest.isSigned, newest.digest,
            try tellings.count > 1 ? ColumnText.json(tellings) : nil,
        ]
    }
}
