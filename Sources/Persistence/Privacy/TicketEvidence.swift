package import Purchases

/// Everything that is known about one failed purchase, to prove or answer something about it: for a refund, or a
/// question of Apple's.
package struct TicketEvidence: Sendable {
    /// The most documents and the most entries of the audit log that are read; what is left out is said.
    package static let most = 500

    package let page: TicketPage
    /// The page of its chain; nil when the store knows of none.
    package let chain: ChainPage?
    /// The row of the App Store's record; nil when the store has none.
    package let transaction: Transaction?
    /// The documents that told of it, by their document time.
    package let documents: [DocumentRecord]
    /// Whether there are more documents.
    package let hasMoreDocuments: Bool
    /// The entries of the audit log about the ticket and the grants given with it, oldest first; the looks that somebody
    /// took out among them.
    package let audit: [AuditEntry]
    /// What facts say where Apple asks about a refund; nil when nobody was charged.
    package let consumption: PreparedConsumption?
    /// For how long the customer has been one, in the steps of version 1; nil when nothing tells.
    package let accountTenure: Int?
    /// Whether the customer agreed that Apple is told what was consumed.
    package let hasConsent: Bool
    /// Who took it out; nil when it was only looked at, with personal data masked.
    package let takenOutBy: AgentName?
}

extension Store {
    /// Takes out everything that is known about a failed purchase; the audit log notes it first.
    ///
    /// - Throws: ``StoreError``: not found; refused by role, and for a store opened for reading only.
    package func exportEvidence(
        of ticket: TicketID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> TicketEvidence {
        try write(.export, by: agent, at: now) { writing in
            guard let known = try TicketTable.find(ticket, in: writing.db) else {
                throw StoreError.unknown(.ticket(ticket))
            }
            let customer = known.customer.map { [AuditSubject.customer($0)] } ?? []
            return .done(
                (),
                try AuditDraft(
                    "evidence", about: [.ticket(ticket)] + customer, ["ticket": ticket.rawValue]))
        }
        return try evidence(of: ticket, takenOutBy: agent, for: .whole, at: now)
    }

    /// Looks at everything that is known about a failed purchase, with personal data masked.
    ///
    /// - Throws: ``StoreError``: not found.
    package func maskedEvidence(of ticket: TicketID, at now: Instant) throws(StoreError) -> TicketEvidence {
        try evidence(of: ticket, takenOutBy: nil, for: .masked, at: now)
    }

    private func evidence(
        of ticket: TicketID, takenOutBy agent: AgentName?, for disclosure: Disclosure, at now: Instant
    ) throws(StoreError) -> TicketEvidence {
        try read { db in
            let db = db.seen(with: disclosure)
            guard let page = try TicketPageReading(db: db, now: now).page(ticket) else {
                throw StoreError.unknown(.ticket(ticket))
            }
            return try TicketEvidenceReading(db: db, now: now).evidence(page, takenOutBy: agent)
        }
    }
}

/// Reads everything about a ticket beside its page.
private struct TicketEvidenceReading {
    let db: Connection
    let now: Instant

    func evidence(_ page: TicketPage, takenOutBy agent: AgentName?) throws -> TicketEvidence {
        // A duplicate's purchase is told by the ticket that it was merged into.
        let row = try TicketTable.survivor(of: page.ticket.id.row ?? 0, in: db)
        let ticket = try TicketTable.at(row, in: db) ?? page.ticket
        let rules = try SettingTable.accessRules(db)
        let purchase =
            try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: db)?.purchase
            ?? Purchase(attempts: [], charge: nil)
        let verdict = PurchaseVerdict(purchase, rules: try SettingTable.ticketRules(db), at: now)
        let charge = purchase.charge
        let chain = try (charge?.chain.original ?? ticket.originalTransactionID).flatMap {
            try ChainPageReading(db: db, rules: rules, at: now).page(
                $0, in: charge?.chain.environment ?? ticket.environment)
        }
        let documents = try documents(of: row, chain: chain?.chain.id)
        return TicketEvidence(
            page: page, chain: chain, transaction: charge?.transaction,
            documents: Array(documents.prefix(TicketEvidence.most)),
            hasMoreDocuments: documents.count > TicketEvidence.most, audit: try audit(page),
            consumption: try ConsumptionRule(
                verdict,
                ConsumptionCircumstances(db: db).of(
                    verdict, ticket: ticket, askedAt: page.refunds.first?.request.openedAt)
            ).prepared(at: now),
            accountTenure: page.customer?.values.createdAt.map { ConsumptionAnswer.tenure(now - $0) },
            hasConsent: try page.customer.flatMap { try CustomerTable.find($0.id, in: db) }.map {
                try ConsentTable.isGiven(by: $0.rowID, in: db)
            } ?? false,
            takenOutBy: agent)
    }

    private func documents(of ticket: Int64, chain: ChainID?) throws -> [DocumentRecord] {
        try db.map(
            """
            SELECT \(DocumentRow.columns) FROM documents d WHERE d.id IN (
              SELECT l.document_id FROM attempts a JOIN attempt_documents l ON l.attempt = a.id WHERE a.ticket_id = ?1
              UNION SELECT l.document_id FROM chains c JOIN document_chains l ON l.chain_id = c.id
                WHERE c.original_transaction_id = ?2 AND c.environment = ?3)
            ORDER BY d.document_ms, d.id LIMIT ?4
            """, [ticket, chain?.original, chain?.environment, TicketEvidence.most + 1]
        ) { try DocumentRow.read($0, in: db) }
    }

    private func audit(_ page: TicketPage) throws -> [AuditEntry] {
        let subjects = ["ticket:\(page.ticket.id)"] + page.grants.map { "grant:\($0.id)" }
        let entries = try subjects.flatMap { subject in
            try AuditReading(
                filter: AuditReading.Filter(about: subject, agent: nil, action: nil, since: nil), db: db
            ).page(before: .max, limit: TicketEvidence.most).entries
        }
        let bySequence = Dictionary(
            entries.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
        return bySequence.values.sorted { $0.sequence < $1.sequence }
    }
}
