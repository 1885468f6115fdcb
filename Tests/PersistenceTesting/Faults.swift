import FileStore
package import Persistence
import Purchases
import Synchronization

/// Counts how often a place was passed, so that a test can make the second or the 75th passage fail.
package final class PassedPoints: Sendable {
    private let count = Mutex(0)

    /// Never passed yet.
    package init() {}

    /// How often it was passed, this time included.
    package func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

extension StoreFolder {
    /// The folder's store again, with places where it fails.
    package func open(_ faults: StoreFaults = .none) throws -> Store {
        try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
    }
}
