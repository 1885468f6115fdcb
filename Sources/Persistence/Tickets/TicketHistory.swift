import GRDB
import Purchases

/// What a customer's timeline tells of failed purchases.
enum TicketHistory {
    /// How many entries there are at most.
    private static let most = 1000

    /// The attempts that failed, each with the newest report of it, and the moves of their tickets.
    static func events(ofCustomer customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try reports(customer, db) + moves(customer, db)
    }

    private static func reports(_ customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT a.product_id, a.ticket_id, a.first_event_ms, a.received_ms, d.id, d.kind, d.checked FROM attempts a
            LEFT JOIN documents d ON d.id = (
              SELECT r.id FROM attempt_documents l JOIN documents r ON r.id = l.document_id WHERE l.attempt = a.id
              ORDER BY r.document_ms DESC, r.sha256 DESC LIMIT 1)
            WHERE a.customer_id = ? AND a.ticket_id IS NOT NULL ORDER BY a.first_event_ms LIMIT ?
            """, [customer, most]
        ) { row in
            let product: String = row[0] ?? "a purchase"
            let (happened, received) = (row[2] as Int64?, row[3] as Int64)
            return TimelineEvent(
                happenedAt: Instant(milliseconds: happened ?? received),
                learnedAt: Instant(milliseconds: received), kind: .report,
                text: "the app reported an attempt to buy \(product)", source: .app,
                reference: String(row[1] as Int64),
                evidence: (row[4] as Int64?).map { _ in EvidenceQuery.evidence(row, after: 4) })
        }
    }

    private static func moves(_ customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT m.ticket_id, \(TicketMoveTable.columns) FROM tickets t JOIN ticket_moves m ON m.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY m.happened_ms, m.id LIMIT ?
            """, [customer, most]
        ) { row in
            let (ticket, move) = (String(row[0] as Int64), TicketMoveTable.read(row, after: 1))
            let end = move.to?.title.lowercased() ?? move.resolution?.title ?? "resolved"
            return TimelineEvent(
                happenedAt: move.at, learnedAt: move.learnedAt, kind: .ticket,
                text: "ticket \(ticket): \(end), \(move.because)",
                source: move.agent == nil ? .app : .agent, reference: ticket)
        }
    }
}
