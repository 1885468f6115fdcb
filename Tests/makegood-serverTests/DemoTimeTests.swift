import Purchases
import Testing

@testable import makegood_server

/// The day of the demonstration runs fast, never back, and meets the present.
struct DemoTimeTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private var day: DemoTime {
        DemoTime(
            [.init(shown: .hours(7), real: .seconds(30)), .init(shown: .hours(17), real: .seconds(90))],
            from: now)
    }

    @Test func itBeginsADayBeforeItMeetsThePresent() {
        #expect(day.end == now + .seconds(120))
        #expect(day.start == day.end - .hours(24))
        #expect(day.shown(at: now) == day.start)
        #expect(day.shown(at: now + .seconds(30)) == day.start + .hours(7))
        #expect(day.shown(at: now + .seconds(15)) == day.start + .hours(7) - TimeLength(12_600_000))
    }

    @Test func afterwardsItIsThePresent() {
        for later in [day.end, day.end + TimeLength(1), day.end + .days(3)] {
            #expect(day.shown(at: later) == later)
            #expect(day.real(showing: later) == later)
        }
    }

    @Test func itNeverRunsBack() {
        var last = day.start
        for millisecond in stride(from: Int64(0), through: 125_000, by: 7) {
            let shown = day.shown(at: now + TimeLength(millisecond))
            #expect(shown >= last)
            last = shown
        }
    }

    @Test(arguments: [0, 1, 999, 60_000, 25_200_000, 25_200_001, 86_399_999] as [Int64])
    func whoWaitedForAMomentFindsThatItHasCome(_ offset: Int64) {
        let moment = day.start + TimeLength(offset)
        let real = day.real(showing: moment)
        #expect(day.shown(at: real) >= moment)
        #expect(real <= day.end)
    }
}
