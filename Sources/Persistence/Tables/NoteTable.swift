package import Purchases

/// What an agent wrote about a customer or a ticket.
package struct CustomerNote: Hashable, Sendable {
    package internal(set) var at: Instant
    package internal(set) var agent: AgentName
    package internal(set) var text: FreeText
    /// The helpdesk's case.
    package internal(set) var reference: String?
    /// The ticket that it was written on; nil for a note on the customer.
    package internal(set) var ticket: TicketID?

    /// A note by an agent.
    package init(at: Instant, agent: AgentName, text: FreeText, reference: String?, ticket: TicketID? = nil) {
        (self.at, self.agent, self.text) = (at, agent, text)
        (self.reference, self.ticket) = (reference, ticket)
    }
}

extension CustomerNote {
    /// What queries of `notes n` select to read notes.
    static let columns = ColumnNames(of: CustomerNote.self).selection(of: "n")

    /// What queries select to read notes.
    static let selection = "SELECT \(columns) FROM notes n"
}

/// The notes on tickets as their table keeps them.
enum TicketNotes {
    /// The notes on a ticket, oldest first.
    static func all(of ticket: Int64, in db: Connection) throws -> [CustomerNote] {
        try NoteRow.table.rows("WHERE ticket_id = ? ORDER BY at_ms, id", [ticket], in: db).map(\.note)
    }

    /// Keeps a note; answers its number. An empty one is none.
    @discardableResult static func keep(
        _ text: FreeText?, reference: String?, on ticket: Int64, by agent: AgentName, at instant: Instant,
        in db: Connection
    ) throws -> Int64? {
        guard let text = text?.unlessBlank else { return nil }
        let note = CustomerNote(
            at: instant, agent: agent, text: text, reference: reference, ticket: TicketID(row: ticket))
        return try NoteRow.table.add(NoteRow(customer: nil, note: note), in: db)
    }
}

/// A note and the row of the customer on whom it was written; nil for one that was written on a ticket.
struct NoteRow: TableRow {
    static let table = Table<NoteRow>("notes", key: "id")
    static let unread = NoteRow(customer: nil, note: .unread)

    var customer: Int64?
    var note: CustomerNote

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("customer_id", &customer)
        note.visit(&columns)
    }
}

extension CustomerNote: TableValue {
    static let unread = CustomerNote(at: .earliest, agent: AgentName(""), text: .erased, reference: nil)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("at_ms", &at)
        columns.visit("agent", &agent)
        columns.visit("body", &text)
        columns.visit("reference", &reference)
        columns.visit("ticket_id", &ticket)
    }
}
