internal import GRDB
internal import GRDBSQLite

extension Database {
    /// Runs a kept statement that answers nothing, with its values in the order of its parameters.
    ///
    /// Bound and stepped without GRDB's arguments, which cost an import more than SQLite itself (docs/decisions.md).
    func run(_ sql: String, _ values: BoundValues = []) throws {
        try step(sql, values) { _ in true }
    }

    /// Runs a kept statement and shows each of its rows, until it is told that no more are wanted.
    func step(
        _ sql: String, _ values: BoundValues = [], _ row: (StoredRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        precondition(sqlite3_bind_parameter_count(statement) == values.count, "a parameter without a value")
        for (place, value) in zip(Int32(1)..., values) {
            let code =
                value?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
            guard code == SQLITE_OK else { throw failure(code, sql) }
        }
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
