import Purchases
import Server
import Synchronization

/// The clock that everybody in the demonstration reads: a day's time, which waits until `Demonstration` has carried
/// what happens in it.
///
/// On a machine that cannot keep up the day takes longer, and none of it is left out: an evening that passed between two
/// looks would be no evening. When the day is over the present is that of the system's clock.
final class DemoClock: Sendable {
    /// How far the day may be ahead of what was carried†; beyond that it goes on at the pace of the system's clock, so that
    /// nobody waits for a moment that does not come.
    private static let lead = TimeLength.hours(1)
    /// How soon a sleeper looks again while the day itself waits†.
    private static let glance = TimeLength(50)

    private struct State {
        /// How much later than planned the day is shown.
        var lag: TimeLength
        /// The moment that was read last, and when that was.
        var shown: Instant
        var real: Instant
        /// Up to when everything was carried.
        var carried: Instant
    }

    /// The day as it is planned.
    let day: DemoTime
    private let system: ServerClock
    private let state: Mutex<State>

    /// Shows a day from its beginning, from now on.
    init(_ day: DemoTime, on system: ServerClock = .system) {
        (self.day, self.system) = (day, system)
        let now = system.now()
        state = Mutex(
            State(
                lag: max(.zero, now - day.beginning), shown: day.start, real: now, carried: day.start))
    }

    /// The day's present; it never runs back while the system's clock does not.
    func now() -> Instant {
        state.withLock { state in
            let real = system.now()
            defer { state.real = real }
            guard state.shown < day.end else { return real }
            let ahead = max(state.carried + DemoClock.lead, state.shown + max(.zero, real - state.real))
            let planned = day.shown(at: real - state.lag)
            if planned > ahead, ahead < day.end {
                state.lag = max(state.lag, real - day.real(showing: ahead))
                state.shown = max(state.shown, ahead)
            } else {
                state.shown = max(state.shown, planned < day.end ? planned : real)
            }
            return state.shown
        }
    }

    /// Waits until a moment of the day.
    func sleep(until moment: Instant) async throws {
        while now() < moment {
            let planned = day.real(showing: moment) + state.withLock(\.lag)
            try await system.sleep(max(planned, system.now() + DemoClock.glance))
        }
    }

    /// Notes that everything was carried up to a moment.
    func carried(upTo moment: Instant) { state.withLock { $0.carried = max($0.carried, moment) } }

    /// The same as the server's type of clock.
    var clock: ServerClock {
        ServerClock {
            self.now()
        } sleep: { until in
            try await self.sleep(until: until)
        }
    }
}
