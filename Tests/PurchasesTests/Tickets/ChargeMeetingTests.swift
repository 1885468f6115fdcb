import Purchases
import Testing

/// The nearest within ten minutes, by examples in seconds.
@Suite struct ChargeMeetingTests {
    /// Candidates by name, and which is the nearest to the thousandth second.
    static let examples: [([(String, Int64)], String?)] = [
        ([], nil), ([("a", 1000)], "a"), ([("a", 400)], "a"), ([("a", 399)], nil),
        ([("a", 1600)], "a"), ([("a", 1601)], nil), ([("a", 900), ("b", 1099)], "b"),
        ([("a", 1100), ("b", 900)], "b"), ([("b", 900), ("a", 900)], "a"),
        ([("a", 1601), ("b", 1599), ("c", 401)], "c"), ([("b", 1000), ("a", 1000), ("c", 999)], "a"),
    ]

    private func second(_ number: Int64) -> Instant { Instant(milliseconds: number * 1000) }

    @Test(arguments: examples) func isTheNearest(_ candidates: [(String, Int64)], _ name: String?) {
        let all = candidates.map { ChargeMeeting.Candidate($0.0, at: second($0.1)) }
        for order in [all, all.reversed()] {
            #expect(ChargeMeeting.nearest(to: second(1000), among: order)?.name == name)
        }
    }

    @Test func aMillisecondTooFarIsTooFar() {
        let window = ChargeMeeting.window.count
        for (distance, isNear) in [(window, true), (window + 1, false)] {
            let candidate = ChargeMeeting.Candidate("a", at: Instant(milliseconds: distance))
            let found = ChargeMeeting.nearest(to: Instant(milliseconds: 0), among: [candidate])
            #expect((found != nil) == isNear)
        }
    }
}
