package import Purchases

/// Something that was done to a ticket, by whom and when; it changes no group (``TicketMove`` does).
package struct TicketWorkEntry: Hashable, Sendable {
    package internal(set) var at: Instant
    package internal(set) var event: TicketWorkEvent
    /// Who did it; nil when time or news did.
    package internal(set) var agent: AgentName?
    /// The helpdesk's case.
    package internal(set) var reference: String?
}

/// What was done to tickets, as `ticket_deeds` keeps it. Skips are in a table of their own, with their reasons
/// (``TicketSkipTable``), and are read with the rest here.
enum TicketWorkTable {
    /// Keeps what was done.
    static func keep(
        _ event: TicketWorkEvent, of ticket: Int64, by agent: AgentName?, reference: String? = nil,
        at now: Instant, in db: Connection
    ) throws {
        let entry = TicketWorkEntry(at: now, event: event, agent: agent, reference: reference)
        try TicketWorkRow.table.insert(TicketWorkRow(ticket: ticket, entry: entry), in: db)
    }

    /// What was done to a ticket, its skips among it, in the order in which it was done; of one moment the deeds
    /// come first.
    static func all(of ticket: Int64, in db: Connection) throws -> [TicketWorkEntry] {
        let end = "WHERE ticket_id = ? ORDER BY id LIMIT ?"
        let deeds = try TicketWorkRow.table.rows(end, [ticket, most], in: db).map(\.entry)
        let skips = try TicketSkipRow.table.rows(end, [ticket, most], in: db).map(\.entry)
        guard !skips.isEmpty else { return deeds }
        return (deeds + skips).enumerated().sorted { left, right in
            left.element.at != right.element.at
                ? left.element.at < right.element.at : left.offset < right.offset
        }.map(\.element)
    }

    /// What was done to the tickets of a customer, each with its ticket, the oldest first.
    static func all(ofCustomer customer: Int64, limit: Int, in db: Connection) throws -> [(
        TicketID, TicketWorkEntry
    )] {
        let deeds = try db.map(
            """
            SELECT t.id, \(deedColumns) FROM tickets t JOIN ticket_deeds d ON d.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY d.id LIMIT ?
            """, [customer, limit]
        ) { (try $0[0] as TicketID, try TicketWorkEntry($0, after: 1)) }
        let skips = try db.map(
            """
            SELECT t.id, \(skipColumns) FROM tickets t JOIN ticket_skips s ON s.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY s.id LIMIT ?
            """, [customer, limit]
        ) { (try $0[0] as TicketID, try TicketSkipRow($0, after: 1).entry) }
        return deeds + skips
    }

    /// Who put a ticket to wait last; nil when nobody did.
    static func waiter(of ticket: Int64, in db: Connection) throws -> AgentName? {
        // A deed is JSON of one member, which begins with its code.
        try db.value(
            """
            SELECT agent FROM ticket_deeds WHERE ticket_id = ? AND deed LIKE '{"waiting":%' ORDER BY id DESC LIMIT 1
            """, [ticket])
    }

    /// How many deeds and how many skips of a ticket are read†.
    private static let most = 1000
    private static let deedColumns = ColumnNames(of: TicketWorkEntry.self).selection(of: "d")
    private static let skipColumns = ColumnNames(of: TicketSkipRow.self).selection(of: "s")
}

/// What was done and the ticket that it was done to.
struct TicketWorkRow: TableRow {
    static let table = Table<TicketWorkRow>("ticket_deeds", key: "id")
    static let unread = TicketWorkRow(ticket: 0, entry: .unread)

    var ticket: Int64
    var entry: TicketWorkEntry

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("ticket_id", &ticket)
        entry.visit(&columns)
    }
}

extension TicketWorkEntry: TableValue {
    static let unread = TicketWorkEntry(at: .earliest, event: .claimed, agent: nil, reference: nil)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("at_ms", &at)
        columns.visit("agent", &agent)
        columns.visit("deed", code: &event)
        columns.visit("reference", &reference)
    }
}

extension TicketWorkEvent: CodeWithValues {}
