package import Purchases

extension Store {
    /// Shows a document whole, which may name people; the audit log notes it first. Nil when there is none of that number.
    ///
    /// - Throws: ``StoreError``: refused by role, and for a store opened for reading only.
    package func revealDocument(_ id: Int64, by agent: AgentName, at now: Instant) throws(StoreError)
        -> DocumentRecord?
    {
        try noteLook(atDocument: id, by: agent, at: now)
        return try wholePage(of: DocumentQuery(id), at: now)
    }

    /// Notes in the audit log that a document is about to be looked at, where there is one of that number.
    ///
    /// - Throws: ``StoreError``: refused by role, and for a store opened for reading only.
    package func noteLook(atDocument id: Int64, by agent: AgentName, at now: Instant) throws(StoreError) {
        try write(.reveal, by: agent, at: now) { writing in
            let db = writing.db
            guard try db.exists("SELECT 1 FROM documents WHERE id = ?", [id]) else { return .nothing(()) }
            let entry = try AuditDraft(
                String(id), about: [.document(id)] + WholeDocument.customers(of: id, in: db),
                ["document": String(id)])
            return .done((), entry)
        }
    }

    /// Shows a document of quarantine whole, which may name people; the audit log notes it first. Nil when there is none of
    /// that number.
    ///
    /// - Throws: ``StoreError``: refused by role, and for a store opened for reading only.
    package func revealQuarantined(
        _ id: Int64, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> QuarantinedDocument? {
        let isKnown = try write(.reveal, by: agent, at: now) { writing in
            let known = try writing.db.exists(
                "SELECT 1 FROM quarantine WHERE id = ? AND dropped_ms IS NULL AND retried_ms IS NULL", [id])
            guard known else { return .nothing(false) }
            return .done(
                true, try AuditDraft(String(id), about: [.quarantined(id)], ["quarantined": String(id)]))
        }
        return isKnown ? try quarantined(id) : nil
    }
}

/// A document that is shown as it is kept.
private enum WholeDocument {
    /// Of so many customers the entry speaks; a document of more names none of them in particular.
    private static let mostCustomers = 100

    /// Whose purchases and attempts it tells of. A report names its attempt itself, which others may name, too: no index
    /// leads there from a document.
    static func customers(of document: Int64, in db: Connection) throws -> [AuditSubject] {
        try db.map(
            """
            SELECT u.app_user_id FROM document_chains l JOIN chains c ON c.id = l.chain_id
              JOIN customers u ON u.id = c.customer_id WHERE l.document_id = ?1
            UNION SELECT u.app_user_id FROM document_chains l JOIN chain_payers p ON p.chain_id = l.chain_id
              JOIN customers u ON u.id = p.customer_id WHERE l.document_id = ?1
            UNION SELECT u.app_user_id FROM documents d CROSS JOIN attempts a
              ON a.attempt_id = CAST(json_extract(d.body, '$.attempt_id') AS TEXT)
              JOIN attempt_documents r ON r.attempt = a.id AND r.document_id = d.id
              JOIN customers u ON u.id = a.customer_id
              WHERE d.id = ?1 AND d.kind = 'purchase_report' AND json_valid(d.body) = 1
            LIMIT ?2
            """, [document, mostCustomers]
        ) { .customer(try $0[0]) }
    }
}
