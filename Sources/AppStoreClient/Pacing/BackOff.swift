package import Purchases

/// How long to wait after failures in a row: a random part of a wait that doubles ("full jitter"), never nothing.
/// ``Circuit`` and ``AppStoreGate`` ask it; webhooks have a pace of their own (`WebhookPace`).
package struct BackOff: Hashable, Sendable {
    /// What the wait begins with.
    package let base: TimeLength
    /// What it never exceeds.
    package let cap: TimeLength
    /// What it never falls below: nothing spins.
    package let floor: TimeLength

    /// A back-off of one's own.
    package init(base: TimeLength, cap: TimeLength, floor: TimeLength) {
        (self.base, self.cap, self.floor) = (base, cap, floor)
    }

    /// For a place that does not answer: from 10 s to 2 min, never below 5 s†.
    package static let circuit = BackOff(base: .seconds(10), cap: .seconds(120), floor: .seconds(5))
    /// For a limit of Apple's that comes without a moment: from 30 s to 10 min, never below 10 s†.
    package static let limit = BackOff(base: .seconds(30), cap: .seconds(600), floor: .seconds(10))

    /// The wait after so many failures in a row (0 is the first), by a random number from 0 up to 1.
    package func wait(after failures: Int, random: Double) -> TimeLength {
        let doubled = Double(base.count) * Double(Int64(1) << min(max(failures, 0), 30))
        let longest = min(doubled, Double(cap.count))
        let part = random.isFinite ? min(max(random, 0), 1) : 1
        return max(floor, TimeLength(Int64(longest * part)))
    }
}
