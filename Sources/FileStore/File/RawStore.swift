internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Persistence

/// The main file of a store as it lies there, without its -wal: SQLite is told that nobody changes it, and so looks at and
/// makes nothing else.
///
/// Source: SQLite, sqlite3_open_v2, "immutable". For whoever holds the store's lock.
struct RawStore {
    let path: String

    /// The file's own id, ``StoreHead/noID`` for one that has none; nil when it cannot be followed, as when a process was
    /// killed while it wrote the -wal back.
    func fileID() -> String? {
        ask("SELECT value FROM store_state WHERE key = '\(StoreState.fileID.rawValue)'").map {
            $0.first ?? StoreHead.noID
        }
    }

    /// How many audit entries the file by itself has; nil when it cannot be followed.
    var entries: Int64? {
        ask("SELECT value FROM store_state WHERE key = '\(StoreState.auditSequence.rawValue)'").map {
            $0.first.flatMap(Int64.init) ?? 0
        }
    }

    /// What the file by itself says of its state; nil where it says nothing.
    func value(of state: StoreState) -> String? {
        ask("SELECT value FROM store_state WHERE key = '\(state.rawValue)'")?.first
    }

    /// The first column of every row; nil when SQLite does not come to an end.
    private func ask(_ sql: String) -> [String]? {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open_v2(uri, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil) == SQLITE_OK
        else {
            return nil
        }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
        var rows: [String] = []
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            code = sqlite3_step(statement)
        }
        return code == SQLITE_DONE ? rows : nil
    }

    /// Every byte that is no letter or digit is written as a number: a path may hold signs that mean something there.
    private var uri: String {
        let name = path.utf8.map { byte in
            Self.isPlain(byte) ? String(UnicodeScalar(byte)) : String(format: "%%%02X", Int(byte))
        }
        return "file:\(name.joined())?immutable=1"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}

extension StoreHead {
    /// Lets a draft that was copied from another store be a file of its own, which has no head yet.
    static func begin(in db: Connection) throws {
        try StoreState.fileID.set(newID(), in: db)
        try StoreState.home.clear(in: db)
    }

    /// Whether the -wal beside a store may be played into it, as far as its head says.
    ///
    /// - Throws: `StoreError`: it holds the changes of another file.
    static func checkWAL(of path: String, head: HeadReading) throws {
        guard SideFiles(path: path).walHasContent, case .whole(let head) = head,
            let id = RawStore(path: path).fileID(), !head.isOf(id)
        else { return }
        throw StoreError.file(path + "-wal", .foreignWAL)
    }

    /// Forgets what the file's pages said of its id before, once they say the present one: a -wal that begins anew then
    /// is this file's alone. For whoever holds the lock and has just written back.
    static func settleID(of path: String) {
        let file = HeadFile(of: path)
        guard case .whole(var head)? = try? file.read(), head.was != nil,
            RawStore(path: path).fileID() == head.fileID
        else { return }
        head.was = nil
        try? file.write(head)
    }
}
