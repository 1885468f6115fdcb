import GRDB
import Purchases

@testable import Persistence

/// What is wrong with a store after it was treated badly.
enum StoreHealth {
    /// The doctor's errors, SQLite's own, and periods that are not what the pure rules give.
    static func problems(of store: Store) throws -> [String] {
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
