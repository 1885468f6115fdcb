import Foundation
package import Persistence
package import Purchases

/// A store on PostgreSQL: one connection that reads and one that writes.
///
/// It reads and writes, which is what a store needs to do its work. Others' changes are not heard of, nobody is told who
/// works on it, and nothing is examined beside the rows: tests alone open it so far.
package final class PostgresEngine: Engine {
    package let name: String
    private let reader: LentConnection
    private let writer: LentConnection

    /// Connects to the database at a place.
    ///
    /// - Throws: ``StoreError`` where it is not there, or refuses the login.
    package init(at place: [String: String], schema: PostgresSchema) throws {
        name = "postgresql:///\(place["dbname"] ?? "")"
        let rules = schema.rules
        reader = try LentConnection(to: place, rules, name: name)
        writer = try LentConnection(to: place, rules, name: name)
    }

    package let path: String? = nil
    package let isReadOnly = false
    package let knowsLogins = true
    package let notice: StoreNotice? = nil

    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try reader.lend { db in
            try StoreError.translating(name) {
                try db.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", of: name) {
                    try body(Connection(db))
                }
            }
        }
    }

    package func write<Value>(_ body: (any WriterTurn) throws -> Value) throws -> Value {
        try writer.lend { db in
            try StoreError.translating(name) { try body(PostgresTurn(db, name: name)) }
        }
    }

    package var isAwaited: Bool { false }
    package func letOthersFirst() {}
    package func expect(_ work: ExpectedWork) {}

    package func watch(
        since sequence: Int64, lost: @escaping @Sendable (StoreError) -> Void,
        deliver: @escaping @Sendable ([Change]) -> Void
    ) -> StoreWatcher { StoreWatcher {} }

    package func enterPresence(as agent: AgentName, at now: Instant) -> Presence? { nil }
    package func presences() -> [PresentConsole] { [] }

    package func watchPresences(
        besides own: String?, _ deliver: @escaping @Sendable ([PresentConsole]) -> Void
    ) -> StoreWatcher? { nil }

    package func examine(_ part: ExaminedPart, of store: Store) -> [Finding] { [] }

    /// Pages that a vacuum frees, and the server's log, may show for a time what no row shows any more.
    package func sweep(_ texts: Set<String>) -> Bool { false }

    /// The connections end with the last who uses them.
    package func close() {}
}

/// A connection that one thread has at a time.
private final class LentConnection: @unchecked Sendable {
    private let db: PostgresConnection
    private let turn = NSLock()

    init(to place: [String: String], _ rules: PostgresText, name: String) throws {
        do { db = try PostgresConnection(to: place, rules: rules) } catch {
            throw StoreError(error, store: name)
        }
    }

    func lend<Value>(_ work: (PostgresConnection) throws -> Value) rethrows -> Value {
        try turn.withLock { try work(db) }
    }
}

/// A turn to write: the row with the head of the log is locked first, so that one writes after the other.
private struct PostgresTurn: WriterTurn {
    let connection: Connection
    private let db: PostgresConnection
    private let name: String

    init(_ db: PostgresConnection, name: String) {
        (self.db, self.name, connection) = (db, name, Connection(db))
    }

    func attempt<Value>(_ work: () throws -> Value) throws -> Value {
        try StoreError.translating(name, work)
    }

    func transaction(_ work: () throws -> Void) throws {
        try db.transaction("BEGIN", of: name) {
            try connection.run("SELECT value FROM store_state WHERE key = 'audit_sequence' FOR UPDATE")
            try work()
        }
    }

    var mayTell: Bool { true }
    func sign() {}
    func settle(by agent: AgentName, at now: Instant) {}
    func stop(_ why: StoreStop) {}
}

extension PostgresConnection {
    /// Does some work in a transaction, whole or not at all.
    ///
    /// - Throws: `StoreError`, unconfirmed, where the connection ends while the server commits.
    fileprivate func transaction<Value>(
        _ begin: String, of store: String, _ work: () throws -> Value
    ) throws -> Value {
        try execute(begin)
        let value: Value
        do {
            value = try work()
            // A server answers the commit of a failed transaction with its rollback, and no error.
            guard !isInError else { throw StoreError.store(.failed(code: nil)) }
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
        do { try execute("COMMIT") } catch PostgresError.connectionLost {
            throw StoreError.disk(store, .unconfirmed)
        }
        return value
    }
}

extension StoreError {
    /// What the server's refusal means for a person; never its SQL. Source: PostgreSQL, Appendix A, error codes.
    init(_ error: PostgresError, store: String) {
        guard case .refused(let refusal) = error else {
            self = .store(.failed(code: nil))
            return
        }
        switch refusal.state {
        case "25006": self = .disk(store, .unwritable)
        case "53100": self = .store(.diskFull)
        case "53200": self = .store(.memoryFull)
        case "55P03": self = .store(.busy(holder: nil))
        default:
            self =
                refusal.state.hasPrefix("23") ? .store(.guarded(refusal.message)) : .store(.failed(code: nil))
        }
    }

    /// Runs work on a store and says its failures in words.
    fileprivate static func translating<Value>(_ store: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as PostgresError {
            throw StoreError(error, store: store)
        } catch let row as DamagedRow {
            throw StoreError.file(store, .damaged(.emptyColumn(row.column)))
        }
    }
}
