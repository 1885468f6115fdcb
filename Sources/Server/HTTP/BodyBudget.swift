import Synchronization

/// A limit on the bytes of all bodies in memory at once: the largest body on every connection would be more than a
/// host has. `FrontDoor` gives each request its lease, `Exchange.body` takes from it.
final class BodyBudget: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    /// A budget of so many bytes.
    init(limit: Int) { self.limit = limit }

    /// A part of it for one body; it is given back when the lease is let go.
    func lease() -> Lease { Lease(of: self) }

    /// What one body has of it.
    final class Lease: Sendable {
        private let budget: BodyBudget
        private let taken = Mutex(0)
        private let whole = Mutex(false)

        /// Whether the body was read to its end.
        var isWhole: Bool {
            get { whole.withLock { $0 } }
            set { whole.withLock { $0 = newValue } }
        }

        fileprivate init(of budget: BodyBudget) { self.budget = budget }

        deinit { budget.giveBack(taken.withLock { $0 }) }

        /// Takes so many bytes more; answers whether there were any left.
        func take(_ bytes: Int) -> Bool {
            guard budget.take(bytes) else { return false }
            taken.withLock { $0 += bytes }
            return true
        }
    }

    private func take(_ bytes: Int) -> Bool {
        used.withLock { used in
            guard used + bytes <= limit else { return false }
            used += bytes
            return true
        }
    }

    private func giveBack(_ bytes: Int) { used.withLock { $0 -= bytes } }
}
