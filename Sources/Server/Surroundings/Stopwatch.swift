import Purchases

/// The present within a long step of a worker, which is told the time only when it begins: a step that waits for Apple
/// or for receivers takes seconds.
struct Stopwatch: Sendable {
    private let start: Instant
    private let clock: ServerClock
    private let begun: Instant

    /// Begins at a moment, and goes on as a clock does.
    init(from start: Instant, by clock: ServerClock) {
        (self.start, self.clock, begun) = (start, clock, clock.now())
    }

    /// The moment from which a lease of a minute counts: the step's beginning, and the present once fifteen seconds
    /// are over†.
    var step: Instant { now - start < .seconds(15) ? start : now }

    /// The present; a clock that is set back stands still.
    var now: Instant { start + max(.zero, clock.now() - begun) }
}
