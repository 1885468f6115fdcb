internal import Foundation
package import Purchases

/// A person who is to be erased.
package struct ErasureRequest: Hashable, Sendable {
    package var customer: AppUserID
    /// Why, in words; it is kept, beside the audit log.
    package var reason: String
    /// The customer's id, typed once more.
    package var confirmation: String

    /// A wish to erase a person.
    package init(_ customer: AppUserID, reason: String, confirmation: String) {
        (self.customer, self.reason, self.confirmation) = (customer, reason, confirmation)
    }
}

/// What an erasure did.
package struct ErasureOutcome: Hashable, Sendable {
    /// Who was erased; the app's id stays, as a pseudonym.
    package let customer: AppUserID
    /// How many notes on the customer and the customer's tickets went.
    package let notes: Int
    /// How many other texts went from beside the audit log.
    package let texts: Int
    /// In how many documents something was blotted out.
    package let documents: Int
    /// How many documents in quarantine were emptied.
    package let quarantined: Int
    /// Whether the person was erased before, and nothing was left to do but to sweep.
    package let isReplay: Bool
    /// Whether nothing of it is left in the file's free pages and in the -wal. Where not, somebody read the store all
    /// the time: erasing once more sweeps again.
    package fileprivate(set) var isSwept: Bool
}

extension Store {
    /// Erases a person: address, name, token, language, country, notes and everything typed about the customer go, also
    /// from kept documents, quarantine, the search index and free pages. Purchases, grants and the audit log stay, under
    /// the app's own id.
    ///
    /// - Throws: `StoreError`: not found; usage without a reason or where the id was not typed again; refused for anybody but leads.
    package func erase(
        _ request: ErasureRequest, by lead: AgentName, at now: Instant
    ) throws(StoreError) -> ErasureOutcome {
        try erase(request, from: PersonalTables.onPages + PersonalTables.others, by: lead, at: now)
    }

    /// Erases a person, also from the given tables.
    func erase(
        _ request: ErasureRequest, from tables: [any PersonalTable], by lead: AgentName, at now: Instant
    ) throws(StoreError) -> ErasureOutcome {
        if isReadOnly { throw StoreError.store(.readOnly) }
        try require(.erase, of: lead, at: now)
        guard FreeText(request.reason) != nil else { throw StoreError.needs(.reason(for: .erasing)) }
        guard request.confirmation == request.customer.rawValue else {
            throw StoreError.needs(.confirmation(of: .erasing(request.customer)))
        }
        let search = try ErasureSearch.run(on: self, for: request.customer)
        var outcome = try write(.customerErase, by: lead, at: now) { writing in
            let search = try search.goingOn(in: writing.db)
            return try Erasure(request, search, from: tables, in: writing).carryOut()
        }
        let isUnswept = try read { try StoreState.unswept.read($0) } != nil
        outcome.isSwept = try StoreError.translating {
            try !isUnswept || engine.sweep(search.traces.ownTexts)
        }
        return outcome
    }
}

/// An erasure under way, in its transaction.
private struct Erasure {
    private let request: ErasureRequest
    private let search: ErasureSearch
    private let tables: [any PersonalTable]
    private let writing: StoreTransaction
    private let person: CustomerTable
    private let tickets: [Int64]
    private let redactor: Redactor

    init(
        _ request: ErasureRequest, _ search: ErasureSearch, from tables: [any PersonalTable],
        in writing: StoreTransaction
    ) throws {
        guard let person = try CustomerTable.find(request.customer, in: writing.db) else {
            throw try NameSuggestions.unknownCustomer(request.customer, in: writing.db)
        }
        (self.request, self.search, self.tables) = (request, search, tables)
        (self.writing, self.person) = (writing, person)
        tickets = try writing.db.values("SELECT id FROM tickets WHERE customer_id = ?", [person.rowID])
        redactor = search.traces.redactor(among: .own)
    }

    private var db: Connection { writing.db }
    private var id: AppUserID { request.customer }

    func carryOut() throws -> WriteResult<ErasureOutcome> {
        let texts = try ErasedTexts(of: id, tickets: tickets, search.traces, in: db).found()
        let notes = try self.notes()
        let documents = try documents()
        let quarantined = try search.quarantined(in: db)
        let isDone = try ErasedPeople.erasure(of: id, in: db) != nil
        let receipts = try ReceiptTable.all(ofCustomer: person.rowID, in: db)
        if isDone, receipts.isEmpty, texts.isEmpty, notes.isEmpty, documents.isEmpty, quarantined.isEmpty,
            person.isEmptied, try !tables.contains(where: { try $0.holdsAnything(about: person, in: db) })
        {
            return .nothing(outcome(texts: 0, notes: 0, documents: 0, quarantined: 0, isReplay: true))
        }
        // What guards append-only tables lets an erasure pass, and nobody else.
        try StoreState.erasing.set(id.rawValue, in: db)
        for table in tables { try table.erase(person, in: db) }
        try keepPseudonym()
        try writing.faults.pass(.erasureBegun)
        let entry = try AuditLog.head(db).sequence + 1
        for token in texts {
            try db.run(
                "UPDATE audit_texts SET body = NULL, salt = NULL, erased_in = ? WHERE token = ?",
                [entry, token])
        }
        try db.run(
            "UPDATE grants SET revoked_note = NULL WHERE app_user_id = ? AND revoked_note IS NOT NULL", [id])
        for note in notes { try db.run("DELETE FROM notes WHERE id = ?", [note]) }
        try emptyTicketWork()
        for receipt in receipts { try ReceiptTable.erase(receipt, in: db) }
        for (row, body, payload, source) in documents {
            try db.run(
                "UPDATE documents SET body = ?, payload = ?, source = ? WHERE id = ?",
                [body, payload, source, row])
        }
        for row in quarantined {
            try db.run(
                """
                UPDATE quarantine SET body = ?, detail = NULL, source = 'erased', erased_ms = ? WHERE id = ?
                """, [Data(), writing.now, row])
        }
        try ErasedTraces.blot(with: search.traces, in: db)
        try emptyTokens()
        try StoreState.erasing.clear(in: db)
        try StoreState.unswept.set(id.rawValue, in: db)
        try writing.faults.pass(.erasureWritten)
        try writing.changed(.customer, id.rawValue)
        for ticket in tickets { try writing.changed(.ticket, String(ticket)) }
        return .done(
            outcome(
                texts: texts.count, notes: notes.count, documents: documents.count,
                quarantined: quarantined.count, isReplay: false),
            try AuditDraft(
                id.rawValue, about: [.customer(id)],
                Details(
                    reason: FreeText(search.traces.redactor(among: .all).blotted(request.reason)),
                    texts: texts.count, notes: notes.count, documents: documents.count,
                    quarantined: quarantined.count)))
    }

    /// What the audit log says; ``ErasureDetails`` reads it.
    private struct Details: Encodable {
        let reason: FreeText?
        let texts: Int
        let notes: Int
        let documents: Int
        let quarantined: Int
    }

    private func outcome(
        texts: Int, notes: Int, documents: Int, quarantined: Int, isReplay: Bool
    ) -> ErasureOutcome {
        ErasureOutcome(
            customer: id, notes: notes, texts: texts, documents: documents, quarantined: quarantined,
            isReplay: isReplay, isSwept: false)
    }

    /// The row keeps since when there is a customer, and that the person was erased.
    private func keepPseudonym() throws {
        let kept = CustomerValues(createdAt: person.customer.values.createdAt)
        let digest = ColumnText.digest(of: id.rawValue)
        let told = MergedFacts(
            kept, precedence: Precedence(documentTime: writing.now, isSigned: false, digest: digest))
        try db.run(
            "UPDATE customers SET told = ?, erased_ms = ? WHERE id = ?",
            [try ColumnText.json(told), writing.now, person.rowID])
    }

    /// What the token claimed, its digest claims for the pseudonym: a chain stays whose it was.
    private func emptyTokens() throws {
        var owners = ChainOwnershipUpdate()
        for token in search.traces.tokens {
            let isOthers = search.traces.isShared(token: token)
            if !isOthers { try ErasedPeople.note(token, of: id, in: db) }
            for chain in try ClaimTable.chains(ofToken: token, in: db) {
                let isOwn = try db.exists(
                    "SELECT 1 FROM chains WHERE id = ? AND customer_id = ?", [chain, person.rowID])
                guard isOwn || !isOthers else {
                    // What it paid for is from now on the next one's who carries it.
                    try owners.decide(chain, in: db)
                    continue
                }
                try ClaimTable.replace(
                    token, of: id, by: isOthers ? nil : ColumnText.digest(of: token), rowID: person.rowID,
                    chain: chain, in: db)
                try owners.decide(chain, in: db)
            }
        }
        try db.run("DELETE FROM customer_tokens WHERE customer_id = ?", [person.rowID])
        try db.run("DELETE FROM consumption_consents WHERE customer_id = ?", [person.rowID])
        try owners.recompute(CatalogTable.read(db), in: db)
        try TicketUpdate.look(at: owners.attempts(db), in: writing)
        for other in try CustomerTable.names(of: owners.customers.subtracting([person.rowID]), in: db) {
            try writing.changed(.customer, other.rawValue)
        }
    }

    private func notes() throws -> [Int64] {
        try db.values("SELECT id FROM notes WHERE customer_id = ?", [person.rowID])
            + tickets.flatMap { try db.values("SELECT id FROM notes WHERE ticket_id = ?", [$0]) as [Int64] }
    }

    /// What people typed around the customer's tickets, and what the app reported in words.
    private func emptyTicketWork() throws {
        for ticket in tickets {
            try blotTexts(of: "ticket_deeds", "deed", where: "ticket_id = ?", [ticket])
            try blotTexts(of: "alarms", "failure", where: "ticket_id = ?", [ticket])
            try db.run(
                """
                UPDATE approval_requests SET request = json_remove(request, '$.ending.note'),
                  decision_note = CASE WHEN decision_note IS NOT NULL THEN CAST(? AS TEXT) END
                WHERE ticket_id = ? AND kind = 'resolve'
                """, [Redactor.mark, ticket])
        }
        let attempts: [Int64] = try db.values("SELECT id FROM attempts WHERE customer_id = ?", [person.rowID])
        for attempt in attempts {
            try blotTexts(of: "attempts", "told", where: "id = ?", [attempt])
            try blotTexts(of: "attempt_events", "event", where: "attempt = ?", [attempt])
        }
        try db.run(
            """
            UPDATE approval_requests SET request = json_remove(request, '$.note', '$.values'),
              evidence = json_remove(evidence, '$.grant.note'),
              decision_note = CASE WHEN decision_note IS NOT NULL THEN CAST(? AS TEXT) END WHERE app_user_id = ?
            """, [Redactor.mark, id])
        for column in ["name", "query"] { try blotTexts(of: "saved_views", column, where: "true", []) }
        for (table, column) in [("incidents", "name"), ("batches", "plan")] {
            try blotTexts(of: table, column, where: "true", [])
        }
        for column in ["request", "decision_note"] {
            try blotTexts(of: "approval_requests", column, where: "kind IN ('bulk', 'token')", [])
        }
        for column in ["request", "because", "evidence"] {
            try blotTexts(of: "approval_requests", column, where: "app_user_id = ?", [id])
        }
    }

    /// Blots a column of JSON or words, where anything in it names the person.
    private func blotTexts(
        of table: String, _ column: String, where condition: String, _ values: BoundValues
    ) throws {
        let texts: [String?] = try db.map(
            "SELECT DISTINCT \(column) FROM \(table) WHERE \(condition)", values
        ) { $0[0] }
        for text in texts.compactMap({ $0 }) {
            let rest = redactor.blotted(json: text)
            guard rest != text else { continue }
            try db.run(
                "UPDATE \(table) SET \(column) = ? WHERE \(condition) AND \(column) = ?",
                [rest] + values + [text])
        }
    }

    private func documents() throws -> [(row: Int64, body: String?, payload: String?, source: String?)] {
        let own = Set(search.documents.own)
        let kinds = DocumentKind.list(where: \.tellsOfAPerson)
        return try search.documents.all.sorted().compactMap { row in
            let redactor = own.contains(row) ? self.redactor : search.traces.redactor(among: .all)
            let kept = try db.first(
                """
                SELECT body, payload, source, CASE WHEN kind IN \(kinds)
                  AND CAST(json_extract(body, '$.app_user_id') AS TEXT) = ? THEN 1 ELSE 0 END
                FROM documents WHERE id = ?
                """, [id, row]
            ) {
                (
                    body: $0[0] as String?, payload: $0[1] as String?, source: $0[2] as String?,
                    isPerson: $0[3] as Bool?
                )
            }
            guard let kept else { return nil }
            let body =
                kept.isPerson == true ? ErasedPeople.body(of: id) : kept.body.map(redactor.blotted(json:))
            let payload = kept.payload.map(redactor.blotted(json:))
            let source = kept.source.map { redactor.blotted($0) }
            let isChanged = body != kept.body || payload != kept.payload || source != kept.source
            return isChanged ? (row, body, payload, source) : nil
        }
    }
}

extension CustomerTable {
    /// Whether nothing of the person is known.
    fileprivate var isEmptied: Bool { PersonalColumn.texts(of: customer).isEmpty }
}
