import GRDB
import Purchases

/// Attempts that stayed unanswered for so long that they count as failed.
enum OverdueAttempts {
    /// Whether there are any.
    static func exist(at now: Instant, _ db: Database) throws -> Bool {
        try db.row("SELECT 1 FROM attempts WHERE due_ms <= ? LIMIT 1", [now.milliseconds]) != nil
    }

    /// How many one write looks at, so that nobody waits long for the store: after a new version came, it may be all.
    static let batch = 500

    /// Up to where they were looked at, in the order of their index, so that each is looked at once whatever comes of it.
    struct Place: Sendable {
        fileprivate let due: Int64
        fileprivate let row: Int64

        /// Before the first.
        static let start = Place(due: .min, row: .min)
    }

    /// Looks at the next ones; answers what that did to tickets, and up to where it came: nil when none were left.
    static func settle(
        after place: Place, _ writing: StoreTransaction
    ) throws -> (changes: TicketChanges, place: Place?) {
        let next = try writing.db.rows(
            """
            SELECT due_ms, id FROM attempts WHERE due_ms <= ? AND (due_ms, id) > (?, ?)
            ORDER BY due_ms, id LIMIT ?
            """, [writing.now.milliseconds, place.due, place.row, batch]
        ).map { Place(due: $0["due_ms"], row: $0["id"]) }
        guard let last = next.last else { return (TicketChanges(), nil) }
        return (try TicketUpdate.look(at: next.map(\.row), writing), last)
    }
}

extension StoreTransaction {
    /// Notes in the log of changes that tickets changed, and whose they are.
    func changed(_ tickets: TicketChanges) throws {
        for ticket in tickets.touched.sorted() {
            try changed(.ticket, String(ticket))
            if let customer = try TicketTable.at(ticket, db)?.customer {
                try changed(.customer, customer.rawValue)
            }
        }
    }
}
