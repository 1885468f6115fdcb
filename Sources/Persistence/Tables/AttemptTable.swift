import GRDB
import Purchases

/// A purchase attempt as its tables keep it.
struct AttemptTable {
    /// The attempt's row.
    let rowID: Int64
    /// The ticket of its purchase; nil while it has none.
    let ticket: Int64?
    /// The attempt.
    let attempt: PurchaseAttempt

    /// The attempt kept in a row; nil when there is none.
    static func at(_ rowID: Int64, _ db: Database) throws -> AttemptTable? {
        try db.first("SELECT attempt_id, ticket_id, told, received_ms FROM attempts WHERE id = ?", [rowID]) {
            try AttemptTable(rowID, $0, db)
        }
    }

    private init(_ rowID: Int64, _ row: StoredRow, _ db: Database) throws {
        let told: MergedFacts<PurchaseReportValues>? = try ColumnText.value(row[2])
        self.rowID = rowID
        ticket = row[1]
        attempt = PurchaseAttempt(
            id: AttemptID(row[0]), values: told?.values ?? PurchaseReportValues(),
            events: try AttemptEvents.all(of: rowID, db), receivedAt: Instant(milliseconds: row[3]))
    }

    /// Adds what a report tells; answers the attempts to look at anew, those that it leaves behind among them, and every
    /// chain that it spoke or speaks of.
    static func merge(
        _ report: PurchaseReport, of contents: DocumentContents, at now: Instant, _ db: Database
    ) throws -> (attempts: Set<Int64>, chains: Set<Int64>) {
        var values = report.values
        values.customer = values.customer ?? contents.owner
        let received = contents.receivedAt ?? now
        var told = MergedFacts(values, contents.precedence)
        let known = try db.row(
            "SELECT id, told FROM attempts WHERE attempt_id = ?", [report.attempt.rawValue])
        if let before: MergedFacts<PurchaseReportValues> = try known?.json("told") { told.merge(before) }
        let knownRow: Int64? = known?["id"]
        let row = try knownRow ?? insert(report.attempt, received, db)
        var before = PurchaseSearch(db)
        try before.follow(row)
        let chainsBefore = try AttemptClaims.chains(ofAttempt: row, db)
        try update(row, told, received, db)
        for event in report.events {
            let reported = PurchaseAttempt.Reported(
                event, receivedAt: received, isReceiptTold: contents.receivedAt != nil)
            try AttemptEvents.keep(reported, of: row, db)
        }
        try AttemptClaims.note(
            report.values.customer, .purchaseReport, of: row, contents, receivedAt: received, db)
        try AttemptClaims.note(contents.owner, .named, of: row, contents, receivedAt: received, db)
        return (before.attempts, try chainsBefore.union(AttemptClaims.chains(ofAttempt: row, db)))
    }

    private static func insert(_ id: AttemptID, _ received: Instant, _ db: Database) throws -> Int64 {
        try db.run(
            "INSERT INTO attempts (attempt_id, environment, told, received_ms) VALUES (?, '', '', ?)",
            [id.rawValue, received.milliseconds])
        return db.lastInsertedRowID
    }

    private static func update(
        _ row: Int64, _ told: MergedFacts<PurchaseReportValues>, _ received: Instant, _ db: Database
    ) throws {
        let values = told.values
        try db.run(
            """
            UPDATE attempts SET environment = ?, transaction_id = ?, web_order_line_item_id = ?,
              original_transaction_id = ?, product_id = ?, bundle_id = ?, told = ?, received_ms = min(received_ms, ?)
            WHERE id = ?
            """,
            [
                (values.environment ?? .production).rawValue, values.transactionID?.rawValue,
                values.webOrderLineItemID?.rawValue, values.originalTransactionID?.rawValue,
                values.product?.rawValue, values.bundleID?.rawValue, try ColumnText.json(told),
                received.milliseconds, row,
            ])
    }
}

/// The events of purchase attempts as their table keeps them.
enum AttemptEvents {
    private enum Column: Int, ColumnList {
        case atMs, event, step, receiptStatus, httpStatus, errorDomain, errorCode, isDelivered, receivedMs
        case isReceiptTold
    }

    private static let columns = Column.selection()

    /// The events of an attempt.
    static func all(of attempt: Int64, _ db: Database) throws -> [PurchaseAttempt.Reported] {
        try db.map("SELECT \(columns) FROM attempt_events WHERE attempt = ?", [attempt]) { row in
            let row = Columns<Column>(row)
            return PurchaseAttempt.Reported(
                event(row), receivedAt: row.instant(.receivedMs) ?? .earliest,
                isReceiptTold: row[.isReceiptTold])
        }
    }

    /// Keeps an event; one that is known was received at the earlier time, where somebody told when.
    static func keep(_ reported: PurchaseAttempt.Reported, of attempt: Int64, _ db: Database) throws {
        let event = reported.event
        try db.run(
            """
            INSERT INTO attempt_events (attempt, at_ms, event, step, receipt_status, http_status, error_domain,
              error_code, is_delivered, received_ms, is_receipt_told) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET
              received_ms = CASE WHEN is_receipt_told = excluded.is_receipt_told
                THEN min(received_ms, excluded.received_ms)
                WHEN is_receipt_told THEN received_ms ELSE excluded.received_ms END,
              is_receipt_told = max(is_receipt_told, excluded.is_receipt_told)
            """,
            [
                attempt, event.at.milliseconds, event.text, event.step.name, event.receiptStatus,
                event.httpStatus, event.error?.domain, event.error?.code, event.isDelivered,
                reported.receivedAt.milliseconds, reported.isReceiptTold,
            ])
        try db.run(
            "UPDATE attempts SET first_event_ms = min(coalesce(first_event_ms, ?1), ?1) WHERE id = ?2",
            [reported.happenedAt.milliseconds, attempt])
    }

    private static func event(_ row: Columns<Column>) -> PurchaseEvent {
        let error = (row[.errorDomain] as String?).map { ReportedError(domain: $0, code: row[.errorCode]) }
        return PurchaseEvent(
            at: row.instant(.atMs) ?? .earliest, step: PurchaseEvent.Step(named: row[.step]),
            receiptStatus: row[.receiptStatus], httpStatus: row[.httpStatus], error: error,
            isDelivered: row[.isDelivered], text: row[.event])
    }
}
