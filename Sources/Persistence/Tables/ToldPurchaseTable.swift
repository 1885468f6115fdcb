import Purchases

/// What people were told of purchases, as its table keeps it: beside the attempt that stands for the purchase, and with the
/// note that has the words.
enum ToldPurchaseTable {
    /// What queries of `told_purchases w`, with the note `n` that it names, select to read what was told.
    static let columns = "n.body, \(ColumnNames(of: ToldPurchase.self).selection(of: "w"))"

    /// What joins it to attempts `a`.
    static let join = """
        LEFT JOIN told_purchases w ON w.attempt = a.id LEFT JOIN notes n ON n.id = w.note
        """

    /// Keeps what was told of an attempt; its words are kept as a note.
    static func keep(_ told: ToldPurchase, of attempt: Int64, in db: Connection) throws {
        try ToldPurchaseRow.table.insert(ToldPurchaseRow(attempt: attempt, told: told), in: db)
    }

    /// Names the note that has the words.
    static func name(note: Int64, of attempt: Int64, in db: Connection) throws {
        try db.run("UPDATE told_purchases SET note = ? WHERE attempt = ?", [note, attempt])
    }

    /// Reads what was told from a row that has so many other columns before it; nil where nobody was told anything.
    static func read(_ row: StoredRow, after start: Int) throws -> ToldPurchase? {
        guard row[start + 1] as AgentName? != nil else { return nil }
        var told = try ToldPurchase(row, after: start + 1)
        told.text = row[start]
        return told
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

/// What was told of an attempt, but for its words.
struct ToldPurchaseRow: TableRow {
    static let table = Table<ToldPurchaseRow>("told_purchases", key: "attempt")
    static let unread = ToldPurchaseRow(attempt: 0, told: .unread)

    var attempt: Int64
    var told: ToldPurchase

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("attempt", &attempt)
        told.visit(&columns)
    }
}

/// But for the words, which a note has.
extension ToldPurchase: TableValue {
    static let unread = ToldPurchase(by: AgentName(""), at: .earliest, chargedAt: nil)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var (agent, at, chargedAt) = (agent, at, chargedAt)
        var (isFinished, source, reference) = (isFinished, source, reference)
        columns.visit("agent", &agent)
        columns.visit("at_ms", &at)
        columns.visit("charged_ms", &chargedAt)
        columns.visit("is_finished", &isFinished)
        columns.visit("source", &source)
        columns.visit("reference", &reference)
        self = ToldPurchase(
            by: agent, at: at, chargedAt: chargedAt, isFinished: isFinished, source: source, text: text,
            reference: reference)
    }
}

extension ToldPurchase.Source: ColumnValue {}
