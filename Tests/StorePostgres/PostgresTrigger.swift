import Persistence

/// A trigger of the schema as PostgreSQL has it: when it acts is read from SQLite's text.
struct PostgresTrigger {
    private let name: String
    private let head: String
    private let body: SchemaTrigger.PostgresBody

    init(_ part: SchemaPart) throws(SchemaError) {
        guard let trigger = Schema.triggers.first(where: { $0.name == part.name }) else {
            throw .triggerWithoutPair(part.name)
        }
        let text = SQLText(part.sql)
        guard text.has("CREATE", "TRIGGER", at: 0),
            let on = (3..<text.count).first(where: { text.has("ON", at: $0) })
        else { throw .unreadable(part.name) }
        (name, body) = (part.name, trigger.postgres)
        head = "CREATE TRIGGER \(part.name) \(text.text(of: 3..<on + 2)) FOR EACH ROW"
    }

    func statements() -> [String] {
        let when = body.condition.map { "\n    WHEN (\($0))" } ?? ""
        switch body.act {
        case .refuse(let sentence): return ["\(head)\(when)\n    EXECUTE FUNCTION refuse('\(sentence)')"]
        case .run(let statements):
            return [
                PostgresTrigger.function("\(name)()", statements),
                "\(head)\(when)\n    EXECUTE FUNCTION \(name)()",
            ]
        }
    }

    /// A function that a trigger runs, on this schema's tables whatever the path of who fires it.
    private static func function(_ name: String, _ body: String) -> String {
        """
        CREATE FUNCTION \(name) RETURNS trigger LANGUAGE plpgsql SET search_path = makegood, pg_temp AS $$
        BEGIN
        \(body)
        RETURN coalesce(NEW, OLD);
        END
        $$
        """
    }
}
