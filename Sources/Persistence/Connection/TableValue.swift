internal import Purchases

/// A value that a table keeps, told column by column in one list, from which it is named, read and bound.
///
/// A column is a line of `visit`; nothing else has to agree with it in number or order:
///
///     mutating func visit(_ columns: inout some ColumnVisitor) {
///         columns.visit("known_ms", &knownAt)
///         columns.visit("auto_renew", &autoRenew)
///     }
protocol TableValue {
    /// A value of which no column is read yet.
    static var unread: Self { get }

    /// Goes through its columns.
    mutating func visit(_ columns: inout some ColumnVisitor)
}

/// Goes through the columns of a value: to name them, to read them from a row, or to bind them to a statement.
protocol ColumnVisitor {
    /// Visits a column that always has a value.
    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value)

    /// Visits a column that may be NULL.
    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?)

    /// Visits a column that keeps a value as JSON, or NULL.
    mutating func visit(_ column: String, json value: inout (some Codable)?)

    /// Visits a column that always keeps a value as JSON.
    mutating func visit(_ column: String, requiredJSON value: inout some Codable)

    /// Visits a column that always keeps a code with its values.
    mutating func visit(_ column: String, code value: inout some CodeWithValues)
}

extension TableValue {
    /// Reads a value from the columns of its list in a row that has so many others before them.
    ///
    /// - Throws: ``DamagedRow`` where a column that always has a value is NULL.
    init(_ row: StoredRow, after start: Int = 0) throws {
        self = .unread
        var reader = RowReader(row, from: start)
        visit(&reader)
        if let failure = reader.failure { throw failure }
    }
}

/// The names of the columns that a value is kept in, and the SQL that is made of them; to be kept, because it is put
/// together.
struct ColumnNames: ColumnVisitor {
    /// In the order of the list.
    private(set) var names: [String] = []

    /// The columns of a type of values.
    init<Value: TableValue>(of type: Value.Type) {
        var value = Value.unread
        value.visit(&self)
    }

    var count: Int { names.count }

    /// What a query selects.
    var selection: String { names.joined(separator: ", ") }

    /// What a query selects of a table that it calls by an alias.
    func selection(of alias: String) -> String { names.map { "\(alias).\($0)" }.joined(separator: ", ") }

    /// A statement that changes the row of an id, bound last: the columns of the list first, then other changes.
    func update(of table: String, with others: [String] = []) -> String {
        let changes = (names.map { "\($0) = ?" } + others).joined(separator: ", ")
        return "UPDATE \(table) SET \(changes) WHERE id = ?"
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) { names.append(column) }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) { names.append(column) }

    mutating func visit(_ column: String, json value: inout (some Codable)?) { names.append(column) }

    mutating func visit(_ column: String, requiredJSON value: inout some Codable) { names.append(column) }

    mutating func visit(_ column: String, code value: inout some CodeWithValues) { names.append(column) }
}

/// Reads a value's columns one after the other. A column that cannot be read keeps what it had, and fails the whole.
private struct RowReader: ColumnVisitor {
    private let row: StoredRow
    private var place: Int
    private(set) var failure: (any Error)?

    init(_ row: StoredRow, from place: Int) { (self.row, self.place) = (row, place) }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) {
        if let found: Value = row[place] { value = found } else { failure = failure ?? row.damage(at: place) }
        place += 1
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) {
        value = row[place]
        place += 1
    }

    mutating func visit(_ column: String, json value: inout (some Codable)?) {
        do { value = try row.json(place) } catch { failure = failure ?? error }
        place += 1
    }

    mutating func visit<Value: Codable>(_ column: String, requiredJSON value: inout Value) {
        do {
            guard let found: Value = try row.json(place) else { throw row.damage(at: place) }
            value = found
        } catch { failure = failure ?? error }
        place += 1
    }

    mutating func visit<Code: CodeWithValues>(_ column: String, code value: inout Code) {
        do { value = try Code(stored: row[place], for: row.disclosure) } catch { failure = failure ?? error }
        place += 1
    }
}

extension Binder: ColumnVisitor {
    /// Binds the columns of a value.
    mutating func bind(_ value: some TableValue) {
        var value = value
        value.visit(&self)
    }

    /// Binds a value as JSON.
    mutating func bind(json value: some Encodable) {
        do { bind(try ColumnText.json(value)) } catch { fail(error) }
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) { bind(value) }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) { bind(value) }

    mutating func visit(_ column: String, json value: inout (some Codable)?) {
        if let value { bind(json: value) } else { bind(nil as String?) }
    }

    mutating func visit(_ column: String, requiredJSON value: inout some Codable) { bind(json: value) }

    mutating func visit(_ column: String, code value: inout some CodeWithValues) {
        do { bind(try value.stored) } catch { fail(error) }
    }
}

// Values that stand in several columns.

extension ColumnVisitor {
    /// Visits the standing of a document.
    mutating func visit(
        time: String, isSigned: String, digest: String, _ precedence: inout Precedence
    ) {
        var (at, isTrusted, sha256) = (precedence.documentTime, precedence.isSigned, precedence.digest)
        visit(time, &at)
        visit(isSigned, &isTrusted)
        visit(digest, &sha256)
        precedence = Precedence(documentTime: at, isSigned: isTrusted, digest: sha256)
    }

    /// Visits an amount, which is none without its currency.
    mutating func visit(price: inout Money?) {
        var (milliunits, currency) = (price?.milliunits, price?.currency)
        visit("price_milliunits", &milliunits)
        visit("currency", &currency)
        price = milliunits.flatMap { amount in currency.map { Money(milliunits: amount, currency: $0) } }
    }
}
