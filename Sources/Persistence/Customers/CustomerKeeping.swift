internal import Foundation
internal import GRDB
public import Purchases

extension Store {
    /// Adds a customer.
    ///
    /// Errors: conflict when there is one of that name; usage for a malformed field.
    public func addCustomer(
        _ id: AppUserID, _ values: CustomerChange = CustomerChange(), by agent: AgentName, at now: Instant
    ) throws {
        try CustomerTable.checkName(id)
        try write(.customerAdd, by: agent, at: now) { writing in
            guard try CustomerTable.find(id, writing.db) == nil else {
                throw StoreError.knownCustomer(id)
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
            throw StoreError.emptyNote
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
    /// Errors: not found, with the nearest names; refused by role, and for a store opened for reading only.
    public func note(_ request: RevealRequest, by agent: AgentName, at now: Instant) throws {
        try write(.reveal, by: agent, at: now) { writing in
            _ = try CustomerKeeping.row(request.customer, writing.db)
            let details = ["field": request.field]
            return .done(
                (),
                try AuditDraft(request.customer.rawValue, about: [.customer(request.customer)], details))
        }
    }
}

/// What an agent changes of a customer; nil leaves a field as it is.
public struct CustomerChange: Hashable, Codable, Sendable {
    /// The address.
    public var email: String?
    /// The name.
    public var name: String?
    /// The UUID that the app gives the App Store with purchases.
    public var appAccountToken: String?
    /// The language, such as `de_DE`.
    public var locale: String?
    /// The country, such as `DE`.
    public var country: String?

    /// A change of some fields.
    public init(
        email: String? = nil, name: String? = nil, appAccountToken: String? = nil, locale: String? = nil,
        country: String? = nil
    ) {
        self.email = email
        self.name = name
        self.appAccountToken = appAccountToken?.lowercased()
        self.locale = locale
        self.country = country
    }

    /// The names of the fields that change; the audit log keeps those and no personal data.
    var fields: [String] {
        let fields = [
            ("app_account_token", appAccountToken), ("country", country), ("email", email),
            ("locale", locale),
            ("name", name),
        ]
        return fields.filter { $0.1 != nil }.map(\.0)
    }
}

/// What agents write about customers.
enum CustomerKeeping {
    /// Writes a change as a document of the present moment, so that older documents do not undo it.
    static func apply(_ change: CustomerChange, to id: AppUserID, _ writing: StoreTransaction) throws {
        try check(change)
        let values = CustomerValues(
            email: change.email, name: change.name, appAccountToken: change.appAccountToken,
            locale: change.locale, country: change.country)
        let digest = ColumnText.digest(of: try ColumnText.json(values))
        let precedence = Precedence(documentTime: writing.now, isSigned: false, digest: digest)
        let person = DocumentContents.Person(id: id, values: values)
        var owners = ChainOwnershipUpdate()
        for token in try CustomerTable.merge(person, precedence, knownAt: writing.now, writing.db) {
            for chain in try ClaimTable.chains(ofToken: token, writing.db) {
                try owners.decide(chain, writing.db)
            }
        }
        try owners.recompute(try CatalogTable.read(writing.db), writing.db)
        try TicketUpdate.look(at: owners.attempts(writing.db), writing)
        try writing.changed(.customer, id.rawValue)
    }

    /// The row of a customer; refuses one who is unknown.
    static func row(_ id: AppUserID, _ db: Database) throws -> Int64 {
        guard let row = try CustomerTable.find(id, db) else {
            throw try NameSuggestions.unknownCustomer(id, db)
        }
        return row.rowID
    }

    private static func check(_ change: CustomerChange) throws {
        if let email = change.email, !email.contains("@") {
            throw StoreError.badEmail(email)
        }
        if let token = change.appAccountToken, UUID(uuidString: token) == nil {
            throw StoreError.badToken(token)
        }
    }
}
