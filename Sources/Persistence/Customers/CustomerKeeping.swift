internal import Foundation
package import Purchases

/// What people write about customers by hand. What documents tell of them comes by `Persistence/Documents`; both are
/// merged by `CustomerTable.merge`.
extension Store {
    /// Adds a customer; with a token that another carries it is filed as a request to a lead where an agent asks.
    ///
    /// - Returns: the request; nil when the customer was added.
    /// - Throws: `StoreError`: conflict when there is one of that name; usage for a malformed field.
    @discardableResult package func addCustomer(
        _ id: AppUserID, _ values: CustomerValues = CustomerValues(), by agent: AgentName, at now: Instant
    ) throws(StoreError) -> ApprovalRequest? {
        try CustomerTable.checkName(id)
        return try write(.customerAdd, by: agent, at: now) { writing in
            try CustomerKeeping.carryOut(values, to: id, isNew: true, in: writing)
        }
    }

    /// Changes those fields of a customer that are given; a token that another carries is filed as a request to a lead, with
    /// the rest, where an agent asks.
    ///
    /// - Returns: the request; nil when the customer was changed.
    /// - Throws: `StoreError`: not found, with the nearest names; usage for a malformed field.
    @discardableResult package func setCustomer(
        _ id: AppUserID, _ change: CustomerValues, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> ApprovalRequest? {
        try write(.customerSet, by: agent, at: now) { writing in
            try CustomerKeeping.carryOut(change, to: id, isNew: false, in: writing)
        }
    }

    /// Does something about a customer: the one entry of every act.
    ///
    ///     try store.act(.note("called", reference: "HD-7"), on: customer, by: agent, at: now)
    ///
    /// - Throws: `StoreError`: usage for a note or a reason without words; not found, with the nearest names; refused by
    ///   role, and for a store opened for reading only.
    package func act(_ act: CustomerAct, on id: AppUserID, by agent: AgentName, at now: Instant)
        throws(StoreError)
    {
        switch act {
        case .note(let text, _) where text.allSatisfy(\.isWhitespace): throw StoreError.invalid(.emptyNote)
        case .look(let reason) where FreeText(reason) == nil: throw StoreError.needs(.reason(for: .revealing))
        case .note, .tester, .consent, .takeOut, .look: break
        }
        try write(act.action, by: agent, at: now) { try CustomerKeeping.carryOut(act, on: id, in: $0) }
    }

    /// Notes in the audit log that an agent takes personal data of many people out, before that is done: which list, and
    /// of how many.
    ///
    /// - Throws: `StoreError`: refused by role, and for a store opened for reading only.
    package func noteExport(of list: String, people: Int, by agent: AgentName, at now: Instant)
        throws(StoreError)
    {
        try write(.export, by: agent, at: now) { _ in .done((), try AuditDraft(list, ["people": people])) }
    }
}

extension CustomerAct {
    /// What the audit log calls it, which says who may do it.
    var action: AuditAction {
        switch self {
        case .note: .customerNote
        case .tester: .customerTester
        case .consent: .customerConsent
        case .takeOut: .reveal
        case .look: .revealOnce
        }
    }
}

/// What agents write about customers.
enum CustomerKeeping {
    static func carryOut(
        _ act: CustomerAct, on id: AppUserID, in writing: StoreTransaction
    ) throws -> WriteResult<Void> {
        let row = try row(id, in: writing.db)
        func done(_ details: some Encodable) throws -> WriteResult<Void> {
            .done((), try AuditDraft(id.rawValue, about: [.customer(id)], details))
        }
        switch act {
        case .note(let text, let reference):
            let written = CustomerNote(
                at: writing.now, agent: writing.agent, text: FreeText(text, for: .whole),
                reference: reference)
            let note = try NoteRow.table.add(NoteRow(customer: row, note: written), in: writing.db)
            try writing.changed(.customer, id.rawValue)
            return try done(NoteDetails(note: note, text: text))
        case .tester(let isTester):
            try writing.db.run("UPDATE customers SET tester = ? WHERE id = ?", [isTester, row])
            try writing.changed(.customer, id.rawValue)
            return try done(["tester": isTester])
        case .consent(let isGiven):
            guard try ConsentKeeping.set(isGiven, of: id, at: row, in: writing) else { return .nothing(()) }
            return try done(["given": isGiven])
        case .takeOut(let field): return try done(["field": field])
        case .look(let reason): return try done(["reason": FreeText(reason)])
        }
    }

    /// Adds or changes a customer, or files it for a lead where an agent would give a token that another carries.
    static func carryOut(
        _ values: CustomerValues, to id: AppUserID, isNew: Bool, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalRequest?> {
        try check(values, of: id, isNew: isNew, in: writing.db)
        let token = values.appAccountToken?.whole.lowercased()
        if writing.role.asksBeforeTaking, let token,
            let carrier = try CustomerTable.carrier(of: token, besides: id, in: writing.db)
        {
            return try file(
                TokenAsked(customer: id, carrier: carrier, isNew: isNew, values: values), in: writing)
        }
        try apply(values, to: id, in: writing)
        return .done(nil, try AuditDraft(id.rawValue, about: [.customer(id)], ["fields": fields(of: values)]))
    }

    /// Keeps for a lead what gives a token that another carries.
    private static func file(
        _ asked: TokenAsked, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalRequest?> {
        struct Details: Encodable {
            let tokenOf: String
            let to: String
        }
        let filed = try ApprovalTable.insert(
            asked, because: .tokenOfAnother(customer: asked.carrier), in: writing)
        let about: [AuditSubject] = [
            .request(filed.id), .customer(asked.customer), .customer(asked.carrier),
        ]
        let details = Details(tokenOf: asked.carrier.rawValue, to: asked.customer.rawValue)
        return .instead(.requestFile, filed, try AuditDraft(filed.id.rawValue, about: about, details))
    }

    /// Adds or changes a customer, as a lead approved it: `ApprovalDecision` asks for it, and nothing is filed.
    static func write(
        _ values: CustomerValues, to id: AppUserID, isNew: Bool, in writing: StoreTransaction
    ) throws {
        try check(values, of: id, isNew: isNew, in: writing.db)
        try apply(values, to: id, in: writing)
    }

    private static func check(
        _ values: CustomerValues, of id: AppUserID, isNew: Bool, in db: Connection
    ) throws {
        if isNew {
            guard try CustomerTable.find(id, in: db) == nil else { throw StoreError.taken(.customer(id)) }
        } else {
            _ = try row(id, in: db)
        }
        try check(values)
    }

    /// What the audit log says of a note. Its text may be personal: the entry proves it by a digest, which goes with the
    /// person.
    struct NoteDetails: Encodable {
        let note: Int64
        let digest: FreeText?

        init(note: Int64, text: String) {
            (self.note, digest) = (note, FreeText(ColumnText.digest(of: text)))
        }
    }

    /// Writes a change as a document of the present moment, so that older documents do not undo it.
    private static func apply(
        _ change: CustomerValues, to id: AppUserID, in writing: StoreTransaction
    ) throws {
        var values = change
        values.appAccountToken = change.appAccountToken.map { PersonIdentifier($0.whole.lowercased()) }
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
        let told = Set(try CustomerTable.names(of: owners.customers, in: writing.db)).union([id])
        for customer in told.sorted() {
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
    static func row(_ id: AppUserID, in db: Connection) throws -> Int64 {
        guard let row = try CustomerTable.find(id, in: db) else {
            throw try NameSuggestions.unknownCustomer(id, in: db)
        }
        return row.rowID
    }

    private static func check(_ change: CustomerValues) throws {
        if let email = change.email?.whole, !email.contains("@") {
            throw StoreError.invalid(.email(email))
        }
        if let token = change.appAccountToken?.whole, UUID(uuidString: token) == nil {
            throw StoreError.invalid(.token(token))
        }
    }
}
