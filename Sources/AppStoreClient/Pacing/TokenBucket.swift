package import Purchases

/// How often something may be asked: so many a second, a second's worth at once.
///
/// `AppStoreGate` has one for each endpoint of each place; `Rationing` in `Server/HTTP` limits the server's callers.
/// It knows no clock. The caller reserves the next free moment and waits for it; a reservation that would lie too far
/// ahead is not made.
package struct TokenBucket: Hashable, Sendable {
    private var perSecond: Double
    /// The moment from which the next question may go, in milliseconds: the past where some were saved up.
    private var next: Double
    private var heldUntil: Instant

    /// A full bucket.
    package init(perSecond: Double) {
        self.perSecond = max(perSecond, 0.01)
        (next, heldUntil) = (-.infinity, .earliest)
    }

    /// Reserves the next free moment; nil, with nothing reserved, when it lies further ahead than the patience.
    package mutating func reserve(at now: Instant, patience: TimeLength) -> Instant? {
        let (present, gap) = (Double(now.milliseconds), 1000 / perSecond)
        // What was saved up is worth a second, or one question where not even that many are allowed.
        let saved = max(1000, gap)
        // No reservation lies so far ahead: the clock was set back.
        if next - present > Double(patience.count) + gap { next = -.infinity }
        let start = max(next, present + gap - saved, Double(heldUntil.milliseconds))
        guard start - present <= Double(patience.count) else { return nil }
        next = start + gap
        return Instant(milliseconds: Int64(max(start, present).rounded(.up)))
    }

    /// The next free moment, with nothing reserved.
    package func free(at now: Instant) -> Instant {
        let start = next.isFinite ? Instant(milliseconds: Int64(next.rounded(.up))) : now
        return max(now, start, heldUntil)
    }

    /// Lets more or fewer go from now on; what is reserved stands.
    package mutating func turn(to perSecond: Double) { self.perSecond = max(perSecond, 0.01) }

    /// Lets nothing go before a moment: Apple asked for it.
    package mutating func hold(until moment: Instant) { heldUntil = max(heldUntil, moment) }
}
