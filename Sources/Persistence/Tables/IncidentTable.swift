import Purchases

/// Incidents as their table keeps them.
enum IncidentTable {
    private static let selection = """
        SELECT id, kind, key, causes, name, from_ms, until_ms, opened_ms, closed_ms, usual, is_kept, merged_into,
          dissolved_ms, version, quiet_ms FROM incidents
        """

    /// Of failure hours, that they are an incident's: no number that is bound is 0, but only what says so uses the index of
    /// those that are one's.
    static let hours = "incident = ? AND incident <> 0"

    /// The tickets of incidents that count, read from their index alone.
    static let failed = "tickets t INDEXED BY tickets_failed"

    /// An incident with how long nothing may come before it is over.
    struct Row {
        var incident: Incident
        var quiet: TimeLength

        /// The row's number.
        var number: Int64 { incident.id.row ?? 0 }
    }

    /// The incident in a row, without its figures; nil when there is none.
    static func at(_ number: Int64, in db: Connection) throws -> Row? {
        try db.first("\(selection) WHERE id = ?", [number], read)
    }

    /// The incident of that name.
    ///
    /// - Throws: ``StoreError/unknownIncident(_:)``
    static func find(_ id: IncidentID, in db: Connection) throws -> Row {
        guard let number = id.row, let row = try at(number, in: db) else {
            throw StoreError.unknownIncident(id)
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
        let incident = row.incident
        return try db.insert(
            """
            INSERT INTO incidents (kind, key, causes, from_ms, until_ms, quiet_ms, opened_ms, closed_ms, usual, is_kept, name)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                incident.kind.rawValue, incident.key, try ColumnText.json(incident.causes), incident.from,
                incident.until, row.quiet.count, incident.openedAt, incident.closedAt, incident.usual,
                incident.isKept, incident.name,
            ])
    }

    /// Keeps a row, one version further.
    static func update(_ row: Row, in db: Connection) throws {
        let incident = row.incident
        try db.run(
            """
            UPDATE incidents SET kind = ?, key = ?, causes = ?, from_ms = ?, until_ms = ?, quiet_ms = ?, closed_ms = ?,
              usual = ?, is_kept = ?, merged_into = ?, name = ?, version = version + 1 WHERE id = ?
            """,
            [
                incident.kind.rawValue, incident.key, try ColumnText.json(incident.causes), incident.from,
                incident.until, row.quiet.count, incident.closedAt, incident.usual, incident.isKept,
                incident.mergedInto?.row, incident.name, row.number,
            ])
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
        let (closed, merged, dissolved): (Instant?, Int64?, Instant?) = (row[8], row[11], row[12])
        let state: IncidentState =
            if merged != nil { .merged } else if dissolved != nil { .dissolved } else {
                closed == nil ? .goingOn : .closed
            }
        let causes: [TicketCause]? = try row.json(3)
        let kind: String = try row[1]
        return Row(
            incident: Incident(
                id: IncidentID(row: try row[0]), kind: IncidentKind(rawValue: kind) ?? .cause,
                key: try row[2],
                causes: causes ?? [], name: row[4], from: try row[5], until: try row[6], openedAt: try row[7],
                closedAt: closed, usual: try row[9], isKept: try row[10], state: state,
                mergedInto: merged.map { IncidentID(row: $0) }, version: try row[13]),
            quiet: TimeLength(try row[14]))
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
                standing: IncidentStanding(rawValue: standing) ?? .open, tickets: try row[2],
                milliunits: try row[3])
        }
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
    /// Its row.
    let row: Int64

    /// Before the newest.
    static let start = IncidentCursor(from: Instant(milliseconds: .max), row: .max)

    /// The place after an incident.
    init(from: Instant, row: Int64) { (self.from, self.row) = (from, row) }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 2, let from = numbers[0], let row = numbers[1] else {
            throw StoreError.badCursor(text)
        }
        self.init(from: Instant(milliseconds: from), row: row)
    }

    /// The cursor as pages give it.
    var text: String { "\(from.milliseconds).\(row)" }
}
