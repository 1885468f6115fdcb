import GRDB
import Purchases

/// Renewal information as its table keeps it: one row for each document that told it.
enum RenewalRow {
    /// Reads renewal information.
    static func read(_ row: Row) -> RenewalInfo {
        let precedence = Precedence(
            documentTime: row.instant("document_ms") ?? .earliest, isSigned: row["is_signed"],
            digest: row["sha256"])
        var info = RenewalInfo(
            precedence: precedence, knownAt: row.instant("known_ms") ?? precedence.documentTime,
            extent: RenewalInfo.Extent(rawValue: row["extent"]) ?? .some)
        info.autoRenew = row["auto_renew"]
        info.autoRenewProductID = row.identifier("auto_renew_product_id")
        info.expirationIntent = row["expiration_intent"]
        info.gracePeriodExpiresAt = row.instant("grace_ms")
        info.isInBillingRetry = row["in_billing_retry"]
        info.priceConsent = row["price_consent"]
        info.offerID = row["offer_id"]
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
