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
        try step(sql, bind: bind) { _ in true }
    }

    /// Runs a kept statement and shows each of its rows, until it is told that no more are wanted.
    func step(_ sql: String, _ values: BoundValues = [], _ row: (StoredRow) throws -> Bool) throws {
        try step(
            sql,
            bind: { binder in
                for value in values {
                    if let value { binder.bind(value) } else { binder.bind(nil as Int?) }
                }
            }, row)
    }

    private func step(
        _ sql: String, bind: (inout Binder) throws -> Void, _ row: (StoredRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        var binder = Binder(statement)
        try bind(&binder)
        precondition(binder.isComplete, "a parameter without a value")
        guard binder.code == SQLITE_OK else { throw failure(binder.code, sql) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            guard try row(StoredRow(statement)) else { return }
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw failure(code, sql) }
    }

    private func failure(_ code: Int32, _ sql: String) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}
