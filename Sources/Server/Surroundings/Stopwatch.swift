import Purchases

/// The present of a step that takes a while and was told only when it begins.
struct Stopwatch: Sendable {
    private let start: Instant
    private let begun = ContinuousClock.now

    /// Begins at a moment.
    init(from start: Instant) { self.start = start }

    /// The moment for which leases are taken: that of the step, as long as it does not take long†.
    var step: Instant { now - start < .seconds(15) ? start : now }

    /// The present.
    var now: Instant { start + TimeLength(Int64(begun.duration(to: .now) / .milliseconds(1))) }
}
