import Purchases

/// A customer as its table keeps it.
struct CustomerTable {
    /// The customer's row.
    let rowID: Int64
    /// The customer.
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
    static let selection = "u.id, u.app_user_id, u.tester, u.erased_ms, \(values.selection(of: "u"))"
    /// How many columns that is.
    static let width = 4 + values.count
    private static let values = ColumnNames(of: CustomerValues.self)
    private static let query = "SELECT \(selection) FROM customers u"

    /// Reads a customer from a row that has so many other columns before it.
    init(_ row: StoredRow, after start: Int = 0) throws {
        rowID = try row[start]
        customer = Customer(
            id: try row[start + 1], values: try CustomerValues(row, after: start + 4),
            isTester: try row[start + 2], erasedAt: row[start + 3])
    }

    /// The row of the customer of that name, made when there is none.
    static func ensure(_ id: AppUserID, in db: Connection) throws -> Int64 {
        if let row: Int64 = try db.value("SELECT id FROM customers WHERE app_user_id = ?", [id.rawValue]) {
            return row
        }
        return try db.insert(
            "INSERT INTO customers (app_user_id, app_user_id_key, tester) VALUES (?, ?, 0)",
            [id.rawValue, SearchKey.of(id.rawValue)])
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
        let id = try known?.id ?? insert(person.id, told: told, in: db)
        if known != nil {
            try db.run(change) { binder in
                bind(told, to: &binder)
                binder.bind(id)
            }
        }
        let token = told.values.appAccountToken
        let isTimed = try person.values.appAccountToken.map { told in
            try CustomerTokens.note(told, of: id, knownAt: knownAt, in: db) && told == token
        }
        guard known?.token != token || isTimed == true else { return [] }
        return Set([known?.token, token].compactMap { $0 })
    }

    private static let change = values.update(
        of: "customers", with: ["email_key = ?", "name_key = ?", "told = ?"])
    private static let insertion = """
        INSERT INTO customers (\(values.selection), email_key, name_key, told, app_user_id, app_user_id_key, tester)
        VALUES (\(values.places), ?, ?, ?, ?, ?, 0)
        """

    /// At once with everything told, so that the index of parts is written once; answers the row.
    private static func insert(
        _ id: AppUserID, told: MergedFacts<CustomerValues>, in db: Connection
    ) throws -> Int64 {
        try db.insert(insertion) { binder in
            bind(told, to: &binder)
            binder.bind(id)
            binder.bind(SearchKey.of(id.rawValue))
        }
    }

    /// Refuses names that cannot be typed back.
    static func checkName(_ id: AppUserID) throws {
        let isBlank = id.rawValue.allSatisfy(\.isWhitespace)
        guard !isBlank, id.rawValue.utf8.count <= 256, !id.rawValue.contains("\0") else {
            throw StoreError.badCustomer
        }
    }

    private static func bind(_ told: MergedFacts<CustomerValues>, to binder: inout Binder) {
        let values = told.values
        binder.bind(values)
        binder.bind(values.email.map(SearchKey.of))
        binder.bind(values.name.map(SearchKey.of))
        binder.bind(json: told)
    }
}

/// Since when it is known that a customer carries a token, of every token that documents ever told of the customer: one
/// that comes back is known since its own first time, and not since another's.
private enum CustomerTokens {
    /// Notes that a document which became known at a moment tells a token; answers whether that is its earliest yet.
    static func note(_ token: String, of customer: Int64, knownAt: Instant, in db: Connection) throws -> Bool
    {
        let before: Int64? = try db.value(
            "SELECT known_ms FROM customer_tokens WHERE customer_id = ? AND token = ?", [customer, token])
        if let before, before <= knownAt.milliseconds { return false }
        try db.run(
            """
            INSERT INTO customer_tokens (customer_id, token, known_ms) VALUES (?, ?, ?)
            ON CONFLICT (customer_id, token) DO UPDATE SET known_ms = excluded.known_ms
            """, [customer, token, knownAt.milliseconds])
        return true
    }
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
