package import Purchases

/// What the store received of the App Store's notifications, and what seems to be missing: what one needs to know to
/// test the server that takes them in.
package struct NotificationReport: Hashable, Sendable {
    /// The notifications of one day, environment, version, type and subtype.
    package struct Row: Hashable, Sendable {
        /// What is counted together.
        package let name: Name
        /// How many notifications were delivered.
        package var received = 0
        /// How many deliveries of them were repetitions.
        package var duplicates = 0
        /// How many are known from the App Store's history alone.
        package var missed = 0
        /// Of how many nothing vouches for their coming from Apple.
        package var unchecked = 0

        /// The sum of two counts.
        static func + (left: Row, right: Row) -> Row {
            Row(
                name: left.name, received: left.received + right.received,
                duplicates: left.duplicates + right.duplicates, missed: left.missed + right.missed,
                unchecked: left.unchecked + right.unchecked)
        }
    }

    /// What notifications are counted by.
    package struct Name: Hashable, Sendable {
        /// The beginning of the day in UTC on which Apple made them; nil for all days together.
        package var day: Instant?
        /// Where the purchases were made; nil when they do not say.
        package let environment: AppStoreEnvironment?
        /// Apple's version of notifications, 1 or 2.
        package let version: Int
        /// Apple's type.
        package let type: String
        /// Apple's subtype.
        package let subtype: String?

        /// Type and subtype as Apple's reference writes them together.
        package var title: String { [type, subtype].compactMap { $0 }.joined(separator: "/") }
    }

    /// How often the App Store failed to deliver, with one result.
    package struct FailedAttempts: Hashable, Sendable {
        /// Apple's `sendAttemptResult`.
        package let result: String
        /// How often.
        package let count: Int
    }

    /// Charges of one day that no notification names.
    package struct Gap: Hashable, Sendable {
        /// One such charge.
        package struct Charge: Hashable, Sendable {
            package let transaction: TransactionID
            package let chain: OriginalTransactionID
            package let purchasedAt: Instant
        }

        /// The most charges that are named.
        static let mostNamed = 5

        /// The beginning of the day in UTC.
        package let day: Instant
        /// Where the purchases were made.
        package let environment: AppStoreEnvironment
        /// How many charges.
        package internal(set) var count: Int
        package internal(set) var first: [Charge]
    }

    /// From when on it counts; nil from the beginning.
    package let since: Instant?
    /// The counts of days, the newest day first.
    package let days: [Row]
    /// The failed tries of the App Store, the most frequent result first.
    package let failedAttempts: [FailedAttempts]
    /// The days with charges that no notification names, the newest first.
    package let gaps: [Gap]
    /// The types of each version that the store has never seen.
    package let neverSeen: [Int: [String]]

    /// The counts of all days together, by environment, version, type and subtype.
    package var totals: [Row] {
        let rows = days.reduce(into: [Name: Row]()) { sums, row in
            var name = row.name
            name.day = nil
            sums[name] = (sums[name] ?? Row(name: name)) + row
        }
        return rows.values.sorted { NotificationReport.precedes($0.name, $1.name) }
    }

    /// Orders names: the newest day first, then environment, type, version and subtype.
    static func precedes(_ left: Name, _ right: Name) -> Bool {
        if left.day != right.day { return (left.day ?? .earliest) > (right.day ?? .earliest) }
        let texts = [left, right].map { [$0.environment?.rawValue ?? "", $0.type, $0.subtype ?? ""] }
        guard texts[0] == texts[1] else { return texts[0].lexicographicallyPrecedes(texts[1]) }
        return left.version < right.version
    }
}

/// Counts notifications and the charges that they do not name, part by part, in one read of the store.
struct NotificationReportReading {
    let db: Connection
    /// From when on it counts.
    let since: Instant?
    /// Where it says how far it has come.
    let progress: ReportProgress

    private var rows: [NotificationReport.Name: NotificationReport.Row] = [:]
    private var seen: [Int: Set<String>] = [:]
    private var firsts: [AppStoreEnvironment: FirstNotifications] = [:]
    private var gaps: [DayKey: NotificationReport.Gap] = [:]

    /// When an environment's notifications began.
    private struct FirstNotifications {
        var any: Instant
        /// One-time purchases have notifications only since Apple sends this type.
        var oneTimeCharge: Instant?
    }

    private struct DayKey: Hashable {
        let day: Instant
        let environment: AppStoreEnvironment
    }

    /// Reads a report from a connection.
    init(_ db: Connection, since: Instant?, progress: ReportProgress) {
        (self.db, self.since, self.progress) = (db, since, progress)
    }

    mutating func report() throws -> NotificationReport {
        let notifications = try ReportParts("notifications", in: db)
        let chains = try ReportParts("chains", in: db)
        let all = notifications.count + chains.count
        for (number, part) in notifications.enumerated() {
            try count(part)
            progress.show(number + 1, of: all)
        }
        for (number, part) in chains.enumerated() {
            for (environment, first) in firsts { try findGaps(part, environment: environment, first: first) }
            progress.show(notifications.count + number + 1, of: all)
        }
        return NotificationReport(
            since: since, days: rows.values.sorted { NotificationReport.precedes($0.name, $1.name) },
            failedAttempts: try failedAttempts(),
            gaps: gaps.values.sorted {
                ($0.day, $1.environment.rawValue) > ($1.day, $0.environment.rawValue)
            },
            neverSeen: Dictionary(uniqueKeysWithValues: [1, 2].map { ($0, neverSeen(ofVersion: $0)) }))
    }

    private func neverSeen(ofVersion version: Int) -> [String] {
        Codes.notificationTypes(ofVersion: version).filter { seen[version]?.contains($0) != true }
    }

    private func failedAttempts() throws -> [NotificationReport.FailedAttempts] {
        try db.map(
            """
            SELECT result, count(*) FROM send_attempts WHERE result <> 'SUCCESS' AND at_ms >= ?
            GROUP BY result ORDER BY count(*) DESC, result
            """, [since?.milliseconds ?? .min]
        ) { NotificationReport.FailedAttempts(result: try $0[0], count: try $0[1]) }
    }

    /// Each document counts as a delivery of its own, and one that came several times as often as it came.
    private static let counting = """
        SELECT environment, type, subtype, version, day, is_asked, sum(CASE WHEN deliveries > 0 THEN 1 ELSE 0 END),
          sum(deliveries) - sum(CASE WHEN deliveries > 0 THEN 1 ELSE 0 END),
          sum(CASE WHEN deliveries = 0 AND is_sent = 0 THEN 1 ELSE 0 END), sum(is_unchecked), min(signed_ms)
        FROM (SELECT n.environment, n.type, n.subtype, CASE WHEN n.uuid IS NULL THEN 1 ELSE 2 END AS version,
            n.signed_ms / 86400000 AS day, CASE WHEN n.signed_ms >= ?3 THEN 1 ELSE 0 END AS is_asked,
            CASE WHEN n.checked = 'unchecked' THEN 1 ELSE 0 END AS is_unchecked,
            n.signed_ms, (SELECT coalesce(sum(CASE WHEN d.times > 1 THEN d.times ELSE 1 END), 0) FROM (
              SELECT sum(CASE WHEN m.delivered_ms > 0 THEN 1 ELSE 0 END) AS times FROM notification_documents m
              WHERE m.notification_id = n.id AND m.delivered_ms IS NOT NULL GROUP BY m.document_id) d) AS deliveries,
            CASE WHEN EXISTS (SELECT 1 FROM send_attempts s WHERE s.notification_id = n.id AND s.result = 'SUCCESS')
              THEN 1 ELSE 0 END AS is_sent
          FROM notifications n WHERE n.id BETWEEN ?1 AND ?2) c
        GROUP BY environment, type, subtype, version, day, is_asked
        """

    private mutating func count(_ part: ClosedRange<Int64>) throws {
        try db.step(
            Self.counting, [part.lowerBound, part.upperBound, since?.milliseconds ?? .min]
        ) { row in
            let environment: AppStoreEnvironment? = row[0]
            let name = NotificationReport.Name(
                day: .beginning(ofDay: try row[4]), environment: environment, version: try row[3],
                type: try row[1],
                subtype: row[2])
            note(name, first: try row[10])
            if try row[5] {
                let counted = NotificationReport.Row(
                    name: name, received: try row[6], duplicates: try row[7], missed: try row[8],
                    unchecked: try row[9])
                rows[name] = (rows[name] ?? NotificationReport.Row(name: name)) + counted
            }
            return true
        }
    }

    private mutating func note(_ name: NotificationReport.Name, first: Instant) {
        seen[name.version, default: []].insert(name.type)
        guard let environment = name.environment else { return }
        var known = firsts[environment] ?? FirstNotifications(any: first)
        known.any = min(known.any, first)
        if name.type == "ONE_TIME_CHARGE" { known.oneTimeCharge = min(known.oneTimeCharge ?? first, first) }
        firsts[environment] = known
    }

    /// Charges after the environment's first notification; what never expires only after the first of its kind.
    ///
    /// Source: Apple, `ONE_TIME_CHARGE`.
    private mutating func findGaps(
        _ part: ClosedRange<Int64>, environment: AppStoreEnvironment, first: FirstNotifications
    ) throws {
        let start = max(first.any, since ?? .earliest)
        try db.step(
            """
            SELECT t.purchased_at_ms / 86400000, t.transaction_id, c.original_transaction_id, t.purchased_at_ms
            FROM chains c CROSS JOIN transactions t ON t.chain_id = c.id
            WHERE c.id BETWEEN ?1 AND ?2 AND c.environment = ?3 AND t.purchased_at_ms > ?4
              AND (t.expires_at_ms IS NOT NULL OR t.purchased_at_ms > ?5)
              AND t.ownership IS DISTINCT FROM 'family_shared'
              AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.chain_id = c.id AND n.charge IN (
                SELECT i.transaction_id FROM transaction_ids i WHERE i."transaction" = t.id))
            """,
            [
                part.lowerBound, part.upperBound, environment.rawValue, start.milliseconds,
                (first.oneTimeCharge ?? .latest).milliseconds,
            ]
        ) { row in
            let charge = NotificationReport.Gap.Charge(
                transaction: try row[1], chain: try row[2],
                purchasedAt: try row[3])
            add(charge, key: DayKey(day: .beginning(ofDay: try row[0]), environment: environment))
            return true
        }
    }

    private mutating func add(_ charge: NotificationReport.Gap.Charge, key: DayKey) {
        var gap =
            gaps[key]
            ?? NotificationReport.Gap(day: key.day, environment: key.environment, count: 0, first: [])
        gap.count += 1
        gap.first.append(charge)
        gap.first.sort { ($0.purchasedAt, $0.transaction) < ($1.purchasedAt, $1.transaction) }
        gap.first = Array(gap.first.prefix(NotificationReport.Gap.mostNamed))
        gaps[key] = gap
    }
}
