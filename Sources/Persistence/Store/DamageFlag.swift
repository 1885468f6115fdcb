internal import Synchronization

/// Damage of the store that this process saw: from then on `Writing/StoreTransaction.swift` refuses every write.
final class DamageFlag: Sendable {
    private let seen = Mutex<StoreStop?>(nil)

    /// What it was; nil as long as nothing was seen.
    var stop: StoreStop? { seen.withLock { $0 } }

    /// Remembers the first.
    func see(_ stop: StoreStop) { seen.withLock { $0 = $0 ?? stop } }

    /// Runs work and remembers the damage that it meets.
    func watching<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as StoreError {
            switch error {
            case .file(_, .damaged(.brokenPages)), .file(_, .foreign(.noSQLite)): see(.brokenPages)
            case .file(_, .damaged(.cutOff)): see(.cutOff)
            default: break
            }
            throw error
        }
    }
}
