internal import Foundation
internal import GRDB
public import Purchases

extension Store {
    /// Adds a customer.
    ///
    /// - Throws: `StoreError`: conflict when there is one of that name; usage for a malformed field.
    public func addCustomer(
        _ id: AppUserID, _ values: CustomerValues = CustomerValues(), by agent: AgentName, at now: Instant
    ) throws {
        try CustomerTable.checkName(id)
        try write(.customerAdd, by: agent, at: now) { writing in
            guard try CustomerTable.find(id, in: writing.db) == nil else {
                throw StoreError.knownCustomer(id)
            }
            try CustomerKeeping.apply(values, to: id, in: writing)
            return .done(
                (),
                try AuditDraft(
                    id.rawValue, about: [.customer(id)], ["fields": CustomerKeeping.fields(of: values)]))
        }
    }

    /// Changes those fields of a customer that are given.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names; usage for a malformed field.
    public func setCustomer(
        _ id: AppUserID, _ change: CustomerValues, by agent: AgentName, at now: Instant
    ) throws {
        try write(.customerSet, by: agent, at: now) { writing in
            _ = try CustomerKeeping.row(id, in: writing.db)
            try CustomerKeeping.apply(change, to: id, in: writing)
            return .done(
                (),
                try AuditDraft(
                    id.rawValue, about: [.customer(id)], ["fields": CustomerKeeping.fields(of: change)]))
        }
    }

    /// Says whether a customer's Sandbox purchases give access.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names.
    public func setTester(_ id: AppUserID, to isTester: Bool, by lead: AgentName, at now: Instant) throws {
        try write(.customerTester, by: lead, at: now) { writing in
            let row = try CustomerKeeping.row(id, in: writing.db)
            try writing.db.run("UPDATE customers SET tester = ? WHERE id = ?", [isTester, row])
            try writing.changed(.customer, id.rawValue)
            return .done((), try AuditDraft(id.rawValue, about: [.customer(id)], ["tester": isTester]))
        }
    }

    /// Writes a note on a customer.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names; usage when it is empty.
    public func addNote(
        _ text: String, reference: String? = nil, to id: AppUserID, by agent: AgentName, at now: Instant
    ) throws {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw StoreError.emptyNote
        }
        try write(.customerNote, by: agent, at: now) { writing in
            let row = try CustomerKeeping.row(id, in: writing.db)
            try writing.db.run(
                "INSERT INTO notes (customer_id, at_ms, agent, body, reference) VALUES (?, ?, ?, ?, ?)",
                [row, now.milliseconds, agent.rawValue, text, reference])
            let note = writing.db.lastInsertedRowID
            try writing.changed(.customer, id.rawValue)
            // The text may be personal; the entry proves that it was written without keeping it for ever.
            return .done((), try AuditDraft(id.rawValue, about: [.customer(id)], ["note": note]))
        }
    }
}

/// Personal data that is to be taken out of the store.
public struct RevealRequest: Hashable, Sendable {
    /// Whose.
    public var customer: AppUserID
    /// Which field, as the audit log calls it.
    public var field: String

    /// A wish to take a field of a customer out.
    public init(_ field: String, of customer: AppUserID) { (self.field, self.customer) = (field, customer) }
}

extension Store {
    /// Notes in the audit log that an agent takes personal data of a customer out, before that is done.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names; refused by role, and for a store opened for reading only.
    public func note(_ request: RevealRequest, by agent: AgentName, at now: Instant) throws {
        try write(.reveal, by: agent, at: now) { writing in
            _ = try CustomerKeeping.row(request.customer, in: writing.db)
            let details = ["field": request.field]
            return .done(
                (),
                try AuditDraft(request.customer.rawValue, about: [.customer(request.customer)], details))
        }
    }
}

extension Store {
    /// Notes in the audit log that somebody from whom personal data is hidden looks at a customer's, and why, before it is
    /// shown.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names; usage without a reason; refused by role, and for a store opened for reading only.
    public func reveal(_ id: AppUserID, because reason: String, by agent: AgentName, at now: Instant) throws {
        guard FreeText(reason) != nil else { throw StoreError.revealingNeedsReason }
        try write(.revealOnce, by: agent, at: now) { writing in
            _ = try CustomerKeeping.row(id, in: writing.db)
            return .done(
                (), try AuditDraft(id.rawValue, about: [.customer(id)], ["reason": FreeText(reason)]))
        }
    }

    /// Notes in the audit log that an agent takes personal data of many people out, before that is done: which list, and
    /// of how many.
    ///
    /// - Throws: `StoreError`: refused by role, and for a store opened for reading only.
    public func noteExport(of list: String, people: Int, by agent: AgentName, at now: Instant) throws {
        try write(.export, by: agent, at: now) { _ in .done((), try AuditDraft(list, ["people": people])) }
    }
}

/// What agents write about customers.
enum CustomerKeeping {
    /// Writes a change as a document of the present moment, so that older documents do not undo it.
    static func apply(_ change: CustomerValues, to id: AppUserID, in writing: StoreTransaction) throws {
        try check(change)
        var values = change
        values.appAccountToken = change.appAccountToken?.lowercased()
        let digest = ColumnText.digest(of: try ColumnText.json(values))
        let precedence = Precedence(documentTime: writing.now, isSigned: false, digest: digest)
        let person = DocumentContents.Person(id: id, values: values)
        var owners = ChainOwnershipUpdate()
        for token in try CustomerTable.merge(
            person, precedence: precedence, knownAt: writing.now, in: writing.db)
        {
            for chain in try ClaimTable.chains(ofToken: token, in: writing.db) {
                try owners.decide(chain, in: writing.db)
            }
        }
        try owners.recompute(try CatalogTable.read(writing.db), in: writing.db)
        try TicketUpdate.look(at: owners.attempts(writing.db), in: writing)
        for customer in Set(try CustomerTable.names(of: owners.customers, in: writing.db)).union([id]) {
            try writing.changed(.customer, customer.rawValue)
        }
    }

    /// The names of the fields that a change gives; the audit log keeps those and no personal data.
    static func fields(of change: CustomerValues) -> [String] {
        var row = RowJSON()
        row.add(change)
        return row.columns
    }

    /// The row of a customer; refuses one who is unknown.
    static func row(_ id: AppUserID, in db: Database) throws -> Int64 {
        guard let row = try CustomerTable.find(id, in: db) else {
            throw try NameSuggestions.unknownCustomer(id, in: db)
        }
        return row.rowID
    }

    private static func check(_ change: CustomerValues) throws {
        if let email = change.email, !email.contains("@") {
            throw StoreError.badEmail(email)
        }
        if let token = change.appAccountToken, UUID(uuidString: token) == nil {
            throw StoreError.badToken(token)
        }
    }
}
