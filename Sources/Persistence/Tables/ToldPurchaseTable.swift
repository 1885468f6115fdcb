import Purchases

/// What people were told of purchases, as its table keeps it: beside the attempt that stands for the purchase, and with the
/// note that has the words.
enum ToldPurchaseTable {
    /// What queries of `told_purchases w`, with the note `n` that it names, select to read what was told.
    static let columns =
        "w.agent, w.at_ms, w.charged_ms, w.is_finished, w.source, n.body, w.reference"

    /// What joins it to attempts `a`.
    static let join = """
        LEFT JOIN told_purchases w ON w.attempt = a.id LEFT JOIN notes n ON n.id = w.note
        """

    /// Keeps what was told of an attempt; its words are kept as a note.
    static func keep(_ told: ToldPurchase, of attempt: Int64, in db: Connection) throws {
        try db.run(
            """
            INSERT INTO told_purchases (attempt, agent, at_ms, charged_ms, is_finished, source, reference)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                attempt, told.agent, told.at, told.chargedAt, told.isFinished, told.source, told.reference,
            ])
    }

    /// Names the note that has the words.
    static func name(note: Int64, of attempt: Int64, in db: Connection) throws {
        try db.run("UPDATE told_purchases SET note = ? WHERE attempt = ?", [note, attempt])
    }

    /// Reads what was told from a row that has so many other columns before it; nil where nobody was told anything.
    static func read(_ row: StoredRow, after start: Int) throws -> ToldPurchase? {
        guard let agent: AgentName = row[start] else { return nil }
        return ToldPurchase(
            by: agent, at: try row[start + 1], chargedAt: row[start + 2], isFinished: try row[start + 3],
            source: try row[start + 4], text: row[start + 5], reference: row[start + 6])
    }

    /// The attempts of a customer's purchases of a product of which somebody was told, by their rows.
    static func attempts(
        of customer: AppUserID, _ product: ProductID, in db: Connection
    ) throws -> [Int64] {
        try db.values(
            """
            SELECT a.id FROM customers u CROSS JOIN attempts a ON a.customer_id = u.id AND a.product_id = ?2
            CROSS JOIN told_purchases w ON w.attempt = a.id
            WHERE u.app_user_id = ?1 AND a.ticket_id IS NOT NULL ORDER BY a.id DESC
            """, [customer, product])
    }

    /// The ticket that was opened for a charge of which no app told; nil when none was.
    static func ticket(ofSilent transaction: TransactionID, in db: Connection) throws -> TicketID? {
        try db.value(
            """
            SELECT a.ticket_id FROM attempts a CROSS JOIN told_purchases w ON w.attempt = a.id
            WHERE a.transaction_id = ? AND w.source = ? AND a.ticket_id IS NOT NULL ORDER BY a.id DESC LIMIT 1
            """, [transaction, ToldPurchase.Source.silentLoss])
    }
}

extension ToldPurchase.Source: ColumnValue {}
