import GRDB
import Purchases

extension Store {
    /// Documents, the newest taken in first; `after` is the number of the last one of the page before.
    public func documents(
        _ filter: DocumentFilter = DocumentFilter(), after: Int64? = nil, limit: Int = 50
    ) throws -> [DocumentRecord] {
        try read { db in
            try db.rows(
                """
                SELECT id, kind, source, sha256, document_ms, received_ms, imported_ms, checked, environment,
                  NULL AS body FROM documents d
                WHERE id < ?1 AND (?2 IS NULL OR kind = ?2)
                  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM document_chains l JOIN chains c ON c.id = l.chain_id
                    WHERE l.document_id = d.id AND c.original_transaction_id = ?3))
                  AND (?4 IS NULL OR EXISTS (SELECT 1 FROM document_chains l JOIN chains c ON c.id = l.chain_id
                    JOIN customers u ON u.id = c.customer_id
                    WHERE l.document_id = d.id AND u.app_user_id = ?4))
                ORDER BY id DESC LIMIT ?5
                """,
                [after ?? .max, filter.kind, filter.chain?.rawValue, filter.customer?.rawValue, limit]
            ).map { try Store.document($0, db) }
        }
    }

    /// One document with its body; nil when there is none of that number.
    public func document(_ id: Int64) throws -> DocumentRecord? {
        try read { db in
            try db.row("SELECT * FROM documents WHERE id = ?", [id]).map { try Store.document($0, db) }
        }
    }

    private static func document(_ row: Row, _ db: Database) throws -> DocumentRecord {
        let chains: [String] = try db.values(
            """
            SELECT c.original_transaction_id FROM document_chains l JOIN chains c ON c.id = l.chain_id
            WHERE l.document_id = ? ORDER BY 1
            """, [row["id"] as Int64])
        return DocumentRecord(
            id: row["id"], kind: row["kind"], source: row["source"] ?? "", sha256: row["sha256"],
            documentTime: row.instant("document_ms") ?? .earliest, receivedAt: row.instant("received_ms"),
            importedAt: row.instant("imported_ms") ?? .earliest, check: row["checked"] ?? "unchecked",
            environment: row["environment"], chains: chains.map(OriginalTransactionID.init), body: row["body"]
        )
    }
}
