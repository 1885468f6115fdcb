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
    /// A town, and a store of SQLite's and one of PostgreSQL's that have what it has now.
    private struct Twins {
        let town: WriteTown
        let sqlite: SQLiteStore
        let schema: PostgresSchema

        init() throws {
            town = try WriteTown(of: \.few)
            sqlite = try town.store.underneath { db in
                try SQLiteStore(copyOf: #require(db.sqliteConnection))
            }
            schema = try PostgresSchema(of: sqlite)
        }

        func replay(_ body: (inout Replay, PostgresConnection) throws -> Void) throws {
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
                    try body(&replay, postgres)
                })
        }
    }

    @Test func everyKnownTextIsPrepared() throws {
        let texts = try PortableTextTests.heard.get().sorted()
        try Twins().replay { replay, _ in
            for text in texts { try replay.prepare(text) }
            for outcome in replay.refused where !PortableTextTests.isExcepted(outcome.sql) {
                Issue.record("\(outcome.refusal ?? ""):\n\(outcome.sql)")
            }
            #expect(replay.outcomes.count > 600)
        }
    }

    @Test(arguments: WriteWork.all) func leavesEveryTableEqual(_ work: WriteWork) throws {
        guard let act = work.act else { return }
        let twins = try Twins()
        let heard = HeardStatements()
        try heard.hear(twins.town.store) { try act(twins.town)() }
        try twins.replay { replay, postgres in
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
            let comparison = StoreComparison(twins.schema, twins.sqlite, postgres)
            #expect(try comparison.differences() == [])
        }
    }
}
