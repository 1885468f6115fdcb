import Foundation
import Persistence
package import StorePostgres

/// Where two stores first differ.
package struct StoreDifference: Equatable, CustomStringConvertible {
    package let table: String
    /// The row, counted from 1 by the table's key.
    package let row: Int
    package let column: String
    package let sqlite: String?
    package let postgres: String?

    package var description: String {
        "\(table), row \(row), \(column): \(sqlite ?? "NULL") on SQLite, \(postgres ?? "NULL") on PostgreSQL"
    }
}

/// Compares every table of a store on PostgreSQL with SQLite's, row by row in the order of its key.
package struct StoreComparison {
    private let schema: PostgresSchema
    private let sqlite: SQLiteStore
    private let postgres: PostgresConnection
    private let gaps: Set<String>

    /// Compares two stores.
    ///
    /// - Parameter gaps: the tables of which the numbers are not compared, but their order: on PostgreSQL an insertion that
    ///   meets its row uses a number up.
    package init(
        _ schema: PostgresSchema, _ sqlite: SQLiteStore, _ postgres: PostgresConnection,
        gaps: Set<String> = []
    ) {
        (self.schema, self.sqlite, self.postgres, self.gaps) = (schema, sqlite, postgres, gaps)
    }

    /// The first difference of each table that has one.
    package func differences() throws -> [StoreDifference] { try schema.tables.compactMap(difference) }

    private func difference(in table: SchemaTable) throws -> StoreDifference? {
        let columns = table.columns.map { "\"\($0.name)\"" }
        let key = table.key.isEmpty ? columns : table.key.map { "\"\($0)\"" }
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(table.name)
            ORDER BY \(key.joined(separator: ", "))
            """
        let (left, right) = (try sqlite.statement(sql), try postgres.statement(sql))
        defer {
            left.reset()
            right.reset()
        }
        var row = 0
        while true {
            row += 1
            let (isLeft, isRight) = (try left.step(), try right.step())
            guard isLeft, isRight else {
                guard isLeft || isRight else { return nil }
                func key(_ row: any StatementCursor) -> String {
                    table.columns.indices.map {
                        StoreComparison.value(row, table.columns[$0].kind, $0) ?? "NULL"
                    }
                    .joined(separator: " | ")
                }
                return StoreDifference(
                    table: table.name, row: row, column: "row", sqlite: isLeft ? key(left) : "none",
                    postgres: isRight ? key(right) : "none")
            }
            for (place, column) in table.columns.enumerated()
            where column.name != table.identity || !gaps.contains(table.name) {
                let pair = (
                    StoreComparison.value(left, column.kind, place),
                    StoreComparison.value(right, column.kind, place)
                )
                guard pair.0 != pair.1 else { continue }
                return StoreDifference(
                    table: table.name, row: row, column: column.name, sqlite: pair.0, postgres: pair.1)
            }
        }
    }

    static func value(_ row: any StatementCursor, _ kind: SchemaColumn.Kind, _ place: Int) -> String? {
        guard !row.isNull(at: place) else { return nil }
        return switch kind {
        case .integer: String(row.integer(at: place))
        case .text: row.text(at: place)
        case .bytes: row.bytes(at: place).base64EncodedString()
        }
    }
}
