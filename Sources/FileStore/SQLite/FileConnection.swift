internal import Foundation
package import GRDB
internal import GRDBSQLite
package import Persistence

/// A connection to a file, as GRDB has opened it: its statements are kept by GRDB, bound and stepped here, since GRDB's own
/// arguments and rows cost more than SQLite itself (docs/decisions.md).
struct FileConnection: EngineConnection {
    /// GRDB's own, for what a file alone needs.
    let db: Database

    func statement(_ sql: String) throws -> any StatementCursor {
        FileCursor(try db.cachedStatement(sql: sql))
    }

    func insertion(_ sql: String) throws -> any StatementCursor { try statement(sql) }

    var insertedID: Int64? { changes > 0 ? db.lastInsertedRowID : nil }

    // GRDB's own looks up its queue each time.
    var changes: Int { Int(sqlite3_changes(db.sqliteConnection)) }

    var totalChanges: Int { Int(sqlite3_total_changes(db.sqliteConnection)) }

    func isOfData(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE].contains(
            error.resultCode)
    }

    func checkFormat() throws {
        let cursor = try statement("PRAGMA user_version")
        defer { cursor.reset() }
        guard try cursor.step() else { return }
        let present = Int32(truncatingIfNeeded: cursor.integer(at: 0))
        if present > StoreFormat.version { throw StoreError.store(.newer(version: present)) }
        if present < StoreFormat.version { throw StoreError.store(.older(version: present)) }
    }

    func guards() throws -> (found: [String: String], expected: [String: String]) {
        let found = try SchemaObject.all(db.connection)
        return (SchemaObject.triggers(found), SchemaObject.triggers(try SchemaObject.expected()))
    }
}

extension Database {
    /// It, as everything that is not about files knows it.
    package var connection: Connection { Connection(FileConnection(db: self)) }

    /// Reads in a transaction of its own; one that wrote is undone and fails.
    ///
    /// GRDB's own would prepare the statements that begin and end it anew each time, which costs a look-up as much as
    /// finding what it looks for. In memory, where one connection reads and writes, it would also tell SQLite to refuse
    /// writes, after which SQLite prepares every kept statement again.
    func inOneMoment<Value>(_ read: (Connection) throws -> Value) throws -> Value {
        let connection = connection
        try connection.run("BEGIN DEFERRED TRANSACTION")
        do {
            let changes = totalChangesCount
            let value = try read(connection)
            guard totalChangesCount == changes else {
                throw DatabaseError(resultCode: .SQLITE_READONLY, message: "what was to read has written")
            }
            try connection.run("COMMIT TRANSACTION")
            return value
        } catch {
            _ = try? connection.run("ROLLBACK TRANSACTION")
            throw error
        }
    }
}

/// SQLite copies what is bound, because the value may be gone when the statement runs.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// A statement of SQLite's. SQLite counts parameters from 1 and columns from 0.
struct FileCursor: StatementCursor {
    private let kept: Statement
    private let statement: OpaquePointer

    /// A statement that GRDB keeps.
    init(_ kept: Statement) { (self.kept, statement) = (kept, kept.sqliteStatement) }

    var parameterCount: Int { Int(sqlite3_bind_parameter_count(statement)) }

    var columnCount: Int { Int(sqlite3_column_count(statement)) }

    func columnName(at place: Int) -> String {
        sqlite3_column_name(statement, Int32(place)).map { String(cString: $0) } ?? String(place)
    }

    func bindNull(at place: Int) throws { try check(sqlite3_bind_null(statement, Int32(place + 1))) }

    func bind(_ value: Int64, at place: Int) throws {
        try check(sqlite3_bind_int64(statement, Int32(place + 1), value))
    }

    func bind(_ value: String, at place: Int) throws {
        var text = value
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { letters in
                // An empty buffer may have no address, and without one SQLite would bind NULL.
                guard let start = letters.baseAddress else {
                    return sqlite3_bind_text(statement, Int32(place + 1), "", 0, transient)
                }
                return sqlite3_bind_text64(
                    statement, Int32(place + 1), start, UInt64(letters.count), transient, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    func bind(_ value: Data, at place: Int) throws {
        let code = value.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_zeroblob(statement, Int32(place + 1), 0)
            }
            return sqlite3_bind_blob64(statement, Int32(place + 1), start, UInt64(bytes.count), transient)
        }
        try check(code)
    }

    func step() throws -> Bool {
        let code = sqlite3_step(statement)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw failure(code) }
        return false
    }

    func reset() { sqlite3_reset(statement) }

    func isNull(at place: Int) -> Bool { sqlite3_column_type(statement, Int32(place)) == SQLITE_NULL }

    func integer(at place: Int) -> Int64 { sqlite3_column_int64(statement, Int32(place)) }

    func text(at place: Int) -> String {
        let start = sqlite3_column_text(statement, Int32(place))
        let count = Int(sqlite3_column_bytes(statement, Int32(place)))
        return String(
            decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }

    func bytes(at place: Int) -> Data {
        guard let start = sqlite3_column_blob(statement, Int32(place)) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, Int32(place))))
    }

    private func check(_ code: Int32) throws { if code != SQLITE_OK { throw failure(code) } }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }, sql: kept.sql)
    }
}
