import Purchases
import Testing

/// Source: Apple, "Auto-renewable subscriptions": 85 % after one year of paid service; free trials and renewal-date
/// extensions do not count; Small Business Program.
@Suite struct CommissionClockTests {
    /// A chain, and its clock on a day.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        let time: Double
        let days: Int
        let percent: Int?
    }

    static let year = bought("1", product: "yearly", from: 0, to: 365)
    static let next = bought("2", product: "yearly", from: 365, to: 730)
    static let grace = [renewal(30.1, retry: true, grace: 46)]

    static let examples = [
        Example(testDescription: "nothing", chain: chain([]), time: 0, days: 0, percent: 30),
        Example(testDescription: "before", chain: chain([year]), time: -1, days: 0, percent: 30),
        Example(
            testDescription: "364 days", chain: chain([year, next]), time: 364.9, days: 364, percent: 30),
        Example(testDescription: "365 days", chain: chain([year, next]), time: 365, days: 365, percent: 15),
        Example(
            testDescription: "a trial",
            chain: chain([bought(from: 0, to: 7) { $0.isTrial = true }, bought("2", from: 7, to: 37)]),
            time: 99, days: 30, percent: 30),
        Example(
            testDescription: "an introductory price",
            chain: chain([bought(from: 0, to: 30) { $0.isIntroductoryOffer = true }]),
            time: 99, days: 30, percent: 30),
        Example(
            testDescription: "a free offer",
            chain: chain([bought(from: 0, to: 30) { $0.offerDiscountType = "FREE_TRIAL" }]),
            time: 99, days: 0, percent: 30),
        Example(
            testDescription: "after a revocation",
            chain: chain([bought(from: 0, to: 30) { $0.revocation = revoked(10) }]),
            time: 99, days: 10, percent: 30),
        Example(
            testDescription: "a short lapse keeps it",
            chain: chain([bought(from: 0, to: 30), bought("2", from: 90, to: 120)]),
            time: 99, days: 39, percent: 30),
        Example(
            testDescription: "a long lapse resets it", chain: chain([year, bought("2", from: 426, to: 456)]),
            time: 440, days: 14, percent: 30),
        Example(
            testDescription: "before the reset", chain: chain([year, bought("2", from: 426, to: 456)]),
            time: 425,
            days: 365, percent: 15),
        Example(
            testDescription: "grace recovered",
            chain: chain([bought(from: 0, to: 30), bought("2", from: 40, to: 60)], grace),
            time: 99, days: 60, percent: 30),
        Example(
            testDescription: "grace not recovered",
            chain: chain([bought(from: 0, to: 30), bought("2", from: 50, to: 60)], grace),
            time: 99, days: 40, percent: 30),
        Example(
            testDescription: "family",
            chain: chain([bought(from: 0, to: 30) { $0.ownership = .familyShared }]), time: 99,
            days: 0, percent: nil),
        Example(
            testDescription: "no subscription", chain: chain([bought(product: "forever", from: 0)]),
            time: 999, days: 0,
            percent: 30),
    ]

    @Test(arguments: examples)
    func counts(_ example: Example) {
        let clock = CommissionClock(
            of: timeline(example.chain), at: day(example.time), isSmallBusiness: false)
        #expect(clock.paidServiceDays == example.days)
        #expect(clock.percent == example.percent)
        let small = CommissionClock(of: timeline(example.chain), at: day(example.time), isSmallBusiness: true)
        #expect(small.percent == example.percent.map { _ in 15 })
    }

    @Test func extendedDaysDoNotCount() {
        var facts = chain([bought(from: 0, to: 30)])
        facts.merge(bought(from: 0, to: 50, told: document(day(9))))
        #expect(timeline(facts).accessSpans == [days(0, 50)])
        #expect(
            CommissionClock(of: timeline(facts), at: day(99), isSmallBusiness: false).paidServiceDays == 30)
    }
}
