import Foundation
import GRDB
public import Purchases

/// A ticket's move between groups, or into and out of its end.
public struct TicketMove: Hashable, Sendable {
    /// The group before; nil when it was in no queue.
    public let from: ErrorGroup?
    /// The group after; nil when it left the queues.
    public let to: ErrorGroup?
    /// When what moved it happened.
    public let at: Instant
    /// When we learned it.
    public let learnedAt: Instant
    /// What moved it.
    public internal(set) var because: MoveCause
    /// How it ended, when it did.
    public let resolution: TicketResolution?
    /// Who moved it; nil when the facts did.
    public let agent: AgentName?
}

/// The moves of tickets as their table keeps them.
enum TicketMoveTable {
    /// What queries of `ticket_moves m` select to read moves.
    static let columns =
        "m.moved_from, m.moved_to, m.happened_ms, m.learned_ms, m.cause, m.resolution, m.agent"

    /// Keeps a move.
    static func keep(_ move: TicketMove, of ticket: Int64, in db: Database) throws {
        try db.run(
            """
            INSERT INTO ticket_moves (ticket_id, moved_from, moved_to, happened_ms, learned_ms, cause, resolution,
              agent) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                ticket, move.from, move.to, move.at, move.learnedAt, try json(move.because),
                move.resolution, move.agent,
            ])
    }

    /// The moves of a ticket, in the order in which we learned of them.
    static func all(of ticket: Int64, in db: Database) throws -> [TicketMove] {
        try db.map(
            "SELECT \(columns) FROM ticket_moves m WHERE m.ticket_id = ? ORDER BY m.id", [ticket]
        ) { try read($0) }
    }

    /// Whether a ticket came back into a queue from its end since a moment, which its opening was before.
    static func isReopened(_ ticket: Int64, since moment: Instant, in db: Database) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM ticket_moves
            WHERE ticket_id = ? AND moved_from IS NULL AND moved_to IS NOT NULL AND learned_ms >= ?
            """, [ticket, moment])
    }

    /// Reads a move from a row that has so many other columns before it.
    static func read(_ row: StoredRow, after start: Int = 0) throws -> TicketMove {
        TicketMove(
            from: row[start], to: row[start + 1], at: try row[start + 2], learnedAt: try row[start + 3],
            because: try cause(row[start + 4]), resolution: row[start + 5], agent: row[start + 6])
    }

    /// What moved it as compact JSON: one snake_case code with its values, the same bytes for the same cause.
    private static func json(_ cause: MoveCause) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(cause), as: UTF8.self)
    }

    private static func cause(_ json: String) throws -> MoveCause {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(MoveCause.self, from: Data(json.utf8))
    }
}
