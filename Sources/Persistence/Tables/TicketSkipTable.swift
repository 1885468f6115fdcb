public import Purchases

/// A ticket that somebody passed over, as leads see it.
public struct TicketSkip: Hashable, Sendable {
    /// The ticket as it is now.
    public internal(set) var ticket: Ticket
    /// Who passed it over.
    public let agent: AgentName
    /// When.
    public let at: Instant
    /// Why.
    public internal(set) var reason: String
}

/// Who passed tickets over and why, as its table keeps it.
enum TicketSkipTable {
    /// Keeps a skip, with the group in which the ticket was.
    static func keep(
        _ reason: String, of ticket: Ticket, row: Int64, by agent: AgentName, at now: Instant,
        in db: Connection
    ) throws {
        try db.run(
            "INSERT INTO ticket_skips (ticket_id, agent, at_ms, \"group\", reason) VALUES (?, ?, ?, ?, ?)",
            [row, agent, now, ticket.group, reason])
    }
}
