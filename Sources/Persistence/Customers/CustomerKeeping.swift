internal import Foundation
public import Purchases

extension Store {
    /// Adds a customer; with a token that another carries it is filed as a request to a lead where an agent asks.
    ///
    /// - Returns: the request; nil when the customer was added.
    /// - Throws: `StoreError`: conflict when there is one of that name; usage for a malformed field.
    @discardableResult public func addCustomer(
        _ id: AppUserID, _ values: CustomerValues = CustomerValues(), by agent: AgentName, at now: Instant
    ) throws -> ApprovalRequest? {
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
    @discardableResult public func setCustomer(
        _ id: AppUserID, _ change: CustomerValues, by agent: AgentName, at now: Instant
    ) throws -> ApprovalRequest? {
        try write(.customerSet, by: agent, at: now) { writing in
            try CustomerKeeping.carryOut(change, to: id, isNew: false, in: writing)
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
            let written = CustomerNote(at: now, agent: agent, text: text, reference: reference)
            let note = try NoteRow.table.add(NoteRow(customer: row, note: written), in: writing.db)
            try writing.changed(.customer, id.rawValue)
            return .done(
                (),
                try AuditDraft(
                    id.rawValue, about: [.customer(id)],
                    CustomerKeeping.NoteDetails(note: note, text: text)))
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
    /// Adds or changes a customer, or files it for a lead where an agent would give a token that another carries.
    static func carryOut(
        _ values: CustomerValues, to id: AppUserID, isNew: Bool, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalRequest?> {
        try check(values, of: id, isNew: isNew, in: writing.db)
        let token = values.appAccountToken?.lowercased()
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

    /// Adds or changes a customer.
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
            guard try CustomerTable.find(id, in: db) == nil else { throw StoreError.knownCustomer(id) }
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
        if let email = change.email, !email.contains("@") {
            throw StoreError.badEmail(email)
        }
        if let token = change.appAccountToken, UUID(uuidString: token) == nil {
            throw StoreError.badToken(token)
        }
    }
}
