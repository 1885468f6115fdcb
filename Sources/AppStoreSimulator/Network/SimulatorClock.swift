package import Purchases
import Synchronization

/// The clock of a simulator that runs as a process: the real one, moved ahead by `POST /simulator/advance`.
package final class SimulatorClock: Sendable {
    private let real: @Sendable () -> Instant
    private let ahead = Mutex(TimeLength.zero)

    /// A clock that goes as another one does.
    package init(_ real: @escaping @Sendable () -> Instant) { self.real = real }

    package var now: Instant { real() + ahead.withLock { $0 } }

    /// Moves it ahead.
    package func turn(by length: TimeLength) { ahead.withLock { $0 = $0 + length } }
}
