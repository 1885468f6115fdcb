import GRDB
import Purchases

/// Counts tickets, and the losses that no ticket stands for.
struct TicketCounting {
    /// The connection.
    let db: Database
    /// The moment of ages.
    let now: Instant

    /// The counts.
    func counts() throws -> TicketCounts {
        let groups = try ErrorGroup.allCases.map { ($0, try unresolved($0)) }
        return TicketCounts(unresolved: Dictionary(uniqueKeysWithValues: groups))
    }

    private func unresolved(_ group: ErrorGroup) throws -> CappedCount {
        CappedCount(
            try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE \"group\" = ? AND state <> 'resolved' LIMIT ?)",
                [group.rawValue, CappedCount.cap + 1]) ?? 0)
    }

    /// Charges that the App Store knows of and no app ever reported as delivered.
    ///
    /// Of served environments, after the first report of their app, neither refunded nor with a ticket, old enough.
    func silentLosses() throws -> CappedCount {
        let hours = try Int64(SettingRows.text(.silentLossHours, db)) ?? 0
        return CappedCount(
            try db.value(
                TicketCounting.silence, [(now - .hours(hours)).milliseconds, CappedCount.cap + 1]) ?? 0)
    }

    /// The apps are few and their attempts many, so one app after the other is looked up; the last is NULL, for attempts
    /// that name none. Chains of which no charge can count are never read.
    private static let silence = """
        WITH RECURSIVE bundles (id) AS (
          SELECT min(bundle_id) FROM attempts UNION ALL
          SELECT (SELECT min(a.bundle_id) FROM attempts a WHERE a.bundle_id > b.id) FROM bundles b WHERE b.id IS NOT NULL
        ), apps (bundle_id, first_ms) AS MATERIALIZED (
          SELECT id, (SELECT min(first_event_ms) FROM attempts a
            WHERE a.bundle_id IS bundles.id AND a.first_event_ms IS NOT NULL) FROM bundles)
        SELECT count(*) FROM (
          SELECT 1 FROM chains c CROSS JOIN undelivered_charges s ON s.chain_id = c.id
          CROSS JOIN transactions t ON t.id = s."transaction"
          JOIN apps p ON p.bundle_id IS coalesce(t.bundle_id, c.bundle_id)
          WHERE c.newest_undelivered_ms >= (SELECT min(first_ms) FROM apps)
            AND c.environment IN (SELECT environment FROM served_environments)
            AND s.charged_ms BETWEEN p.first_ms AND ?1
            AND (t.revoked_at_ms IS NULL OR t.revocation_kind = 'family_revoke' OR t.is_upgraded
              OR t.revocation_percentage < 100000)
            AND NOT EXISTS (SELECT 1 FROM tickets k WHERE k."transaction" = t.id)
            AND NOT EXISTS (SELECT 1 FROM transaction_ids i JOIN attempts d
              ON d.transaction_id = i.transaction_id WHERE i."transaction" = t.id
              AND d.environment = c.environment AND d.outcome = 'delivered')
          LIMIT ?2)
        """
}
