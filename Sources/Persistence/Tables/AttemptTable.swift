import Purchases

/// A purchase attempt as its tables keep it: a row for each customer whom its reports name, and one for the reports
/// that name nobody. ``AttemptKin`` says what the rows of one attempt are together; `ReportMerge` in `Derivation`
/// writes them.
struct AttemptTable {
    let rowID: Int64
    /// The ticket of its purchase; nil while it has none.
    let ticket: Int64?
    /// Whose it is, as far as reports tell.
    let customer: AppUserID?
    /// When the app says that it was bought, of the first attempt of a purchase that names no record; else nil.
    let boughtAt: Instant?
    /// The row of the record that it is by time alone, or that superseded it; nil for none.
    let record: Int64?
    let attempt: PurchaseAttempt
    private let named: String
    private let told: MergedFacts<PurchaseReportValues>?

    /// The attempt kept in a row; nil when there is none.
    static func at(_ rowID: Int64, in db: Connection) throws -> AttemptTable? {
        try db.first(query, [rowID]) { try AttemptTable(rowID, row: $0, in: db) }
    }

    private static let columns = ColumnNames(of: AttemptRow.self)
    private static let query = """
        SELECT \(columns.selection(of: "a")), \(ToldPurchaseTable.columns)
        FROM attempts a \(ToldPurchaseTable.join) WHERE a.id = ?
        """

    private init(_ rowID: Int64, row: StoredRow, in db: Connection) throws {
        let kept = try AttemptRow(row)
        (self.rowID, told, named) = (rowID, kept.told, kept.named)
        (ticket, customer, boughtAt, record) = (kept.ticket, kept.customer, kept.boughtAt, kept.record)
        attempt = PurchaseAttempt(
            id: kept.attempt, values: AttemptTable.values(kept.told, in: kept.environment),
            events: try AttemptEvents.all(of: rowID, in: db), receivedAt: kept.receivedAt,
            told: try ToldPurchaseTable.read(row, after: AttemptTable.columns.count))
    }

    private static func values(
        _ told: MergedFacts<PurchaseReportValues>?, in environment: AppStoreEnvironment
    ) -> PurchaseReportValues {
        var values = told?.values ?? PurchaseReportValues()
        values.environment = values.environment ?? environment
        return values
    }

    /// The attempts of some rows: what is told of one with its customer's name and without it is one.
    static func united(_ rows: [AttemptTable]) -> [PurchaseAttempt] {
        struct Name: Hashable {
            let attempt: AttemptID
            let customer: AppUserID?
        }
        let groups = Dictionary(grouping: rows) { Name(attempt: $0.attempt.id, customer: $0.customer) }
        return groups.values.map { rows in
            guard rows.count > 1 else { return rows[0].attempt }
            return PurchaseAttempt(
                id: rows[0].attempt.id,
                values: values(AttemptKin.merged(rows.map(\.told)), in: rows[0].attempt.environment),
                events: rows.flatMap(\.attempt.events),
                receivedAt: rows.map(\.attempt.receivedAt).reduce(rows[0].attempt.receivedAt, min),
                told: rows.lazy.compactMap(\.attempt.told).first)
        }
    }

    /// The row that stands for an attempt among some: one that names its customer, by name and never by what came first.
    static func standing(for id: AttemptID, among rows: [AttemptTable]) -> AttemptTable? {
        rows.filter { $0.attempt.id == id }.max { $0.named < $1.named }
    }

    /// The row of what reports of an attempt tell that name a customer, or nobody; nil when there is none.
    static func row(of id: AttemptID, named customer: AppUserID?, in db: Connection) throws -> Int64? {
        try db.value(
            "SELECT id FROM attempts WHERE attempt_id = ? AND named = ?", [id, customer?.rawValue ?? ""])
    }

    /// What is told in a row; nil when there is none.
    static func told(in row: Int64, db: Connection) throws -> MergedFacts<PurchaseReportValues>? {
        try db.first("SELECT told FROM attempts WHERE id = ?", [row]) { try $0.json(0) } ?? nil
    }

    /// Keeps what those reports of an attempt tell that name a customer, or nobody, in its row or a new one; answers the row.
    static func keep(
        _ told: MergedFacts<PurchaseReportValues>, of id: AttemptID, named customer: AppUserID?,
        at received: Instant, in row: Int64?, db: Connection
    ) throws -> Int64 {
        if let row {
            try db.run(
                """
                UPDATE attempts SET told = ?1, received_ms = CASE WHEN received_ms > ?2 THEN ?2 ELSE received_ms END
                WHERE id = ?3
                """, [try ColumnText.json(told), received, row])
            return row
        }
        return try AttemptRow.table.add(
            AttemptRow(attempt: id, named: customer?.rawValue ?? "", told: told, receivedAt: received), in: db
        )
    }

    private static let change = ColumnNames(of: PurchaseReportValues.self).update(of: "attempts")

    /// Keeps in columns what others ask of an attempt.
    static func show(_ values: PurchaseReportValues, of row: Int64, in db: Connection) throws {
        try db.run(change) { binder in
            binder.bind(values)
            binder.bind(row)
        }
    }
}

/// What is told of an attempt, and what others made of it.
struct AttemptRow: TableRow {
    static let table = Table<AttemptRow>("attempts", key: "id")
    static let unread = AttemptRow(
        attempt: AttemptID(""), named: "",
        told: MergedFacts(
            PurchaseReportValues(),
            precedence: Precedence(documentTime: .earliest, isSigned: false, digest: "")),
        receivedAt: .earliest)

    var attempt: AttemptID
    /// Whom the reports of the row name; empty where they name nobody.
    var named: String
    var told: MergedFacts<PurchaseReportValues>
    var receivedAt: Instant
    /// Empty until what is told is shown in columns.
    var environment = AppStoreEnvironment(rawValue: "")
    var ticket: Int64?
    var customer: AppUserID?
    var boughtAt: Instant?
    var record: Int64?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("attempt_id", &attempt)
        columns.visit("named", &named)
        columns.visit("told", requiredJSON: &told)
        columns.visit("received_ms", &receivedAt)
        columns.visit("environment", &environment)
        columns.visit("ticket_id", &ticket)
        columns.visit("app_user_id", &customer)
        columns.visit("bought_ms", &boughtAt)
        columns.visit("record", &record)
    }
}

/// What others ask of a report; all that it told is kept as JSON beside it. Ids that can be none of the App Store's stand
/// there alone, so that nothing is joined by them.
extension PurchaseReportValues: TableValue {
    static var unread: PurchaseReportValues { PurchaseReportValues() }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var place = environment ?? .production
        var transaction = transactionID.flatMap { $0.canBeAppStores ? $0 : nil }
        var line = webOrderLineItemID.flatMap { $0.canBeAppStores ? $0 : nil }
        columns.visit("environment", &place)
        columns.visit("transaction_id", &transaction)
        columns.visit("web_order_line_item_id", &line)
        columns.visit("original_transaction_id", &originalTransactionID)
        columns.visit("product_id", &product)
        columns.visit("bundle_id", &bundleID)
        (environment, transactionID, webOrderLineItemID) = (place, transaction, line)
    }
}

/// Where attempts were made of which no report says it: in the Sandbox, where the App Store's record has their transaction
/// there alone, as that of Apple's reviewers, who buy in the app that everybody has; else in Production.
enum AttemptPlace {
    private static let isSandboxAlone = """
        EXISTS (SELECT 1 FROM transaction_ids k JOIN transactions r ON r.id = k."transaction"
          JOIN chains d ON d.id = r.chain_id WHERE k.transaction_id = a.transaction_id AND d.environment = 'Sandbox')
        AND NOT EXISTS (SELECT 1 FROM transaction_ids k JOIN transactions r ON r.id = k."transaction"
          JOIN chains d ON d.id = r.chain_id WHERE k.transaction_id = a.transaction_id AND d.environment = 'Production')
        """

    /// Moves an attempt to where the App Store's record has its transaction; answers whether it moved.
    @discardableResult static func move(_ attempt: Int64, in db: Connection) throws -> Bool {
        let found = try db.first(
            """
            SELECT a.environment, CASE WHEN \(isSandboxAlone) THEN 1 ELSE 0 END FROM attempts a WHERE a.id = ?
            """, [attempt]
        ) { (environment: try $0[0] as AppStoreEnvironment, isSandboxAlone: try $0[1] as Bool) }
        guard let found, let told = try AttemptKin(db: db).told(of: attempt), told.values.environment == nil
        else { return false }
        let place: AppStoreEnvironment = found.isSandboxAlone ? .sandbox : .production
        guard place != found.environment else { return false }
        try db.run("UPDATE attempts SET environment = ? WHERE id = ?", [place, attempt])
        return true
    }
}

/// The events of purchase attempts as their table keeps them.
enum AttemptEvents {
    // The same event again: a time of receipt that an envelope told goes before one that none did, then the earlier
    // one.
    private static let merging = """
        \(AttemptEventRow.table.insertion) ON CONFLICT (attempt, at_ms, event) DO UPDATE SET
          received_ms = CASE WHEN attempt_events.is_receipt_told > excluded.is_receipt_told
            OR attempt_events.is_receipt_told = excluded.is_receipt_told
              AND attempt_events.received_ms <= excluded.received_ms
            THEN attempt_events.received_ms ELSE excluded.received_ms END,
          is_receipt_told = CASE WHEN excluded.is_receipt_told = 1 THEN 1 ELSE attempt_events.is_receipt_told END
        """

    /// How many of an attempt's events are kept from its beginning, and how many from its end †: each report looks at
    /// all of them again, and nobody tries to buy one thing a thousand times. Whatever comes in whichever order, the
    /// first and the last ones are the same.
    static let keptAtEachEnd = 500

    /// Leaves out what is neither among the first nor among the last events of an attempt.
    static func trim(_ attempt: Int64, in db: Connection) throws {
        let count: Int = try db.value("SELECT count(*) FROM attempt_events WHERE attempt = ?", [attempt]) ?? 0
        guard count > 2 * keptAtEachEnd else { return }
        try db.run(
            """
            DELETE FROM attempt_events WHERE (attempt, at_ms, event) IN (
              SELECT attempt, at_ms, event FROM attempt_events WHERE attempt = ?1
              ORDER BY at_ms, event LIMIT ?2 OFFSET ?3)
            """, [attempt, count - 2 * keptAtEachEnd, keptAtEachEnd])
    }

    /// The events of an attempt.
    static func all(of attempt: Int64, in db: Connection) throws -> [PurchaseAttempt.Reported] {
        try AttemptEventRow.table.rows("WHERE attempt = ?", [attempt], in: db).map(\.reported)
    }

    /// Keeps an event; one that is known was received at the earlier time, where somebody told when.
    static func keep(_ reported: PurchaseAttempt.Reported, of attempt: Int64, in db: Connection) throws {
        try db.run(merging) { $0.bind(AttemptEventRow(attempt: attempt, reported: reported)) }
        try db.run(
            """
            UPDATE attempts SET first_event_ms = CASE WHEN first_event_ms <= ?1 THEN first_event_ms ELSE ?1 END
            WHERE id = ?2
            """, [reported.happenedAt, attempt])
    }
}

/// An event and its attempt.
struct AttemptEventRow: TableRow {
    static let table = Table<AttemptEventRow>("attempt_events", key: "attempt", "at_ms", "event")
    static let unread = AttemptEventRow(attempt: 0, reported: .unread)

    var attempt: Int64
    var reported: PurchaseAttempt.Reported

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("attempt", &attempt)
        reported.visit(&columns)
    }
}

extension PurchaseAttempt.Reported: TableValue {
    static var unread: PurchaseAttempt.Reported {
        let event = PurchaseEvent(at: .earliest, step: .other(""), text: "")
        return PurchaseAttempt.Reported(event, receivedAt: .earliest, isReceiptTold: false)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var (domain, code) = (event.error?.domain, event.error?.code)
        columns.visit("at_ms", &event.at)
        columns.visit("event", &event.text)
        columns.visit("step", &event.step)
        columns.visit("receipt_status", &event.receiptStatus)
        columns.visit("http_status", &event.httpStatus)
        columns.visit("error_domain", &domain)
        columns.visit("error_code", &code)
        columns.visit("is_delivered", &event.isDelivered)
        columns.visit("received_ms", &receivedAt)
        columns.visit("is_receipt_told", &isReceiptTold)
        event.error = domain.map { ReportedError(domain: $0, code: code) }
    }
}

extension PurchaseEvent.Step: ColumnValue {}
