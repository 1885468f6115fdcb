internal import GRDB
internal import Persistence

/// Something that a schema has by name.
struct SchemaObject: Hashable {
    /// `table`, `view`, `index` or `trigger`.
    let kind: String
    let name: String

    /// How a finding calls it.
    var words: String { "\(kind) \(name)" }

    /// Everything in a store, with the text that made it; SQLite's own tables and indexes are left out.
    static func all(_ db: Connection) throws -> [SchemaObject: String] {
        let rows = try db.map(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ) { row in (SchemaObject(kind: try row[0], name: try row[1]), text: try row[2] as String) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// What the schema makes, from a fresh store that is made once.
    static func expected() throws -> [SchemaObject: String] { try fresh.get() }

    private static let fresh = Result {
        let queue = try DatabaseQueue()
        try Migrations.run(on: queue, faults: .none)
        return try queue.read { try all($0.connection) }
    }

    /// The triggers among some objects, by name: they keep tables append-only and the search index in step.
    static func triggers(_ objects: [SchemaObject: String]) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: objects.filter { $0.key.kind == "trigger" }.map { ($0.key.name, $0.value) })
    }
}
