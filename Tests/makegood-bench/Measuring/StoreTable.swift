import CBench
import Foundation

/// A store's tables as SQLite alone reads them.
final class StoreTable {
    /// SQLite's connection.
    let connection: OpaquePointer

    /// Opens a store's file.
    init(_ path: String) throws {
        guard let connection = cbench_table_open(path) else {
            throw BenchError("bare SQLite cannot open \(path)")
        }
        self.connection = connection
    }

    deinit { cbench_table_close(connection) }

    /// The rows that a statement gives, every value as a text.
    @discardableResult
    func rows(_ sql: String) throws -> [[String]] {
        guard let text = cbench_table_rows(connection, sql) else { throw failure(sql) }
        defer { free(text) }
        return String(cString: text).split(separator: "\n").map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The number that a statement gives.
    func number(_ sql: String) throws -> Int { Int(try rows(sql).first?.first ?? "") ?? 0 }

    /// Runs statements that give no rows.
    func run(_ sql: String) throws {
        guard cbench_table_run(connection, sql) == 0 else { throw failure(sql) }
    }

    private func failure(_ sql: String) -> BenchError {
        BenchError("SQLite failed (\(String(cString: cbench_table_error(connection)))) at: \(sql)")
    }
}
