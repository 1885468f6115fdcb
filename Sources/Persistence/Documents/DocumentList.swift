package import Purchases

/// A page of documents, the newest taken in first.
package struct DocumentListPage: Hashable, Sendable {
    /// The documents, without their bodies.
    package let documents: [DocumentRecord]
    /// Whether there are older ones.
    package let hasMore: Bool
}

/// Documents, the newest taken in first; `after` is the number of the last one of the page before.
///
/// Those that carry notifications of a name stand in the order in which the store learned of the notifications.
///
/// Refused as usage: a document before that is not in the list.
package struct DocumentListQuery: StoreQuery {
    let filter: DocumentFilter
    package let after: Int64?
    let limit: Int

    package init(_ filter: DocumentFilter = DocumentFilter(), after: Int64? = nil, limit: Int = 50) {
        (self.filter, self.after, self.limit) = (filter, after, limit)
    }

    package func page(in reading: StoreReading) throws -> DocumentListPage {
        try DocumentListReading(filter: filter, db: reading.db).page(after: after, limit: limit)
    }
}

/// One document with its body, which may name people; nil when there is none of that number.
package struct DocumentQuery: HiddenQuery {
    let id: Int64

    package init(_ id: Int64) { self.id = id }

    package func page(in reading: StoreReading) throws -> DocumentRecord? {
        let db = reading.db
        return try db.first("SELECT \(DocumentRow.whole) FROM documents d WHERE d.id = ?", [id]) {
            try DocumentRow.read($0, in: db)
        }
    }
}

/// A document that came in, as it is kept.
package struct DocumentRecord: Hashable, Sendable {
    package let id: Int64
    package let kind: String
    package let source: String
    /// The lower-case hexadecimal SHA-256 of its canonical JSON.
    package let sha256: String
    /// Its document time; nil when nothing in it or around it says one.
    package let documentTime: Instant?
    /// When it was received, where an envelope says so.
    package let receivedAt: Instant?
    /// When it was taken in.
    package let importedAt: Instant
    /// How far it was checked.
    package let check: String
    /// Where its purchases were made.
    package let environment: String?
    /// The chains that it speaks of.
    package let chains: [OriginalTransactionID]
    /// The names of the notifications that it carries, each once: `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
    package let notifications: [String]
    /// Its canonical JSON, secrets masked; only read for one document.
    package let body: String?
    /// What its signed parts say, decoded; nil when the body can be read as it is, and in lists.
    package let payload: String?
    /// The status or the error code that it answers with; nil when it has none, and in lists.
    package let answerCode: Int?

    /// What the status or error code means that it answers with; nil when it has none that is known.
    package var meaning: CodeMeaning? {
        guard let answerCode else { return nil }
        return switch DocumentKind(rawValue: kind) {
        case .verifyReceipt: Codes.receiptStatus(answerCode)
        case .serverAPI:
            Codes.meanings(of: String(answerCode)).first { $0.family == .serverAPIError }
        default: nil
        }
    }
}

/// Which documents to list; what is given counts together.
package struct DocumentFilter: Hashable, Sendable {
    /// The name of a kind of notification: its type, and its subtype where that is asked for too.
    package struct NotificationName: Hashable, Sendable {
        /// Apple's `notification_type`.
        package let type: String
        /// Apple's subtype; nil for any, and for none.
        package let subtype: String?

        /// Reads `DID_FAIL_TO_RENEW` or `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
        package init(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1)
            type = parts.first.map(String.init) ?? ""
            subtype = parts.count > 1 ? String(parts[1]) : nil
        }
    }

    /// Only of this kind.
    package var kind: DocumentKind?
    /// Only those that carry a notification of this name.
    package var notification: NotificationName?
    /// Only those that speak of this chain.
    package var chain: OriginalTransactionID?
    /// Only those that speak of this customer's chains.
    package var customer: AppUserID?
    /// Only those that were checked as far as this.
    package var check: StoreNotification.Check?

    /// All documents, unless told otherwise.
    package init(
        kind: DocumentKind? = nil, notification: NotificationName? = nil,
        chain: OriginalTransactionID? = nil, customer: AppUserID? = nil,
        check: StoreNotification.Check? = nil
    ) {
        (self.kind, self.notification, self.chain) = (kind, notification, chain)
        (self.customer, self.check) = (customer, check)
    }
}

/// Reads lists of documents, page by page.
///
/// Each filter is driven by an index that has its documents in order, so that a page costs the same in a large store:
/// the documents of chains, of a notification's name, or of a kind and a check. What is asked for beside it is looked
/// at on the way.
struct DocumentListReading {
    let filter: DocumentFilter
    let db: Connection

    /// Those after a document, the newest taken in first.
    ///
    /// - Throws: `StoreError`: the document before is not among those that the filter asks for.
    func page(after document: Int64?, limit: Int) throws -> DocumentListPage {
        let found = try ids(after: document, limit: limit + 1)
        let documents = try found.prefix(limit).compactMap { id in
            try db.first("SELECT \(DocumentRow.columns) FROM documents d WHERE d.id = ?", [id]) {
                try DocumentRow.read($0, in: db)
            }
        }
        return DocumentListPage(documents: documents, hasMore: found.count > limit)
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
            WHERE \(chains) AND d.id < ?2 AND (CAST(?3 AS TEXT) IS NULL OR d.kind = ?3)
              AND (CAST(?4 AS TEXT) IS NULL OR d.checked = ?4) AND (CAST(?5 AS TEXT) IS NULL OR EXISTS (
                SELECT 1 FROM notification_documents m JOIN notifications n ON n.id = m.notification_id
                WHERE m.document_id = d.id AND n.type = ?5 AND (CAST(?6 AS TEXT) IS NULL OR n.subtype = ?6)))
              AND (CAST(?7 AS TEXT) IS NULL OR c.original_transaction_id = ?7)
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
            : "c.id IN (\(PayerTable.chains(ofCustomer: "(SELECT id FROM customers WHERE app_user_id = ?1)")))"
    }
}

/// A document as its table keeps it.
enum DocumentRow {
    /// The most names of notifications that are read of a document: a history carries hundreds, of few names.
    private static let mostNames = 40

    /// What queries of `documents d` select to read documents.
    static let columns = """
        d.id, d.kind, d.source, d.sha256, d.document_ms, d.received_ms, d.imported_ms, d.checked, d.environment
        """

    /// What a query of `documents d` selects to read one document whole.
    static let whole = """
        \(columns), d.body, d.payload, CASE WHEN json_valid(d.body) = 1 THEN
          CASE d.kind WHEN 'verify_receipt' THEN json_extract(d.body, '$.status')
          WHEN 'server_api' THEN json_extract(d.body, '$.errorCode') END END
        """

    /// Reads a document; what makes it whole stands behind the columns, if it was asked for.
    static func read(_ row: StoredRow, in db: Connection) throws -> DocumentRecord {
        let isWhole = row.count > 9
        let time: Instant = try row[4]
        return DocumentRecord(
            id: try row[0], kind: try row[1], source: row[2] ?? "", sha256: try row[3],
            documentTime: time == .earliest ? nil : time, receivedAt: row[5], importedAt: try row[6],
            check: row[7] ?? "unchecked", environment: row[8], chains: try chains(of: row[0], in: db),
            notifications: try notifications(of: row[0], in: db), body: isWhole ? row[9] : nil,
            payload: isWhole ? row[10] : nil, answerCode: isWhole ? row[11] : nil)
    }

    private static func chains(of document: Int64, in db: Connection) throws -> [OriginalTransactionID] {
        try db.map(
            """
            SELECT c.original_transaction_id FROM document_chains l JOIN chains c ON c.id = l.chain_id
            WHERE l.document_id = ? ORDER BY 1
            """, [document]
        ) { try $0[0] }
    }

    private static func notifications(of document: Int64, in db: Connection) throws -> [String] {
        try db.values(
            """
            SELECT DISTINCT n.type || coalesce('/' || n.subtype, '') FROM notification_documents m
            JOIN notifications n ON n.id = m.notification_id WHERE m.document_id = ? ORDER BY 1 LIMIT ?
            """, [document, mostNames])
    }
}
