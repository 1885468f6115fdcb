package import Purchases

/// Everything that the store holds about one person.
package struct PersonExport: Sendable {
    /// Something that was asked for, with what an agent wrote to it.
    package struct Asked: Hashable, Sendable {
        package let id: String
        package let by: AgentName
        package let at: Instant
        /// What, as JSON.
        package let request: String
        /// Why a lead is needed.
        package let because: String
        /// What the asker saw, as JSON.
        package let evidence: String
        /// What became of it.
        package let state: String
        /// What the lead wrote.
        package let decision: String?
    }

    package let page: CustomerPage
    /// The failed purchases whole.
    package let tickets: [TicketPage]
    /// The documents that name the person or speak of the person's purchases.
    package let documents: [DocumentRecord]
    /// The documents that could not be taken in and name the person.
    package let quarantined: [QuarantinedDocument]
    /// The entries of the audit log about the person, newest first.
    package let audit: [AuditEntry]
    /// What was asked for, for the person.
    package let requests: [Asked]
    /// What further tables say of the person: of each row the texts by their columns.
    package let records: [String: [[String: String]]]
}

extension Store {
    /// Takes out everything about one person; the audit log notes it first.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names; refused by role, and for a store opened for reading only.
    package func exportPerson(_ id: AppUserID, by agent: AgentName, at now: Instant) throws(StoreError)
        -> PersonExport
    {
        try exportPerson(id, adding: PersonalTables.others, by: agent, at: now)
    }

    /// Takes out everything about one person, with what the rows of some tables say.
    func exportPerson(
        _ id: AppUserID, adding tables: [any PersonalTable], by agent: AgentName, at now: Instant
    ) throws(StoreError) -> PersonExport {
        try write(.export, by: agent, at: now) { writing in
            guard try CustomerTable.find(id, in: writing.db) != nil else {
                throw try NameSuggestions.unknownCustomer(id, in: writing.db)
            }
            return .done((), try AuditDraft(id.rawValue, about: [.customer(id)], ["people": 1]))
        }
        return try StoreError.translating { try everything(about: id, adding: tables, at: now) }
    }

    private func everything(
        about id: AppUserID, adding tables: [any PersonalTable], at now: Instant
    ) throws -> PersonExport {
        guard let page = try wholePage(of: CustomerQuery(id), at: now) else {
            throw StoreError.unknown(.customer(id))
        }
        let search = try ErasureSearch.run(on: self, for: id)
        let quarantined = try read { try search.quarantined(in: $0) }
        return PersonExport(
            page: page,
            tickets: try page.tickets.compactMap { try wholePage(of: TicketQuery($0.id), at: now) },
            documents: try search.documents.all.sorted().compactMap {
                try wholePage(of: DocumentQuery($0), at: now)
            },
            quarantined: try quarantined.compactMap { try self.quarantined($0) },
            audit: try auditEntries(about: "customer:\(id)", at: now), requests: try asked(for: id),
            records: try records(of: id, in: tables))
    }

    private func auditEntries(about subject: String, at now: Instant) throws -> [AuditEntry] {
        var (entries, after): ([AuditEntry], Int64?) = ([], nil)
        repeat {
            let page = try wholePage(
                of: AuditQuery(about: subject, after: after, limit: 1000), at: now)
            entries += page.entries
            after = page.next
        } while after != nil
        return entries
    }

    private func records(
        of id: AppUserID, in tables: [any PersonalTable]
    ) throws -> [String: [[String: String]]] {
        try read { db in
            guard let person = try CustomerTable.find(id, in: db) else { return [:] }
            return try Dictionary(
                tables.map { ($0.name, try $0.texts(about: person, in: db)) }, uniquingKeysWith: +
            ).filter { !$0.value.isEmpty }
        }
    }

    private func asked(for id: AppUserID) throws -> [PersonExport.Asked] {
        try read { db in
            try db.map(
                """
                SELECT id, asked_by, asked_at_ms, request, because, evidence, state, decision_note
                FROM approval_requests WHERE app_user_id = ? ORDER BY id
                """, [id]
            ) { row in
                PersonExport.Asked(
                    id: String(try row[0] as Int64), by: try row[1], at: try row[2], request: try row[3],
                    because: try row[4], evidence: try row[5], state: try row[6], decision: row[7])
            }
        }
    }
}
