import Purchases

/// What has to be written so that a row says nothing of a person any more; ``PersonalTables`` below lists the rows.
private struct PersonalEraser: ColumnVisitor {
    private(set) var columns: [String] = []
    private(set) var values: BoundValues = []
    private var failure: (any Error)?

    /// What has to be written in place of a row.
    init(of row: some TableValue) throws {
        var row = row
        row.visit(&self)
        if let failure { throw failure }
    }

    /// Where a text has to stand, a word stands for it.
    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) {
        guard let text = value as? any PersonalText & ColumnValue else { return }
        let erased = type(of: text).erased
        if text.whole != erased.whole { change(column, to: erased) }
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) {
        if value is any PersonalText { change(column, to: nil) }
    }

    // Columns of JSON are written or blotted by `Erasure`.
    mutating func visit(_ column: String, json value: inout (some Codable)?) {}

    mutating func visit(_ column: String, requiredJSON value: inout some Codable) {}

    mutating func visit(_ column: String, code value: inout some CodeWithValues) {
        do {
            let (before, after) = (try value.stored, try value.replacingWords(with: .erased).stored)
            if before != after { change(column, to: after) }
        } catch { failure = failure ?? error }
    }

    private mutating func change(_ column: String, to value: (any ColumnValue)?) {
        columns.append(column)
        values.append(value)
    }
}

/// How a row leads to the person whom it is about.
enum PersonPath {
    /// A column has the row of the customer.
    case customer(String)
    /// A column has the app's id of the customer.
    case appUserID(String)
    /// A column has a ticket of the customer's.
    case ticket(String)
    /// The row is about a chain of the customer's.
    case chain

    /// What holds of the rows about a customer, and the value that it asks for.
    fileprivate func rows(about person: CustomerTable) -> (condition: String, value: any ColumnValue) {
        switch self {
        case .customer(let column): ("\(column) = ?", person.rowID)
        case .appUserID(let column): ("\(column) = ?", person.customer.id)
        case .ticket(let column):
            ("\(column) IN (SELECT id FROM tickets WHERE customer_id = ?)", person.rowID)
        case .chain:
            (
                """
                (environment, original_transaction_id) IN (SELECT environment, original_transaction_id FROM chains
                  WHERE customer_id = ?)
                """, person.rowID
            )
        }
    }
}

/// A table of which rows are about one person.
protocol PersonalTable: Sendable {
    /// Its name in the schema.
    var name: String { get }

    /// What its rows say of a person, each by column; what is unknown is left out.
    func texts(about person: CustomerTable, in db: Connection) throws -> [[String: String]]
    /// Whether any of its rows says something of a person.
    func holdsAnything(about person: CustomerTable, in db: Connection) throws -> Bool
    /// Takes from its rows what they say of a person.
    func erase(_ person: CustomerTable, in db: Connection) throws
}

/// Every table of which rows are about one person: what an erasure empties and an export takes out. A type of rows with a
/// ``PersonalText`` that stands nowhere here fails a test.
enum PersonalTables {
    /// Those whose rows stand on the pages of an export.
    static let onPages: [any PersonalTable] = [
        RowsAboutPerson(CustomerRow.self, by: .customer("id")),
        RowsAboutPerson(Grant.self, by: .appUserID("app_user_id")),
        RowsAboutPerson(TicketMoveRow.self, by: .ticket("ticket_id")),
        RowsAboutPerson(TicketSkipRow.self, by: .ticket("ticket_id")),
        RowsAboutPerson(TicketWorkRow.self, by: .ticket("ticket_id")),
        RowsAboutPerson(RefundRequestRow.self, by: .chain),
    ]

    /// Others, whose rows an export adds.
    static let others: [any PersonalTable] = []
}

/// Rows of a table, and how they lead to their person.
struct RowsAboutPerson<Row: TableRow>: PersonalTable {
    private let path: PersonPath

    /// The rows of a table that a path leads to their person.
    init(_ row: Row.Type, by path: PersonPath) { self.path = path }

    var name: String { Row.table.name }

    func texts(about person: CustomerTable, in db: Connection) throws -> [[String: String]] {
        try rows(about: person, in: db).map { _, row in
            Dictionary(
                PersonalColumn.texts(of: row).map { ($0.column.name, $0.text.text) },
                uniquingKeysWith: { first, _ in first })
        }.filter { !$0.isEmpty }
    }

    func erase(_ person: CustomerTable, in db: Connection) throws {
        for (number, row) in try rows(about: person, in: db) {
            let eraser = try PersonalEraser(of: row)
            guard !eraser.columns.isEmpty else { continue }
            let changes = eraser.columns.map { "\($0) = ?" }.joined(separator: ", ")
            try db.run("UPDATE \(name) SET \(changes) WHERE id = ?", eraser.values + [number])
        }
    }

    func holdsAnything(about person: CustomerTable, in db: Connection) throws -> Bool {
        try rows(about: person, in: db).contains { try !PersonalEraser(of: $0.row).columns.isEmpty }
    }

    private func rows(about person: CustomerTable, in db: Connection) throws -> [(number: Int64, row: Row)] {
        let (condition, value) = path.rows(about: person)
        return try Row.table.numbered("WHERE \(condition) ORDER BY id", [value], in: db)
    }
}
