/// The rules by which a text that both engines take becomes one of PostgreSQL's. They change only what no
/// author can write for both; everything else is written so that both take it (``PortableText``).
package struct PostgresText: Sendable {
    /// Of each table its columns, and which of them are never NULL.
    package typealias Columns = [String: [String: Bool]]

    private let columns: Columns
    private let schema: PortableSQL?

    /// Rules for tables that are known: an order by what is never NULL stays as it is, so that it finds its
    /// index.
    package init(columns: Columns = [:]) { (self.columns, schema) = (columns, nil) }

    /// Rules for the tables of a schema, and for the texts that repeat its conditions.
    init(columns: Columns, schema: PortableSQL) { (self.columns, self.schema) = (columns, schema) }

    /// What texts say of rows as the schema's partial indexes do, to the letter, because SQLite takes such an
    /// index for nothing else: they are translated as the schema is.
    private static let conditions = ["INDEXED BY tickets_failed", "NOT is_restitution"]

    /// A text for PostgreSQL, with what to bind.
    package struct Prepared: Equatable, Sendable {
        package let text: String
        /// For each of PostgreSQL's parameters the place of SQLite's, counted from 0.
        package let places: [Int]
        /// How many parameters SQLite's text has; those that it leaves out are bound to nothing.
        package let count: Int
    }

    /// A text for PostgreSQL where nothing is known of the tables.
    package static func prepared(_ sqlite: String) -> String { PostgresText().prepared(sqlite).text }

    /// A text for PostgreSQL.
    package func prepared(_ sqlite: String) -> Prepared {
        let repeats = PostgresText.conditions.contains { sqlite.contains($0) }
        var text = SQLText(repeats ? schema?.expression(sqlite) ?? sqlite : sqlite)
        let places = PostgresText.number(&text)
        PostgresText.beginTransaction(&text)
        for place in 0..<text.count {
            PostgresText.dropHint(&text, at: place)
            PostgresText.castSum(&text, at: place)
        }
        let order = NullOrder(text, columns: columns)
        for place in 0..<text.count { order.say(in: &text, at: place) }
        return Prepared(text: text.text, places: places, count: (places.max() ?? -1) + 1)
    }

    /// Numbers parameters as they come, without gaps; one that comes again keeps its number.
    private static func number(_ text: inout SQLText) -> [Int] {
        var (places, names, last): ([Int], [String: Int], Int) = ([], [:], 0)
        for place in 0..<text.count where text[place].kind == .parameter {
            let token = text[place].text
            let number: Int
            if token == "?" {
                number = last + 1
            } else if token.first == "?", let told = Int(token.dropFirst()) {
                number = told
            } else {
                number = names[token] ?? last + 1
                names[token] = number
            }
            last = max(last, number)
            if !places.contains(number - 1) { places.append(number - 1) }
            let own = places.firstIndex(of: number - 1) ?? 0
            text.replace(place, through: place, with: "$\(own + 1)")
        }
        return places
    }

    /// A transaction that waits with its lock only reads, one that takes it at once writes.
    private static func beginTransaction(_ text: inout SQLText) {
        guard text.has("BEGIN", at: 0) else { return }
        let words = (1..<max(text.count, 1)).map { text[$0].keyword }
        if words.contains("DEFERRED") {
            text.replace(0, through: text.count - 1, with: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        } else if words.contains("IMMEDIATE") || words.contains("EXCLUSIVE") {
            text.replace(0, through: text.count - 1, with: "BEGIN ISOLATION LEVEL READ COMMITTED")
        }
    }

    /// PostgreSQL's planner takes no hints.
    private static func dropHint(_ text: inout SQLText, at place: Int) {
        if text.has("INDEXED", "BY", at: place), text[place + 2].isName {
            text.replace(place, through: place + 2, with: "")
        } else if text.has("NOT", "INDEXED", at: place) {
            text.replace(place, through: place + 1, with: "")
        } else if text.has("CROSS", "JOIN", at: place), joinHasCondition(text, from: place + 2) {
            text.replace(place, through: place, with: "")
        } else if text.has(sign: "+", at: place), text[place + 1].isName, beginsTerm(text, at: place) {
            // A plus before a column keeps SQLite from using its index.
            text.replace(place, through: place, with: "")
        }
    }

    /// Whether what stands at a place is a term's first piece, and no sign between two.
    private static func beginsTerm(_ text: SQLText, at place: Int) -> Bool {
        let before = text[place - 1]
        return (before.kind == .sign && before.text != ")")
            || (before.kind == .word && SQLToken.reserved.contains(before.keyword)
                && !["END", "NULL"].contains(before.keyword))
    }

    private static let behindJoin: Set<String> = [
        "JOIN", "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "HAVING",
        "RETURNING", "ON", "USING",
    ]

    private static func joinHasCondition(_ text: SQLText, from start: Int) -> Bool {
        for place in text.direct(from: start, to: text.count) {
            if text.has(sign: ")", at: place) || text.has(sign: ",", at: place) { return false }
            if text.has("ON", at: place) || text.has("USING", at: place) { return true }
            if behindJoin.contains(text[place].keyword) { return false }
        }
        return false
    }

    /// A sum of integers is numeric there.
    private static func castSum(_ text: inout SQLText, at place: Int) {
        guard text.calls("sum", at: place), var end = text.partners[place + 1] else { return }
        if text.has("FILTER", at: end + 1), let partner = text.partners[end + 2] { end = partner }
        if text.has("OVER", at: end + 1) { end = text.partners[end + 2] ?? end + 2 }
        text.put("CAST(", before: place)
        text.put(" AS bigint)", behind: end)
    }
}

/// Says in an order where NULL stands: first when it ascends, last when it descends, as SQLite has it.
private struct NullOrder {
    /// The tables that the text names, by the names under which it knows them.
    private var tables: [String: Set<String>] = [:]
    /// Names under which a row may be missing.
    private var missing: Set<String> = []
    /// Names that the text gives to columns of its own.
    private var given: Set<String> = []
    private let columns: PostgresText.Columns

    init(_ text: SQLText, columns: PostgresText.Columns) {
        self.columns = columns
        guard !columns.isEmpty else { return }
        for place in 0..<text.count {
            if text.has("AS", at: place), text[place + 1].isName { given.insert(text[place + 1].name) }
            if text[place].isName, columns[text[place].name] != nil { note(text, at: place) }
        }
    }

    private mutating func note(_ text: SQLText, at place: Int) {
        let before = text[place - 1]
        guard ["FROM", "JOIN", "INTO", "UPDATE"].contains(before.keyword) || before.text == "," else {
            return
        }
        let table = text[place].name
        let following = text.has("AS", at: place + 1) ? text[place + 2] : text[place + 1]
        let alias = following.isName ? following.name : table
        tables[alias, default: []].insert(table)
        let outer = ["LEFT", "RIGHT", "FULL", "OUTER"]
        if before.keyword == "JOIN", outer.contains(text[place - 2].keyword) { missing.insert(alias) }
    }

    func say(in text: inout SQLText, at place: Int) {
        guard text.has("ORDER", "BY", at: place) else { return }
        var start = place + 2
        for at in text.direct(from: place + 2, to: text.count) {
            if NullOrder.isEnd(text, at: at) { return close(&text, start..<at) }
            if text.has(sign: ",", at: at) {
                close(&text, start..<at)
                start = at + 1
            }
        }
        close(&text, start..<text.count)
    }

    private static func isEnd(_ text: SQLText, at place: Int) -> Bool {
        if text.has(sign: ")", at: place) || text.has(sign: ";", at: place) { return true }
        return ["LIMIT", "OFFSET", "ON", "ROWS", "RANGE", "GROUPS", "RETURNING", "UNION"].contains(
            text[place].keyword)
            && !text.has(sign: ".", at: place - 1)
    }

    private func close(_ text: inout SQLText, _ term: Range<Int>) {
        guard let last = term.last, !term.contains(where: { text.has("NULLS", at: $0) }) else { return }
        let isDescending = text.has("DESC", at: last)
        let hasWord = isDescending || text.has("ASC", at: last)
        guard !isNeverNull(text, hasWord ? term.dropLast() : term) else { return }
        text.put(isDescending ? " NULLS LAST" : " NULLS FIRST", behind: last)
    }

    /// Whether a term is a column that is never NULL in whatever table of the text has it.
    private func isNeverNull(_ text: SQLText, _ term: Range<Int>) -> Bool {
        guard let last = term.last, text[last].isName else { return false }
        let column = text[last].name
        if term.count == 3, text.has(sign: ".", at: last - 1) {
            let alias = text[term.lowerBound].name
            return !missing.contains(alias) && isNeverNull(column, in: tables[alias] ?? [])
        }
        let known = tables.filter { $0.value.contains { columns[$0]?[column] != nil } }
        return term.count == 1 && !given.contains(column) && missing.isDisjoint(with: known.keys)
            && isNeverNull(column, in: known.values.reduce(into: []) { $0.formUnion($1) })
    }

    private func isNeverNull(_ column: String, in tables: Set<String>) -> Bool {
        !tables.isEmpty && tables.allSatisfy { columns[$0]?[column] ?? true }
    }
}
