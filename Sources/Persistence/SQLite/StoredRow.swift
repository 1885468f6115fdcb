import Foundation
import GRDBSQLite

/// The row that a statement stands on, read by place and without a copy; it is gone when the statement moves on.
///
/// GRDB's own rows cost more than SQLite itself where a page reads many small results (docs/decisions.md).
struct StoredRow {
    private let statement: OpaquePointer

    /// The row that a statement was stepped to.
    init(_ statement: OpaquePointer) { self.statement = statement }

    /// How many columns it has.
    var count: Int { Int(sqlite3_column_count(statement)) }

    /// The value at a place; NULL reads as zero or nothing.
    subscript<Value: ColumnValue>(place: Int) -> Value { Value(statement, at: Int32(place)) }

    /// The value at a place; nil for NULL.
    subscript<Value: ColumnValue>(place: Int) -> Value? {
        sqlite3_column_type(statement, Int32(place)) == SQLITE_NULL
            ? nil : Value(statement, at: Int32(place))
    }
}

/// A value that a column can be read as.
protocol ColumnValue {
    /// Reads the column at a place of the row that a statement stands on.
    init(_ statement: OpaquePointer, at place: Int32)
}

extension Int64: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) { self = sqlite3_column_int64(statement, place) }
}

extension Int: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) { self.init(Int64(statement, at: place)) }
}

extension Bool: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) { self = Int64(statement, at: place) != 0 }
}

extension String: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) {
        let start = sqlite3_column_text(statement, place)
        let count = Int(sqlite3_column_bytes(statement, place))
        self.init(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }
}

extension Data: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) {
        guard let start = sqlite3_column_blob(statement, place) else {
            self.init()
            return
        }
        self.init(bytes: start, count: Int(sqlite3_column_bytes(statement, place)))
    }
}
