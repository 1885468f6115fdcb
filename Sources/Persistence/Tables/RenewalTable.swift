import GRDB
import Purchases

/// Renewal information as its table keeps it: one row for each document that told it.
enum RenewalTable {
    private enum Column: Int, ColumnList {
        case documentMs, isSigned, sha256, knownMs, extent, autoRenew, autoRenewProductId, expirationIntent,
            graceMs, inBillingRetry, priceConsent, offerId
    }

    /// All renewal information of a chain.
    static func all(ofChain chain: Int64, _ db: Database) throws -> [RenewalInfo] {
        try db.map("\(selection) WHERE chain_id = ?", [chain]) { read(Columns($0)) }
    }

    private static let selection = "SELECT \(Column.selection()) FROM renewals"

    private static func read(_ row: Columns<Column>) -> RenewalInfo {
        let precedence = Precedence(
            documentTime: row.instant(.documentMs) ?? .earliest, isSigned: row[.isSigned],
            digest: row[.sha256])
        var info = RenewalInfo(
            precedence: precedence, knownAt: row.instant(.knownMs) ?? precedence.documentTime,
            extent: RenewalInfo.Extent(rawValue: row[.extent]) ?? .some)
        info.autoRenew = row[.autoRenew]
        info.autoRenewProductID = row.identifier(.autoRenewProductId)
        info.expirationIntent = row[.expirationIntent]
        info.gracePeriodExpiresAt = row.instant(.graceMs)
        info.isInBillingRetry = row[.inBillingRetry]
        info.priceConsent = row[.priceConsent]
        info.offerID = row[.offerId]
        return info
    }

    /// Keeps renewal information; the same document's is kept once, known since the earlier time.
    static func save(_ info: RenewalInfo, of chain: Int64, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO renewals (chain_id, document_ms, is_signed, sha256, known_ms, extent, auto_renew,
              auto_renew_product_id, expiration_intent, grace_ms, in_billing_retry, price_consent, offer_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (chain_id, document_ms, sha256) DO UPDATE SET known_ms = min(known_ms, excluded.known_ms)
            """,
            [
                chain, info.precedence.documentTime.milliseconds, info.precedence.isSigned,
                info.precedence.digest, info.knownAt.milliseconds, info.extent.rawValue, info.autoRenew,
                info.autoRenewProductID?.rawValue, info.expirationIntent,
                info.gracePeriodExpiresAt?.milliseconds, info.isInBillingRetry, info.priceConsent,
                info.offerID,
            ])
    }
}
