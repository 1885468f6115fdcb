import GRDB
import Purchases

/// A transaction as its table keeps it: resolved values in columns, and every telling only where several remain.
struct TransactionTable {
    let rowID: Int64
    let transaction: Transaction

    /// What queries select to read transactions.
    static let selectedColumns = TransactionColumn.selection()

    /// A transaction and the row that keeps it.
    init(rowID: Int64, transaction: Transaction) { (self.rowID, self.transaction) = (rowID, transaction) }

    /// Reads a transaction; `ids` are all its ids.
    init(_ row: Columns<TransactionColumn>, ids: [Transaction.KnownID]) throws {
        rowID = row[.id]
        let several: [MergedFacts<TransactionValues>.Observation]? = try ColumnText.value(row[.tellings])
        let one = MergedFacts<TransactionValues>.Observation(try Self.values(row), Self.precedence(row))
        let told = several.flatMap(MergedFacts.init) ?? MergedFacts(one.values, one.precedence)
        transaction = Transaction(
            ids: ids, told: told, knownAt: row.instant(.knownMs) ?? .earliest,
            earliestExpiresAt: row.instant(.earliestExpiresMs),
            knownRevocations: try ColumnText.value(row[.revocationsKnown]) ?? [])
    }

    private static func precedence(_ row: Columns<TransactionColumn>) -> Precedence {
        Precedence(
            documentTime: row.instant(.toldMs) ?? .earliest, isSigned: row[.toldSigned],
            digest: row[.toldSha256])
    }

    private static func values(_ row: Columns<TransactionColumn>) throws -> TransactionValues {
        var values = TransactionValues()
        values.webOrderLineItemID = row.identifier(.webOrderLineItemId)
        values.productID = row.identifier(.productId)
        values.purchasedAt = row.instant(.purchasedAtMs)
        values.originalPurchasedAt = row.instant(.originalPurchasedAtMs)
        values.expiresAt = row.instant(.expiresAtMs)
        values.revocation = revocation(row)
        values.quantity = row[.quantity]
        values.isTrial = row[.isTrial]
        values.isIntroductoryOffer = row[.isIntroOffer]
        values.offerType = row[.offerType]
        values.offerDiscountType = row[.offerDiscountType]
        values.offerCode = row[.offerCode]
        values.promotionalOfferID = row[.promotionalOfferId]
        values.ownership = (row[.ownership] as String?).flatMap(Ownership.init)
        values.isUpgraded = row[.isUpgraded]
        values.group = row.identifier(.subscriptionGroup)
        values.appAccountToken = row[.appAccountToken]
        values.bundleID = row.identifier(.bundleId)
        values.storefront = row[.storefront]
        values.price = price(row)
        values.appleType = row[.appleType]
        values.transactionReason = row[.transactionReason]
        return values
    }

    private static func price(_ row: Columns<TransactionColumn>) -> Money? {
        guard let milliunits: Int64 = row[.priceMilliunits], let currency: String = row[.currency] else {
            return nil
        }
        return Money(milliunits: milliunits, currency: currency)
    }

    private static func revocation(
        _ row: Columns<TransactionColumn>
    ) -> TransactionValues.RevocationStatement? {
        guard row[.revocationTold] as Bool? == true else { return nil }
        guard let at = row.instant(.revokedAtMs) else { return TransactionValues.RevocationStatement.none }
        return .revoked(
            Revocation(
                at: at, toldKind: (row[.revocationKind] as String?).flatMap(Revocation.Kind.init),
                reason: row[.revocationReason], percentage: row[.revocationPercentage]))
    }
}

/// The columns of a transaction, in the order in which they are read.
enum TransactionColumn: Int, ColumnList {
    case id
    case webOrderLineItemId
    case productId
    case purchasedAtMs
    case originalPurchasedAtMs
    case expiresAtMs
    case revocationTold
    case revokedAtMs
    case revocationKind
    case revocationReason
    case revocationPercentage
    case quantity
    case isTrial
    case isIntroOffer
    case offerType
    case offerDiscountType
    case offerCode
    case promotionalOfferId
    case ownership
    case isUpgraded
    case subscriptionGroup
    case appAccountToken
    case bundleId
    case storefront
    case priceMilliunits
    case currency
    case appleType
    case transactionReason
    case knownMs
    case earliestExpiresMs
    case revocationsKnown
    case toldMs
    case toldSigned
    case toldSha256
    case tellings
}

extension TransactionTable {
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
        try db.run(insertion) { binder in
            binder.bind(chain.rowID)
            try binder.bind(transaction, in: chain.chain.id)
        }
        return db.lastInsertedRowID
    }

    private static func update(
        _ transaction: Transaction, at rowID: Int64, in chain: StoredChain, _ db: Database
    ) throws {
        try db.run(change) { binder in
            try binder.bind(transaction, in: chain.chain.id)
            binder.bind(rowID)
        }
    }
}

extension Binder {
    /// Binds the columns of a transaction.
    fileprivate mutating func bind(_ transaction: Transaction, in chain: ChainID) throws {
        let values = transaction.values
        bind(transaction.shownID(in: chain).rawValue)
        bind(values.webOrderLineItemID?.rawValue)
        bind(values.productID?.rawValue)
        bind(values.purchasedAt?.milliseconds)
        bind(values.originalPurchasedAt?.milliseconds)
        bind(values.expiresAt?.milliseconds)
        bindRevocation(values.revocation)
        bindOffer(values)
        bindPerson(values)
        try bindEvidence(transaction)
    }

    private mutating func bindRevocation(_ statement: TransactionValues.RevocationStatement?) {
        bind(statement != nil)
        guard case .revoked(let revocation) = statement else {
            return (0..<4).forEach { _ in bind(nil as Int?) }
        }
        bind(revocation.at.milliseconds)
        bind(revocation.toldKind?.rawValue)
        bind(revocation.reason)
        bind(revocation.percentage)
    }

    private mutating func bindOffer(_ values: TransactionValues) {
        bind(values.quantity)
        bind(values.isTrial)
        bind(values.isIntroductoryOffer)
        bind(values.offerType)
        bind(values.offerDiscountType)
        bind(values.offerCode)
        bind(values.promotionalOfferID)
    }

    private mutating func bindPerson(_ values: TransactionValues) {
        bind(values.ownership?.rawValue)
        bind(values.isUpgraded)
        bind(values.group?.rawValue)
        bind(values.appAccountToken)
        bind(values.bundleID?.rawValue)
        bind(values.storefront)
        bind(values.price?.milliunits)
        bind(values.price?.currency)
        bind(values.appleType)
        bind(values.transactionReason)
    }

    private mutating func bindEvidence(_ transaction: Transaction) throws {
        let tellings = transaction.told.tellings
        let newest = tellings[0].precedence
        bind(transaction.knownAt.milliseconds)
        bind(transaction.earliestExpiresAt?.milliseconds)
        bind(try transaction.knownRevocations.isEmpty ? nil : ColumnText.json(transaction.knownRevocations))
        bind(newest.documentTime.milliseconds)
        bind(newest.isSigned)
        bind(newest.digest)
        bind(try tellings.count > 1 ? ColumnText.json(tellings) : nil)
    }
}
