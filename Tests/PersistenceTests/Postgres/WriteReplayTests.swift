import GRDB
import PersistenceTesting
import PostgresTesting
import StorePostgres
import Testing

@testable import Persistence

/// What a write runs on SQLite runs on PostgreSQL, too: the server prepares each statement, each answers the same rows, and
/// every table is left equal.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.remedy)"))
struct WriteReplayTests {
    /// Writes, a few after one another in one store.
    struct Series: CustomTestStringConvertible, Sendable {
        let works: ArraySlice<WriteWork>

        var testDescription: String { works.map(\.testDescription).joined(separator: "; ") }

        static let all = stride(from: 0, to: WriteWork.all.count, by: 12).map {
            Series(works: WriteWork.all[$0..<min($0 + 12, WriteWork.all.count)])
        }
    }

    @Test func everyKnownTextIsPrepared() throws {
        let town = try WriteTown(of: \.few)
        let sqlite = try town.store.database.writeWithoutTransaction { db in
            try SQLiteStore(copyOf: #require(db.sqliteConnection))
        }
        let schema = try PostgresSchema(of: sqlite)
        try PostgresServer.shared.get().withDatabase(
            like: "template_schema",
            madeBy: { db in for statement in schema.statements { try db.execute(statement) } },
            { place in
                let rules = PostgresText(columns: schema.columns)
                var replay = Replay(
                    of: schema, on: try PostgresConnection(to: place, rules: rules), beside: sqlite)
                for text in try PortableTextTests.heard.get().sorted() { try replay.prepare(text) }
                for outcome in replay.refused where !PortableTextTests.isExcepted(outcome.sql) {
                    Issue.record("\(outcome.refusal ?? ""):\n\(outcome.sql)")
                }
                #expect(replay.outcomes.count > 600)
            })
    }

    @Test(arguments: Series.all) func leavesEveryTableEqual(_ series: Series) throws {
        let town = try WriteTown(of: \.few)
        let sqlite = try town.store.database.writeWithoutTransaction { db in
            try SQLiteStore(copyOf: #require(db.sqliteConnection))
        }
        let schema = try PostgresSchema(of: sqlite)
        let heard = HeardStatements()
        try heard.hear(town.store) {
            for work in series.works {
                // What one of before did may stand in its way; it is run as far as it comes.
                withKnownIssue(isIntermittent: true) { try work.act?(town)() }
            }
        }
        try PostgresServer.shared.get().withDatabase(
            like: "template_town",
            madeBy: { db in
                for statement in schema.statements { try db.execute(statement) }
                try StoreCopy.fill(db, from: sqlite, schema)
            },
            { place in
                let rules = PostgresText(columns: schema.columns)
                let postgres = try PostgresConnection(to: place, rules: rules)
                var replay = Replay(of: schema, on: postgres, beside: sqlite)
                for statement in heard.statements {
                    guard let statement = RecordedStatement(statement.sql, expanded: statement.expanded)
                    else { continue }
                    try replay.run(statement)
                }
                for outcome in replay.outcomes {
                    #expect(
                        outcome.refusal == nil || PortableTextTests.isExcepted(outcome.sql), "\(outcome.sql)")
                    #expect(outcome.failure == nil, "\(outcome.sql)")
                    #expect(outcome.difference == nil, "\(outcome.sql)")
                }
                #expect(replay.outcomes.count > 10)
                #expect(try StoreComparison(schema, sqlite, postgres).differences() == [])
            })
    }
}
