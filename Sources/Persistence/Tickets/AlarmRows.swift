import GRDB
import Purchases

/// Alarms as their table keeps them: one a ticket, ever.
enum AlarmRows {
    private enum Column: Int, ColumnList {
        case ticketId, atMs, takenAtMs, deliveredAtMs, failure
    }

    /// Raises the alarm of a ticket, if it was not raised before.
    static func raise(_ ticket: Int64, at now: Instant, _ db: Database) throws {
        try db.run(
            "INSERT INTO alarms (ticket_id, at_ms) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [ticket, now.milliseconds])
    }

    /// The alarm of a ticket; nil when none was raised.
    static func of(_ ticket: Int64, _ db: Database) throws -> Alarm? {
        try db.first("\(selection) WHERE ticket_id = ?", [ticket]) { read(Columns($0)) }
    }

    /// The alarms that nobody took yet, so many of the oldest.
    static func waiting(atMost limit: Int, _ db: Database) throws -> [Alarm] {
        try db.map("\(selection) WHERE taken_at_ms IS NULL ORDER BY id LIMIT ?", [limit]) {
            read(Columns($0))
        }
    }

    /// Takes the oldest of those that wait; answers them.
    static func take(atMost limit: Int, _ writing: Writing) throws -> [Alarm] {
        let taken = try waiting(atMost: limit, writing.db)
        for alarm in taken {
            try writing.db.run(
                "UPDATE alarms SET taken_at_ms = ? WHERE ticket_id = ?",
                [writing.now.milliseconds, Int64(alarm.ticket.rawValue)])
        }
        return taken
    }

    /// Takes the alarms that nobody heard before there was a command to hear them: it is for those to come.
    static func passOver(_ writing: Writing) throws {
        try writing.db.run(
            "UPDATE alarms SET taken_at_ms = ? WHERE taken_at_ms IS NULL", [writing.now.milliseconds])
    }

    /// Notes that an alarm was delivered, or why not.
    static func settle(_ ticket: TicketID, failure: String?, _ writing: Writing) throws {
        let delivered = failure == nil ? writing.now.milliseconds : nil
        try writing.db.run(
            "UPDATE alarms SET delivered_at_ms = ?, failure = ? WHERE ticket_id = ?",
            [delivered, failure, Int64(ticket.rawValue)])
        try writing.changed(.ticket, ticket.rawValue)
    }

    private static let selection = "SELECT \(Column.selection()) FROM alarms"

    private static func read(_ row: Columns<Column>) -> Alarm {
        Alarm(
            ticket: TicketID(String(row[.ticketId] as Int64)), at: row.instant(.atMs) ?? .earliest,
            takenAt: row.instant(.takenAtMs), deliveredAt: row.instant(.deliveredAtMs),
            failure: row[.failure])
    }
}
