package import Purchases

/// Incidents that are ones of their own, the newest first, each with its figures; of one state where one is asked for.
///
/// Refused as usage: an `after` that no page gave.
package struct IncidentListQuery: StoreQuery {
    let state: IncidentState?
    let after: String?
    let limit: Int

    package init(_ state: IncidentState? = nil, after: String? = nil, limit: Int = 50) {
        (self.state, self.after, self.limit) = (state, after, limit)
    }

    package func page(in reading: StoreReading) throws -> IncidentListPage {
        let (db, place) = (reading.db, try after.map(IncidentCursor.init(text:)))
        let rows = try IncidentTable.page(after: place, limit: limit + 1, state: state, in: db)
        let shown = try rows.prefix(limit).map { try IncidentReading(db: db).whole($0) }
        let next = rows.count > limit ? shown.last : nil
        return IncidentListPage(
            incidents: shown, next: next.map { IncidentCursor(from: $0.from, row: $0.id.row ?? 0).text })
    }
}

/// Everything about an incident; nil when there is none of that name.
package struct IncidentQuery: StoreQuery {
    let id: IncidentID

    package init(_ id: IncidentID) { self.id = id }

    package func page(in reading: StoreReading) throws -> IncidentPage? {
        guard let number = id.row, let row = try IncidentTable.at(number, in: reading.db) else { return nil }
        return try IncidentReading(db: reading.db).page(row)
    }
}

/// The incident that matters most in a queue: of those that go on, else of all, the one with the most unresolved tickets
/// there; nil when no ticket of the queue belongs to one.
package struct QueueIncidentQuery: StoreQuery {
    package let queue: ErrorGroup

    package init(in queue: ErrorGroup) { self.queue = queue }

    package func page(in reading: StoreReading) throws -> Incident? {
        let db = reading.db
        let found = try db.map(
            """
            SELECT t.incident_id, count(*) FROM tickets t
            WHERE t."group" = ? AND t.state <> 'resolved' AND t.incident_id IS NOT NULL GROUP BY t.incident_id
            """, [queue.rawValue]
        ) { (row: try $0[0] as Int64, tickets: try $0[1] as Int) }
        let rows = try found.compactMap { item in
            try IncidentTable.at(item.row, in: db).map { (row: $0, tickets: item.tickets) }
        }
        let first = rows.max {
            ($0.row.incident.state == .goingOn ? 1 : 0, $0.tickets, $0.row.incident.from, $0.row.number)
                < ($1.row.incident.state == .goingOn ? 1 : 0, $1.tickets, $1.row.incident.from, $1.row.number)
        }
        return try first.map { try IncidentReading(db: db).whole($0.row) }
    }
}

/// Reads what incidents did.
struct IncidentReading {
    /// How many hours a curve shows hour by hour; a longer one is shown by the day.
    private static let hours = 96
    private static let hour = TimeLength.hours(1)

    let db: Connection

    /// An incident with its figures.
    func whole(_ row: IncidentTable.Row) throws -> Incident {
        var incident = row.incident
        incident.figures = try IncidentFigureTable.figures(of: row.number, in: db)
        return incident
    }

    /// Everything about an incident.
    func page(_ row: IncidentTable.Row) throws -> IncidentPage {
        let counts = try db.map(
            "SELECT hour, cause, version, tickets FROM failure_hours WHERE \(IncidentTable.hours) ORDER BY hour",
            [row.number]
        ) { Count(hour: try $0[0], cause: try $0[1], version: try $0[2], tickets: try $0[3]) }
        let length = (counts.last?.hour ?? 0) - (counts.first?.hour ?? 0)
        let step = length < IncidentReading.hours ? 1 : 24
        return IncidentPage(
            incident: try whole(row), step: .hours(Int64(step)), curve: curve(counts, step: step),
            causes: shares(counts, by: \.cause), versions: shares(counts, by: \.version),
            products: try shares(row.number, by: "product_id"),
            storefronts: try shares(row.number, by: "storefront"), first: try victim(row.number, "ASC"),
            last: try victim(row.number, "DESC"),
            merged: try db.values("SELECT id FROM incidents WHERE merged_into = ? ORDER BY id", [row.number]),
            extensions: try extensions(row.number))
    }

    private func extensions(_ number: Int64) throws -> IncidentExtensionState {
        let family = try IncidentTable.family(of: number, in: db)
        let mine = AppStoreRequestTable.ofIncidents(family)
        let everybody = try db.map(
            "\(AppStoreRequestTable.selection) WHERE \(mine) AND kind = 'mass_extend' ORDER BY id DESC LIMIT ?",
            family.values + [AskedTable.onAPage], AppStoreRequestTable.read)
        // Of a chain that was asked about again what was done counts, else the last.
        let counts = try db.map(
            """
            SELECT CASE WHEN s.is_done = 1 THEN 'done' ELSE r.state END, count(*) FROM (
                SELECT max(CASE WHEN state = 'done' THEN 1 ELSE 0 END) AS is_done, max(id) AS newest FROM requests
                WHERE \(mine) AND kind = 'extend' GROUP BY subject) s
              CROSS JOIN requests r ON r.id = s.newest
            GROUP BY 1
            """, family.values
        ) { (state: try $0[0] as AppStoreRequest.State, count: try $0[1] as Int) }
        let states = Dictionary(counts.map { ($0.state, $0.count) }) { $0 + $1 }
        return IncidentExtensionState(
            everybody: try everybody.map {
                AskedRow(request: $0, tries: try AskedTable.tries(of: $0.id, in: db))
            },
            waiting: states[.waiting] ?? 0, done: states[.done] ?? 0,
            failed: (states[.failed] ?? 0) + (states[.cancelled] ?? 0))
    }

    /// Failed purchases of an incident in an hour.
    private struct Count {
        let hour: Int
        let cause: String
        let version: String
        let tickets: Int
    }

    private func curve(_ counts: [Count], step: Int) -> [IncidentPage.Point] {
        guard let first = counts.first, let last = counts.last else { return [] }
        var pieces = Array(repeating: 0, count: last.hour / step - first.hour / step + 1)
        for count in counts { pieces[count.hour / step - first.hour / step] += count.tickets }
        return pieces.enumerated().map { place, tickets in
            let hour = Int64((first.hour / step + place) * step)
            return IncidentPage.Point(
                at: Instant(milliseconds: hour * IncidentReading.hour.count), tickets: tickets)
        }
    }

    private func shares(_ counts: [Count], by value: (Count) -> String) -> [IncidentPage.Share] {
        Dictionary(grouping: counts, by: value)
            .map { IncidentPage.Share(value: $0.key, tickets: $0.value.reduce(0) { $0 + $1.tickets }) }
            .sorted { ($1.tickets, $0.value) < ($0.tickets, $1.value) }
    }

    private func shares(_ incident: Int64, by column: String) throws -> [IncidentPage.Share] {
        try db.map(
            """
            SELECT coalesce(t.\(column), ''), count(*) FROM \(IncidentTable.failed)
            WHERE t.incident_id = ? AND \(Schema.counts("t")) GROUP BY 1 ORDER BY 2 DESC, 1
            """, [incident]
        ) { IncidentPage.Share(value: try $0[0], tickets: try $0[1]) }
    }

    private func victim(_ incident: Int64, _ order: String) throws -> TicketID? {
        try db.value(
            """
            SELECT t.id FROM \(IncidentTable.failed) WHERE t.incident_id = ? AND \(Schema.counts("t"))
            ORDER BY t.placed_ms \(order), t.id \(order) LIMIT 1
            """, [incident])
    }
}
