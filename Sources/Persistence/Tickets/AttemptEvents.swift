import GRDB
import Purchases

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
