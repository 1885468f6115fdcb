internal import GRDB
internal import Purchases

/// Whether anybody may use anything at a moment, asked of the stored periods.
enum PresentAccess {
    /// Whether any entitlement of a customer holds.
    static func holds(_ customer: AppUserID, at instant: Instant, _ db: Database) throws -> Bool {
        try db.row(
            """
            SELECT 1 FROM counting_periods
            WHERE app_user_id = ?1 AND from_ms <= ?2 AND (until_ms IS NULL OR until_ms > ?2) LIMIT 1
            """, [customer.rawValue, instant.milliseconds]) != nil
    }
}
