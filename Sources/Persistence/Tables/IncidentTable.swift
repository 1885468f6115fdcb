import Purchases

/// Incidents as their table keeps them.
enum IncidentTable {
    private static let columns = ColumnNames(of: Row.self)
    private static let selection = "SELECT id, version, dissolved_ms, \(columns.selection) FROM incidents"
    private static let change = columns.update(of: "incidents", with: ["version = version + 1"])

    /// A condition on `failure_hours`: those of an incident. No bound number is 0, but SQLite uses the index of hours
    /// that are an incident's only where the statement says so.
    static let hours = "incident = ? AND incident <> 0"

    /// The tickets of incidents that count, read from their index alone.
    static let failed = "tickets t INDEXED BY tickets_failed"

    /// An incident with how long nothing may come before it is over; its number, its version and when it was dissolved are
    /// the table's own.
    struct Row: TableRow {
        static let table = Table<Row>("incidents", key: "id")
        static let unread = Row(
            incident: Incident(
                id: IncidentID(""), kind: .cause, key: "", causes: [], name: nil, from: .earliest,
                until: .earliest, openedAt: .earliest, closedAt: nil, usual: 0, isKept: false,
                state: .goingOn, mergedInto: nil, version: 1),
            quiet: .zero)

        var incident: Incident
        var quiet: TimeLength

        var number: Int64 { incident.id.row ?? 0 }

        mutating func visit(_ columns: inout some ColumnVisitor) {
            var (kind, length) = (incident.kind.rawValue, quiet.count)
            columns.visit("kind", &kind)
            columns.visit("key", &incident.key)
            columns.visit("causes", requiredJSON: &incident.causes)
            columns.visit("from_ms", &incident.from)
            columns.visit("until_ms", &incident.until)
            columns.visit("quiet_ms", &length)
            columns.visit("opened_ms", &incident.openedAt)
            columns.visit("closed_ms", &incident.closedAt)
            columns.visit("usual", &incident.usual)
            columns.visit("is_kept", &incident.isKept)
            columns.visit("merged_into", &incident.mergedInto)
            columns.visit("name", &incident.name)
            incident.kind = IncidentKind(rawValue: kind) ?? .cause
            quiet = TimeLength(length)
        }
    }

    /// The incident in a row, without its figures; nil when there is none.
    static func at(_ number: Int64, in db: Connection) throws -> Row? {
        try db.first("\(selection) WHERE id = ?", [number], read)
    }

    /// The incident of that name.
    ///
    /// - Throws: `StoreError`: not found.
    static func find(_ id: IncidentID, in db: Connection) throws -> Row {
        guard let number = id.row, let row = try at(number, in: db) else {
            throw StoreError.unknown(.incident(id))
        }
        return row
    }

    /// The numbers of an incident and of all that were merged into it, as texts.
    static func family(of number: Int64, in db: Connection) throws -> ValueList {
        let numbers: [String] = try db.values(
            """
            WITH RECURSIVE family (id) AS (
              SELECT CAST(? AS BIGINT) UNION SELECT i.id FROM incidents i JOIN family f ON i.merged_into = f.id)
            SELECT CAST(id AS TEXT) FROM family
            """, [number])
        return ValueList(numbers)
    }

    /// The numbers of those that go on though so long nothing came of them that they are over; none of the others is read.
    static func over(at now: Instant, in db: Connection) throws -> [Int64] {
        try db.values(
            """
            SELECT id FROM incidents INDEXED BY incidents_going_on
            WHERE closed_ms IS NULL AND merged_into IS NULL AND dissolved_ms IS NULL AND until_ms + quiet_ms <= ?
            ORDER BY id
            """, [now])
    }

    /// Those that are ones of their own, the oldest number first.
    static func standing(_ db: Connection) throws -> [Row] {
        try db.map("\(selection) WHERE merged_into IS NULL AND dissolved_ms IS NULL ORDER BY id", [], read)
    }

    /// Those that are ones of their own, the newest first, after a place.
    static func page(
        after place: IncidentCursor?, limit: Int, state: IncidentState?, in db: Connection
    ) throws -> [Row] {
        let condition =
            switch state {
            case nil: "merged_into IS NULL AND dissolved_ms IS NULL"
            case .goingOn?: "closed_ms IS NULL AND merged_into IS NULL AND dissolved_ms IS NULL"
            case .closed?: "closed_ms IS NOT NULL AND merged_into IS NULL AND dissolved_ms IS NULL"
            case .merged?: "merged_into IS NOT NULL"
            case .dissolved?: "dissolved_ms IS NOT NULL"
            }
        let place = place ?? .start
        return try db.map(
            """
            \(selection) WHERE \(condition) AND (from_ms, id) < (?, ?) ORDER BY from_ms DESC, id DESC LIMIT ?
            """, [place.from, place.row, limit], read)
    }

    /// Makes a row; answers its number.
    static func insert(_ row: Row, in db: Connection) throws -> Int64 {
        try Row.table.add(row, in: db)
    }

    /// Keeps a row, one version further.
    static func update(_ row: Row, in db: Connection) throws {
        try db.run(change) { binder in
            binder.bind(row)
            binder.bind(row.number)
        }
    }

    /// Lets a ticket join the incident that goes on and that it fits, at once and before any alarm of it is heard.
    static func join(_ ticket: Int64, in db: Connection) throws {
        let found: Int64? = try db.value(
            """
            SELECT i.id FROM tickets t JOIN incidents i INDEXED BY incidents_going_on
              ON i.closed_ms IS NULL AND i.merged_into IS NULL AND i.dissolved_ms IS NULL AND t.placed_ms BETWEEN i.from_ms AND i.until_ms + i.quiet_ms
              AND (i.kind = 'version' AND i.key = t.app_version
                OR i.kind <> 'version' AND t.cause IN (SELECT value FROM json_each(i.causes)))
            WHERE t.id = ? AND t.incident_id IS NULL AND \(LossTerms.counts("t"))
            ORDER BY i.until_ms - i.from_ms, i.id LIMIT 1
            """, [ticket])
        guard let found else { return }
        try db.run("UPDATE tickets SET incident_id = ? WHERE id = ?", [found, ticket])
        try AlarmTable.letRing(ticket, in: db)
        try db.run(
            """
            UPDATE incidents SET until_ms = t.placed_ms FROM tickets t
            WHERE t.id = ? AND incidents.id = t.incident_id AND t.placed_ms > incidents.until_ms
            """, [ticket])
    }

    private static func read(_ row: StoredRow) throws -> Row {
        var found = try Row(row, after: 3)
        (found.incident.id, found.incident.version) = (try row[0], try row[1])
        let dissolved: Instant? = row[2]
        found.incident.state =
            if found.incident.mergedInto != nil { .merged } else if dissolved != nil { .dissolved } else {
                found.incident.closedAt == nil ? .goingOn : .closed
            }
        return found
    }
}

/// What an incident cost, as triggers keep it.
enum IncidentFigureTable {
    /// The figures of an incident.
    static func figures(of incident: Int64, in db: Connection) throws -> IncidentFigures {
        let sums = try db.map(
            """
            SELECT currency, standing, tickets, milliunits FROM incident_figures WHERE incident = ?
            ORDER BY currency, standing
            """, [incident]
        ) { row in
            let (currency, standing): (String, String) = (try row[0], try row[1])
            return IncidentFigures.Sum(
                currency: currency.isEmpty ? nil : currency,
                standing: IncidentLossStatus(rawValue: standing) ?? .open, tickets: try row[2],
                milliunits: try row[3])
        }
        // In the schema's own words, since SQLite uses the index only for those.
        let customers: Int? = try db.value(
            """
            SELECT count(DISTINCT t.customer_id) FROM \(IncidentTable.failed) WHERE t.incident_id = ? AND \(Schema.counts("t"))
            """, [incident])
        return IncidentFigures(sums: sums, customers: customers ?? 0)
    }
}

/// A place in the list of incidents.
struct IncidentCursor {
    /// When the last incident of a page began.
    let from: Instant
    let row: Int64

    /// Before the newest.
    static let start = IncidentCursor(from: Instant(milliseconds: .max), row: .max)

    /// The place after an incident.
    init(from: Instant, row: Int64) { (self.from, self.row) = (from, row) }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 2, let from = numbers[0], let row = numbers[1] else {
            throw StoreError.invalid(.cursor(text))
        }
        self.init(from: Instant(milliseconds: from), row: row)
    }

    /// The cursor as pages give it.
    var text: String { "\(from.milliseconds).\(row)" }
}
