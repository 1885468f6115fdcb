import Foundation
public import Purchases

/// Something that was done to a ticket, by whom and when.
public struct TicketDeedEntry: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// What.
    public internal(set) var deed: TicketDeed
    /// Who did it; nil when time or news did.
    public let agent: AgentName?
    /// The helpdesk's case.
    public let reference: String?
}

/// What was done to tickets, as its table keeps it; why a ticket was passed over stands with the skip alone.
enum TicketDeedTable {
    /// Keeps what was done.
    static func keep(
        _ deed: TicketDeed, of ticket: Int64, by agent: AgentName?, reference: String? = nil,
        at now: Instant, in db: Connection
    ) throws {
        try db.run(
            "INSERT INTO ticket_deeds (ticket_id, at_ms, agent, deed, reference) VALUES (?, ?, ?, ?, ?)",
            [ticket, now, agent, try json(deed), reference])
    }

    /// What was done to a ticket, its skips among it, in the order in which it was done.
    static func all(of ticket: Int64, in db: Connection) throws -> [TicketDeedEntry] {
        let deeds = try db.map(
            "SELECT at_ms, agent, deed, reference FROM ticket_deeds WHERE ticket_id = ? ORDER BY id LIMIT ?",
            [ticket, most]
        ) { try read($0) }
        let skips = try db.map(
            "SELECT at_ms, agent, reason FROM ticket_skips WHERE ticket_id = ? ORDER BY id LIMIT ?",
            [ticket, most]
        ) { row in
            TicketDeedEntry(
                at: try row[0], deed: .skipped(reason: try row[2]), agent: row[1], reference: nil)
        }
        guard !skips.isEmpty else { return deeds }
        return (deeds + skips).enumerated().sorted { left, right in
            left.element.at != right.element.at
                ? left.element.at < right.element.at : left.offset < right.offset
        }.map(\.element)
    }

    /// What was done to the tickets of a customer, each with its ticket, the oldest first.
    static func all(ofCustomer customer: Int64, limit: Int, in db: Connection) throws -> [(
        TicketID, TicketDeedEntry
    )] {
        let deeds = try db.map(
            """
            SELECT d.at_ms, d.agent, d.deed, d.reference, t.id FROM tickets t JOIN ticket_deeds d ON d.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY d.id LIMIT ?
            """, [customer, limit]
        ) { (TicketID(row: try $0[4]), try read($0)) }
        let skips = try db.map(
            """
            SELECT s.at_ms, s.agent, s.reason, t.id FROM tickets t JOIN ticket_skips s ON s.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY s.id LIMIT ?
            """, [customer, limit]
        ) { row in
            (
                TicketID(row: try row[3]),
                TicketDeedEntry(
                    at: try row[0], deed: .skipped(reason: try row[2]), agent: row[1], reference: nil)
            )
        }
        return deeds + skips
    }

    /// Who put a ticket to wait last; nil when nobody did.
    static func waiter(of ticket: Int64, in db: Connection) throws -> AgentName? {
        try db.value(
            """
            SELECT agent FROM ticket_deeds WHERE ticket_id = ? AND deed LIKE '{"waiting":%' ORDER BY id DESC LIMIT 1
            """, [ticket])
    }

    private static let most = 1000

    /// What was done as compact JSON: one snake_case code with its values, the same bytes for the same deed.
    private static func json(_ deed: TicketDeed) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(deed), as: UTF8.self)
    }

    private static func read(_ row: StoredRow) throws -> TicketDeedEntry {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let deed = try decoder.decode(TicketDeed.self, from: Data((try row[2] as String).utf8))
        return TicketDeedEntry(at: try row[0], deed: deed, agent: row[1], reference: row[3])
    }
}
