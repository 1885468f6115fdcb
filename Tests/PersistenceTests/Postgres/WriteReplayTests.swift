import PostgresTesting
import StorePostgres
import Testing

@testable import Persistence

/// What a write runs on SQLite runs on PostgreSQL, too: the server prepares each statement, each answers the same rows, and
/// every table is left equal.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.remedy)"))
struct WriteReplayTests {
    /// A town, and a store of SQLite's and databases of PostgreSQL's that have what it has now.
    private struct Twins {
        let town: WriteTown
        let stores: StoreTwins

        init() throws {
            town = try WriteTown(of: \.few)
            stores = try StoreTwins(of: town.store, template: "template_town")
        }

        func replay(_ body: (inout Replay, PostgresConnection) throws -> Void) throws {
            try stores.withDatabase { place in
                let postgres = try PostgresConnection(to: place, rules: stores.schema.rules)
                var replay = Replay(of: stores.schema, on: postgres, beside: stores.sqlite)
                try body(&replay, postgres)
            }
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
            let comparison = StoreComparison(twins.stores.schema, twins.stores.sqlite, postgres)
            #expect(try comparison.differences() == [])
        }
    }

    /// The store's own code does on the second engine what it does on SQLite.
    @Test(arguments: WriteWork.all) func isDoneByTheStoreOnPostgreSQL(_ work: WriteWork) throws {
        guard let act = work.act else { return }
        let twins = try Twins()
        try twins.stores.withStore { store, differences in
            try act(WriteTown(in: store))()
            // A key's letters are drawn by lot.
            if work.testDescription == "a key comes and goes" { return }
            try act(twins.town)()
            for difference in try differences(twins.town.store) { Issue.record("\(difference)") }
        }
    }
}
