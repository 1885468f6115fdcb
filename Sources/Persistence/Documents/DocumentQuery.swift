import GRDB
import Purchases

/// Reads lists of documents, page by page.
///
/// Each filter is driven by an index that has its documents in order, so that a page costs the same in a large store:
/// the documents of chains, of a notification's name, or of a kind and a check. What is asked for beside it is looked
/// at on the way.
struct DocumentQuery {
    /// Which documents.
    let filter: DocumentFilter
    /// The connection.
    let db: Database

    /// Those after a document, the newest taken in first.
    ///
    /// Errors: the document before is not among those that the filter asks for.
    func page(after document: Int64?, limit: Int) throws -> [DocumentRecord] {
        try ids(after: document, limit: limit).compactMap { id in
            try db.first("SELECT \(DocumentRow.columns) FROM documents d WHERE d.id = ?", [id]) {
                try DocumentRow.read($0, db)
            }
        }
    }

    private func ids(after document: Int64?, limit: Int) throws -> [Int64] {
        if filter.chain != nil || filter.customer != nil {
            return try ofChains(before: document ?? .max, limit)
        }
        if let name = filter.notification {
            return try NotificationDocuments(name: name, filter: filter, db: db).ids(after: document, limit)
        }
        guard filter.kind != nil || filter.check != nil else {
            return try db.values(
                "SELECT id FROM documents WHERE id < ? ORDER BY id DESC LIMIT ?", [document ?? .max, limit])
        }
        return try ofKinds(before: document ?? .max, limit)
    }

    /// The index has the documents of each kind and check in order: a page is the newest of them all.
    private func ofKinds(before document: Int64, _ limit: Int) throws -> [Int64] {
        let kinds = filter.kind.map { [$0] } ?? DocumentKind.allCases
        let checks = filter.check.map { [$0] } ?? StoreNotification.Check.allCases
        let found = try kinds.flatMap { kind in
            try checks.flatMap { check -> [Int64] in
                try db.values(
                    """
                    SELECT id FROM documents INDEXED BY documents_by_kind
                    WHERE kind = ? AND checked = ? AND id < ? ORDER BY id DESC LIMIT ?
                    """, [kind.rawValue, check.rawValue, document, limit])
            }
        }
        return Array(found.sorted(by: >).prefix(limit))
    }

    /// Chains have few documents: all of theirs are looked at.
    private func ofChains(before document: Int64, _ limit: Int) throws -> [Int64] {
        let name = filter.notification
        return try db.values(
            """
            SELECT DISTINCT d.id FROM chains c CROSS JOIN document_chains l ON l.chain_id = c.id
            CROSS JOIN documents d ON d.id = l.document_id
            WHERE \(chains) AND d.id < ?2 AND (?3 IS NULL OR d.kind = ?3) AND (?4 IS NULL OR d.checked = ?4)
              AND (?5 IS NULL OR EXISTS (SELECT 1 FROM notification_documents m JOIN notifications n
                ON n.id = m.notification_id WHERE m.document_id = d.id AND n.type = ?5
                AND (?6 IS NULL OR n.subtype = ?6)))
              AND (?7 IS NULL OR c.original_transaction_id = ?7)
            ORDER BY d.id DESC LIMIT ?8
            """,
            [
                filter.customer?.rawValue ?? filter.chain?.rawValue, document, filter.kind?.rawValue,
                filter.check?.rawValue, name?.type, name?.subtype, filter.chain?.rawValue, limit,
            ])
    }

    private var chains: String {
        filter.customer == nil
            ? "c.original_transaction_id = ?1"
            : "c.customer_id = (SELECT id FROM customers WHERE app_user_id = ?1)"
    }
}
