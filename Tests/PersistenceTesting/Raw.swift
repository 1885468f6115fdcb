import GRDB
public import Persistence
import Purchases
import Testing

/// What a foreign program does to a store: SQL without lock, role or entry.
public enum Raw {
    /// Changes the store through its own connection.
    public static func write(_ store: Store, _ sql: String) throws {
        try store.database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// Changes the store at a path through another connection.
    public static func write(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// What a query for one number answers, to a reader.
    public static func number(_ store: Store, _ sql: String) throws -> Int? {
        try store.read { try Int.fetchOne($0, sql: sql) }
    }

    /// What a query for one number answers, to the writer's own connection.
    public static func writerNumber(_ store: Store, _ sql: String) throws -> Int? {
        try store.database.writeWithoutTransaction { try Int.fetchOne($0, sql: sql) }
    }

    /// The rows of a query as texts.
    public static func texts(_ store: Store, _ sql: String) throws -> [[String?]] {
        try store.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { $0.isNull ? nil : String.fromDatabaseValue($0) ?? "\($0)" }
            }
        }
    }
}

extension Store {
    /// What a query for one number answers.
    public func number(_ sql: String) throws -> Int { try read { try Int.fetchOne($0, sql: sql) ?? 0 } }
}

/// What is wrong with a store after it was treated badly.
public enum StoreHealth {
    /// The doctor's errors, SQLite's own, and periods that are not what the pure rules give.
    public static func problems(of store: Store) throws -> [String] {
        let errors = try store.doctor(at: Shop.now).filter { $0.level == .error }.map {
            "\($0.code): \($0.text)"
        }
        let integrity = try store.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        return errors + integrity.filter { $0 != "ok" } + (try disagreements(of: store))
    }

    private static func disagreements(of store: Store) throws -> [String] {
        let people = try store.read { try String.fetchAll($0, sql: "SELECT app_user_id FROM customers") }
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
public func failure(of work: () throws -> Void) -> StoreError? {
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
