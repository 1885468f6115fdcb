import GRDB

/// Statements are prepared once per connection and kept: preparing costs as much as running.
extension Database {
    /// The rows of a kept statement.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// What is made of each row of a kept statement while it is read, without copying the row.
    ///
    /// `transform` must not run the same statement.
    func map<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ transform: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try transform(row)) }
        return values
    }

    /// What is made of the first row of a kept statement, without copying the row; nil when there is none.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ transform: (Row) throws -> Value
    ) throws -> Value? {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // The row is the cursor's, and gone with it.
        return try withExtendedLifetime(cursor) { try cursor.next().map(transform) }
    }

    /// The first row of a kept statement.
    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first value of a kept statement's first row.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first values of a kept statement's rows.
    func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}
