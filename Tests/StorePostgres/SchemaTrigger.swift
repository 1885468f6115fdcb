/// A trigger of the schema: when it acts is read from SQLite's text, what it does stands in its pair.
struct SchemaTrigger {
    private let name: String
    private let head: String
    private let pair: TriggerPairs.Pair

    init(_ part: SchemaPart) throws(SchemaError) {
        guard let pair = TriggerPairs.all[part.name] else { throw .triggerWithoutPair(part.name) }
        let text = SQLText(part.sql)
        guard text.has("CREATE", "TRIGGER", at: 0),
            let on = (3..<text.count).first(where: { text.has("ON", at: $0) })
        else { throw .unreadable(part.name) }
        (name, self.pair) = (part.name, pair)
        head = "CREATE TRIGGER \(part.name) \(text.text(of: 3..<on + 2)) FOR EACH ROW"
    }

    /// What makes it.
    func statements() -> [String] {
        let when = pair.condition.map { "\n    WHEN (\($0))" } ?? ""
        switch pair.act {
        case .refuse(let sentence): return ["\(head)\(when)\n    EXECUTE FUNCTION refuse('\(sentence)')"]
        case .run(let body):
            return [
                TriggerPairs.function("\(name)()", body), "\(head)\(when)\n    EXECUTE FUNCTION \(name)()",
            ]
        }
    }
}
