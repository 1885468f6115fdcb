import GRDB
import Purchases

/// Counts the store at a moment, in one read of it.
struct StoreReportReading {
    /// The connection.
    let db: Database
    /// The moment.
    let at: Instant
    /// Where it says how far it has come.
    let progress: ReportProgress

    /// The report.
    func report() throws -> StoreReport {
        StoreReport(
            at: at,
            environments: try db.values("SELECT environment FROM served_environments ORDER BY 1").map(
                AppStoreEnvironment.init(rawValue:)),
            chains: try chains(), trials: try trials(), refunds: try refunds(), grants: try grants(),
            tickets: try tickets(),
            deliveriesByWord: try WordDeliveryQuery(db: db, now: at).count(atMost: .max))
    }

    private static let holding = "s.from_ms <= ?1 AND (s.until_ms IS NULL OR s.until_ms > ?1)"
    private static let isServed = "c.environment IN (SELECT environment FROM served_environments)"

    /// Chains without a status period are none: nothing is known of them.
    private func chains() throws -> [ChainStatus: Int] {
        let found = try db.map(
            """
            SELECT s.status, count(*) FROM chains c LEFT JOIN status_periods s ON s.chain_id = c.id
              AND \(StoreReportReading.holding) WHERE \(StoreReportReading.isServed) GROUP BY s.status
            """, [at.milliseconds]
        ) { row in
            (ChainStatus(rawValue: row[0] as String? ?? "") ?? ChainStatus.none, row[1] as Int)
        }
        let none = ChainStatus.allCases.map { ($0, 0) }
        return Dictionary(none + found, uniquingKeysWith: +)
    }

    private func trials() throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM status_periods s JOIN chains c ON c.id = s.chain_id
            WHERE s.status = 'active' AND \(StoreReportReading.holding) AND \(StoreReportReading.isServed)
              AND EXISTS (SELECT 1 FROM transactions t WHERE t.chain_id = c.id AND t.purchased_at_ms <= ?1
                AND t.expires_at_ms > ?1 AND (t.is_trial OR t.offer_discount_type = 'FREE_TRIAL')
                AND NOT coalesce(t.is_upgraded, 0) AND (t.revoked_at_ms IS NULL OR t.revoked_at_ms > ?1))
            """, [at.milliseconds]) ?? 0
    }

    /// The rule of `Transaction.revocationKind`: what was told, else a refund unless shared or replaced.
    private func refunds() throws -> StoreReport.Refunds {
        var (count, recent) = (0, 0)
        let parts = try ReportParts("transactions", db)
        for (number, part) in parts.enumerated() {
            try db.step(
                """
                SELECT count(*), coalesce(sum(t.revoked_at_ms > ?2), 0)
                FROM transactions t CROSS JOIN chains c ON c.id = t.chain_id
                WHERE t.id BETWEEN ?3 AND ?4 AND t.revoked_at_ms <= ?1 AND \(StoreReportReading.isServed)
                  AND (t.revocation_kind = 'refund' OR t.revocation_kind IS NULL
                    AND t.ownership IS NOT 'family_shared' AND NOT coalesce(t.is_upgraded, 0))
                """,
                [
                    at.milliseconds, (at - .days(30)).milliseconds, part.lowerBound, part.upperBound,
                ]
            ) { row in
                (count, recent) = (count + row[0], recent + row[1])
                return false
            }
            progress.show(number + 1, of: parts.count)
        }
        return StoreReport.Refunds(count: count, recent: recent)
    }

    private func grants() throws -> [Grant.State: Int] {
        let found = try db.map(
            """
            SELECT iif(revoked_at_ms <= ?1, 'revoked', iif(starts_at_ms > ?1, 'upcoming',
              iif(ends_at_ms <= ?1, 'ended', 'active'))), count(*) FROM grants GROUP BY 1
            """, [at.milliseconds]
        ) { (Grant.State(rawValue: $0[0]) ?? .active, $0[1] as Int) }
        let none = [Grant.State.active, .upcoming, .ended, .revoked].map { ($0, 0) }
        return Dictionary(none + found, uniquingKeysWith: +)
    }

    private func tickets() throws -> [ErrorGroup: [StoreReport.Age: Int]] {
        let none = StoreReport.Age.allCases.map { ($0, 0) }
        let empty = Dictionary(uniqueKeysWithValues: none)
        var counts = Dictionary(uniqueKeysWithValues: ErrorGroup.allCases.map { ($0, empty) })
        try db.step(
            "SELECT \"group\", waiting_since_ms FROM tickets WHERE state <> 'resolved' AND merged_into IS NULL"
        ) { row in
            let waited = at - Instant(milliseconds: row[1])
            let age = StoreReport.Age.allCases.first { age in age.limit.map { waited < $0 } ?? true }
            if let group = ErrorGroup(rawValue: row[0]), let age { counts[group]?[age, default: 0] += 1 }
            return true
        }
        return counts
    }
}
