import Purchases
import Testing

/// A silence is improbable by what usually comes at that hour, and by how alike the days are.
@Suite struct SilenceRuleTests {
    /// What came in each hour, by the number of the day and the hour of it, and how long nothing came until when on the
    /// thirtieth day.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hourly: @Sendable (_ day: Int64, _ hour: Int64) -> Int
        let minutes: Int64
        var until: Int64 = 12
        let isImprobable: Bool
    }

    private static let begin = day(0)

    private static func always(_ count: Int) -> @Sendable (Int64, Int64) -> Int { { _, _ in count } }

    private static func since(_ first: Int64) -> @Sendable (Int64, Int64) -> Int {
        { day, _ in day < first ? 0 : 100 }
    }

    private static func but(_ count: Int, usually: Int) -> @Sendable (Int64, Int64) -> Int {
        { day, _ in day == 20 ? count : usually }
    }

    private static let night: @Sendable (Int64, Int64) -> Int = { _, hour in hour < 6 ? 1 : 100 }
    private static let weekdays: @Sendable (Int64, Int64) -> Int = { day, _ in day % 7 < 5 ? 100 : 5 }

    static let examples = [
        Example(
            testDescription: "17 are expected", hourly: always(100), minutes: 10, isImprobable: false),
        Example(testDescription: "22 are expected", hourly: always(100), minutes: 13, isImprobable: true),
        Example(testDescription: "19.7 are expected", hourly: always(20), minutes: 59, isImprobable: false),
        Example(testDescription: "20.3 are expected", hourly: always(20), minutes: 61, isImprobable: true),
        Example(testDescription: "four minutes", hourly: always(10_000), minutes: 4, isImprobable: false),
        Example(testDescription: "five minutes", hourly: always(10_000), minutes: 5, isImprobable: true),
        Example(
            testDescription: "at night, when little comes", hourly: night, minutes: 240, until: 5,
            isImprobable: false),
        Example(testDescription: "the same by day", hourly: night, minutes: 240, isImprobable: true),
        Example(testDescription: "three days", hourly: always(100), minutes: 3 * 24 * 60, isImprobable: true),
        Example(
            testDescription: "a store of two weeks", hourly: since(16), minutes: 120, isImprobable: false),
        Example(testDescription: "a store of 24 days", hourly: since(6), minutes: 60, isImprobable: true),
        Example(
            testDescription: "weekends are quiet: three hours may be one", hourly: weekdays, minutes: 180,
            isImprobable: false),
        Example(
            testDescription: "weekends are quiet, though not for eight hours", hourly: weekdays, minutes: 480,
            isImprobable: true),
        Example(
            testDescription: "what was brought at once makes nothing usual",
            hourly: but(100_000, usually: 2), minutes: 60, isImprobable: false),
        Example(
            testDescription: "one busy day hides nothing", hourly: but(5000, usually: 100), minutes: 60,
            isImprobable: true),
        Example(testDescription: "nothing ever came", hourly: always(0), minutes: 600, isImprobable: false),
    ]

    @Test(arguments: examples) func decides(_ example: Example) {
        let now = Self.begin + .days(30) + .hours(example.until)
        let since = now - .seconds(example.minutes * 60)
        var arrivals: [Int64: Int] = [:]
        for day in 0...30 as ClosedRange<Int64> {
            for hour in 0..<24 as Range<Int64> {
                let at = Self.begin + .days(day) + .hours(hour)
                if at < since { arrivals[at.hourCount] = example.hourly(day, hour) }
            }
        }
        #expect(
            SilenceRule.isImprobable(since: since, at: now, arrivals: arrivals) == example.isImprobable)
    }

    @Test(arguments: [(0, 0), (3_599_999, 0), (3_600_000, 1), (86_400_000, 24), (1_704_067_200_000, 473_352)])
    func hoursAreCountedSince1970(_ milliseconds: Int64, _ count: Int64) {
        #expect(Instant(milliseconds: milliseconds).hourCount == count)
    }
}
