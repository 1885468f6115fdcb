import GRDB
import GRDBSQLite
import PersistenceTesting

@testable import Persistence

/// Hears which statements a store's connection runs, in their order; not those that triggers run.
final class HeardStatements {
    /// A statement with its parameters' places, and with their values in them.
    typealias Statement = (sql: String, expanded: String)

    private(set) var statements: [Statement] = []

    /// Hears what a store runs during some work.
    func hear(_ store: Store, _ work: () throws -> Void) throws {
        follow(store, true)
        defer { follow(store, false) }
        try work()
    }

    private func follow(_ store: Store, _ isHeard: Bool) {
        _ = try? store.underneath { db in
            let events = isHeard ? UInt32(SQLITE_TRACE_STMT) : 0
            sqlite3_trace_v2(
                db.sqliteConnection, events,
                { _, heard, statement, text in
                    // What a trigger runs is told as a comment.
                    guard let heard, let statement, let text,
                        !String(cString: text.assumingMemoryBound(to: CChar.self)).hasPrefix("--"),
                        let sql = sqlite3_sql(OpaquePointer(statement))
                    else { return 0 }
                    let expanded = sqlite3_expanded_sql(OpaquePointer(statement))
                    defer { sqlite3_free(expanded) }
                    Unmanaged<HeardStatements>.fromOpaque(heard).takeUnretainedValue().statements.append(
                        (String(cString: sql), expanded.map { String(cString: $0) } ?? ""))
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
