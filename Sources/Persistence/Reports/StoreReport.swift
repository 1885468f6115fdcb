package import Purchases

/// The store in numbers at a moment: chains of served environments, make-goods and failed purchases.
package struct StoreReport: Hashable, Sendable {
    /// How old an unresolved ticket is, by how long its customer has waited.
    package enum Age: String, Hashable, Sendable, CaseIterable {
        /// Less than an hour.
        case hour = "under_1_hour"
        /// Less than a day.
        case day = "under_1_day"
        /// Less than three days.
        case threeDays = "under_3_days"
        /// Less than a week.
        case week = "under_7_days"
        /// Less than 30 days.
        case month = "under_30_days"
        /// 30 days and more.
        case older = "30_days_and_more"

        /// The time under which it counts; nil for the oldest.
        var limit: TimeLength? {
            switch self {
            case .hour: .hours(1)
            case .day: .days(1)
            case .threeDays: .days(3)
            case .week: .days(7)
            case .month: .days(30)
            case .older: nil
            }
        }
    }

    /// How many refunds there were.
    package struct Refunds: Hashable, Sendable {
        /// All.
        package let count: Int
        /// Those of the 30 days before the moment.
        package let recent: Int
    }

    package let at: Instant
    /// The environments that the store serves.
    package let environments: [AppStoreEnvironment]
    /// How many chains are what.
    package let chains: [ChainStatus: Int]
    /// How many chains run in a trial.
    package let trials: Int
    /// How many purchases were refunded.
    package let refunds: Refunds
    /// How many make-goods are what.
    package let grants: [Grant.State: Int]
    /// How many tickets of each group are unresolved, by their age.
    package let tickets: [ErrorGroup: [Age: Int]]
    /// How many purchases only the app says were delivered, a day and more after the charge.
    package let deliveriesByWord: Int
    /// What can be told apart by day and product.
    package let figures: ReportFigures
}

extension Store {
    /// The store in numbers at a moment; others write meanwhile.
    package func report(
        at instant: Instant, progress: ReportProgress = .none
    ) throws(StoreError) -> StoreReport {
        try read { try StoreReportReading(db: $0, at: instant, progress: progress).report() }
    }

    /// What was received of the App Store's notifications since a moment, and what is missing; others write meanwhile.
    package func notificationReport(
        since: Instant? = nil, progress: ReportProgress = .none
    ) throws(StoreError) -> NotificationReport {
        try read { db in
            var reading = NotificationReportReading(db, since: since, progress: progress)
            return try reading.report()
        }
    }
}

/// Counts the store at a moment, in one read of it.
struct StoreReportReading {
    let db: Connection
    let at: Instant
    /// Where it says how far it has come.
    let progress: ReportProgress

    func report() throws -> StoreReport {
        var counting = ReportCounting(db: db, at: at, progress: progress)
        try counting.count()
        let refunds = StoreReport.Refunds(
            count: counting.figures.count(.refunds), recent: counting.recentRefunds)
        return StoreReport(
            at: at,
            environments: try db.values("SELECT environment FROM served_environments ORDER BY 1").map(
                AppStoreEnvironment.init(rawValue:)),
            chains: try chains(), trials: try trials(), refunds: refunds, grants: try grants(),
            tickets: try tickets(),
            deliveriesByWord: try UnconfirmedDeliveryReading(db: db, now: at).count(atMost: .max),
            figures: counting.figures)
    }

    // Conditions: `c` is a chain, `s` a period of its status, `?1` the moment.
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
            (row[0] ?? ChainStatus.none, try row[1] as Int)
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
                AND t.expires_at_ms > ?1 AND (t.is_trial = 1 OR t.offer_discount_type = 'FREE_TRIAL')
                AND coalesce(t.is_upgraded, 0) = 0 AND (t.revoked_at_ms IS NULL OR t.revoked_at_ms > ?1))
            """, [at.milliseconds]) ?? 0
    }

    private func grants() throws -> [Grant.State: Int] {
        let found = try db.map(
            """
            SELECT CASE WHEN revoked_at_ms <= ?1 THEN 'revoked' WHEN starts_at_ms > ?1 THEN 'upcoming'
              WHEN ends_at_ms <= ?1 THEN 'ended' ELSE 'active' END, count(*)
            FROM grants WHERE reason <> 'bridge' GROUP BY 1
            """, [at.milliseconds]
        ) { (Grant.State(rawValue: try $0[0]) ?? .active, try $0[1] as Int) }
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
            let waited = at - (try row[1] as Instant)
            let age = StoreReport.Age.allCases.first { age in age.limit.map { waited < $0 } ?? true }
            if let group: ErrorGroup = row[0], let age { counts[group]?[age, default: 0] += 1 }
            return true
        }
        return counts
    }
}

/// The rows of a table in parts that are read one after the other, so that it can be said how far a report has come.
struct ReportParts: Sequence {
    /// How many rows have numbers of one part.
    private static let length: Int64 = 20_000

    private let last: Int64

    /// The parts of a table.
    init(_ table: String, in db: Connection) throws {
        last = try db.value("SELECT max(id) FROM \(table)") ?? 0
    }

    var count: Int { Int((last + ReportParts.length - 1) / ReportParts.length) }

    /// The parts, from the first number on.
    func makeIterator() -> some IteratorProtocol<ClosedRange<Int64>> {
        let last = last
        return stride(from: Int64(1), through: last, by: Int(ReportParts.length)).lazy.map {
            $0...Swift.min($0 + ReportParts.length - 1, last)
        }.makeIterator()
    }
}

extension Instant {
    /// The beginning of a day in UTC, by its number since 1970.
    static func beginning(ofDay day: Int64) -> Instant {
        Instant(milliseconds: day * TimeLength.days(1).count)
    }
}

/// Where a report says how far it has come.
package struct ReportProgress {
    private let notice: (_ share: Double) -> Void

    /// Says it to a closure, as a share between 0 and 1.
    package init(_ notice: @escaping (_ share: Double) -> Void) { self.notice = notice }

    /// Nobody wants to know.
    package static var none: ReportProgress { ReportProgress { _ in } }

    /// So many parts of all are done.
    func show(_ done: Int, of all: Int) { notice(all == 0 ? 1 : Double(done) / Double(all)) }
}
