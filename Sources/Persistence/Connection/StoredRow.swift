import Purchases

/// The row that a statement stands on, read by place and without a copy; it is gone when the statement moves on.
///
/// Rows that are copied cost more than the engine itself where a page reads many small results (docs/decisions.md).
package struct StoredRow {
    private let cursor: any StatementCursor
    /// How much its reader sees of what is about people.
    let disclosure: Disclosure

    /// The row that a statement is stepped to.
    init(_ cursor: any StatementCursor, for disclosure: Disclosure) {
        (self.cursor, self.disclosure) = (cursor, disclosure)
    }

    /// How many columns it has.
    package var count: Int { cursor.columnCount }

    /// The name of the column at a place.
    package func name(at place: Int) -> String { cursor.columnName(at: place) }

    /// The value at a place.
    ///
    /// - Throws: ``DamagedRow`` for NULL, and for what is none of these values.
    package subscript<Value: ColumnValue>(place: Int) -> Value {
        get throws {
            if let value: Value = self[place] { return value }
            throw damage(at: place)
        }
    }

    /// The value at a place; nil for NULL, and for what is none of these values.
    package subscript<Value: ColumnValue>(place: Int) -> Value? {
        guard !cursor.isNull(at: place), let value = Value(cursor, at: place) else { return nil }
        return disclosure == .whole ? value : value.seen(with: disclosure)
    }

    /// The value that the JSON at a place stands for; nil for NULL.
    func json<Value: Decodable>(_ place: Int) throws -> Value? {
        try ColumnText.value(self[place], for: disclosure)
    }

    /// What is wrong with a row of which a column holds no value that it may.
    func damage(at place: Int) -> DamagedRow { DamagedRow(column: name(at: place)) }
}

/// A row that the store cannot have written: a column holds no value, or none that it may.
package struct DamagedRow: Error {
    /// The column's name.
    package let column: String
}
