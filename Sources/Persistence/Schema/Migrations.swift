internal import GRDB

/// What brings a file to the present version: the schema whole for a new one, and one step a release for those that
/// are there. There are no such steps yet, because nothing was released before version 4.
///
/// A step never calls code that reads or writes rows for the program: that code follows the present schema, the step the
/// one of its release.
enum Migrations {
    /// Runs what is missing, each step whole in its own transaction.
    ///
    /// The caller holds the store's lock.
    static func run(on database: any DatabaseWriter, faults: FaultPlan) throws {
        var migrator = DatabaseMigrator()
        func register(_ version: Int32, _ step: @escaping @Sendable (Database) throws -> Void) {
            // Deferred checks would run outside the migration's own statements and hold the lock longer.
            migrator.registerMigration(StoreFormat.step(version), foreignKeyChecks: .immediate) { db in
                try step(db)
                try faults.pass(.migration)
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        register(4) { db in
            for part in Schema.all { try db.execute(sql: part) }
            try db.execute(sql: "PRAGMA application_id = \(StoreFormat.applicationID)")
        }
        try migrator.migrate(database)
    }
}

/// The triggers that keep tables append-only and the search index in step.
enum SchemaGuards {
    /// The triggers of a store, by name.
    static func read(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return Dictionary(rows.map { ($0["name"], $0["sql"]) }, uniquingKeysWith: { first, _ in first })
    }

    /// The triggers that the schema makes, from a fresh store.
    static func expected() throws -> [String: String] {
        let fresh = try DatabaseQueue()
        try Migrations.run(on: fresh, faults: .none)
        return try fresh.read(read)
    }
}
