import GRDB
import Purchases

/// A customer as its table keeps it.
struct CustomerTable {
    /// The customer's row.
    let rowID: Int64
    /// The customer.
    let customer: Customer

    /// The customer of that name; nil when there is none.
    static func find(_ id: AppUserID, _ db: Database) throws -> CustomerTable? {
        try db.first("\(selection) WHERE app_user_id = ?", [id.rawValue]) { CustomerTable(Columns($0)) }
    }

    /// The customer kept in a row; nil when there is none.
    static func at(_ rowID: Int64, _ db: Database) throws -> CustomerTable? {
        try db.first("\(selection) WHERE id = ?", [rowID]) { CustomerTable(Columns($0)) }
    }

    /// The names of the customers kept in rows.
    static func names(of rows: Set<Int64>, _ db: Database) throws -> [AppUserID] {
        try rows.sorted().compactMap { row in
            let name: String? = try db.value("SELECT app_user_id FROM customers WHERE id = ?", [row])
            return name.map(AppUserID.init)
        }
    }

    /// Reads a customer.
    init(_ row: Columns<CustomerColumn>) {
        rowID = row[.id]
        let values = CustomerValues(
            email: row[.email], name: row[.name], appAccountToken: row[.appAccountToken],
            createdAt: row.instant(.createdAtMs), locale: row[.locale], country: row[.country])
        customer = Customer(id: AppUserID(row[.appUserId]), values: values, isTester: row[.tester])
    }

    private static let selection = "SELECT \(CustomerColumn.selection()) FROM customers"

    /// The row of the customer of that name, made when there is none.
    static func ensure(_ id: AppUserID, _ db: Database) throws -> Int64 {
        if let row: Int64 = try db.value("SELECT id FROM customers WHERE app_user_id = ?", [id.rawValue]) {
            return row
        }
        try db.run(
            "INSERT INTO customers (app_user_id, app_user_id_key, tester) VALUES (?, ?, 0)",
            [id.rawValue, SearchKey.of(id.rawValue)])
        return db.lastInsertedRowID
    }

    /// Adds what a document that became known at a moment tells of a customer; answers the tokens whose chains may now be
    /// another's, or known to be the customer's since another time.
    static func merge(
        _ person: DocumentContents.Person, _ precedence: Precedence, knownAt: Instant, _ db: Database
    ) throws -> Set<String> {
        var told = MergedFacts(person.values, precedence)
        let known = try db.first(
            "SELECT id, app_account_token, told FROM customers WHERE app_user_id = ?", [person.id.rawValue]
        ) { row in (id: row[0] as Int64, token: row[1] as String?, told: row[2] as String?) }
        if let before: MergedFacts<CustomerValues> = try ColumnText.value(known?.told) { told.merge(before) }
        let id = try known?.id ?? insert(person.id, told, db)
        if known != nil {
            try db.run(
                """
                UPDATE customers SET email = ?, name = ?, app_account_token = ?, created_at_ms = ?, locale = ?,
                  country = ?, email_key = ?, name_key = ?, told = ? WHERE id = ?
                """, try values(told) + [id])
        }
        let token = told.values.appAccountToken
        let isTimed = try person.values.appAccountToken.map { told in
            try CustomerTokens.note(told, of: id, knownAt: knownAt, db) && told == token
        }
        guard known?.token != token || isTimed == true else { return [] }
        return Set([known?.token, token].compactMap { $0 })
    }

    /// At once with everything told, so that the index of parts is written once; answers the row.
    private static func insert(
        _ id: AppUserID, _ told: MergedFacts<CustomerValues>, _ db: Database
    ) throws -> Int64 {
        try db.run(
            """
            INSERT INTO customers (email, name, app_account_token, created_at_ms, locale, country, email_key, name_key,
              told, app_user_id, app_user_id_key, tester) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """, try values(told) + [id.rawValue, SearchKey.of(id.rawValue)])
        return db.lastInsertedRowID
    }

    private static func values(_ told: MergedFacts<CustomerValues>) throws -> BoundValues {
        let values = told.values
        return [
            values.email, values.name, values.appAccountToken, values.createdAt?.milliseconds, values.locale,
            values.country, values.email.map(SearchKey.of), values.name.map(SearchKey.of),
            try ColumnText.json(told),
        ]
    }

    /// Makes the keys of searches anew where they are not what they are to be; in batches, because stores are large.
    static func rewriteKeys(_ db: Database) throws {
        var last: Int64 = 0
        while true {
            let rows = try db.map(
                """
                SELECT id, app_user_id, email, name, app_user_id_key, email_key, name_key FROM customers
                WHERE id > ? ORDER BY id LIMIT 5000
                """, [last]
            ) { row in
                (
                    id: row[0] as Int64, texts: (1...3).map { row[$0] as String? },
                    keys: (4...6).map { row[$0] as String? }
                )
            }
            guard let end = rows.last?.id else { return }
            last = end
            for row in rows {
                let keys = row.texts.map { $0.map(SearchKey.of) }
                guard keys != row.keys else { continue }
                try db.run(
                    "UPDATE customers SET app_user_id_key = ?, email_key = ?, name_key = ? WHERE id = ?",
                    [keys[0], keys[1], keys[2], row.id])
            }
        }
    }
}

/// Since when it is known that a customer carries a token, of every token that documents ever told of the customer: one
/// that comes back is known since its own first time, and not since another's.
private enum CustomerTokens {
    /// Notes that a document which became known at a moment tells a token; answers whether that is its earliest yet.
    static func note(_ token: String, of customer: Int64, knownAt: Instant, _ db: Database) throws -> Bool {
        let before: Int64? = try db.value(
            "SELECT known_ms FROM customer_tokens WHERE customer_id = ? AND token = ?", [customer, token])
        if let before, before <= knownAt.milliseconds { return false }
        try db.run(
            """
            INSERT INTO customer_tokens (customer_id, token, known_ms) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET known_ms = excluded.known_ms
            """, [customer, token, knownAt.milliseconds])
        return true
    }
}

/// The columns of a customer, but for those that only searches and documents ask.
enum CustomerColumn: Int, ColumnList {
    case id
    case appUserId
    case email
    case name
    case appAccountToken
    case createdAtMs
    case locale
    case country
    case tester
}
