import Foundation

/// The rows of a store's tables, held in memory to be put into other stores, and what these tables are made of.
///
/// Whatever the schema is: tables, indexes and triggers are those that the store's file tells. Left out are the tables
/// that only triggers write, such as sums and the search index: they fill themselves.
final class TableRows {
    /// A table with rows, which any store of the schema takes.
    struct Table {
        let name: String
        /// How many rows there are.
        let rows: Int
    }

    /// What a schema is made of.
    struct Part: Equatable {
        /// The kinds of parts.
        enum Kind: String {
            case table, index, trigger
        }

        let kind: Kind
        let name: String
        /// The table that it is or belongs to.
        let table: String
        /// What makes it.
        let sql: String
    }

    /// The tables with rows, those that others refer to first.
    let tables: [Table]
    /// What the store is made of, in the order in which it can be made again.
    let parts: [Part]
    /// The rows, a table for each of the tables.
    let memory: StoreTable

    /// Reads the rows of the store at a path; with the file of a store, only those that it has not got.
    ///
    /// That file is taken for itself, without its -wal: it may be the store's own, from before something was written.
    init(of path: String, beyond file: String? = nil) throws {
        memory = try StoreTable(":memory:")
        try memory.run("ATTACH '\(TableRows.quoted(path))' AS held")
        if let file {
            let name = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file
            try memory.run("ATTACH 'file:\(TableRows.quoted(name))?immutable=1' AS known")
        }
        let schema = try TableSchema(memory)
        parts = schema.parts
        var tables: [Table] = []
        for name in schema.filled {
            try memory.run(
                "CREATE TABLE main.\"\(name)\" AS " + schema.selection(name, isWhole: file == nil))
            let count = try memory.number("SELECT count(*) FROM main.\"\(name)\"")
            if count > 0 { tables.append(Table(name: name, rows: count)) }
        }
        self.tables = tables
        try memory.run("DETACH held")
        if file != nil { try memory.run("DETACH known") }
    }

    /// How many rows a table has.
    func count(of table: String) -> Int { tables.first { $0.name == table }?.rows ?? 0 }

    /// Makes an empty store with the tables, and with all that belongs to them but for one part.
    func makeStore(at path: String, without part: Part? = nil) throws {
        try Data().write(to: URL(filePath: path))
        let store = try StoreTable(path)
        try store.rows("PRAGMA journal_mode = WAL")
        try store.run("PRAGMA synchronous = OFF")
        try store.run("BEGIN")
        for other in parts where other != part || other.kind == .table { try store.run(other.sql) }
        try store.run("COMMIT")
    }

    private static func quoted(_ text: String) -> String { text.replacing("'", with: "''") }
}

/// What a store that is attached as `held` is made of, and which rows of it are new to one attached as `known`.
private struct TableSchema {
    /// What it is made of, in the order in which it can be made again.
    let parts: [TableRows.Part]
    /// The tables that something else than triggers fills, those that others refer to first.
    let filled: [String]

    private let keys: [String: [String]]
    private let references: [String: [(column: String, parent: String)]]
    private let withoutRowIDs: Set<String>

    init(_ memory: StoreTable) throws {
        let listed = try memory.rows(
            """
            SELECT name, wr FROM pragma_table_list
            WHERE schema = 'held' AND type = 'table' AND name NOT LIKE 'sqlite%'
            """)
        withoutRowIDs = Set(listed.filter { $0[1] == "1" }.map { $0[0] })
        parts = try TableSchema.parts(memory, tables: Set(listed.map { $0[0] }))
        let triggered = Set(
            parts.filter { $0.kind == .trigger }.flatMap { trigger in
                trigger.sql.matches(of: /INSERT INTO (\w+)/).map { String($0.1) }
            })
        let names = listed.map { $0[0] }.filter { !triggered.contains($0) }
        references = try TableSchema.perTable(names) { name in
            try memory.rows("SELECT \"from\", \"table\" FROM pragma_foreign_key_list('\(name)', 'held')")
                .map { ($0[0], $0[1]) }
        }
        keys = try TableSchema.perTable(names) { name in
            try memory.rows("SELECT name FROM pragma_table_info('\(name)', 'held') WHERE pk > 0 ORDER BY pk")
                .map { $0[0] }
        }
        filled = TableSchema.parentsFirst(names, references.mapValues { Set($0.map(\.parent)) })
    }

    /// What gives the rows of a table in the order of its key: all of them, or those that the known store has not got.
    ///
    /// New are rows with numbers beyond those that are known, rows that refer to such, and of tables with neither, rows
    /// of keys that are not known.
    func selection(_ table: String, isWhole: Bool) -> String {
        let rows = "SELECT * FROM held.\"\(table)\""
        let key = keys[table, default: []].map { "\"\($0)\"" }.joined(separator: ", ")
        let same = keys[table, default: []].map { "old.\"\($0)\" = new.\"\($0)\"" }.joined(separator: " AND ")
        guard withoutRowIDs.contains(table) else {
            guard !isWhole else { return "\(rows) ORDER BY rowid" }
            return """
                \(rows) WHERE rowid < coalesce((SELECT min(rowid) FROM known."\(table)"), 0)
                UNION ALL \(rows) WHERE rowid > coalesce((SELECT max(rowid) FROM known."\(table)"), -1)
                """
        }
        guard !isWhole else { return "\(rows) ORDER BY \(key)" }
        let news = references[table, default: []].filter { !withoutRowIDs.contains($0.parent) }.flatMap {
            [
                "\"\($0.column)\" < coalesce((SELECT min(rowid) FROM known.\"\($0.parent)\"), 0)",
                "\"\($0.column)\" > coalesce((SELECT max(rowid) FROM known.\"\($0.parent)\"), -1)",
            ]
        }
        guard news.isEmpty else { return "\(rows) WHERE \(news.joined(separator: " OR ")) ORDER BY \(key)" }
        return """
            SELECT * FROM held."\(table)" AS new
            WHERE NOT EXISTS (SELECT 1 FROM known."\(table)" AS old WHERE \(same)) ORDER BY \(key)
            """
    }

    /// Tables first, then what belongs to them. What a virtual table keeps its rows in, it makes itself.
    private static func parts(_ memory: StoreTable, tables: Set<String>) throws -> [TableRows.Part] {
        // A text with lines of its own comes over as one line.
        let rows = try memory.rows(
            """
            SELECT type, name, tbl_name, replace(sql, char(10), char(30)) FROM held.sqlite_master
            WHERE sql IS NOT NULL AND type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite%'
            ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, rowid
            """)
        return rows.compactMap { row in
            guard let kind = TableRows.Part.Kind(rawValue: row[0]) else { return nil }
            let sql = row[3].replacing("\u{1E}", with: "\n")
            let isVirtual = sql.hasPrefix("CREATE VIRTUAL")
            guard kind != .table || isVirtual || tables.contains(row[1]) else { return nil }
            return TableRows.Part(kind: kind, name: row[1], table: row[2], sql: sql)
        }
    }

    private static func perTable<Value>(
        _ names: [String], _ body: (String) throws -> Value
    ) rethrows -> [String: Value] {
        try Dictionary(uniqueKeysWithValues: names.map { ($0, try body($0)) })
    }

    /// Where tables refer to each other in a circle, the first of them begins.
    private static func parentsFirst(_ names: [String], _ parents: [String: Set<String>]) -> [String] {
        var (ordered, rest) = ([String](), names)
        while !rest.isEmpty {
            let ready = rest.filter { name in
                parents[name, default: []].subtracting([name]).isDisjoint(with: rest)
            }
            let next = ready.isEmpty ? [rest[0]] : ready
            ordered += next
            rest.removeAll(where: next.contains)
        }
        return ordered
    }
}
