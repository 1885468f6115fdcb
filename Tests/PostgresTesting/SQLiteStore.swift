import FileStore
import Foundation
import GRDB
import GRDBSQLite
package import Persistence
package import StorePostgres

/// A SQLite store as SQLite itself gives it, whose statements are read as PostgreSQL's are.
package final class SQLiteStore {
    /// What SQLite said of a statement.
    package struct Failure: Error, Equatable {
        package let message: String
        package let sql: String
    }

    private let connection: OpaquePointer
    private var kept: [String: SQLiteStatement] = [:]

    /// Opens a file to read it.
    package convenience init(at path: String) throws { try self.init(path, flags: SQLITE_OPEN_READONLY) }

    /// Makes an empty one in memory.
    package convenience init() throws {
        try self.init(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Copies what a store in a file or in memory has now.
    package convenience init(copyOf store: Store) throws {
        try self.init()
        guard let file = store.file else { throw Failure(message: "the store is not SQLite's", sql: "") }
        try file.database.writeWithoutTransaction { try copy($0.sqliteConnection) }
    }

    private func copy(_ other: OpaquePointer?) throws {
        guard let copying = sqlite3_backup_init(connection, "main", other, "main") else {
            throw Failure(message: String(cString: sqlite3_errmsg(connection)), sql: "")
        }
        sqlite3_backup_step(copying, -1)
        let code = sqlite3_backup_finish(copying)
        guard code == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errstr(code)), sql: "")
        }
    }

    private init(_ path: String, flags: Int32) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw Failure(message: String(cString: sqlite3_errstr(code)), sql: path)
        }
        connection = opened
    }

    package var changes: Int { Int(sqlite3_changes(connection)) }
    package var totalChanges: Int { Int(sqlite3_total_changes(connection)) }
    package var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    deinit { sqlite3_close_v2(connection) }

    package func statement(_ sql: String) throws -> any StatementCursor {
        if let known = kept[sql] { return known }
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
            throw Failure(message: String(cString: sqlite3_errmsg(connection)), sql: sql)
        }
        let statement = SQLiteStatement(prepared, sql: sql)
        kept[sql] = statement
        return statement
    }

    package func execute(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(connection)), sql: sql)
        }
    }
}

/// A statement of SQLite's.
final class SQLiteStatement: StatementCursor {
    private let statement: OpaquePointer
    private let sql: String
    /// SQLite copies what is bound.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ statement: OpaquePointer, sql: String) { (self.statement, self.sql) = (statement, sql) }

    deinit { sqlite3_finalize(statement) }

    var parameterCount: Int { Int(sqlite3_bind_parameter_count(statement)) }
    var columnCount: Int { Int(sqlite3_column_count(statement)) }
    func columnName(at place: Int) -> String { String(cString: sqlite3_column_name(statement, Int32(place))) }

    func bindNull(at place: Int) { sqlite3_bind_null(statement, Int32(place + 1)) }
    func bind(_ value: Int64, at place: Int) { sqlite3_bind_int64(statement, Int32(place + 1), value) }

    func bind(_ value: String, at place: Int) {
        sqlite3_bind_text(
            statement, Int32(place + 1), value, Int32(value.utf8.count), SQLiteStatement.transient)
    }

    func bind(_ value: Data, at place: Int) {
        value.withUnsafeBytes { bytes in
            _ = sqlite3_bind_blob(
                statement, Int32(place + 1), bytes.baseAddress, Int32(bytes.count), SQLiteStatement.transient)
        }
    }

    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
            throw SQLiteStore.Failure(message: message, sql: sql)
        }
    }

    func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    func isNull(at place: Int) -> Bool { sqlite3_column_type(statement, Int32(place)) == SQLITE_NULL }
    func integer(at place: Int) -> Int64 { sqlite3_column_int64(statement, Int32(place)) }
    func text(at place: Int) -> String { String(decoding: bytes(at: place), as: UTF8.self) }

    func bytes(at place: Int) -> Data {
        guard let start = sqlite3_column_blob(statement, Int32(place)) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, Int32(place))))
    }
}

extension PostgresSchema {
    /// Makes the schema of a SQLite store.
    package init(of store: SQLiteStore) throws {
        let rows = try store.statement(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        defer { rows.reset() }
        var parts: [SchemaPart] = []
        while try rows.step() {
            parts.append(SchemaPart(type: rows.text(at: 0), name: rows.text(at: 1), sql: rows.text(at: 2)))
        }
        try self.init(parts)
    }
}
