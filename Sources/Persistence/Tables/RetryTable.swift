import GRDB
public import Purchases

/// A try to deliver that somebody asked for, of whoever has the network.
public struct RetryRequest: Hashable, Sendable {
    /// When it was asked for.
    public let askedAt: Instant
    /// Who asked.
    public let askedBy: AgentName
    /// When somebody took it; nil while it waits.
    public let takenAt: Instant?
    /// When it was tried; nil until it was.
    public let doneAt: Instant?
    /// What came of it, one of `delivered` and the causes of tickets.
    public let outcome: String?
}

/// What is asked of whoever has the network, as its table keeps it: at most one for a ticket that is not done.
enum RetryTable {
    /// Asks for a try.
    static func ask(for ticket: Int64, by agent: AgentName, at now: Instant, in db: Database) throws {
        try db.run(
            "INSERT INTO retry_requests (ticket_id, asked_at_ms, asked_by) VALUES (?, ?, ?)",
            [ticket, now, agent])
    }

    /// Whether a try was asked for that is not done.
    static func isOpen(ticket: Int64, in db: Database) throws -> Bool {
        try db.exists("SELECT 1 FROM retry_requests WHERE ticket_id = ? AND done_at_ms IS NULL", [ticket])
    }

    /// The newest that was asked for; nil when none ever was.
    static func newest(ofTicket ticket: Int64, in db: Database) throws -> RetryRequest? {
        try db.first(
            """
            SELECT asked_at_ms, asked_by, taken_at_ms, done_at_ms, outcome FROM retry_requests
            WHERE ticket_id = ? ORDER BY id DESC LIMIT 1
            """, [ticket]
        ) { row in
            RetryRequest(
                askedAt: try row[0], askedBy: try row[1], takenAt: row[2], doneAt: row[3], outcome: row[4])
        }
    }
}
