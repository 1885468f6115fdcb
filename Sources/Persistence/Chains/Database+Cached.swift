import GRDB
import GRDBSQLite

/// Statements are prepared once per connection and kept: preparing costs as much as running.
extension Database {
    /// The rows of a kept statement.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a kept statement.
    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// What is made of each row of a kept statement while it is read, without copying the row.
    ///
    /// `transform` must not run the same statement.
    func map<Value>(
        _ sql: String, _ values: BoundValues = [], _ transform: (StoredRow) throws -> Value
    ) throws -> [Value] {
        var made: [Value] = []
        try step(sql, values) { row in
            made.append(try transform(row))
            return true
        }
        return made
    }

    /// What is made of the first row of a kept statement, without copying the row; nil when there is none.
    func first<Value>(
        _ sql: String, _ values: BoundValues = [], _ transform: (StoredRow) throws -> Value
    ) throws -> Value? {
        var made: Value?
        try step(sql, values) { row in
            made = try transform(row)
            return false
        }
        return made
    }

    /// The first value of a kept statement's first row; nil for NULL and when there is no row.
    func value<Value: ColumnValue>(_ sql: String, _ values: BoundValues = []) throws -> Value? {
        try first(sql, values) { $0[0] as Value? } ?? nil
    }

    /// The first values of a kept statement's rows.
    func values<Value: ColumnValue>(_ sql: String, _ values: BoundValues = []) throws -> [Value] {
        try map(sql, values) { $0[0] }
    }
}
