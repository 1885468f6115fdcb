internal import GRDB
internal import Persistence
internal import Purchases

extension FileExamination {
    /// Whether tables, views, indexes and triggers are those that the schema makes: a view that was replaced would tell
    /// the backend what it likes, and a trigger that was added could change what is written.
    static func schema(_ db: Connection) throws -> Finding {
        let (found, expected) = (try SchemaObject.all(db), try SchemaObject.expected())
        let wrong = expected.filter { found[$0.key] != $0.value }.keys.map(\.words)
        let strange = found.keys.filter { expected[$0] == nil }.map(\.words)
        guard !wrong.isEmpty || !strange.isEmpty else {
            return Finding("schema", "tables, views, indexes and triggers are the schema's")
        }
        let parts = [("missing or changed", wrong), ("not the schema's", strange)]
        let text = parts.filter { !$0.1.isEmpty }.map { kind, names in
            "\(kind): \(names.sorted().prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "")"
        }
        return Finding(
            "schema", .error, text.joined(separator: "; "),
            fix: "find out who changed them, then restore a backup")
    }
}

/// Something that a schema has by name.
private struct SchemaObject: Hashable {
    /// `table`, `view`, `index` or `trigger`.
    let kind: String
    /// Its name.
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

    /// What the schema makes, from a fresh store.
    static func expected() throws -> [SchemaObject: String] {
        let fresh = try DatabaseQueue()
        try Migrations.run(on: fresh, faults: .none)
        return try fresh.read { try all($0.connection) }
    }
}
