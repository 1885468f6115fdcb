import Synchronization
import TerminalCore

/// What reached the application from other threads, each with the wake-up that announced it.
final class Inbox: Sendable {
    /// One thing that reached it.
    enum Item: Sendable {
        /// An answer of the store.
        case arrival(EffectQueue.Arrival)
        /// Somebody changed the store.
        case storeChanged
        /// Time went on.
        case tick
        /// A test waits for everything before to be done.
        case idle(CheckedContinuation<Void, Never>)
    }

    private let items = Mutex<[Item]>([])
    private let wake: @Sendable () -> Void

    /// An inbox that wakes its owner, once per item.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Puts an item in, from any thread.
    func put(_ item: Item) {
        // Items and wake-ups keep one order, so that a wait for everything before means just that.
        items.withLock { items in
            items.append(item)
            wake()
        }
    }

    /// Takes the oldest item out.
    func take() -> Item? {
        items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
