import Purchases

/// How much came in which hour.
enum ArrivalTable {
    /// How many days are kept: those that tell what is usual, and the one of which it is asked.
    private static let kept = TimeLength.days(SilenceRule.days + 1)

    /// When something came by each way last.
    static func last(in db: Connection) throws -> [ArrivalWay: Instant] {
        try ArrivalWay.allCases.reduce(into: [:]) { last, way in
            last[way] = try db.value(
                "SELECT last_ms FROM arrival_hours WHERE way = ? ORDER BY hour DESC LIMIT 1", [way.rawValue])
        }
    }

    /// How much came by a way in each hour since 1970, of those that count at a moment.
    static func byHour(_ way: ArrivalWay, at now: Instant, in db: Connection) throws -> [Int64: Int] {
        let hours = try db.map(
            "SELECT hour, documents FROM arrival_hours WHERE way = ? AND hour BETWEEN ? AND ?",
            [way.rawValue, (now - kept).hourCount, now.hourCount]
        ) { row in (try row[0] as Int64, try row[1] as Int) }
        return Dictionary(uniqueKeysWithValues: hours)
    }

    /// Adds what came by a way in an hour, the last of it at a moment.
    static func add(
        _ documents: Int, by way: ArrivalWay, last: Instant, in db: Connection
    ) throws {
        try db.run(
            """
            INSERT INTO arrival_hours (way, hour, documents, last_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (way, hour) DO UPDATE SET documents = arrival_hours.documents + excluded.documents,
              last_ms = CASE WHEN excluded.last_ms > arrival_hours.last_ms THEN excluded.last_ms
                ELSE arrival_hours.last_ms END
            """, [way.rawValue, last.hourCount, documents, last])
    }

    /// Forgets what counts no more at a moment.
    static func prune(_ way: ArrivalWay, at now: Instant, in db: Connection) throws {
        try db.run(
            "DELETE FROM arrival_hours WHERE way = ? AND hour < ?", [way.rawValue, (now - kept).hourCount])
    }

    /// Whether what came at a moment counts at another.
    static func isKept(_ arrival: Instant, at now: Instant) -> Bool { arrival >= now - kept }
}
