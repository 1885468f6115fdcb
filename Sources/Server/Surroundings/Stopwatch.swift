import Purchases

/// The present of a step that takes a while and was told only when it begins.
struct Stopwatch: Sendable {
    private let start: Instant
    private let clock: ServerClock
    private let begun: Instant

    /// Begins at a moment, and goes on as a clock does.
    init(from start: Instant, by clock: ServerClock) {
        (self.start, self.clock, begun) = (start, clock, clock.now())
    }

    /// The moment for which leases are taken: that of the step, as long as it does not take long†.
    var step: Instant { now - start < .seconds(15) ? start : now }

    /// The present; a clock that is set back stands still.
    var now: Instant { start + max(.zero, clock.now() - begun) }
}
