import Foundation
import Persistence
package import StorePostgres

/// Runs on PostgreSQL what a store ran on SQLite, beside a SQLite store that runs the same, and says where
/// the two part: texts that the server does not prepare, statements that fail, and reads that answer other
/// rows. Both begin with the same rows.
package struct Replay {
    /// What came of a text.
    package struct Outcome: Sendable {
        package let sql: String
        /// Why the server does not prepare it.
        package var refusal: String?
        /// The first time that it failed on PostgreSQL alone.
        package var failure: String?
        /// The first time that it answered other rows, or changed another number of them.
        package var difference: String?
        package var count = 0
    }

    /// The texts that both engines are to take, in the order in which they came.
    package private(set) var outcomes: [Outcome] = []
    private var places: [String: Int] = [:]
    private var kinds: [String: Kind] = [:]
    /// The tables whose rows texts number.
    private var numbered: [String: SchemaTable] = [:]
    private let schema: PostgresSchema
    private let sqlite: SQLiteStore
    private let postgres: PostgresConnection

    package init(
        of schema: PostgresSchema, on postgres: PostgresConnection, beside sqlite: SQLiteStore
    ) {
        (self.schema, self.postgres, self.sqlite) = (schema, postgres, sqlite)
    }

    /// Runs a statement on both.
    package mutating func run(_ statement: RecordedStatement) throws {
        let kind = kind(of: statement.sql)
        guard kind != .sqlite, let cursor = try prepared(statement.sql) else {
            _ = try? answer(statement, of: sqlite.statement(statement.sql), kinds: nil)
            return
        }
        // SQLite numbers a new row by the greatest number that is there, PostgreSQL by the last that it gave.
        if kind == .work, let numbered = numbered[statement.sql] { try StoreCopy.number(numbered, postgres) }
        let isGuarded = kind == .work && postgres.isInTransaction
        if isGuarded { try postgres.execute("SAVEPOINT replayed") }
        let kinds = (0..<cursor.columnCount).map { cursor.kind(at: $0) }
        let own = Result { try answer(statement, of: cursor, kinds: kinds) }
        if isGuarded {
            if case .failure = own { try postgres.execute("ROLLBACK TO SAVEPOINT replayed") }
            try postgres.execute("RELEASE SAVEPOINT replayed")
        }
        let other = Result { try answer(statement, of: sqlite.statement(statement.sql), kinds: kinds) }
        compare(own, other, in: statement)
    }

    /// Only asks whether the server prepares a text.
    package mutating func prepare(_ sql: String) throws {
        guard kind(of: sql) != .sqlite else { return }
        _ = try prepared(sql)
    }

    /// The texts that the server does not prepare.
    package var refused: [Outcome] { outcomes.filter { $0.refusal != nil } }

    private enum Kind {
        /// Of SQLite alone: its file, its schema, its search.
        case sqlite
        case transaction
        case work

        private static let own: Set<String> = [
            "PRAGMA", "CREATE", "ALTER", "DROP", "ATTACH", "DETACH", "VACUUM", "ANALYZE", "REINDEX",
        ]

        init(_ text: SQLText) {
            // SQLite's search writes names as strings.
            let names = (0..<text.count).filter { text[$0].isName || text[$0].kind == .string }.map {
                text[$0].name.replacing("'", with: "")
            }
            if Kind.own.contains(text[0].keyword)
                || names.contains(where: { $0.hasPrefix("sqlite_") || $0.hasPrefix("customers_search") })
                || names.contains("grdb_migrations")
            {
                self = .sqlite
            } else {
                let words: Set<String> = ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"]
                self = words.contains(text[0].keyword) ? .transaction : .work
            }
        }
    }

    private mutating func prepared(_ sql: String) throws -> PostgresStatement? {
        let place = places[sql] ?? outcomes.count
        if place == outcomes.count {
            outcomes.append(Outcome(sql: sql))
            places[sql] = place
        }
        outcomes[place].count += 1
        guard outcomes[place].refusal == nil else { return nil }
        let isGuarded = postgres.isInTransaction && outcomes[place].count == 1 && kind(of: sql) == .work
        if isGuarded { try postgres.execute("SAVEPOINT prepared") }
        do {
            let cursor = try postgres.cursor(sql)
            if isGuarded { try postgres.execute("RELEASE SAVEPOINT prepared") }
            return cursor
        } catch {
            outcomes[place].refusal = Replay.words(error)
            if isGuarded {
                try postgres.execute("ROLLBACK TO SAVEPOINT prepared; RELEASE SAVEPOINT prepared")
            }
            return nil
        }
    }

    /// What a text is; looked at once.
    private mutating func kind(of sql: String) -> Kind {
        if let known = kinds[sql] { return known }
        let text = SQLText(sql)
        let kind = Kind(text)
        kinds[sql] = kind
        if let into = (0..<text.count).first(where: { text.has("INTO", at: $0) }) {
            numbered[sql] = schema.tables.first { $0.name == text[into + 1].name && $0.identity != nil }
        }
        return kind
    }

    /// The rows that a statement answers, as texts, and how many it changed.
    private func answer(
        _ statement: RecordedStatement, of cursor: any StatementCursor, kinds: [PostgresKind?]?
    ) throws -> [String] {
        defer { cursor.reset() }
        try statement.bind(to: cursor)
        var rows: [String] = []
        while try cursor.step() {
            let values = (0..<cursor.columnCount).map { place in
                Replay.value(cursor, kinds?[place] ?? .text, place)
            }
            rows.append(values.joined(separator: " | "))
        }
        return rows
    }

    private static func value(_ row: any StatementCursor, _ kind: PostgresKind, _ place: Int) -> String {
        guard !row.isNull(at: place) else { return "NULL" }
        return switch kind {
        case .integer, .boolean: String(row.integer(at: place))
        case .text: row.text(at: place)
        case .bytes: row.bytes(at: place).base64EncodedString()
        }
    }

    private mutating func compare(
        _ own: Result<[String], any Error>, _ other: Result<[String], any Error>,
        in statement: RecordedStatement
    ) {
        guard let place = places[statement.sql] else { return }
        switch (own, other) {
        case (.failure(let error), .success):
            outcomes[place].failure = outcomes[place].failure ?? "\(Replay.words(error)) \(statement.values)"
        case (.success, .failure(let error)):
            outcomes[place].difference = outcomes[place].difference ?? "only SQLite refuses it: \(error)"
        case (.success(let own), .success(let other)):
            let isOrdered = statement.sql.contains("ORDER BY")
            let (own, other) = isOrdered ? (own, other) : (own.sorted(), other.sorted())
            guard own != other, outcomes[place].difference == nil else { return }
            let row = zip(own, other).enumerated().first { $0.element.0 != $0.element.1 }
            outcomes[place].difference =
                row.map { "row \($0.offset + 1): \($0.element.1) on SQLite, \($0.element.0) on PostgreSQL" }
                ?? "\(other.count) rows on SQLite, \(own.count) on PostgreSQL"
        case (.failure, .failure): break
        }
    }

    private static func words(_ error: any Error) -> String {
        guard case PostgresError.refused(let refusal) = error else { return "\(error)" }
        return "\(refusal.state) \(refusal.message)"
    }
}
