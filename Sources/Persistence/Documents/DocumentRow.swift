import GRDB
import Purchases

/// A document as its table keeps it.
enum DocumentRow {
    private enum Column: Int, ColumnList {
        case id, kind, source, sha256, documentMs, receivedMs, importedMs, checked, environment
    }

    /// The most names of notifications that are read of a document: a history carries hundreds, of few names.
    private static let mostNames = 40

    /// What queries of `documents d` select to read documents.
    static let columns = Column.selection(of: "d")

    /// What a query of `documents d` selects to read one document whole.
    static let whole = """
        \(columns), d.body, d.payload, CASE WHEN json_valid(d.body) THEN
          CASE d.kind WHEN 'verify_receipt' THEN json_extract(d.body, '$.status')
          WHEN 'server_api' THEN json_extract(d.body, '$.errorCode') END END
        """

    /// Reads a document; what makes it whole stands behind the columns, if it was asked for.
    static func read(_ row: StoredRow, _ db: Database) throws -> DocumentRecord {
        let next = Column.allCases.count
        let isWhole = row.count > next
        let (body, payload): (String?, String?) = isWhole ? (row[next], row[next + 1]) : (nil, nil)
        let answerCode: Int? = isWhole ? row[next + 2] : nil
        let row = Columns<Column>(row)
        return DocumentRecord(
            id: row[.id], kind: row[.kind], source: row[.source] ?? "", sha256: row[.sha256],
            documentTime: row.instant(.documentMs).flatMap { $0 == .earliest ? nil : $0 },
            receivedAt: row.instant(.receivedMs),
            importedAt: row.instant(.importedMs) ?? .earliest, check: row[.checked] ?? "unchecked",
            environment: row[.environment], chains: try chains(of: row[.id], db),
            notifications: try notifications(of: row[.id], db), body: body, payload: payload,
            answerCode: answerCode)
    }

    private static func chains(of document: Int64, _ db: Database) throws -> [OriginalTransactionID] {
        try db.map(
            """
            SELECT c.original_transaction_id FROM document_chains l JOIN chains c ON c.id = l.chain_id
            WHERE l.document_id = ? ORDER BY 1
            """, [document]
        ) { OriginalTransactionID($0[0]) }
    }

    private static func notifications(of document: Int64, _ db: Database) throws -> [String] {
        try db.values(
            """
            SELECT DISTINCT n.type || coalesce('/' || n.subtype, '') FROM notification_documents m
            JOIN notifications n ON n.id = m.notification_id WHERE m.document_id = ? ORDER BY 1 LIMIT ?
            """, [document, mostNames])
    }
}
