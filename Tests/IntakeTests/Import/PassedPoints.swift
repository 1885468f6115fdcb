import Synchronization

/// Counts how often a place was passed.
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
