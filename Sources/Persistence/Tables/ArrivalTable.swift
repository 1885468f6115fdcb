import Purchases

/// How many documents came by themselves in each hour: `ArrivalTally` in `Documents` counts them, and
/// `Jobs/Silence.swift` finds by them that nothing comes any more.
enum ArrivalTable {
    /// How many days are kept: those that tell what is usual, and the one of which it is asked.
    private static let kept = TimeLength.days(SilenceRule.days + 1)

    /// When something came by each way last.
    static func last(in db: Connection) throws -> [ArrivalWay: Instant] {
        try ArrivalWay.allCases.reduce(into: [:]) { last, way in
            last[way] = try db.value(
                "SELECT last_ms FROM arrival_hours WHERE way = ? ORDER BY hour DESC LIMIT 1", [way])
        }
    }

    /// How much came by a way in each hour since 1970, of those that count at a moment.
    static func byHour(_ way: ArrivalWay, at now: Instant, in db: Connection) throws -> [Int64: Int] {
        let hours = try db.map(
            "SELECT hour, documents FROM arrival_hours WHERE way = ? AND hour BETWEEN ? AND ?",
            [way, (now - kept).hourCount, now.hourCount]
        ) { row in (try row[0] as Int64, try row[1] as Int) }
        return Dictionary(uniqueKeysWithValues: hours)
    }

    /// Adds what came by a way in an hour, the last of it at a moment.
    static func add(
        _ documents: Int, by way: ArrivalWay, last: Instant, in db: Connection
    ) throws {
        try ArrivalHour.table.insert(
            ArrivalHour(way: way, hour: last.hourCount, documents: documents, last: last),
            """
            ON CONFLICT (way, hour) DO UPDATE SET documents = arrival_hours.documents + excluded.documents,
              last_ms = CASE WHEN excluded.last_ms > arrival_hours.last_ms THEN excluded.last_ms
                ELSE arrival_hours.last_ms END
            """, in: db)
    }

    /// Forgets what counts no more at a moment.
    static func prune(_ way: ArrivalWay, at now: Instant, in db: Connection) throws {
        try db.run(
            "DELETE FROM arrival_hours WHERE way = ? AND hour < ?", [way, (now - kept).hourCount])
    }

    /// Whether what came at a moment counts at another.
    static func isKept(_ arrival: Instant, at now: Instant) -> Bool { arrival >= now - kept }
}

/// How much came by a way in an hour.
struct ArrivalHour: TableRow {
    static let table = Table<ArrivalHour>("arrival_hours", key: "way", "hour")
    static let unread = ArrivalHour(way: .notifications, hour: 0, documents: 0, last: .earliest)

    var way: ArrivalWay
    /// Hours since 1970.
    var hour: Int64
    var documents: Int
    /// When the last of it came.
    var last: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("way", &way)
        columns.visit("hour", &hour)
        columns.visit("documents", &documents)
        columns.visit("last_ms", &last)
    }
}

extension ArrivalWay: ColumnValue {}
