import Purchases

/// A day that passes in minutes: it begins a day ago, runs fast, meets the present, and goes on with it.
///
/// So everything that happened has happened: a console that is opened beside it, on the system's clock, shows the past.
struct DemoTime: Hashable, Sendable {
    /// A part of the day, and how long it takes to see it.
    struct Leg: Hashable, Sendable {
        /// How much of the day passes.
        let shown: TimeLength
        /// How long that takes.
        let real: TimeLength
    }

    /// The parts of the day, in their order.
    let legs: [Leg]
    /// When the day began to be shown, by the system's clock.
    let beginning: Instant

    /// A day of those parts, which begins to be shown at a moment of the system's clock.
    init(_ legs: [Leg], from beginning: Instant) { (self.legs, self.beginning) = (legs, beginning) }

    /// When shown and real time meet.
    var end: Instant { legs.reduce(beginning) { $0 + $1.real } }

    /// The moment with which the day begins.
    var start: Instant { legs.reduce(end) { $0 - $1.shown } }

    /// What is shown at a moment of the system's clock.
    func shown(at real: Instant) -> Instant {
        guard real < end else { return real }
        var (place, shown) = (beginning, start)
        for leg in legs {
            guard real >= place + leg.real else {
                return shown + TimeLength.part(of: leg.shown, max(0, (real - place).count), of: leg.real)
            }
            (place, shown) = (place + leg.real, shown + leg.shown)
        }
        return real
    }

    /// The first moment of the system's clock at which a moment is shown.
    func real(showing moment: Instant) -> Instant {
        guard moment < end else { return moment }
        var (place, shown) = (beginning, start)
        for leg in legs {
            guard moment >= shown + leg.shown else {
                let wait = TimeLength.part(of: leg.real, max(0, (moment - shown).count), of: leg.shown)
                // Rounded up, so that after the wait the moment has come.
                return place + wait + TimeLength(1)
            }
            (place, shown) = (place + leg.real, shown + leg.shown)
        }
        return moment
    }
}

extension TimeLength {
    /// So much of a length as a count is of another length.
    fileprivate static func part(of length: TimeLength, _ count: Int64, of whole: TimeLength) -> TimeLength {
        guard whole.count > 0 else { return .zero }
        return TimeLength(Int64(Double(length.count) * (Double(count) / Double(whole.count))))
    }
}
