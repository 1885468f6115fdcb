internal import GRDB
internal import Purchases

/// The ticket that a grant makes good.
struct GrantTicket {
    /// The ticket's number.
    let number: Int64
    /// The product that was paid for.
    let product: ProductID?
    /// How long the paid transaction would have lasted.
    let length: Milliseconds?
    private let state: String

    /// The ticket of that name; refuses one that is unknown, resolved or another customer's.
    static func find(_ id: TicketID, of customer: AppUserID, _ db: Database) throws -> GrantTicket {
        let row = try Int64(id.rawValue).flatMap { number in
            try db.row(
                """
                SELECT t.id, t.product_id, t.state, u.app_user_id, x.expires_at_ms - x.purchased_at_ms AS length
                FROM tickets t LEFT JOIN customers u ON u.id = t.customer_id
                LEFT JOIN transactions x ON x.id = t."transaction" WHERE t.id = ?
                """, [number])
        }
        guard let row else {
            throw StoreError(.notFound, "there is no ticket \(id)", remedy: "see `makegood tickets`")
        }
        let owner: String? = row["app_user_id"]
        if let owner, owner != customer.rawValue {
            throw StoreError(.usage, "ticket \(id) is \(owner)'s", remedy: "name that customer, or no ticket")
        }
        let ticket = GrantTicket(row)
        guard ticket.state != "resolved" else {
            throw StoreError(
                .conflict, "ticket \(id) is resolved", remedy: "see `makegood ticket show \(id)`")
        }
        return ticket
    }

    private init(_ row: Row) {
        number = row["id"]
        product = row.identifier("product_id")
        length = (row["length"] as Int64?).map { Milliseconds($0) }
        state = row["state"]
    }

    /// Resolves the ticket as made good.
    func resolve(_ writing: Writing) throws {
        try writing.db.run(
            """
            UPDATE tickets SET state = 'resolved', resolution = 'made_good', resolved_at_ms = ?, resolved_by = ?,
              version = version + 1 WHERE id = ?
            """, [writing.now.milliseconds, writing.agent.rawValue, number])
        try writing.db.run(
            """
            INSERT INTO ticket_moves (ticket_id, moved_from, moved_to, happened_ms, learned_ms, because, agent)
            VALUES (?, ?, 'resolved', ?, ?, 'grant', ?)
            """,
            [number, state, writing.now.milliseconds, writing.now.milliseconds, writing.agent.rawValue])
        try writing.changed(.ticket, String(number))
    }
}
