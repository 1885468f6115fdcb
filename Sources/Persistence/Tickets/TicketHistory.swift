import GRDB
import Purchases

/// What a customer's timeline tells of failed purchases.
enum TicketHistory {
    /// How many entries there are at most.
    private static let most = 1000

    /// The attempts that failed, and the moves of their tickets.
    static func events(ofCustomer customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try reports(customer, db) + moves(customer, db)
    }

    private static func reports(_ customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try db.rows(
            """
            SELECT a.attempt_id, a.product_id, a.ticket_id, a.first_event_ms, a.received_ms FROM attempts a
            WHERE a.customer_id = ? AND a.ticket_id IS NOT NULL ORDER BY a.first_event_ms LIMIT ?
            """, [customer, most]
        ).map { row in
            let product: String = row["product_id"] ?? "a purchase"
            return TimelineEvent(
                happenedAt: row.instant("first_event_ms") ?? row.instant("received_ms") ?? .earliest,
                learnedAt: row.instant("received_ms") ?? .earliest, kind: .report,
                text: "the app reported an attempt to buy \(product)", source: .app,
                reference: (row["ticket_id"] as Int64?).map(String.init))
        }
    }

    private static func moves(_ customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try db.rows(
            """
            SELECT m.* FROM tickets t JOIN ticket_moves m ON m.ticket_id = t.id WHERE t.customer_id = ?
            ORDER BY m.happened_ms, m.id LIMIT ?
            """, [customer, most]
        ).map { row in
            let group = (row["moved_to"] as Int?).flatMap(ErrorGroup.init)
            let resolution = (row["resolution"] as String?).flatMap(TicketResolution.init)
            let end = group?.title.lowercased() ?? resolution?.title ?? "resolved"
            let agent: String? = row["agent"]
            return TimelineEvent(
                happenedAt: row.instant("happened_ms") ?? .earliest,
                learnedAt: row.instant("learned_ms") ?? .earliest, kind: .ticket,
                text: "ticket \(row["ticket_id"] as Int64): \(end), \(row["because"] as String)",
                source: agent == nil ? .app : .agent, reference: String(row["ticket_id"] as Int64))
        }
    }
}
