import CPostgres
import Foundation
package import Persistence

/// A connection to a store on PostgreSQL. Statements are prepared under names at their first use and kept,
/// the least recently used one goes when there are too many.
///
/// A statement's rows come whole with its first step: another may run while they are read.
package final class PostgresConnection: EngineConnection {
    /// How many statements are kept: each holds memory of the server's.
    package static let mostKept = 96

    let connection: OpaquePointer
    private let rules: PostgresText
    private var kept = KeptStatements(most: PostgresConnection.mostKept)
    private let warningCount: UnsafeMutablePointer<Int32>
    package private(set) var changes = 0
    /// The number of the row that the last insertion made.
    package var insertedID: Int64?
    /// Rows that statements changed; what triggers changed beside them is not in it, the server does not
    /// tell.
    package private(set) var totalChanges = 0

    /// Connects to a server.
    ///
    /// - Parameter place: the library's keywords, such as `host` and `dbname`, with their values.
    package init(
        to place: [String: String], for purpose: PostgresSession.Purpose = .writing,
        rules: PostgresText = PostgresText()
    ) throws(PostgresError) {
        if let reason = postgres_load() { throw .noLibrary(reason: String(cString: reason)) }
        let fixed = PostgresSession.keys(for: purpose)
        let known = place.filter { given in !fixed.contains { $0.key == given.key } }
        let pairs =
            known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + fixed.map { ($0.key, $0.value) }
        let made = withStrings(pairs.map(\.0)) { keys in
            withStrings(pairs.map(\.1)) { values in postgres_connect(keys, values) }
        }
        guard let made else { throw .noConnection(reason: "out of memory") }
        guard postgres_is_connected(made) != 0 else {
            let reason = PostgresConnection.message(made)
            postgres_close(made)
            throw .noConnection(reason: reason)
        }
        (connection, self.rules) = (made, rules)
        warningCount = .allocate(capacity: 1)
        warningCount.initialize(to: 0)
        postgres_count_warnings(made, warningCount)
        try run(script: PostgresSession.script)
    }

    deinit {
        postgres_close(connection)
        warningCount.deallocate()
    }

    /// How many warnings of SQLSTATE 01000 the server gave: a commit with one may not have reached the
    /// standby.
    package var warnings: Int { Int(warningCount.pointee) }

    /// Whether a statement of the transaction failed, after which the server takes none but its end.
    var isInError: Bool { Int(postgres_transaction(connection)) == postgres_in_error }

    package var isInTransaction: Bool {
        let state = Int(postgres_transaction(connection))
        return state == postgres_in_transaction || state == postgres_in_error
    }

    package func statement(_ sql: String) throws -> any StatementCursor { try cursor(sql) }

    package func insertion(_ sql: String) throws -> any StatementCursor {
        insertedID = nil
        return try cursor("\(sql) RETURNING id", numbers: true)
    }

    /// A kept statement by its own type.
    package func cursor(_ sql: String, numbers: Bool = false) throws(PostgresError) -> PostgresStatement {
        if let known = kept.find(sql) { return known }
        let statement = PostgresStatement(rules.prepared(sql), of: sql, on: self, numbers: numbers)
        try prepare(statement)
        return statement
    }

    /// Classes of SQLSTATE: 22, what a value cannot be; 23, what a row may not be.
    package func isOfData(_ error: any Error) -> Bool {
        guard let state = (error as? PostgresError)?.state else { return false }
        return state.hasPrefix("22") || state.hasPrefix("23")
    }

    package func checkFormat() throws {
        let cursor = try cursor("SELECT obj_description(CAST('makegood' AS regnamespace))")
        defer { cursor.reset() }
        guard try cursor.step(), let present = Int32(cursor.text(at: 0)) else { return }
        if present > StoreFormat.version { throw StoreError.store(.newer(version: present)) }
        if present < StoreFormat.version { throw StoreError.store(.older(version: present)) }
    }

    /// Whether they are there; what they do is not compared.
    package func guards() throws -> (found: [String: String], expected: [String: String]) {
        let cursor = try cursor(
            """
            SELECT CAST(t.tgname AS text), pg_get_triggerdef(t.oid) FROM pg_trigger t
            JOIN pg_class c ON c.oid = t.tgrelid
            WHERE c.relnamespace = CAST('makegood' AS regnamespace) AND NOT t.tgisinternal AND t.tgenabled = 'O'
            """)
        defer { cursor.reset() }
        var found: [String: String] = [:]
        while try cursor.step() { found[cursor.text(at: 0)] = cursor.text(at: 1) }
        let expected = Schema.triggers.map { ($0.name, found[$0.name] ?? "") }
        return (found, Dictionary(uniqueKeysWithValues: expected))
    }

    /// Runs statements that answer nothing. Outside a transaction they are one together, unlike SQLite's.
    package func execute(_ sql: String) throws { try run(script: sql) }

    private func run(script: String) throws(PostgresError) {
        guard let result = postgres_run(connection, script) else { throw lost(in: script) }
        defer { postgres_clear(result) }
        try check(result, sql: script)
        note(result)
    }
}

// Preparing.

extension PostgresConnection {
    /// Prepares a statement under a new name and learns its columns, in one trip.
    func prepare(_ statement: PostgresStatement) throws(PostgresError) {
        for gone in kept.makeRoom() { drop(gone) }
        let name = kept.nextName()
        guard postgres_send_preparation(connection, name, statement.prepared.text) != 0 else {
            throw lost(in: statement.prepared.text)
        }
        var failure: PostgresError?
        var columns: [PostgresColumn] = []
        while let result = nextOfPipeline() {
            defer { postgres_clear(result) }
            do { try check(result, sql: statement.prepared.text) } catch { failure = failure ?? error }
            if postgres_column_count(result) > 0 { columns = PostgresColumn.all(of: result) }
        }
        guard postgres_end_pipeline(connection) != 0 else {
            throw failure ?? lost(in: statement.prepared.text)
        }
        if let failure { throw failure }
        statement.wasPrepared(as: name, columns: columns)
        kept.keep(statement)
    }

    /// The next answer of a pipeline: after each there is an empty one, and one that says that it ended.
    private func nextOfPipeline() -> OpaquePointer? {
        var empty = 0
        while empty < 2 {
            guard let result = postgres_next(connection) else {
                empty += 1
                continue
            }
            if Int(postgres_kind(result)) != postgres_pipeline_end { return result }
            postgres_clear(result)
            return nil
        }
        return nil
    }

    /// Notes that a statement is used.
    func touch(_ statement: PostgresStatement) { kept.touch(statement) }

    /// Lets the server forget a statement. Where a transaction failed it takes no such word: later, then.
    private func drop(_ name: String) {
        guard Int(postgres_transaction(connection)) != postgres_in_error,
            let result = postgres_run(connection, "DEALLOCATE \(name)")
        else { return kept.postpone(name) }
        postgres_clear(result)
    }
}

// Answers.

extension PostgresConnection {
    /// Keeps in mind how many rows an answer's statement changed, if it could change any.
    func note(_ result: OpaquePointer) {
        let verb = String(cString: postgres_tag(result)).prefix { $0 != " " }
        guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(verb) else { return }
        changes = Int(String(cString: postgres_affected(result))) ?? 0
        totalChanges += changes
    }

    /// Fails with what an answer says.
    func check(_ result: OpaquePointer, sql: String) throws(PostgresError) {
        switch Int(postgres_kind(result)) {
        case postgres_done, postgres_rows, postgres_skipped: return
        default: break
        }
        func field(_ letter: Character) -> String? {
            letter.asciiValue.flatMap { postgres_field(result, Int32($0)) }.map { String(cString: $0) }
        }
        guard let state = field("C") else { throw lost(in: sql) }
        throw .refused(
            PostgresError.Refusal(
                state: state, message: field("M") ?? "", detail: field("D"), sql: sql))
    }

    /// The connection is gone, or the library has no memory left.
    func lost(in sql: String) -> PostgresError {
        .connectionLost(reason: PostgresConnection.message(connection), sql: sql)
    }

    private static func message(_ connection: OpaquePointer) -> String {
        let message = postgres_message(connection).map { String(cString: $0) } ?? ""
        return message.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Calls with texts as C has them, ended by NULL.
private func withStrings<Value>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } }
    pointers.append(nil)
    return body(pointers)
}

/// Which statements a connection keeps, by their texts.
private struct KeptStatements {
    private let most: Int
    private var statements: [String: (statement: PostgresStatement, used: Int)] = [:]
    private var clock = 0
    private var names = 0
    private var postponed: [String] = []

    init(most: Int) { self.most = most }

    mutating func find(_ sql: String) -> PostgresStatement? {
        guard let found = statements[sql] else { return nil }
        touch(found.statement)
        return found.statement
    }

    mutating func keep(_ statement: PostgresStatement) {
        clock += 1
        statements[statement.sql] = (statement, clock)
    }

    mutating func touch(_ statement: PostgresStatement) {
        guard statements[statement.sql]?.statement === statement else { return }
        clock += 1
        statements[statement.sql]?.used = clock
    }

    mutating func nextName() -> String {
        names += 1
        return "kept_\(names)"
    }

    /// Lets go of the least recently used one where there is room for none; answers the names that are not
    /// needed.
    mutating func makeRoom() -> [String] {
        defer { postponed = [] }
        guard statements.count >= most, let oldest = statements.min(by: { $0.value.used < $1.value.used })
        else { return postponed }
        statements[oldest.key] = nil
        return postponed + [oldest.value.statement.forget()].compactMap { $0 }
    }

    mutating func postpone(_ name: String) { postponed.append(name) }
}
