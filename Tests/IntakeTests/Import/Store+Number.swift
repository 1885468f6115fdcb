import GRDB

@testable import Persistence

extension Store {
    /// What a query for one number answers.
    func number(_ sql: String) throws -> Int { try read { try Int.fetchOne($0, sql: sql) ?? 0 } }
}
