import Purchases
import Testing

/// Source: Apple, "Auto-renewable subscriptions": within 60 days of a lapse the days of paid service go on.
@Suite struct LapseTests {
    private static let hour = 3_600_000 as Int64

    @Test(
        arguments: [
            (0, nil), (hour - 1, nil), (hour, false), (60 * 24 * hour, false), (60 * 24 * hour + 1, true),
        ] as [(Int64, Bool?)])
    func isAClosedGapOfAnHour(_ gap: Int64, _ resets: Bool?) {
        let again = bought("2", product: "monthly", from: day(30, ms: gap), to: day(200))
        let lapses = Lapse.lapses(of: timeline(chain([bought(from: 0, to: 30), again])))
        #expect(lapses.map(\.resetsCommission) == [resets].compactMap { $0 })
        #expect(lapses.map { $0.to - $0.from } == lapses.map { _ in TimeLength(gap) })
    }

    @Test(arguments: [(30.9, 0), (31, 1), (90, 60), (90.5, 60), (91, 61)])
    func countsWholeDays(_ again: Double, _ days: Int) {
        let facts = chain([bought(from: 0, to: 30), bought("2", from: again, to: 200)])
        #expect(Lapse.lapses(of: timeline(facts)).map(\.days) == [days])
    }

    @Test func graceIsNoneWhenRecoveredElseItIs() {
        let grace = [renewal(30.1, retry: true, grace: 46)]
        let recovered = chain([bought(from: 0, to: 30), bought("2", from: 45, to: 75)], grace)
        let late = chain([bought(from: 0, to: 30), bought("2", from: 46, to: 75)], grace)
        #expect(Lapse.lapses(of: timeline(recovered)).isEmpty)
        #expect(Lapse.lapses(of: timeline(late)).map { [$0.from, $0.to] } == [[day(30), day(46)]])
    }

    @Test func trialsAreServiceAndOpenGapsAreNone() {
        let facts = chain([
            bought(from: 0, to: 7) { $0.isTrial = true }, bought("2", from: 7, to: 37),
            bought("3", from: 37, to: 67) { $0.revocation = revoked(40) },
        ])
        #expect(Lapse.lapses(of: timeline(facts)).isEmpty)
    }
}
