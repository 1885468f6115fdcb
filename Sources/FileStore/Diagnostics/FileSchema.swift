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
