import Purchases

/// Lets an incident ring once, however many losses it brings; its other alarms are passed over.
struct IncidentAlarms {
    let db: Connection
    let now: Instant

    /// Takes the next alarm that is to be heard; nil when none is.
    func take(through reach: Set<AlarmChannel> = .all) throws -> Alarm? {
        while var alarm = try AlarmTable.take(at: now, through: reach, in: db) {
            guard let ticket = alarm.ticket.row, let incident = try incident(of: ticket) else { return alarm }
            let first = try first(of: incident)
            // One that ended meanwhile tells of nothing: the next loss of the incident does.
            guard try first == ticket || (first == nil && isOpen(ticket)) else {
                try pass(ticket)
                if first != nil { try passOthers(of: incident, but: first ?? 0) }
                continue
            }
            try ring(incident, with: ticket)
            alarm.incident = IncidentID(row: incident)
            return alarm
        }
        return nil
    }

    /// Takes everything that waits as told, so that nobody is called for it; answers it, to be told as one.
    func tell() throws -> UnheardAlarms {
        let rows = try db.map(
            """
            SELECT t.incident_id, count(*), min(a.ticket_id) FROM alarms a JOIN tickets t ON t.id = a.ticket_id
            WHERE \(AlarmTable.waits) AND t.state <> 'resolved' GROUP BY t.incident_id ORDER BY 3
            """
        ) { (incident: $0[0] as Int64?, count: try $0[1] as Int, first: try $0[2] as Int64) }
        var incidents: [Incident] = []
        for row in rows {
            guard let incident = row.incident, try first(of: incident) == nil,
                let found = try IncidentTable.at(incident, in: db)
            else { continue }
            try ring(incident, with: row.first)
            incidents.append(try IncidentReading(db: db).whole(found))
        }
        try AlarmTable.passOver(at: now, in: db)
        let alone = rows.first { $0.incident == nil }
        return UnheardAlarms(
            count: alone?.count ?? 0, first: alone.map { TicketID(row: $0.first) }, incidents: incidents)
    }

    /// Forgets that an incident rang with a ticket, because nobody had to hear it after all: its next loss rings anew.
    func forget(_ ticket: Int64) throws {
        try db.run("UPDATE incidents SET alarm_ticket = NULL WHERE alarm_ticket = ?", [ticket])
    }

    private func incident(of ticket: Int64) throws -> Int64? {
        try db.value("SELECT incident_id FROM tickets WHERE id = ?", [ticket])
    }

    /// The ticket with which an incident rang; nil while nobody heard of it.
    private func first(of incident: Int64) throws -> Int64? {
        try db.value("SELECT alarm_ticket FROM incidents WHERE id = ?", [incident])
    }

    private func isOpen(_ ticket: Int64) throws -> Bool {
        try db.exists("SELECT 1 FROM tickets WHERE id = ? AND state <> 'resolved'", [ticket])
    }

    private func ring(_ incident: Int64, with ticket: Int64) throws {
        try db.run("UPDATE incidents SET alarm_ticket = ? WHERE id = ?", [ticket, incident])
        try passOthers(of: incident, but: ticket)
    }

    private func passOthers(of incident: Int64, but ticket: Int64) throws {
        try db.run(
            """
            UPDATE alarms SET taken_at_ms = ?, next_ms = NULL, failure = NULL
            WHERE \(AlarmTable.waits) AND ticket_id <> ?
              AND ticket_id IN (SELECT id FROM tickets WHERE incident_id = ?)
            """, [now, ticket, incident])
    }

    private func pass(_ ticket: Int64) throws {
        try db.run("UPDATE alarms SET next_ms = NULL, failure = NULL WHERE ticket_id = ?", [ticket])
    }
}
