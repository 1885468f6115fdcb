internal import GRDB
internal import Persistence

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
