package import StorePostgres

/// Puts a SQLite store's rows into an empty one on PostgreSQL. No trigger runs: what triggers made are rows, too.
package enum StoreCopy {
    /// Copies every table.
    package static func fill(
        _ postgres: PostgresConnection, from sqlite: any EngineConnection, _ schema: PostgresSchema
    ) throws {
        try postgres.execute("SET session_replication_role = replica")
        try postgres.execute("BEGIN")
        for table in schema.tables { try fill(table, postgres, from: sqlite) }
        try postgres.execute("COMMIT")
        try postgres.execute("SET session_replication_role = DEFAULT")
    }

    private static func fill(
        _ table: SchemaTable, _ postgres: PostgresConnection, from sqlite: any EngineConnection
    ) throws {
        let names = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let rows = try sqlite.statement("SELECT \(names) FROM \(table.name)")
        let insert = try postgres.statement("INSERT INTO \(table.name) (\(names)) VALUES (\(places))")
        defer { rows.reset() }
        while try rows.step() {
            for (place, column) in table.columns.enumerated() {
                if rows.isNull(at: place) {
                    insert.bindNull(at: place)
                    continue
                }
                switch column.kind {
                case .integer: insert.bind(rows.integer(at: place), at: place)
                case .text: insert.bind(rows.text(at: place), at: place)
                case .bytes: insert.bind(rows.bytes(at: place), at: place)
                }
            }
            _ = try insert.step()
            insert.reset()
        }
    }
}
