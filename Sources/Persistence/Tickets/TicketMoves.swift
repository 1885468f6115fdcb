import GRDB
import Purchases

/// The moves of tickets as their table keeps them.
enum TicketMoves {
    /// Keeps a move.
    static func keep(_ move: TicketMove, of ticket: Int64, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO ticket_moves (ticket_id, moved_from, moved_to, happened_ms, learned_ms, because, resolution,
              agent) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                ticket, move.from?.rawValue, move.to?.rawValue, move.at.milliseconds,
                move.learnedAt.milliseconds, move.because, move.resolution?.rawValue, move.agent?.rawValue,
            ])
    }

    /// The moves of a ticket, in the order in which we learned of them.
    static func all(of ticket: Int64, _ db: Database) throws -> [TicketMove] {
        try db.rows("SELECT * FROM ticket_moves WHERE ticket_id = ? ORDER BY id", [ticket]).map { row in
            TicketMove(
                from: (row["moved_from"] as Int?).flatMap(ErrorGroup.init),
                to: (row["moved_to"] as Int?).flatMap(ErrorGroup.init),
                at: row.instant("happened_ms") ?? .earliest,
                learnedAt: row.instant("learned_ms") ?? .earliest, because: row["because"],
                resolution: (row["resolution"] as String?).flatMap(TicketResolution.init),
                agent: row.identifier("agent"))
        }
    }
}
