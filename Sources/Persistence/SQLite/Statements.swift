internal import GRDB
internal import GRDBSQLite

extension Database {
    /// Runs a kept statement that answers nothing, with its values in the order of its parameters.
    ///
    /// Bound and stepped without GRDB's arguments, which cost an import more than SQLite itself (docs/decisions.md).
    func run(_ sql: String, _ values: BoundValues = []) throws {
        try step(sql, values) { _ in true }
    }

    /// Runs a kept statement that answers nothing, with values that are bound one after the other.
    func run(_ sql: String, bind: (inout Binder) throws -> Void) throws {
        try step(cachedStatement(sql: sql), bind: bind) { _ in true }
    }

    /// Runs a kept statement once for each of some values, looked up once for all of them.
    func run<Values: Sequence>(
        _ sql: String, forEach values: Values, bind: (inout Binder, Values.Element) throws -> Void,
        then: (Values.Element) throws -> Void = { _ in }
    ) throws {
        var statement: Statement?
        for value in values {
            let known = try statement ?? cachedStatement(sql: sql)
            statement = known
            try step(known, bind: { try bind(&$0, value) }) { _ in true }
            try then(value)
        }
    }

    /// Runs a kept statement and shows each of its rows, until it is told that no more are wanted.
    func step(_ sql: String, _ values: BoundValues = [], _ row: (StoredRow) throws -> Bool) throws {
        try step(
            cachedStatement(sql: sql),
            bind: { binder in for value in values { binder.bind(any: value) } }, row)
    }

    private func step(
        _ kept: Statement, bind: (inout Binder) throws -> Void, _ row: (StoredRow) throws -> Bool
    ) throws {
        let statement = kept.sqliteStatement
        defer { sqlite3_reset(statement) }
        var binder = Binder(statement)
        try bind(&binder)
        let bound = try binder.finish()
        guard bound == SQLITE_OK else { throw failure(bound, kept.sql) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            guard try row(StoredRow(statement)) else { return }
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw failure(code, kept.sql) }
    }

    /// Reads in a transaction of its own; one that wrote is undone and fails.
    ///
    /// GRDB's own would prepare the statements that begin and end it anew each time, which costs a look-up as much as
    /// finding what it looks for. In memory, where one connection reads and writes, it would also tell SQLite to refuse
    /// writes, after which SQLite prepares every kept statement again.
    func inOneMoment<Value>(_ read: () throws -> Value) throws -> Value {
        try run("BEGIN DEFERRED TRANSACTION")
        do {
            let changes = totalChangesCount
            let value = try read()
            guard totalChangesCount == changes else {
                throw DatabaseError(resultCode: .SQLITE_READONLY, message: "what was to read has written")
            }
            try run("COMMIT TRANSACTION")
            return value
        } catch {
            try? run("ROLLBACK TRANSACTION")
            throw error
        }
    }

    private func failure(_ code: Int32, _ sql: String) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}

/// Statements are prepared once per connection and kept: preparing costs as much as running.
extension Database {
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

    /// Whether a kept statement has any row.
    func exists(_ sql: String, _ values: BoundValues = []) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }

    /// The first values of a kept statement's rows.
    func values<Value: ColumnValue>(_ sql: String, _ values: BoundValues = []) throws -> [Value] {
        try map(sql, values) { try $0[0] }
    }
}

/// Binds a statement's values in the order of its parameters; a list of them would be made and thrown away each time.
struct Binder {
    private let statement: OpaquePointer
    private var place: Int32 = 0
    private var failure: (any Error)?
    private var code = SQLITE_OK

    /// Binds to a statement from its first parameter on.
    init(_ statement: OpaquePointer) { self.statement = statement }

    /// Binds the next value, whatever it is, without making its type's code at run time; nil is NULL.
    mutating func bind(any value: (any ColumnValue)?) {
        place += 1
        let result = value?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
        if code == SQLITE_OK { code = result }
    }

    /// Binds the next value; nil is NULL.
    mutating func bind(_ value: (some ColumnValue)?) {
        place += 1
        let result = value?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
        if code == SQLITE_OK { code = result }
    }

    /// Notes that the next value cannot be written.
    mutating func fail(_ error: any Error) {
        place += 1
        failure = failure ?? error
    }

    /// Checks that every parameter has its value; answers SQLite's result, that of the first value which it refused.
    fileprivate func finish() throws -> Int32 {
        if let failure { throw failure }
        precondition(place == sqlite3_bind_parameter_count(statement), "a parameter without a value")
        return code
    }
}
