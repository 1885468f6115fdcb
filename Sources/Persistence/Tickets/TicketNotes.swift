import GRDB
import Purchases

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
