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
        let db = writing.db
        let rows: [Int64] = try db.values(
            "SELECT id FROM attempts WHERE due_ms <= ?", [writing.now.milliseconds])
        guard !rows.isEmpty else { return TicketChanges() }
        var update = TicketUpdate(try SettingRows.ticketRules(db), at: writing.now, db)
        for row in rows { update.look(atAttempt: row) }
        try update.settle()
        try writing.changed(update.changes)
        return update.changes
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
