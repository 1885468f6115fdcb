package import Persistence
package import StorePostgres

/// A store as SQLite has it, and databases of PostgreSQL's that have the same.
package struct StoreTwins {
    /// What the store has, in a connection of its own.
    package let sqlite: SQLiteStore
    /// Its schema, as PostgreSQL has it.
    package let schema: PostgresSchema
    private let template: String

    /// The twins of a store as it is now.
    ///
    /// - Parameter template: the name of the database that the others are copied from; twins of one name are of one store.
    package init(of store: Store, template: String) throws {
        sqlite = try SQLiteStore(copyOf: store)
        schema = try PostgresSchema(of: sqlite)
        self.template = template
    }

    /// Calls with where a database is that has what the store has.
    package func withDatabase<Value>(_ body: ([String: String]) throws -> Value) throws -> Value {
        try PostgresServer.shared.get().withDatabase(
            like: template,
            madeBy: { db in
                for statement in schema.statements { try db.execute(statement) }
                try StoreCopy.fill(db, from: sqlite, schema)
            }, body)
    }

    /// Calls with a store on PostgreSQL that has what the store has, and with what says where another one differs from it.
    package func withStore<Value>(
        _ body: (Store, _ differences: (Store) throws -> [StoreDifference]) throws -> Value
    ) throws -> Value {
        try withDatabase { place in
            let store = try Store(on: PostgresEngine(at: place, schema: schema), faults: .none)
            let postgres = try PostgresConnection(to: place, rules: schema.rules)
            return try body(store) { other in
                try StoreComparison(
                    schema, SQLiteStore(copyOf: other), postgres, gaps: ["alarms", "chain_claims"]
                ).differences()
            }
        }
    }
}
