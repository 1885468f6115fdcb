/// A part of a SQLite store's schema, as sqlite_master tells it.
package struct SchemaPart: Sendable {
    /// table, index, view or trigger.
    package let type: String
    package let name: String
    package let sql: String

    package init(type: String, name: String, sql: String) {
        (self.type, self.name, self.sql) = (type, name, sql)
    }
}

/// What of a schema PostgreSQL cannot be given.
package enum SchemaError: Error, Equatable {
    /// A trigger that has no body of PostgreSQL's beside it.
    case triggerWithoutPair(String)
    /// A text that is not told as the schema's others are.
    case unreadable(String)
}

/// A table of the schema.
package struct SchemaTable: Sendable {
    package let name: String
    package let columns: [SchemaColumn]
    /// The columns by which its rows are told apart; none: by all.
    package let key: [String]
    /// What it demands of its rows beside its columns' own, in PostgreSQL's words.
    let constraints: [String]
    let references: [String]

    /// The column that numbers itself.
    package var identity: String? { columns.first(where: \.isIdentity)?.name }
}

/// A column of a table.
package struct SchemaColumn: Sendable {
    package enum Kind: String, Sendable { case integer = "bigint", text = "text", bytes = "bytea" }

    package let name: String
    package let kind: Kind
    package let isNotNull: Bool
    let isIdentity: Bool
    /// The rest of its definition, in PostgreSQL's words.
    let constraints: [String]
}

extension SchemaTable {
    /// Reads a table's text.
    init(_ part: SchemaPart) throws(SchemaError) {
        let text = SQLText(part.sql)
        guard let open = (0..<text.count).first(where: { text.has(sign: "(", at: $0) }) else {
            throw .unreadable(part.name)
        }
        var reader = TableReader(text)
        for range in text.arguments(open) { try reader.read(range, in: part) }
        let key = reader.key.isEmpty ? reader.columns.filter(\.isKey).map(\.name) : reader.key
        let isWithoutRows = (0..<text.count).contains { text.has("WITHOUT", "ROWID", at: $0) }
        name = part.name
        self.key = key
        columns = reader.columns.map { column in
            SchemaColumn(
                name: column.name, kind: column.kind,
                isNotNull: column.isNotNull
                    || (key.contains(column.name) && (isWithoutRows || column.kind == .integer)),
                // A row's number that says which row of another table it belongs to is never made up.
                isIdentity: column.isKey && column.kind == .integer && !column.refersElsewhere
                    && !column.isChecked,
                constraints: column.constraints)
        }
        let primary = key.isEmpty ? [] : ["PRIMARY KEY (\(key.map(SQLToken.quoted).joined(separator: ", ")))"]
        constraints = primary + reader.constraints.map { portable($0) }
        references = reader.references
        func portable(_ sql: String) -> String {
            PortableSQL(integers: Set(reader.columns.filter { $0.kind == .integer }.map(\.name))).expression(
                sql)
        }
    }
}

/// Reads what stands between a table's brackets.
private struct TableReader {
    struct Column {
        let name: String
        let kind: SchemaColumn.Kind
        var isNotNull = false
        var isKey = false
        var refersElsewhere = false
        var isChecked = false
        var constraints: [String] = []
    }

    private let text: SQLText
    private(set) var columns: [Column] = []
    private(set) var key: [String] = []
    private(set) var constraints: [String] = []
    private(set) var references: [String] = []

    init(_ text: SQLText) { self.text = text }

    mutating func read(_ range: Range<Int>, in part: SchemaPart) throws(SchemaError) {
        let first = range.lowerBound
        if text.has("PRIMARY", "KEY", at: first) {
            key = text.arguments(first + 2).map { text[$0.lowerBound].name }
        } else if text.has("UNIQUE", at: first) || text.has("CHECK", at: first) {
            constraints.append(text.text(of: range))
        } else if text.has("FOREIGN", "KEY", at: first) {
            references.append(text.text(of: range))
        } else {
            columns.append(try column(range, in: part))
        }
    }

    private mutating func column(_ range: Range<Int>, in part: SchemaPart) throws(SchemaError) -> Column {
        let kinds: [String: SchemaColumn.Kind] = ["INTEGER": .integer, "TEXT": .text, "BLOB": .bytes]
        let name = text[range.lowerBound].name
        guard let kind = kinds[text[range.lowerBound + 1].keyword] else {
            throw .unreadable("\(part.name).\(name)")
        }
        var column = Column(name: name, kind: kind)
        var place = range.lowerBound + 2
        while place < range.upperBound {
            let end = endOfConstraint(from: place, in: range)
            let words = text.text(of: place..<end)
            switch text[place].keyword {
            case "PRIMARY": column.isKey = true
            case "NOT": column.isNotNull = true
            case "UNIQUE", "DEFAULT": column.constraints.append(words)
            case "CHECK":
                column.isChecked = true
                constraints.append(words)
            case "REFERENCES":
                column.refersElsewhere = true
                references.append("FOREIGN KEY (\(SQLToken.quoted(name))) \(words)")
            default: throw .unreadable("\(part.name).\(name): \(words)")
            }
            place = end
        }
        return column
    }

    private static let beginnings: Set<String> = [
        "PRIMARY", "NOT", "UNIQUE", "DEFAULT", "CHECK", "REFERENCES",
    ]

    private func endOfConstraint(from start: Int, in range: Range<Int>) -> Int {
        text.direct(from: start + 1, to: range.upperBound).first {
            TableReader.beginnings.contains(text[$0].keyword) && !text.has("ON", at: $0 - 2)
        } ?? range.upperBound
    }
}

extension SQLToken {
    /// A column's or a table's name, in quotes where SQL has a word like it.
    static func quoted(_ name: String) -> String {
        let words: Set<String> = [
            "group", "transaction", "order", "user", "end", "limit", "table", "check", "default",
        ]
        return words.contains(name) ? "\"\(name)\"" : name
    }
}

extension SQLText {
    /// The text of some pieces as it stands, with what is between them but without what stands before or
    /// behind.
    func text(of range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return tokens[places[first]...places[last]].filter { $0.kind != .comment }.map(\.text).joined()
    }
}
