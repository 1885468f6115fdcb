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
