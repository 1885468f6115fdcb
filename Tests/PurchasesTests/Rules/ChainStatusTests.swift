import Purchases
import Testing

/// Source: Apple, `expires_date`, `pending_renewal_info`, "Reducing involuntary subscriber churn"; docs/architecture.md.
@Suite struct ChainStatusTests {
    /// A chain, and what it is at some days.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        let expected: [(Double, ChainStatus)]
    }

    static let month = bought("1", from: 0, to: 30)

    static let plain = [
        Example(testDescription: "nothing known", chain: chain([]), expected: [(0, .none)]),
        Example(
            testDescription: "a month", chain: chain([month]),
            expected: [(-1, .upcoming), (0, .active), (29.99, .active), (30, .expired)]),
        Example(
            testDescription: "a gap", chain: chain([month, bought("2", from: 40, to: 70)]),
            expected: [(30, .expired), (39, .expired), (40, .active), (70, .expired)]),
        Example(
            testDescription: "a refund",
            chain: chain([bought("1", from: 0, to: 30) { $0.revocation = revoked(10, percentage: 50_000) }]),
            expected: [(9, .active), (10, .revoked), (30, .revoked), (99, .revoked)]),
        Example(
            testDescription: "a refund of an older purchase",
            chain: chain([
                bought("1", from: 0, to: 30) { $0.revocation = revoked(10) }, bought("2", from: 30, to: 60),
            ]), expected: [(9, .active), (10, .revoked), (30, .active), (60, .expired)]),
        Example(
            testDescription: "a refund after the end",
            chain: chain([bought("1", from: 0, to: 30) { $0.revocation = revoked(40) }]),
            expected: [(29, .active), (30, .expired), (39, .expired), (40, .revoked)]),
        Example(
            testDescription: "an older purchase still runs when the last was revoked",
            chain: chain([
                bought("1", from: 0, to: 30), bought("2", from: 5, to: 20) { $0.revocation = revoked(10) },
            ]), expected: [(12, .active), (30, .revoked)]),
        Example(
            testDescription: "family sharing ends",
            chain: chain([
                bought("1", from: 0, to: 30) {
                    $0.revocation = revoked(10)
                    $0.ownership = .familyShared
                }
            ]), expected: [(9, .active), (10, .revoked)]),
    ]

    static let troubled = [
        Example(
            testDescription: "grace told, nothing since",
            chain: chain([month], [renewal(30.1, retry: true, grace: 46)]),
            expected: [
                (29, .active), (30, .gracePeriod), (45.99, .gracePeriod), (46, .billingRetry),
                (89, .billingRetry), (90, .expired),
            ]),
        Example(
            testDescription: "grace dropped early by an absent entry",
            chain: chain([month], [renewal(30.1, retry: true, grace: 46), renewal(35, extent: .absent)]),
            expected: [(34, .gracePeriod), (35, .expired), (46, .expired)]),
        Example(
            testDescription: "grace dropped early, retry goes on",
            chain: chain([month], [renewal(30.1, retry: true, grace: 46), renewal(35, retry: true)]),
            expected: [(34, .gracePeriod), (35, .billingRetry), (89, .billingRetry), (90, .expired)]),
        Example(
            testDescription: "some fields beside a notification drop nothing",
            chain: chain(
                [month], [renewal(30.1, retry: true, grace: 46), renewal(35, extent: .some, autoRenew: true)]),
            expected: [(35, .gracePeriod), (46, .billingRetry)]),
        Example(
            testDescription: "a document of the same time drops nothing",
            chain: chain([month], [renewal(0, retry: true, grace: 46), renewal(0, digest: "ff")]),
            expected: [(30, .gracePeriod), (46, .billingRetry)]),
        Example(
            testDescription: "a later document after the grace leaves it a fact",
            chain: chain([month], [renewal(30.1, retry: true, grace: 46), renewal(50, retry: false)]),
            expected: [(45, .gracePeriod), (46, .billingRetry), (49, .billingRetry), (50, .expired)]),
        Example(
            testDescription: "grace recovered",
            chain: chain([month, bought("2", from: 33, to: 60)], [renewal(30.1, retry: true, grace: 46)]),
            expected: [(32, .gracePeriod), (33, .active), (60, .expired)]),
        Example(
            testDescription: "retry for 60 days", chain: chain([month], [renewal(31, retry: true)]),
            expected: [(30, .billingRetry), (89.99, .billingRetry), (90, .expired)]),
        Example(
            testDescription: "retry of a payment of a commitment for 90 days",
            chain: chain(
                [bought("1", from: 0, to: 30) { $0.billing = payment(1) }], [renewal(31, retry: true)]),
            expected: [(30, .billingRetry), (119.99, .billingRetry), (120, .expired)]),
        Example(
            testDescription: "retry ended by a purchase",
            chain: chain([month, bought("2", from: 50, to: 80)], [renewal(31, retry: true)]),
            expected: [(49, .billingRetry), (50, .active), (80, .expired)]),
        Example(
            testDescription: "retry ended by a later word without it",
            chain: chain([month], [renewal(31, retry: true), renewal(40, retry: false)]),
            expected: [(39, .billingRetry), (40, .expired)]),
        Example(
            testDescription: "retry ended by silence of a whole entry",
            chain: chain([month], [renewal(31, retry: true), renewal(40)]),
            expected: [(39, .billingRetry), (40, .expired)]),
        Example(
            testDescription: "retry ended by an absent entry",
            chain: chain([month], [renewal(31, retry: true), renewal(40, extent: .absent)]),
            expected: [(39, .billingRetry), (40, .expired)]),
        Example(
            testDescription: "retry told again",
            chain: chain(
                [month], [renewal(31, retry: true), renewal(40, retry: false), renewal(45, retry: true)]),
            expected: [(39, .billingRetry), (42, .expired), (45, .billingRetry), (90, .expired)]),
        Example(
            testDescription: "a revoked purchase is not retried",
            chain: chain(
                [bought("1", from: 0, to: 30) { $0.revocation = revoked(10) }], [renewal(31, retry: true)]),
            expected: [(29, .revoked), (40, .revoked)]),
    ]

    @Test(arguments: plain + troubled)
    func isAtEveryMoment(_ example: Example) {
        let timeline = timeline(example.chain)
        for (time, status) in example.expected {
            #expect(timeline.status(at: day(time)) == status, "day \(time)")
        }
    }

    @Test(arguments: [(29.0, 46.0), (35, 46), (46, nil), (95, nil), (-1, nil)] as [(Double, Double?)])
    func accessUntilIsTheEndOfTheUninterruptedRun(_ time: Double, _ until: Double?) {
        let facts = chain([Self.month], [renewal(30.1, retry: true, grace: 46)])
        #expect(timeline(facts).accessUntil(at: day(time)) == until.map { day($0) })
    }

    @Test func renewalsThatTouchAreOneRun() {
        let facts = chain([Self.month, bought("2", from: 30, to: 60), bought("3", from: 61, to: 91)])
        #expect(timeline(facts).accessSpans == [days(0, 60), days(61, 91)].compactMap { $0 })
    }
}
