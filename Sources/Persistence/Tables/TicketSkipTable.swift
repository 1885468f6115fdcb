package import Purchases

/// A ticket that somebody passed over, as leads see it.
package struct TicketSkip: Hashable, Sendable {
    /// The ticket as it is now.
    package internal(set) var ticket: Ticket
    /// Who passed it over.
    package let agent: AgentName
    package let at: Instant
    package let reason: FreeText
}

/// Who passed tickets over and why, as its table keeps it.
enum TicketSkipTable {
    /// Keeps a skip, with the group in which the ticket was.
    static func keep(
        _ reason: FreeText, of ticket: Ticket, row: Int64, by agent: AgentName, at now: Instant,
        in db: Connection
    ) throws {
        let skip = TicketSkipRow(
            ticket: row, agent: agent, at: now, group: ticket.group.rawValue, reason: reason)
        try TicketSkipRow.table.insert(skip, in: db)
    }
}

/// A skip, with the group in which its ticket was.
struct TicketSkipRow: TableRow {
    static let table = Table<TicketSkipRow>("ticket_skips", key: "id")
    static let unread = TicketSkipRow(
        ticket: 0, agent: AgentName(""), at: .earliest, group: 0, reason: .erased)

    var ticket: Int64
    var agent: AgentName
    var at: Instant
    /// The number of the group.
    var group: Int
    var reason: FreeText

    /// The same as something that was done to the ticket.
    var entry: TicketWorkEntry {
        TicketWorkEntry(at: at, event: .skipped(reason: reason), agent: agent, reference: nil)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("ticket_id", &ticket)
        columns.visit("agent", &agent)
        columns.visit("at_ms", &at)
        columns.visit("\"group\"", &group)
        columns.visit("reason", &reason)
    }
}
