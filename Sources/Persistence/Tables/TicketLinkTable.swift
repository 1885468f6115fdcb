package import Purchases

/// A ticket that belongs together with another.
package struct LinkedTicket: Hashable, Sendable {
    /// Why it does.
    package enum Origin: Hashable, Sendable {
        /// Somebody said so.
        case person(AgentName, at: Instant)
        /// Reports of other customers name the same attempt, or an id of the same charge, and no record of the App Store's
        /// tells whose it is.
        case sharedID
    }

    /// The other ticket.
    package let id: TicketID
    package let group: ErrorGroup
    /// How far the work on it is.
    package let state: TicketState
    package let resolution: TicketResolution?
    package let customer: AppUserID?
    /// Why the two belong together.
    package let origin: Origin
}

/// Which tickets belong together, as its table keeps it: each pair once, the smaller number first.
enum TicketLinkTable {
    /// Keeps a link; answers whether it is new.
    static func keep(
        _ ticket: Int64, _ other: Int64, by agent: AgentName, at now: Instant, in db: Connection
    ) throws -> Bool {
        let link = TicketLink(
            ticket: min(ticket, other), other: max(ticket, other), at: now, agent: agent)
        guard try !TicketLink.table.has(link.ticket, link.other, in: db) else { return false }
        try TicketLink.table.insert(link, in: db)
        return true
    }

    /// The tickets that somebody says belong to one, by number.
    static func all(of ticket: Int64, in db: Connection) throws -> [LinkedTicket] {
        try db.map(
            """
            SELECT t.id, t."group", t.state, t.resolution, u.app_user_id, l.agent, l.at_ms FROM (
              SELECT other_id AS id, agent, at_ms FROM ticket_links WHERE ticket_id = ?1
              UNION ALL SELECT ticket_id, agent, at_ms FROM ticket_links WHERE other_id = ?1) l
            JOIN tickets t ON t.id = l.id LEFT JOIN customers u ON u.id = t.customer_id ORDER BY t.id LIMIT 200
            """, [ticket]
        ) { row in
            LinkedTicket(
                id: try row[0], group: try row[1], state: try row[2], resolution: row[3], customer: row[4],
                origin: .person(try row[5], at: try row[6]))
        }
    }

    /// The tickets of other customers that share an attempt's name or an id with one, by number.
    static func sharing(with ticket: Int64, in db: Connection) throws -> [LinkedTicket] {
        try db.map(
            """
            SELECT t.id, t."group", t.state, t.resolution, u.app_user_id
            FROM tickets t LEFT JOIN customers u ON u.id = t.customer_id
            WHERE t.id <> ?1 AND t.id IN (\(attemptsSharing)) ORDER BY t.id LIMIT 20
            """, [ticket]
        ) { row in
            LinkedTicket(
                id: try row[0], group: try row[1], state: try row[2], resolution: row[3], customer: row[4],
                origin: .sharedID)
        }
    }

    /// No more than a few hundred: where an app gives everybody the same id, some of them say it all.
    private static let attemptsSharing = [
        branch("transaction_id", " AND b.environment = a.environment"),
        branch("web_order_line_item_id", " AND b.environment = a.environment"), branch("attempt_id", ""),
    ].joined(separator: " UNION ALL ")

    private static func branch(_ column: String, _ place: String) -> String {
        """
        SELECT s.ticket_id FROM (SELECT b.ticket_id FROM attempts a JOIN attempts b ON b.\(column) = a.\(column)\(place)
          WHERE a.ticket_id = ?1 LIMIT 200) s
        """
    }
}

/// Two tickets that somebody says belong together, the smaller number first.
struct TicketLink: TableRow {
    static let table = Table<TicketLink>("ticket_links", key: "ticket_id", "other_id")
    static let unread = TicketLink(ticket: 0, other: 0, at: .earliest, agent: AgentName(""))

    var ticket: Int64
    var other: Int64
    var at: Instant
    var agent: AgentName

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("ticket_id", &ticket)
        columns.visit("other_id", &other)
        columns.visit("at_ms", &at)
        columns.visit("agent", &agent)
    }
}
