import Foundation
import Testing

@testable import makegood_bench

/// Rows of a store go into another whatever the schema is, and what triggers write is written by them.
struct LeastWorkTests {
    private static let schema = """
        CREATE TABLE ids (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE things (
            number INTEGER NOT NULL REFERENCES ids, word TEXT, -- a comment
            amount REAL, PRIMARY KEY (number, word)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sums (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL) STRICT;
        CREATE TABLE words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE INDEX ids_by_name ON ids (name) WHERE id > 1;
        CREATE TRIGGER counted AFTER INSERT ON things BEGIN
            INSERT INTO sums VALUES (1, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
        END;
        CREATE VIRTUAL TABLE search USING fts5(name, content = 'ids');
        CREATE TRIGGER searched AFTER INSERT ON ids BEGIN
            INSERT INTO search (rowid, name) VALUES (NEW.id, NEW.name);
        END;
        """
    private static let rows = """
        INSERT INTO ids VALUES (1, 'Zoë'), (2, 'it''s'), (3, '日');
        INSERT INTO things VALUES (1, 'a', 0.5), (1, 'b', NULL), (2, 'c', -1e300), (3, '', 2);
        INSERT INTO words VALUES ('x');
        """

    @Test func rowsAreTheSameInAnotherStore() throws {
        let place = try Place()
        let store = try place.store("held")
        let rows = try TableRows(of: place.path("held"))
        #expect(rows.tables.map(\.name) == ["ids", "words", "things"], "what triggers write is left to them")
        #expect(rows.parts.map(\.name).contains("ids_by_name"))
        #expect(!rows.parts.map(\.name).contains("search_data"))
        try rows.makeStore(at: place.path("made"))
        let outcome = try LeastWork(rows).put(into: place.path("made"), parts: 2, of: 2)
        #expect(outcome.cost.written > 0)
        let made = try StoreTable(place.path("made"))
        for table in ["ids", "things", "words", "sums", "search('Zo*')"] {
            #expect(try made.rows("SELECT * FROM \(table)") == store.rows("SELECT * FROM \(table)"))
        }
        #expect(try made.rows("PRAGMA journal_mode") == [["wal"]])
    }

    @Test func aPartOfTheRowsIsPutIn() throws {
        let place = try Place()
        _ = try place.store("held")
        let rows = try TableRows(of: place.path("held"))
        try rows.makeStore(at: place.path("made"))
        _ = try LeastWork(rows).put(into: place.path("made"), parts: 1, of: 2)
        let made = try StoreTable(place.path("made"))
        #expect(try made.rows("SELECT count(*), max(id) FROM ids") == [["1", "1"]])
        #expect(try made.number("SELECT count(*) FROM things") == 2)
    }

    @Test func onePartOfTheSchemaIsLeftOut() throws {
        let place = try Place()
        _ = try place.store("held")
        let rows = try TableRows(of: place.path("held"))
        for name in ["ids_by_name", "counted"] {
            let part = try #require(rows.parts.first { $0.name == name })
            try rows.makeStore(at: place.path(name), without: part)
            _ = try LeastWork(rows).put(into: place.path(name), parts: 1, of: 1)
            let made = try StoreTable(place.path(name))
            #expect(try made.number("SELECT count(*) FROM sqlite_master WHERE name = '\(name)'") == 0)
            #expect(try made.number("SELECT count(*) FROM things") == 4)
            #expect(try made.number("SELECT count(*) FROM sums") == (name == "counted" ? 0 : 1))
        }
        try rows.makeStore(at: place.path("skipped"))
        _ = try LeastWork(rows).put(into: place.path("skipped"), parts: 1, of: 1, skipping: "things")
        #expect(try StoreTable(place.path("skipped")).number("SELECT count(*) FROM things") == 0)
    }

    /// What waits in a -wal is new to the file itself.
    @Test func onlyNewRowsAreRead() throws {
        let place = try Place()
        let store = try place.store("held")
        try BareConnection.run("PRAGMA wal_checkpoint(TRUNCATE)", at: place.path("held"))
        try store.run(
            """
            INSERT INTO ids VALUES (4, 'four'), (-7, 'less than none');
            INSERT INTO things VALUES (4, 'd', 1), (-7, 'e', 1);
            INSERT INTO words VALUES ('a'), ('y');
            """)
        let rows = try TableRows(of: place.path("held"), beyond: place.path("held"))
        #expect(try rows.memory.rows("SELECT id FROM ids") == [["-7"], ["4"]])
        #expect(try rows.memory.rows("SELECT word FROM things") == [["e"], ["d"]])
        #expect(try rows.memory.rows("SELECT word FROM words") == [["a"], ["y"]])
    }

    @Test func whatTheTablesRefuseIsTold() throws {
        let place = try Place()
        _ = try place.store("held")
        let rows = try TableRows(of: place.path("held"))
        #expect(throws: BenchError.self) {
            try LeastWork(rows).put(into: place.path("held"), parts: 1, of: 1)
        }
    }

    /// A folder for one test.
    private final class Place {
        private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appending(path: "it's \(name)").path }

        func store(_ name: String) throws -> StoreTable {
            try Data().write(to: URL(filePath: path(name)))
            let store = try StoreTable(path(name))
            try store.rows("PRAGMA journal_mode = WAL")
            try store.run(LeastWorkTests.schema + LeastWorkTests.rows)
            return store
        }
    }
}
