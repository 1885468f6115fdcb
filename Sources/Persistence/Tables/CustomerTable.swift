import Purchases

/// A customer as its table keeps it.
struct CustomerTable {
    let rowID: Int64
    let customer: Customer

    /// The customer of that name; nil when there is none.
    static func find(_ id: AppUserID, in db: Connection) throws -> CustomerTable? {
        try db.first("\(query) WHERE u.app_user_id = ?", [id]) { try CustomerTable($0) }
    }

    /// The customer kept in a row; nil when there is none.
    static func at(_ rowID: Int64, in db: Connection) throws -> CustomerTable? {
        try db.first("\(query) WHERE u.id = ?", [rowID]) { try CustomerTable($0) }
    }

    /// The names of the customers kept in rows.
    static func names(of rows: Set<Int64>, in db: Connection) throws -> [AppUserID] {
        try rows.sorted().compactMap { row in
            try db.value("SELECT app_user_id FROM customers WHERE id = ?", [row])
        }
    }

    /// Who carries a token besides a customer, of several the first by name; nil when nobody does, and when the customer
    /// carries it already.
    static func carrier(
        of token: String, besides id: AppUserID, in db: Connection
    ) throws -> AppUserID? {
        let carriers: [AppUserID] = try db.values(
            "SELECT app_user_id FROM customers WHERE app_account_token = ? ORDER BY app_user_id", [token])
        return carriers.contains(id) ? nil : carriers.first
    }

    /// What queries select to read customers `u`.
    static let selection = "u.id, \(columns.selection(of: "u"))"
    /// How many columns that is.
    static let width = 1 + columns.count
    private static let columns = ColumnNames(of: Customer.self)
    private static let query = "SELECT \(selection) FROM customers u"

    /// Reads a customer from a row that has so many other columns before it.
    init(_ row: StoredRow, after start: Int = 0) throws {
        (rowID, customer) = (try row[start], try Customer(row, after: start + 1))
    }

    /// The row of the customer of that name, made when there is none.
    static func ensure(_ id: AppUserID, in db: Connection) throws -> Int64 {
        if let row: Int64 = try db.value("SELECT id FROM customers WHERE app_user_id = ?", [id.rawValue]) {
            return row
        }
        return try CustomerRow.table.add(CustomerRow(Customer(id: id), told: nil), in: db)
    }

    /// Adds what a document that became known at a moment tells of a customer; answers the tokens whose chains may now be
    /// another's, or known to be the customer's since another time.
    static func merge(
        _ person: DocumentContents.Person, precedence: Precedence, knownAt: Instant, in db: Connection
    ) throws -> Set<String> {
        var told = MergedFacts(person.values, precedence: precedence)
        let known = try db.first(
            "SELECT id, app_account_token, told FROM customers WHERE app_user_id = ?", [person.id]
        ) { row in
            let told: MergedFacts<CustomerValues>? = try row.json(2)
            return (id: try row[0] as Int64, token: row[1] as String?, told: told)
        }
        if let before = known?.told { told.merge(before) }
        let values = told.values
        // A new customer is kept at once with everything told, so that the index of parts is written once.
        let id =
            try known?.id
            ?? CustomerRow.table.add(
                CustomerRow(Customer(id: person.id, values: values), told: told), in: db)
        if known != nil {
            try db.run(change) { binder in
                binder.bind(values)
                binder.bind(values.emailKey)
                binder.bind(values.nameKey)
                binder.bind(json: told)
                binder.bind(id)
            }
        }
        let token = values.appAccountToken?.whole
        let isTimed = try person.values.appAccountToken.map { told in
            try CustomerTokens.note(told, of: id, knownAt: knownAt, in: db) && told.whole == token
        }
        guard known?.token != token || isTimed == true else { return [] }
        return Set([known?.token, token].compactMap { $0 })
    }

    private static let change = ColumnNames(of: CustomerValues.self).update(
        of: "customers", with: ["email_key = ?", "name_key = ?", "told = ?"])

    /// Refuses names that cannot be typed back.
    static func checkName(_ id: AppUserID) throws(StoreError) {
        let isBlank = id.rawValue.allSatisfy(\.isWhitespace)
        guard !isBlank, id.rawValue.utf8.count <= 256, !id.rawValue.contains("\0") else {
            throw StoreError.invalid(.customer)
        }
    }
}

/// A customer with everything told and the keys that are searched by.
struct CustomerRow: TableRow {
    static let table = Table<CustomerRow>("customers", key: "id")
    static let unread = CustomerRow(.unread, told: nil)

    var customer: Customer
    var key: String
    var emailKey: PersonIdentifier?
    var nameKey: PersonName?
    /// What documents told; nil when none did.
    var told: MergedFacts<CustomerValues>?

    /// The row of a customer.
    init(_ customer: Customer, told: MergedFacts<CustomerValues>?) {
        (self.customer, self.told, key) = (customer, told, SearchKey.of(customer.id.rawValue))
        (emailKey, nameKey) = (customer.values.emailKey, customer.values.nameKey)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        customer.visit(&columns)
        columns.visit("app_user_id_key", &key)
        columns.visit("email_key", &emailKey)
        columns.visit("name_key", &nameKey)
        columns.visit("told", json: &told)
    }
}

/// Since when it is known that a customer carries a token, of every token that documents ever told of the customer: one
/// that comes back is known since its own first time, and not since another's.
private enum CustomerTokens {
    /// Notes that a document which became known at a moment tells a token; answers whether that is its earliest yet.
    static func note(_ token: PersonIdentifier, of customer: Int64, knownAt: Instant, in db: Connection)
        throws -> Bool
    {
        let before = try CustomerToken.table.find(customer, token, in: db)
        if let before, before.knownAt <= knownAt { return false }
        try CustomerToken.table.save(
            CustomerToken(customer: customer, token: token, knownAt: knownAt), in: db)
        return true
    }
}

/// Since when it is known that a customer carries a token.
struct CustomerToken: TableRow {
    static let table = Table<CustomerToken>("customer_tokens", key: "customer_id", "token")
    static let unread = CustomerToken(customer: 0, token: "", knownAt: .earliest)

    var customer: Int64
    var token: PersonIdentifier
    var knownAt: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("customer_id", &customer)
        columns.visit("token", &token)
        columns.visit("known_ms", &knownAt)
    }
}

extension Customer: TableValue {
    static let unread = Customer(id: AppUserID(""))

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var name = id
        columns.visit("app_user_id", &name)
        columns.visit("tester", &isTester)
        columns.visit("erased_ms", &erasedAt)
        values.visit(&columns)
        self = Customer(id: name, values: values, isTester: isTester, erasedAt: erasedAt)
    }
}

extension CustomerValues {
    /// The key that the address is searched by.
    fileprivate var emailKey: PersonIdentifier? { email.map { PersonIdentifier(SearchKey.of($0.whole)) } }
    /// The key that the name is searched by.
    fileprivate var nameKey: PersonName? { name.map { PersonName(SearchKey.of($0.whole)) } }
}

extension CustomerValues: TableValue {
    static var unread: CustomerValues { CustomerValues() }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("email", &email)
        columns.visit("name", &name)
        columns.visit("app_account_token", &appAccountToken)
        columns.visit("created_at_ms", &createdAt)
        columns.visit("locale", &locale)
        columns.visit("country", &country)
    }
}

extension CustomerValues {
    /// What is known of the person, as its reader may see it, by the columns that keep it; nil for what is unknown.
    package var personalTexts: [String: String?] {
        let known = PersonalColumn.texts(of: self).map { ($0.column.name, $0.text.text as String?) }
        let all = PersonalColumn.all(of: CustomerValues.self).map { ($0.name, nil as String?) }
        return Dictionary(known + all, uniquingKeysWith: { text, _ in text })
    }
}
