import Synchronization

/// How much of something is allowed: so many at once, and so many a second in the long run.
public struct Ration: Hashable, Sendable {
    /// How many a second.
    public var perSecond: Double
    /// How many at once.
    public var atOnce: Double

    /// A ration.
    public init(perSecond: Double, atOnce: Double) { (self.perSecond, self.atOnce) = (perSecond, atOnce) }
}

/// Rations by name: of keys, of addresses. It never holds more than so many names, however many come.
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

    /// How many names it holds.
    var nameCount: Int { shares.withLock { $0.count } }

    /// Takes one; answers after how many seconds there is one again, nil where there was one.
    func take(_ name: String, at now: ContinuousClock.Instant = .now) -> Int? {
        shares.withLock { shares in
            if shares[name] == nil, shares.count >= nameLimit { forget(in: &shares, at: now) }
            var share = shares[name] ?? Share(left: ration.atOnce, at: now)
            share.left = left(of: share, at: now)
            share.at = now
            defer { shares[name] = share }
            guard share.left < 1 else {
                share.left -= 1
                return nil
            }
            return max(1, Int(((1 - share.left) / ration.perSecond).rounded(.up)))
        }
    }

    /// Takes more beside the one that was taken: what is more than there is is owed, and whoever asks next waits for it.
    func charge(_ name: String, _ count: Int, at now: ContinuousClock.Instant = .now) {
        guard count > 0 else { return }
        shares.withLock { shares in
            var share = shares[name] ?? Share(left: ration.atOnce, at: now)
            share.left = left(of: share, at: now) - Double(count)
            share.at = now
            shares[name] = share
        }
    }

    /// Whether there is one, without taking it.
    func wait(of name: String, at now: ContinuousClock.Instant = .now) -> Int? {
        shares.withLock { shares in
            guard let share = shares[name] else { return nil }
            let left = left(of: share, at: now)
            return left >= 1 ? nil : max(1, Int(((1 - left) / ration.perSecond).rounded(.up)))
        }
    }

    private func left(of share: Share, at now: ContinuousClock.Instant) -> Double {
        min(ration.atOnce, share.left + (now - share.at).seconds * ration.perSecond)
    }

    /// Those whose ration is whole again need no memory; where all are in use, half of them are forgotten.
    private func forget(in shares: inout [String: Share], at now: ContinuousClock.Instant) {
        shares = shares.filter { left(of: $0.value, at: now) < ration.atOnce }
        guard shares.count >= nameLimit else { return }
        let oldest = shares.sorted { $0.value.at < $1.value.at }.prefix(nameLimit / 2)
        for (name, _) in oldest { shares[name] = nil }
    }
}

extension Duration {
    /// It in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
