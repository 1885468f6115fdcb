internal import GRDBSQLite

/// The row that a statement stands on, read by place and without a copy; it is gone when the statement moves on.
///
/// GRDB's own rows cost more than SQLite itself where a page reads many small results (docs/decisions.md).
struct StoredRow {
    private let statement: OpaquePointer

    /// The row that a statement was stepped to.
    init(_ statement: OpaquePointer) { self.statement = statement }

    /// How many columns it has.
    var count: Int { Int(sqlite3_column_count(statement)) }

    /// The value at a place.
    ///
    /// - Throws: ``DamagedRow`` for NULL, and for what is none of these values.
    subscript<Value: ColumnValue>(place: Int) -> Value {
        get throws {
            if let value: Value = self[place] { return value }
            throw damage(at: place)
        }
    }

    /// The value at a place; nil for NULL, and for what is none of these values.
    subscript<Value: ColumnValue>(place: Int) -> Value? {
        sqlite3_column_type(statement, Int32(place)) == SQLITE_NULL
            ? nil : Value(statement, at: Int32(place))
    }

    /// The value that the JSON at a place stands for; nil for NULL.
    func json<Value: Decodable>(_ place: Int) throws -> Value? { try ColumnText.value(self[place]) }

    /// What is wrong with a row of which a column holds no value that it may.
    func damage(at place: Int) -> DamagedRow {
        let name = sqlite3_column_name(statement, Int32(place)).map { String(cString: $0) }
        return DamagedRow(column: name ?? String(place))
    }
}

/// A row that the store cannot have written: a column holds no value, or none that it may.
struct DamagedRow: Error {
    /// The column's name.
    let column: String
}
