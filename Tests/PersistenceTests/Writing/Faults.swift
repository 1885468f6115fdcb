import PersistenceTesting
import Purchases
import Synchronization

@testable import Persistence

/// Counts how often a place was passed, so that a test can make the second or the 75th passage fail.
final class PassedPoints: Sendable {
    private let count = Mutex(0)

    /// How often it was passed, this time included.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

extension StoreFolder {
    /// The folder's store again, with places where it fails.
    func open(_ faults: FaultPlan = .none) throws -> Store {
        try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
    }
}
