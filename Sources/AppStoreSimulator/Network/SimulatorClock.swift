public import Purchases
import Synchronization

/// The clock of a simulator that runs as a process: the real one, moved ahead by those who turn it.
public final class SimulatorClock: Sendable {
    private let real: @Sendable () -> Instant
    private let ahead = Mutex(TimeLength.zero)

    /// A clock that goes as another one does.
    public init(_ real: @escaping @Sendable () -> Instant) { self.real = real }

    /// The present.
    public var now: Instant { real() + ahead.withLock { $0 } }

    /// Moves it ahead.
    public func turn(by length: TimeLength) { ahead.withLock { $0 = $0 + length } }
}
