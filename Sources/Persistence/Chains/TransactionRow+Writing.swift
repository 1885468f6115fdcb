import GRDB
import Purchases

extension TransactionRow {
    /// Keeps a transaction, in a row of its own or in place of what the row held; answers the row.
    static func save(
        _ transaction: Transaction, at rowID: Int64?, in chain: StoredChain, _ db: Database
    ) throws -> Int64 {
        let row = try rowID ?? insert(transaction, in: chain, db)
        if rowID != nil {
            try update(transaction, at: row, in: chain, db)
            try db.run(#"DELETE FROM transaction_ids WHERE "transaction" = ?"#, [row])
        }
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

    fileprivate static let columns = [
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
        var values: BoundValues = [chain.rowID]
        try values.append(transaction, in: chain.chain.id)
        try db.run(insertion, values)
        return db.lastInsertedRowID
    }

    private static func update(
        _ transaction: Transaction, at rowID: Int64, in chain: StoredChain, _ db: Database
    ) throws {
        var values = BoundValues()
        try values.append(transaction, in: chain.chain.id)
        try db.run(change, values + [rowID])
    }
}

/// Values are appended one group after the other, because lists of lists would be made and thrown away by the million.
extension BoundValues {
    fileprivate mutating func append(_ transaction: Transaction, in chain: OriginalTransactionID) throws {
        reserveCapacity(TransactionRow.columns.count + 1)
        let values = transaction.values
        append(transaction.shownID(in: chain).rawValue)
        append(values.webOrderLineItemID?.rawValue)
        append(values.productID?.rawValue)
        append(values.purchasedAt?.milliseconds)
        append(values.originalPurchasedAt?.milliseconds)
        append(values.expiresAt?.milliseconds)
        appendRevocation(values.revocation)
        appendOffer(values)
        appendPerson(values)
        try appendEvidence(transaction)
    }

    private mutating func appendRevocation(_ statement: TransactionValues.RevocationStatement?) {
        append(statement != nil)
        guard case .revoked(let revocation) = statement else {
            return append(contentsOf: repeatElement(nil, count: 4))
        }
        append(revocation.at.milliseconds)
        append(revocation.toldKind?.rawValue)
        append(revocation.reason)
        append(revocation.percentage)
    }

    private mutating func appendOffer(_ values: TransactionValues) {
        append(values.quantity)
        append(values.isTrial)
        append(values.isIntroductoryOffer)
        append(values.offerType)
        append(values.offerDiscountType)
        append(values.offerCode)
        append(values.promotionalOfferID)
    }

    private mutating func appendPerson(_ values: TransactionValues) {
        append(values.ownership?.rawValue)
        append(values.isUpgraded)
        append(values.group?.rawValue)
        append(values.appAccountToken)
        append(values.bundleID?.rawValue)
        append(values.storefront)
        append(values.price?.milliunits)
        append(values.price?.currency)
        append(values.appleType)
        append(values.transactionReason)
    }

    private mutating func appendEvidence(_ transaction: Transaction) throws {
        let tellings = transaction.told.tellings
        let newest = tellings[0].precedence
        append(transaction.knownAt.milliseconds)
        append(transaction.earliestExpiresAt?.milliseconds)
        append(try transaction.knownRevocations.isEmpty ? nil : ColumnText.json(transaction.knownRevocations))
        append(newest.documentTime.milliseconds)
        append(newest.isSigned)
        append(newest.digest)
        append(try tellings.count > 1 ? ColumnText.json(tellings) : nil)
    }
}
