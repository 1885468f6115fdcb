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

    /// What the reads run answers the same rows, and the store itself finds as much.
    @Test func everyReadAnswersTheSame() throws {
        let (reads, heard) = (ReadWorkTests(), HeardStatements())
        let full = try FullStore.store(of: WriteTown.sizes.few)
        try FullStore.fill(full, with: [ReadWorkTests.charges], count: WriteTown.sizes.few)
        let stores = try StoreTwins(of: full, template: "template_full")
        // What asks for parts of names, or for references in any spelling, needs a twin that is still to be written.
        var shared: [ReadWorkTests.Question] = []
        for question in reads.questions {
            let before = heard.statements.count
            try heard.hear(full) { _ = try question.ask(full) }
            let needsTwin = heard.statements[before...].contains {
                $0.sql.contains("customers_search") || $0.sql.contains("COLLATE NOCASE")
            }
            if !needsTwin { shared.append(question) }
        }
        #expect(shared.count > 50)
        try stores.withDatabase { place in
            let postgres = try PostgresConnection(to: place, rules: stores.schema.rules)
            var replay = Replay(of: stores.schema, on: postgres, beside: stores.sqlite)
            try run(heard, in: &replay)
            #expect(replay.outcomes.count > 150)
            expectNoDifference(in: replay)
        }
        try stores.withStore { store, _ in
            for question in shared {
                do {
                    #expect(try question.ask(store) == question.found, "\(question.name)")
                } catch {
                    Issue.record("\(question.name): \(error)")
                }
            }
        }
    }

    private func run(_ heard: HeardStatements, in replay: inout Replay) throws {
        for statement in heard.statements {
            guard let statement = RecordedStatement(statement.sql, expanded: statement.expanded)
            else { continue }
            try replay.run(statement)
        }
    }

    private func expectNoDifference(in replay: Replay) {
        for outcome in replay.outcomes {
            #expect(outcome.refusal == nil || PortableTextTests.isExcepted(outcome.sql), "\(outcome.sql)")
            #expect(outcome.failure == nil, "\(outcome.sql)")
            #expect(outcome.difference == nil, "\(outcome.sql)")
        }
    }

    @Test(arguments: WriteWork.all) func leavesEveryTableEqual(_ work: WriteWork) throws {
        guard let act = work.act else { return }
        let twins = try Twins()
        let heard = HeardStatements()
        try heard.hear(twins.town.store) { try act(twins.town)() }
        try twins.replay { replay, postgres in
            try run(heard, in: &replay)
            expectNoDifference(in: replay)
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
            // What is erased is swept out of a file, and only out of a file.
            let isErased = work.testDescription == "a person is erased"
            for difference in try differences(twins.town.store)
            where !isErased || difference.table != "store_state" {
                Issue.record("\(difference)")
            }
        }
    }
}
