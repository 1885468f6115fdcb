public import Purchases

/// What an agent wrote about a customer or a ticket.
public struct CustomerNote: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// Who.
    public let agent: AgentName
    /// What.
    public internal(set) var text: String
    /// The helpdesk's case.
    public let reference: String?
    /// The ticket that it was written on; nil for a note on the customer.
    public let ticket: TicketID?

    /// A note by an agent.
    public init(at: Instant, agent: AgentName, text: String, reference: String?, ticket: TicketID? = nil) {
        (self.at, self.agent, self.text) = (at, agent, text)
        (self.reference, self.ticket) = (reference, ticket)
    }
}

extension CustomerNote {
    /// What queries of `notes n` select to read notes.
    static let columns = "n.at_ms, n.agent, n.body, n.reference, n.ticket_id"

    /// What queries select to read notes.
    static let selection = "SELECT \(columns) FROM notes n"

    /// Reads a note.
    init(_ row: StoredRow) throws {
        self.init(
            at: try row[0], agent: try row[1], text: try row[2], reference: row[3], ticket: row[4])
    }
}

/// The notes on tickets as their table keeps them.
enum TicketNotes {
    /// The notes on a ticket, oldest first.
    static func all(of ticket: Int64, in db: Connection) throws -> [CustomerNote] {
        try db.map(
            "\(CustomerNote.selection) WHERE ticket_id = ? ORDER BY at_ms, id", [ticket], CustomerNote.init)
    }

    /// Keeps a note; answers its number. An empty one is none.
    @discardableResult static func keep(
        _ text: String?, reference: String?, on ticket: Int64, by agent: AgentName, at instant: Instant,
        in db: Connection
    ) throws -> Int64? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return try db.insert(
            "INSERT INTO notes (ticket_id, at_ms, agent, body, reference) VALUES (?, ?, ?, ?, ?)",
            [ticket, instant.milliseconds, agent.rawValue, text, reference])
    }
}
