import Foundation
import Persistence
import PostgresTesting
import Testing

@testable import StorePostgres

/// Calls with a connection to a new, empty database.
func withEmptyDatabase<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
    try PostgresServer.shared.get().withDatabase(
        like: "template_empty", madeBy: { try $0.execute("CREATE SCHEMA makegood") },
        { try body(PostgresConnection(to: $0)) })
}

@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.remedy)"))
struct ConnectionTests {
    @Test func keepsValuesOfFiveKinds() throws {
        try withEmptyDatabase { db in
            try db.execute("CREATE TABLE kinds (number bigint, words text, body bytea)")
            let insert = try db.statement("INSERT INTO kinds (number, words, body) VALUES (?, ?, ?)")
            #expect(insert.parameterCount == 3)
            let rows: [(Int64?, String?, Data?)] = [
                (.min, "ä'\\\"\n", Data([0, 1, 255])), (.max, "", Data()), (-1, "1", Data("x".utf8)),
                (nil, nil, nil),
            ]
            for row in rows {
                try row.0.map { try insert.bind($0, at: 0) } ?? insert.bindNull(at: 0)
                try row.1.map { try insert.bind($0, at: 1) } ?? insert.bindNull(at: 1)
                try row.2.map { try insert.bind($0, at: 2) } ?? insert.bindNull(at: 2)
                #expect(try !insert.step())
                insert.reset()
                #expect(db.changes == 1)
            }
            #expect(db.totalChanges == 4)
            let read = try db.statement(
                "SELECT number, words, body, number < 0 AS is_less FROM kinds ORDER BY number")
            #expect((0..<4).map { read.columnName(at: $0) } == ["number", "words", "body", "is_less"])
            #expect(try read.step())
            #expect((0..<4).allSatisfy { read.isNull(at: $0) })
            for row in rows.dropLast().sorted(by: { $0.0 ?? 0 < $1.0 ?? 0 }) {
                #expect(try read.step())
                #expect(read.integer(at: 0) == row.0)
                #expect(read.text(at: 1) == row.1)
                #expect(read.bytes(at: 2) == row.2)
                #expect(read.integer(at: 3) == (row.0 ?? 0 < 0 ? 1 : 0))
            }
            #expect(try !read.step())
        }
    }

    @Test func refusesWhatATextCannotHold() throws {
        try withEmptyDatabase { db in
            let statement = try db.statement("SELECT CAST(? AS text)")
            try statement.bind("a\u{0}b", at: 0)
            #expect(throws: PostgresError.zeroInText(sql: "SELECT CAST($1 AS text)")) { try statement.step() }
        }
    }

    @Test func saysWhatTheServerSaid() throws {
        try withEmptyDatabase { db in
            let refusal = #expect(throws: PostgresError.self) {
                try db.statement("SELECT nothing FROM nowhere")
            }
            #expect(refusal?.state == "42P01")
            try db.execute("CREATE TABLE once (id bigint PRIMARY KEY)")
            let insert = try db.statement("INSERT INTO once VALUES (?)")
            try insert.bind(1, at: 0)
            #expect(try !insert.step())
            insert.reset()
            try insert.bind(1, at: 0)
            let again = #expect(throws: PostgresError.self) { try insert.step() }
            #expect(again?.state == "23505")
            insert.reset()
            try insert.bind(2, at: 0)
            #expect(try !insert.step())
        }
    }

    @Test func saysThatThereIsNoServer() {
        let error = #expect(throws: PostgresError.self) {
            try PostgresConnection(to: ["host": "/nowhere", "dbname": "none"])
        }
        guard case .noConnection(let reason)? = error else { return #expect(Bool(false)) }
        #expect(reason.contains("/nowhere"))
    }

    @Test func keepsSoManyStatementsAndNoMore() throws {
        try withEmptyDatabase { db in
            let first = try db.cursor("SELECT 0")
            for number in 1...PostgresConnection.mostKept * 2 { _ = try db.statement("SELECT \(number)") }
            #expect(try kept(by: db) == PostgresConnection.mostKept)
            // One that had to go is prepared again when it is asked.
            #expect(try first.step())
            #expect(first.integer(at: 0) == 0)
            #expect(try kept(by: db) == PostgresConnection.mostKept)
        }
    }

    @Test func letsStatementsGoBehindAFailedTransaction() throws {
        try withEmptyDatabase { db in
            for number in 1...PostgresConnection.mostKept { _ = try db.statement("SELECT \(number)") }
            try db.execute("BEGIN")
            #expect(db.isInTransaction)
            #expect(throws: PostgresError.self) { try db.execute("SELECT 1 / 0") }
            #expect(db.isInTransaction)
            #expect(throws: PostgresError.self) { try db.statement("SELECT 'new'") }
            #expect(try !db.statement("ROLLBACK TRANSACTION").step())
            #expect(!db.isInTransaction)
            _ = try db.statement("SELECT 'newer'")
            #expect(try kept(by: db) == PostgresConnection.mostKept)
        }
    }

    private func kept(by db: PostgresConnection) throws -> Int {
        let count = try db.statement("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'kept%'")
        defer { count.reset() }
        #expect(try count.step())
        return Int(count.integer(at: 0))
    }

    @Test func readsRowsWhileOthersAreRead() throws {
        try withEmptyDatabase { db in
            let outer = try db.statement("SELECT n FROM generate_series(1, 3) AS g (n) ORDER BY n")
            var seen: [Int64] = []
            while try outer.step() {
                let inner = try db.statement("SELECT CAST(? AS bigint) * 2")
                try inner.bind(outer.integer(at: 0), at: 0)
                #expect(try inner.step())
                seen.append(inner.integer(at: 0))
                inner.reset()
            }
            #expect(seen == [2, 4, 6])
        }
    }

    @Test func readsAtOneMomentWithoutWriting() throws {
        try withEmptyDatabase { db in
            try db.execute("CREATE TABLE one (id bigint)")
            #expect(try !db.statement("BEGIN DEFERRED TRANSACTION").step())
            let refusal = #expect(throws: PostgresError.self) {
                try db.statement("INSERT INTO one VALUES (1)").step()
            }
            #expect(refusal?.state == "25006")
            #expect(try !db.statement("ROLLBACK TRANSACTION").step())
        }
    }

    @Test func setsItsSession() throws {
        try withEmptyDatabase { db in
            for (name, value) in PostgresSession.settings + [("synchronous_commit", "on")] {
                let setting = try db.statement("SELECT current_setting(?)")
                try setting.bind(name, at: 0)
                #expect(try setting.step())
                #expect(setting.text(at: 0) == value)
                setting.reset()
            }
        }
    }

    @Test func countsWarningsOfCommits() throws {
        try withEmptyDatabase { db in
            try db.execute("DO $$ BEGIN RAISE WARNING USING ERRCODE = '01000', MESSAGE = 'lost'; END $$")
            try db.execute("DO $$ BEGIN RAISE NOTICE 'nothing'; END $$")
            #expect(db.warnings == 1)
        }
    }

    @Test func saysThatAKindIsUnknown() throws {
        try withEmptyDatabase { db in
            let statement = try db.statement("SELECT 1.5 AS half")
            #expect(throws: PostgresError.unknownKind(type: 1700, column: "half", sql: "SELECT 1.5 AS half"))
            {
                try statement.step()
            }
        }
    }
}
