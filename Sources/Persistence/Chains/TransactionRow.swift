import GRDB
import Purchases

/// A transaction as its table keeps it: resolved values in columns, and every telling only where several remain.
struct TransactionRow {
    let rowID: Int64
    let transaction: Transaction

    /// A transaction and the row that keeps it.
    init(rowID: Int64, transaction: Transaction) { (self.rowID, self.transaction) = (rowID, transaction) }

    /// Reads a transaction; `ids` are the rows of its ids.
    init(_ row: Row, ids: [Transaction.KnownID]) throws {
        rowID = row["id"]
        let several: [Told<TransactionValues>.Telling]? = try row.json("tellings")
        let one = Told<TransactionValues>.Telling(try Self.values(row), Self.precedence(row))
        let told = several.flatMap(Told.init) ?? Told(one.values, one.precedence)
        transaction = Transaction(
            ids: ids, told: told, knownAt: row.instant("known_ms") ?? .earliest,
            earliestExpiresAt: row.instant("earliest_expires_ms"),
            knownRevocations: try row.json("revocations_known") ?? [])
    }

    private static func precedence(_ row: Row) -> Precedence {
        Precedence(
            documentTime: row.instant("told_ms") ?? .earliest, isSigned: row["told_signed"],
            digest: row["told_sha256"])
    }

    private static func values(_ row: Row) throws -> TransactionValues {
        var values = TransactionValues()
        values.webOrderLineItemID = row.identifier("web_order_line_item_id")
        values.productID = row.identifier("product_id")
        values.purchasedAt = row.instant("purchased_at_ms")
        values.originalPurchasedAt = row.instant("original_purchased_at_ms")
        values.expiresAt = row.instant("expires_at_ms")
        values.revocation = revocation(row)
        values.quantity = row["quantity"]
        values.isTrial = row["is_trial"]
        values.isIntroductoryOffer = row["is_intro_offer"]
        values.offerType = row["offer_type"]
        values.offerDiscountType = row["offer_discount_type"]
        values.offerCode = row["offer_code"]
        values.promotionalOfferID = row["promotional_offer_id"]
        values.ownership = (row["ownership"] as String?).flatMap(Ownership.init)
        values.isUpgraded = row["is_upgraded"]
        values.group = row.identifier("subscription_group")
        values.appAccountToken = row["app_account_token"]
        values.bundleID = row.identifier("bundle_id")
        values.storefront = row["storefront"]
        values.price = price(row)
        values.appleType = row["apple_type"]
        values.transactionReason = row["transaction_reason"]
        return values
    }

    private static func price(_ row: Row) -> Money? {
        guard let milliunits: Int64 = row["price_milliunits"], let currency: String = row["currency"] else {
            return nil
        }
        return Money(milliunits: milliunits, currency: currency)
    }

    private static func revocation(_ row: Row) -> TransactionValues.RevocationStatement? {
        guard row["revocation_told"] as Bool? == true else { return nil }
        guard let at = row.instant("revoked_at_ms") else { return TransactionValues.RevocationStatement.none }
        return .revoked(
            Revocation(
                at: at, toldKind: (row["revocation_kind"] as String?).flatMap(Revocation.Kind.init),
                reason: row["revocation_reason"], percentage: row["revocation_percentage"]))
    }
}
