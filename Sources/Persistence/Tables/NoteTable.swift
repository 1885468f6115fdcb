import GRDB
public import Purchases

/// What an agent wrote about a customer or a ticket.
public struct CustomerNote: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// Who.
    public let agent: AgentName
    /// What.
    public let text: String
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
    private enum Column: Int, ColumnList {
        case atMs, agent, body, reference, ticketId
    }

    /// What queries of `notes n` select to read notes.
    static let columns = Column.selection(of: "n")

    /// What queries select to read notes.
    static let selection = "SELECT \(columns) FROM notes n"

    /// Reads a note.
    init(_ row: StoredRow) {
        let row = Columns<Column>(row)
        self.init(
            at: row.instant(.atMs) ?? .earliest, agent: AgentName(row[.agent]), text: row[.body],
            reference: row[.reference], ticket: (row[.ticketId] as Int64?).map { TicketID(String($0)) })
    }
}

/// The notes on tickets as their table keeps them.
enum TicketNotes {
    /// The notes on a ticket, oldest first.
    static func all(of ticket: Int64, _ db: Database) throws -> [CustomerNote] {
        try db.map(
            "\(CustomerNote.selection) WHERE ticket_id = ? ORDER BY at_ms, id", [ticket], CustomerNote.init)
    }

    /// Keeps a note; an empty one is none.
    static func keep(_ text: String?, reference: String?, on ticket: Int64, _ writing: StoreTransaction)
        throws
    {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return }
        try writing.db.run(
            "INSERT INTO notes (ticket_id, at_ms, agent, body, reference) VALUES (?, ?, ?, ?, ?)",
            [ticket, writing.now.milliseconds, writing.agent.rawValue, text, reference])
    }
}
