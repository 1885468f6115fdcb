import Synchronization

/// How much of something is allowed: so many at once, and so many a second in the long run. The glossary's ration, of
/// reports that nothing proves, is another: `ReportRation`.
package struct Ration: Hashable, Sendable {
    package var perSecond: Double
    package var atOnce: Double

    package init(perSecond: Double, atOnce: Double) { (self.perSecond, self.atOnce) = (perSecond, atOnce) }
}

/// A ration for each name, as a bucket of tokens: `FrontDoor` has one by key, one by address, one for refusals. It
/// holds at most `nameLimit` names, however many come.
final class Rationing: Sendable {
    private struct Share {
        var left: Double
        var at: ContinuousClock.Instant
    }

    private let ration: Ration
    private let nameLimit: Int
    private let shares = Mutex<[String: Share]>([:])

    /// Rations for at most so many names.
    init(_ ration: Ration, nameLimit: Int = 10_000) { (self.ration, self.nameLimit) = (ration, nameLimit) }

    /// Takes one; answers after how many seconds there is one again, nil where there was one.
    func take(_ name: String, at now: ContinuousClock.Instant = .now) -> Int? {
        shares.withLock { shares in
            if shares[name] == nil, shares.count >= nameLimit { forget(in: &shares, at: now) }
            let left = left(of: shares[name], at: now)
            let wait = wait(with: left)
            shares[name] = Share(left: wait == nil ? left - 1 : left, at: now)
            return wait
        }
    }

    /// Takes more beside the one that was taken. What goes beyond the ration is a debt, which the next request waits
    /// for.
    func charge(_ name: String, _ count: Int, at now: ContinuousClock.Instant = .now) {
        guard count > 0 else { return }
        shares.withLock { shares in
            shares[name] = Share(left: left(of: shares[name], at: now) - Double(count), at: now)
        }
    }

    /// After how many seconds there is one, without taking it; nil where there is one, and for a name that never took
    /// any.
    func wait(of name: String, at now: ContinuousClock.Instant = .now) -> Int? {
        shares.withLock { shares in shares[name].flatMap { wait(with: left(of: $0, at: now)) } }
    }

    private func wait(with left: Double) -> Int? {
        left >= 1 ? nil : max(1, Int(((1 - left) / ration.perSecond).rounded(.up)))
    }

    private func left(of share: Share?, at now: ContinuousClock.Instant) -> Double {
        guard let share else { return ration.atOnce }
        return min(ration.atOnce, share.left + (now - share.at).seconds * ration.perSecond)
    }

    /// Those whose ration is whole again need no memory; where all are in use, half of them are forgotten.
    private func forget(in shares: inout [String: Share], at now: ContinuousClock.Instant) {
        shares = shares.filter { left(of: $0.value, at: now) < ration.atOnce }
        guard shares.count >= nameLimit else { return }
        let oldest = shares.sorted { $0.value.at < $1.value.at }.prefix(nameLimit / 2)
        for (name, _) in oldest { shares[name] = nil }
    }
}
