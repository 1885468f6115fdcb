import GRDB
import Purchases

/// Attempts that stayed unanswered for so long that they count as failed.
enum OverdueAttempts {
    /// Whether there are any.
    static func exist(at now: Instant, _ db: Database) throws -> Bool {
        try db.row("SELECT 1 FROM attempts WHERE due_ms <= ? LIMIT 1", [now.milliseconds]) != nil
    }

    /// Looks at them; answers what that did to tickets.
    static func settle(_ writing: Writing) throws -> TicketChanges {
        let rows: [Int64] = try writing.db.values(
            "SELECT id FROM attempts WHERE due_ms <= ?", [writing.now.milliseconds])
        return rows.isEmpty ? TicketChanges() : try TicketUpdate.look(at: rows, writing)
    }
}

extension Writing {
    /// Notes in the log of changes that tickets changed, and whose they are.
    func changed(_ tickets: TicketChanges) throws {
        for ticket in tickets.touched.sorted() {
            try changed(.ticket, String(ticket))
            if let customer = try TicketRow.at(ticket, db)?.customer {
                try changed(.customer, customer.rawValue)
            }
        }
    }
}
