import GRDB
import Purchases

/// A customer as its table keeps it.
struct CustomerRow {
    /// The customer's row.
    let rowID: Int64
    /// The customer.
    let customer: Customer

    /// The customer of that name; nil when there is none.
    static func find(_ id: AppUserID, _ db: Database) throws -> CustomerRow? {
        try db.first("\(selection) WHERE app_user_id = ?", [id.rawValue]) { CustomerRow(Columns($0)) }
    }

    /// The customer kept in a row; nil when there is none.
    static func at(_ rowID: Int64, _ db: Database) throws -> CustomerRow? {
        try db.first("\(selection) WHERE id = ?", [rowID]) { CustomerRow(Columns($0)) }
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

    /// Adds what a document tells of a customer; answers the tokens whose chains may now be another's.
    static func merge(
        _ person: DocumentContents.Person, _ precedence: Precedence, _ db: Database
    ) throws -> Set<String> {
        let rowID = try ensure(person.id, db)
        let row = try db.row("SELECT told, app_account_token FROM customers WHERE id = ?", [rowID])
        let tokenBefore: String? = row?["app_account_token"]
        var told = Told(person.values, precedence)
        if let known: Told<CustomerValues> = try row?.json("told") { told.merge(known) }
        try save(told, at: rowID, db)
        let tokenAfter = told.values.appAccountToken
        return tokenBefore == tokenAfter ? [] : Set([tokenBefore, tokenAfter].compactMap { $0 })
    }

    private static func save(_ told: Told<CustomerValues>, at rowID: Int64, _ db: Database) throws {
        let values = told.values
        try db.run(
            """
            UPDATE customers SET email = ?, name = ?, app_account_token = ?, created_at_ms = ?, locale = ?,
              country = ?, email_key = ?, name_key = ?, told = ? WHERE id = ?
            """,
            [
                values.email, values.name, values.appAccountToken, values.createdAt?.milliseconds,
                values.locale, values.country, values.email.map(SearchKey.of), values.name.map(SearchKey.of),
                try ColumnText.json(told), rowID,
            ])
    }
}
