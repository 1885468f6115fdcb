package import Purchases

/// A ticket's move between groups, or into and out of its end.
package struct TicketMove: Hashable, Sendable {
    /// The group before; nil when it was in no queue.
    package internal(set) var from: ErrorGroup?
    /// The group after; nil when it left the queues.
    package internal(set) var to: ErrorGroup?
    /// When what moved it happened.
    package internal(set) var at: Instant
    package internal(set) var learnedAt: Instant
    package internal(set) var because: MoveCause
    /// How it ended, when it did.
    package internal(set) var resolution: TicketResolution?
    /// Who moved it; nil when the facts did.
    package internal(set) var agent: AgentName?
}

/// The moves of tickets as their table keeps them.
enum TicketMoveTable {
    /// What queries of `ticket_moves m` select to read moves.
    static let columns = ColumnNames(of: TicketMove.self).selection(of: "m")

    static func keep(_ move: TicketMove, of ticket: Int64, in db: Connection) throws {
        try TicketMoveRow.table.insert(TicketMoveRow(ticket: ticket, move: move), in: db)
    }

    /// The moves of a ticket, in the order in which we learned of them.
    static func all(of ticket: Int64, in db: Connection) throws -> [TicketMove] {
        try TicketMoveRow.table.rows("WHERE ticket_id = ? ORDER BY id", [ticket], in: db).map(\.move)
    }

    /// Whether a ticket came back into a queue from its end since a moment; its opening, which is kept like that, has
    /// to be before the moment.
    static func isReopened(_ ticket: Int64, since moment: Instant, in db: Connection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM ticket_moves
            WHERE ticket_id = ? AND moved_from IS NULL AND moved_to IS NOT NULL AND learned_ms >= ?
            """, [ticket, moment])
    }
}

/// A move and the ticket that moved.
struct TicketMoveRow: TableRow {
    static let table = Table<TicketMoveRow>("ticket_moves", key: "id")
    static let unread = TicketMoveRow(ticket: 0, move: .unread)

    var ticket: Int64
    var move: TicketMove

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("ticket_id", &ticket)
        move.visit(&columns)
    }
}

extension TicketMove: TableValue {
    static let unread = TicketMove(
        from: nil, to: nil, at: .earliest, learnedAt: .earliest, because: .undecided, resolution: nil,
        agent: nil)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("moved_from", &from)
        columns.visit("moved_to", &to)
        columns.visit("happened_ms", &at)
        columns.visit("learned_ms", &learnedAt)
        columns.visit("cause", code: &because)
        columns.visit("resolution", &resolution)
        columns.visit("agent", &agent)
    }
}

extension MoveCause: CodeWithValues {}
