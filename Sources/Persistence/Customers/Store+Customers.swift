internal import GRDB
public import Purchases

extension Store {
    /// Adds a customer.
    ///
    /// Errors: conflict when there is one of that name; usage for a malformed field.
    public func addCustomer(
        _ id: AppUserID, _ values: CustomerChange = CustomerChange(), by agent: AgentName, at now: Instant
    ) throws {
        try CustomerKeeping.checkName(id)
        try write(.customerAdd, by: agent, at: now) { writing in
            guard try CustomerTable.find(id, writing.db) == nil else {
                throw StoreError(
                    .conflict, "there is a customer \(id) already",
                    remedy: "change it with `makegood customer set`"
                )
            }
            try CustomerKeeping.apply(values, to: id, writing)
            return .done((), try AuditDraft(id.rawValue, about: [.customer(id)], ["fields": values.fields]))
        }
    }

    /// Changes a customer.
    ///
    /// Errors: not found, with the nearest names; usage for a malformed field.
    public func setCustomer(
        _ id: AppUserID, _ change: CustomerChange, by agent: AgentName, at now: Instant
    ) throws {
        try write(.customerSet, by: agent, at: now) { writing in
            _ = try CustomerKeeping.row(id, writing.db)
            try CustomerKeeping.apply(change, to: id, writing)
            return .done((), try AuditDraft(id.rawValue, about: [.customer(id)], ["fields": change.fields]))
        }
    }

    /// Says whether a customer's Sandbox purchases give access.
    ///
    /// Errors: not found, with the nearest names.
    public func setTester(_ id: AppUserID, to isTester: Bool, by lead: AgentName, at now: Instant) throws {
        try write(.customerTester, by: lead, at: now) { writing in
            let row = try CustomerKeeping.row(id, writing.db)
            try writing.db.run("UPDATE customers SET tester = ? WHERE id = ?", [isTester, row])
            try writing.changed(.customer, id.rawValue)
            return .done((), try AuditDraft(id.rawValue, about: [.customer(id)], ["tester": isTester]))
        }
    }

    /// Writes a note on a customer.
    ///
    /// Errors: not found, with the nearest names; usage when it is empty.
    public func addNote(
        _ text: String, reference: String? = nil, to id: AppUserID, by agent: AgentName, at now: Instant
    ) throws {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw StoreError(.usage, "the note is empty", remedy: "write something")
        }
        try write(.customerNote, by: agent, at: now) { writing in
            let row = try CustomerKeeping.row(id, writing.db)
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
