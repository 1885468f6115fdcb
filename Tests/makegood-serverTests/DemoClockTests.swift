import Purchases
import Server
import Synchronization
import Testing

@testable import makegood_server

/// The day of the demonstration waits for whoever carries what happens in it.
struct DemoClockTests {
    /// The system's clock, turned by hand.
    private final class Hand: Sendable {
        private let time = Mutex(Instant(milliseconds: 1_800_000_000_000))

        var now: Instant { time.withLock { $0 } }

        func turn(by length: TimeLength) { time.withLock { $0 = $0 + length } }

        var clock: ServerClock {
            ServerClock {
                self.now
            } sleep: { until in
                self.time.withLock { $0 = max($0, until) }
            }
        }
    }

    private let hand = Hand()
    private let day: DemoTime

    init() { day = DemoTime([.init(shown: .hours(24), real: .seconds(24))], from: hand.now) }

    @Test func whileEverythingIsCarriedItKeepsThePlan() {
        let clock = DemoClock(day, on: hand.clock)
        for _ in 0..<100 {
            hand.turn(by: TimeLength(250))
            let now = clock.now()
            #expect(now == day.shown(at: hand.now))
            clock.carried(upTo: now)
        }
        #expect(clock.now() == hand.now, "the day has met the present")
    }

    @Test func whoCannotKeepUpSeesALongerDayAndAllOfIt() {
        let clock = DemoClock(day, on: hand.clock)
        var (last, looks) = (clock.now(), 0)
        while clock.now() < day.end, looks < 1000 {
            // Whatever is carried takes three seconds, three hours of the day.
            hand.turn(by: .seconds(3))
            let now = clock.now()
            if now < day.end { #expect(now >= last && now - last <= .hours(1) + .seconds(3)) }
            clock.carried(upTo: now)
            (last, looks) = (now, looks + 1)
        }
        #expect((23...26).contains(looks) && clock.now() == hand.now)
    }

    @Test func whatBeginsLateBeginsWithTheMorning() {
        hand.turn(by: .seconds(20))
        let clock = DemoClock(day, on: hand.clock)
        #expect(clock.now() == day.start)
        hand.turn(by: .seconds(1))
        #expect(clock.now() == day.start + .hours(1))
    }

    @Test func nobodyWaitsInVainWhileTheDayWaits() async throws {
        let clock = DemoClock(day, on: hand.clock)
        hand.turn(by: .seconds(9))
        let moment = clock.now() + .seconds(5)
        try await clock.sleep(until: moment)
        #expect(clock.now() >= moment && clock.now() < moment + .seconds(1))
    }
}
