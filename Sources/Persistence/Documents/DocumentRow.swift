import GRDB
import Purchases

/// A document as its table keeps it.
enum DocumentRow {
    private enum Column: Int, ColumnList {
        case id, kind, source, sha256, documentMs, receivedMs, importedMs, checked, environment
    }

    /// What queries of `documents d` select to read documents.
    static let columns = Column.selection(of: "d")

    /// Reads a document; its body stands behind the columns, if it was asked for.
    static func read(_ row: StoredRow, _ db: Database) throws -> DocumentRecord {
        let body: String? = row.count > Column.allCases.count ? row[Column.allCases.count] : nil
        let row = Columns<Column>(row)
        return DocumentRecord(
            id: row[.id], kind: row[.kind], source: row[.source] ?? "", sha256: row[.sha256],
            documentTime: row.instant(.documentMs) ?? .earliest, receivedAt: row.instant(.receivedMs),
            importedAt: row.instant(.importedMs) ?? .earliest, check: row[.checked] ?? "unchecked",
            environment: row[.environment], chains: try chains(of: row[.id], db), body: body)
    }

    private static func chains(of document: Int64, _ db: Database) throws -> [OriginalTransactionID] {
        try db.map(
            """
            SELECT c.original_transaction_id FROM document_chains l JOIN chains c ON c.id = l.chain_id
            WHERE l.document_id = ? ORDER BY 1
            """, [document]
        ) { OriginalTransactionID($0[0]) }
    }
}
