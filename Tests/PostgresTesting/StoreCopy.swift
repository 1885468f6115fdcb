import Persistence
package import StorePostgres

/// Puts a SQLite store's rows into an empty one on PostgreSQL. No trigger runs: what triggers made are rows, too.
package enum StoreCopy {
    /// Copies every table.
    package static func fill(
        _ postgres: PostgresConnection, from sqlite: SQLiteStore, _ schema: PostgresSchema
    ) throws {
        try postgres.execute("SET session_replication_role = replica")
        try postgres.execute("BEGIN")
        for table in schema.tables {
            try fill(table, postgres, from: sqlite)
            try number(table, postgres)
        }
        try postgres.execute("COMMIT")
        try postgres.execute("SET session_replication_role = DEFAULT")
    }

    private static func fill(
        _ table: SchemaTable, _ postgres: PostgresConnection, from sqlite: SQLiteStore
    ) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let rows = try sqlite.statement("SELECT \(names) FROM \(table.name)")
        let insert = try postgres.statement("INSERT INTO \(table.name) (\(names)) VALUES (\(places))")
        defer { rows.reset() }
        while try rows.step() {
            for (place, column) in table.columns.enumerated() {
                if rows.isNull(at: place) {
                    try insert.bindNull(at: place)
                    continue
                }
                switch column.kind {
                case .integer: try insert.bind(rows.integer(at: place), at: place)
                case .text: try insert.bind(rows.text(at: place), at: place)
                case .bytes: try insert.bind(rows.bytes(at: place), at: place)
                }
            }
            _ = try insert.step()
            insert.reset()
        }
    }

    /// Lets the next row that the server numbers have the number behind the greatest.
    static func number(_ table: SchemaTable, _ postgres: PostgresConnection) throws {
        guard let column = table.identity else { return }
        let statement = try postgres.statement(
            """
            SELECT setval(pg_get_serial_sequence('makegood.\(table.name)', '\(column)'),
              (SELECT greatest(coalesce(max(\(column)), 0), 0) + 1 FROM \(table.name)), false)
            """)
        defer { statement.reset() }
        _ = try statement.step()
    }
}
