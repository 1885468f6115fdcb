import Purchases

/// Reads the review from the figures that triggers keep (`loss_figures` by day, `loss_totals` of all time, in
/// `Schema/LossTables.swift`); of tickets only what an index gives in order.
struct LossReading {
    /// How many days the series have where nothing says since when.
    private static let usualDays = 30
    /// Of how many days hours are told.
    private static let daysOfHours = 62

    let db: Connection
    /// The moment of ages.
    let now: Instant
    /// The first day that counts, since 1970; nil: the first there is.
    let first: Int?
    /// The day before which days count, since 1970; nil: none.
    let end: Int?

    private static let isServed = "environment IN \(SettingTable.moneyEnvironments)"
    private static let isLoss = "\"group\" = 3 AND is_unproved = 0 AND merged_into IS NULL"

    func review() throws -> LossReview {
        let ever = LossFigures(try totals(.cause).map(\.part))
        let rows = try Dictionary(
            uniqueKeysWithValues: LossDimension.allCases.map { ($0, try self.rows($0)) })
        let total =
            first == nil && end == nil ? ever : LossFigures(rows[.cause]?.flatMap(\.figures.parts) ?? [])
        return LossReview(
            at: now,
            environments: try db.values(
                "SELECT m.environment FROM \(SettingTable.moneyEnvironments) m ORDER BY 1"
            ).map(
                AppStoreEnvironment.init(rawValue:)),
            since: first.map(LossReading.start), until: end.map(LossReading.start), ever: ever, total: total,
            rows: rows, seriesStart: LossReading.start(ofDay: seriesFirst), days: try days(),
            ages: try ages(),
            oldest: try oldest(), makingGood: try makingGood(), writtenOff: try writtenOff())
    }

    // MARK: Sums

    /// A row of the kept figures.
    private struct Kept {
        let value: String
        let part: LossFigures.Part
    }

    private static func kept(_ row: StoredRow, after start: Int = 0) throws -> Kept? {
        let currency: String = try row[start + 1]
        guard let standing = LossStatus(rawValue: try row[start + 2]) else { return nil }
        return Kept(
            value: try row[start],
            part: LossFigures.Part(
                standing: standing, currency: currency.isEmpty ? nil : currency, tickets: try row[start + 3],
                milliunits: try row[start + 4], free: try row[start + 5], negative: try row[start + 6]))
    }

    private func rows(_ dimension: LossDimension) throws -> [LossReview.Row] {
        let kept =
            first == nil && end == nil
            ? try totals(dimension) : try totals(dimension, from: from, before: before)
        let byValue = Dictionary(grouping: kept, by: \.value)
        return byValue.map { value, parts in
            LossReview.Row(value: value.isEmpty ? nil : value, figures: LossFigures(parts.map(\.part)))
        }.sorted(by: LossReading.comesBefore)
    }

    private static func comesBefore(_ left: LossReview.Row, _ right: LossReview.Row) -> Bool {
        let places = [left, right].map { ($0.figures.tickets([.open]), $0.figures.tickets(), $0.value ?? "") }
        if places[0].0 != places[1].0 { return places[0].0 > places[1].0 }
        if places[0].1 != places[1].1 { return places[0].1 > places[1].1 }
        return places[0].2 < places[1].2
    }

    private func totals(_ dimension: LossDimension) throws -> [Kept] {
        try db.map(
            """
            SELECT value, currency, standing, tickets, milliunits, free, negative FROM loss_totals
            WHERE dimension = ? AND \(LossReading.isServed)
            """, [dimension.rawValue]
        ) { try LossReading.kept($0) }.compactMap { $0 }
    }

    private func totals(_ dimension: LossDimension, from: Int, before: Int) throws -> [Kept] {
        try db.map(
            """
            SELECT value, currency, standing, sum(tickets), sum(milliunits), sum(free), sum(negative)
            FROM loss_figures WHERE dimension = ? AND \(LossReading.isServed) AND day >= ? AND day < ? GROUP BY 1, 2, 3
            """, [dimension.rawValue, from, before]
        ) { try LossReading.kept($0) }.compactMap { $0 }
    }

    private var from: Int { first ?? .min }
    private var before: Int { end ?? .max }

    // MARK: Series

    /// The first day of the series.
    private var seriesFirst: Int { first ?? ((end ?? now.dayCount + 1) - LossReading.usualDays) }

    private func days() throws -> [LossReview.Day] {
        var days: [Int: LossFigures] = [:]
        try db.step(
            """
            SELECT day, '', currency, standing, sum(tickets), sum(milliunits), sum(free), sum(negative)
            FROM loss_figures WHERE dimension = 'cause' AND \(LossReading.isServed) AND day >= ? AND day < ?
            GROUP BY 1, 3, 4
            """, [seriesFirst, before]
        ) { row in
            if let kept = try LossReading.kept(row, after: 1) {
                days[try row[0] as Int, default: .none].add(kept.part)
            }
            return true
        }
        let hours = try self.hours()
        let firstOfHours = hoursFirst
        return days.sorted { $0.key < $1.key }.map { day, figures in
            LossReview.Day(
                start: LossReading.start(ofDay: day), figures: figures,
                hours: day < firstOfHours ? nil : hours[day] ?? LossReading.noHours)
        }
    }

    private static let noHours = [Int](repeating: 0, count: 24)

    private var hoursFirst: Int {
        max(seriesFirst, (end ?? now.dayCount + 1) - LossReading.daysOfHours)
    }

    private func hours() throws -> [Int: [Int]] {
        var hours: [Int: [Int]] = [:]
        try db.step(
            """
            SELECT day, value, sum(tickets) FROM loss_figures
            WHERE dimension = 'hour' AND \(LossReading.isServed) AND day >= ? AND day < ? AND standing <> 'delivered'
            GROUP BY 1, 2
            """, [hoursFirst, before]
        ) { row in
            if let hour = Int(try row[1] as String), LossReading.noHours.indices.contains(hour) {
                hours[try row[0] as Int, default: LossReading.noHours][hour] = try row[2]
            }
            return true
        }
        return hours
    }

    private static func start(ofDay day: Int) -> Instant { .beginning(ofDay: Int64(day)) }

    // MARK: Ages and ends

    private func ages() throws -> [StoreReport.Age: Int] {
        var ages = Dictionary(uniqueKeysWithValues: StoreReport.Age.allCases.map { ($0, 0) })
        // From the newest on: an age is what waits longer than the ages before it, and less long than its own limit.
        var younger = Int64.max
        for age in StoreReport.Age.allCases {
            let oldest = age.limit.map { (now - $0).milliseconds } ?? .min
            ages[age] = try db.value(
                """
                SELECT count(*) FROM tickets INDEXED BY tickets_losses WHERE \(LossReading.isLoss)
                  AND resolution IS NULL AND \(LossReading.isServed) AND waiting_since_ms > ? AND waiting_since_ms <= ?
                """, [oldest, younger])
            younger = oldest
        }
        return ages
    }

    private func oldest() throws -> LossReview.Oldest? {
        let environments: [String] = try db.values(
            "SELECT m.environment FROM \(SettingTable.moneyEnvironments) m")
        let found = try environments.compactMap { environment in
            try db.value(
                """
                SELECT id FROM tickets INDEXED BY tickets_losses WHERE \(LossReading.isLoss)
                  AND resolution IS NULL AND environment = ? ORDER BY waiting_since_ms, id LIMIT 1
                """, [environment]) as Int64?
        }
        let tickets = try found.compactMap { try TicketTable.at($0, in: db) }
        return tickets.min { $0.waitingSince < $1.waitingSince }.map {
            LossReview.Oldest(ticket: $0.id, waitingSince: $0.waitingSince, money: $0.money)
        }
    }

    /// From when the customer began to wait, which is the charge, but where a device's clock was years off.
    ///
    /// Exact: every make-good of the period is looked at, in the index alone.
    private func makingGood() throws -> LossReview.MakingGood {
        let taken: [Int64] = try db.values(
            """
            SELECT CASE WHEN resolved_at_ms < waiting_since_ms THEN 0 ELSE resolved_at_ms - waiting_since_ms END
            FROM tickets INDEXED BY tickets_losses_made_good WHERE \(LossReading.isLoss) AND resolution = 'made_good'
              AND \(LossReading.isServed) AND coalesce(charged_at_ms, waiting_since_ms) BETWEEN ? AND ?
            """, period
        ).sorted()
        // The nearest rank: the least time within which so many of a hundred were.
        let within = { (share: Int) in
            taken.isEmpty ? nil : TimeLength(taken[(taken.count * share + 99) / 100 - 1])
        }
        return LossReview.MakingGood(count: taken.count, median: within(50), ninetieth: within(90))
    }

    private func writtenOff() throws -> [LossReview.WriteOff] {
        try db.map(
            """
            SELECT resolved_by, resolution, count(*) FROM tickets INDEXED BY tickets_losses_written_off
            WHERE \(LossReading.isLoss) AND resolution IN ('written_off', 'duplicate') AND resolved_by IS NOT NULL
              AND (resolution = 'written_off' OR (is_without_proof = 0 AND "transaction" IS NOT NULL))
              AND \(LossReading.isServed) AND coalesce(charged_at_ms, waiting_since_ms) BETWEEN ? AND ?
            GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
            """, period
        ) { row in
            LossReview.WriteOff(
                agent: try row[0], resolution: row[1] ?? .writtenOff, tickets: try row[2])
        }
    }

    /// The moments of charges that count.
    private var period: BoundValues {
        [
            first.map { LossReading.start(ofDay: $0).milliseconds } ?? .min,
            end.map { LossReading.start(ofDay: $0).milliseconds - 1 } ?? .max,
        ]
    }
}
