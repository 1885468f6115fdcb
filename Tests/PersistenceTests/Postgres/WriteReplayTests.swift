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

    @Test(arguments: WriteWork.all) func leavesEveryTableEqual(_ work: WriteWork) throws {
        guard let act = work.act else { return }
        let town = try WriteTown(of: \.few)
        let sqlite = try town.store.database.writeWithoutTransaction { db in
            try SQLiteStore(copyOf: #require(db.sqliteConnection))
        }
        let schema = try PostgresSchema(of: sqlite)
        let heard = HeardStatements()
        try heard.hear(town.store) { try act(town)() }
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
                #expect(!replay.outcomes.isEmpty)
                #expect(try StoreComparison(schema, sqlite, postgres).differences() == [])
            })
    }
}
