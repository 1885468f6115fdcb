import FileStore
package import GRDB
package import Persistence
import Purchases
import Testing

/// What a foreign program does to a store: SQL without lock, role or entry.
package enum Raw {
    /// Changes the store through its own connection.
    package static func write(_ store: Store, _ sql: String) throws {
        guard store.file == nil else { return try store.underneath { try $0.execute(sql: sql) } }
        try store.engine.write { turn in
            for statement in sql.split(separator: ";\n") { try turn.connection.run(String(statement)) }
        }
    }

    /// Changes the store at a path through another connection.
    package static func write(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// What a query for one number answers, to a reader.
    package static func number(_ store: Store, _ sql: String) throws -> Int? {
        try store.read { try $0.value(sql) }
    }

    /// What a query for one number answers, to the writer's own connection.
    package static func writerNumber(_ store: Store, _ sql: String) throws -> Int? {
        try store.underneath { try Int.fetchOne($0, sql: sql) }
    }

    /// The rows of a query as texts.
    package static func texts(_ store: Store, _ sql: String) throws -> [[String?]] {
        try store.read { try $0.map(sql) { row in (0..<row.count).map { row[$0] } } }
    }
}

/// A store of another engine than SQLite's has no database underneath.
private struct NoFile: Error {}

extension StoredRow {
    /// Its columns as one text, but for some.
    func line(without exempt: Set<String> = []) -> String {
        (0..<count).map { (name(at: $0), self[$0] as String?) }.filter { !exempt.contains($0.0) }
            .map { "\($0.0)=\($0.1.map { "\"\($0)\"" } ?? "NULL")" }.joined(separator: " ")
    }
}

extension Store {
    /// What a query for one number answers.
    package func number(_ sql: String) throws -> Int { try read { try $0.value(sql) ?? 0 } }

    /// Works on the writer's own connection as SQLite knows it, without lock, role or entry.
    package func underneath<Value>(_ work: (Database) throws -> Value) throws -> Value {
        guard let file else { throw NoFile() }
        return try file.database.writeWithoutTransaction(work)
    }

    /// Works on the writer's own connection, without lock, role or entry.
    package func unguarded<Value>(_ work: (Connection) throws -> Value) throws -> Value {
        try underneath { try work($0.connection) }
    }
}

/// What is wrong with a store after it was treated badly.
package enum StoreHealth {
    /// The doctor's errors, SQLite's own, and periods that are not what the pure rules give.
    package static func problems(of store: Store) throws -> [String] {
        let errors = try store.doctor(at: Shop.now).filter { $0.level == .error }.map {
            "\($0.code): \($0.text)"
        }
        let integrity = try store.read { try $0.values("PRAGMA integrity_check") as [String] }
        return errors + integrity.filter { $0 != "ok" } + (try disagreements(of: store))
    }

    private static func disagreements(of store: Store) throws -> [String] {
        let people = try store.read { try $0.values("SELECT app_user_id FROM customers") as [String] }
        return try people.filter { person in
            let id = AppUserID(person)
            let page = try store.customerPage(id, at: Shop.now)
            let stored = try store.countingPeriods(of: id)
            return page.map { page in
                page.access.entitlements().contains { page.access.runs(of: $0) != (stored[$0] ?? []) }
            } ?? true
        }.map { "the periods of \($0) are not what the rules give" }
    }
}

/// The failure that some work ends in; nil when it succeeds.
package func failure(of work: () throws -> Void) -> StoreError? {
    do {
        try work()
        return nil
    } catch let error as StoreError {
        return error
    } catch {
        Issue.record(error)
        return nil
    }
}
