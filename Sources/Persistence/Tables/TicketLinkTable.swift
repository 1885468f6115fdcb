import GRDB
public import Purchases

/// A ticket that somebody says belongs together with another.
public struct LinkedTicket: Hashable, Sendable {
    /// The other ticket.
    public let id: TicketID
    /// Its group.
    public let group: ErrorGroup
    /// How far the work on it is.
    public let state: TicketState
    /// How it ended.
    public let resolution: TicketResolution?
    /// Whose it is.
    public let customer: AppUserID?
    /// Who linked the two.
    public let agent: AgentName
    /// When.
    public let at: Instant
}

/// Which tickets belong together, as its table keeps it: each pair once, the smaller number first.
enum TicketLinkTable {
    /// Keeps a link; answers whether it is new.
    static func keep(
        _ ticket: Int64, _ other: Int64, by agent: AgentName, at now: Instant, in db: Database
    ) throws -> Bool {
        let pair: BoundValues = [min(ticket, other), max(ticket, other)]
        guard
            try !db.exists("SELECT 1 FROM ticket_links WHERE ticket_id = ? AND other_id = ?", pair)
        else { return false }
        try db.run(
            "INSERT INTO ticket_links (ticket_id, other_id, at_ms, agent) VALUES (?, ?, ?, ?)",
            pair + [now, agent])
        return true
    }

    /// The tickets that belong to one, by number.
    static func all(of ticket: Int64, in db: Database) throws -> [LinkedTicket] {
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
                agent: try row[5], at: try row[6])
        }
    }
}
