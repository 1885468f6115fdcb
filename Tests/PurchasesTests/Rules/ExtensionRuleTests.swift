import Purchases
import Testing

/// Source: Apple, "Extend a Subscription Renewal Date": 1 to 90 days, twice in 365 days; not in a free offer, in billing
/// retry, in grace, after the end or for a family member.
struct ExtensionRuleTests {
    private static let id = ChainID(OriginalTransactionID("1"), in: .production)

    /// A chain on a day, a number of days, and what stands against it.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        var on: Double = 40
        var days = 7
        var past: [Double] = []
        var isServed = true
        let obstacles: [ExtensionObstacle]
    }

    static let paid = chain([bought("1", from: 0, to: 30), bought("2", from: 30, to: 60)])
    static let trial = bought("1", from: 30, to: 60) { $0.isTrial = true }

    static let examples = [
        Example(testDescription: "a paid period runs", chain: paid, obstacles: []),
        Example(testDescription: "90 days", chain: paid, days: 90, obstacles: []),
        Example(testDescription: "91 days", chain: paid, days: 91, obstacles: [.badLength(days: 91)]),
        Example(testDescription: "no days", chain: paid, days: 0, obstacles: [.badLength(days: 0)]),
        Example(
            testDescription: "another environment", chain: paid, isServed: false,
            obstacles: [.notServed(.production)]),
        Example(testDescription: "one extension before", chain: paid, past: [35], obstacles: []),
        Example(
            testDescription: "two extensions before", chain: paid, past: [35, 20],
            obstacles: [.tooOften([day(20), day(35)], until: day(20 + 365))]),
        Example(
            testDescription: "two, of which one is 365 days ago", chain: paid, past: [35, 40 - 365],
            obstacles: []),
        Example(
            testDescription: "two, of which one is nearly 365 days ago", chain: paid, past: [35, 40.5 - 365],
            obstacles: [.tooOften([day(40.5 - 365), day(35)], until: day(40.5))]),
        Example(
            testDescription: "before the first purchase", chain: paid, on: -1, obstacles: [.notBegun]),
        Example(testDescription: "over", chain: paid, on: 60, obstacles: [.expired(day(60))]),
        Example(
            testDescription: "in billing retry", chain: chain(paid.transactions, [renewal(61, retry: true)]),
            on: 62, obstacles: [.billingRetry(since: day(60))]),
        Example(
            testDescription: "in grace",
            chain: chain(paid.transactions, [renewal(60.1, retry: true, grace: 76)]), on: 62,
            obstacles: [.grace(since: day(60))]),
        Example(testDescription: "a trial", chain: chain([trial]), obstacles: [.freeOffer(until: day(60))]),
        Example(
            testDescription: "an offer for nothing",
            chain: chain([
                bought("1", from: 0, to: 30),
                bought("2", from: 30, to: 60) { $0.price = Money(milliunits: 0, currency: "EUR") },
            ]), obstacles: [.freeOffer(until: day(60))]),
        Example(
            testDescription: "taken back",
            chain: chain([bought("1", from: 30, to: 60) { $0.revocation = revoked(35) }]),
            obstacles: [.revoked]),
        Example(
            testDescription: "shared by family",
            chain: chain([bought("1", from: 30, to: 60) { $0.ownership = .familyShared }]),
            obstacles: [.familyShared]),
        Example(
            testDescription: "bought for good", chain: chain([bought("1", product: "forever", from: 0)]),
            obstacles: [.noSubscription]),
        Example(
            testDescription: "everything at once", chain: paid, on: 70, days: 100, past: [1, 2],
            isServed: false,
            obstacles: [
                .badLength(days: 100), .notServed(.production), .expired(day(60)),
                .tooOften([day(1), day(2)], until: day(366)),
            ]),
    ]

    @Test(arguments: examples) func whatStandsAgainstIt(_ example: Example) {
        let now = day(example.on)
        let facts = ExtensionFacts(
            of: timeline(example.chain), catalog: .example, isServed: example.isServed, isOwned: true,
            past: example.past.map { PastExtension(of: Self.id, at: day($0)) }, at: now)
        let wish = ExtensionTerms(days: example.days, because: .outage)
        #expect(ExtensionRule.obstacles(to: wish, of: facts, at: now) == example.obstacles)
    }

    @Test func whatNobodyKnowsIsSaid() {
        var first = Self.paid
        first.noteList([TransactionID("1"), TransactionID("2")])
        func doubts(_ chain: Chain, on time: Double, isOwned: Bool = true) -> [ExtensionDoubt] {
            ExtensionRule.doubts(
                about: ExtensionFacts(
                    of: timeline(chain), catalog: .example, isServed: true, isOwned: isOwned, past: [],
                    at: day(time)))
        }
        #expect(doubts(first, on: 40) == [])
        #expect(doubts(first, on: 20) == [.firstPaidPeriod])
        #expect(doubts(Self.paid, on: 40, isOwned: false) == [.historyIncomplete, .nobodys])
        first.merge(renewal(39, autoRenew: false))
        #expect(doubts(first, on: 40) == [.willNotRenew])
    }

    /// What we asked for and what Apple tells of it is one extension; what others asked for is another.
    @Test func theSameExtensionCountsOnce() {
        let other = ChainID(OriginalTransactionID("2"), in: .production)
        func own(_ asked: Double, _ done: Double?, of chain: ChainID = Self.id)
            -> (extension: PastExtension, askedAt: Instant)
        {
            (
                PastExtension(
                    of: chain, at: day(done ?? asked), by: AppStoreRequestID("1"), isWaiting: done == nil),
                askedAt: day(asked)
            )
        }
        func told(_ times: Double..., of chain: ChainID = Self.id) -> [PastExtension] {
            times.map { PastExtension(of: chain, at: day($0)) }
        }
        func count(_ ours: [(extension: PastExtension, askedAt: Instant)], _ told: [PastExtension]) -> Int {
            PastExtension.merged(ours: ours, told: told).count
        }
        #expect(count([own(10, 10.01)], told(10.005)) == 1)
        #expect(count([own(10, 12)], told(11)) == 1, "tried for days, done once")
        #expect(count([own(10, 10.01)], told(10.005, 20)) == 2, "one of them was asked for elsewhere")
        #expect(count([own(10, 10.01)], told(9)) == 2)
        #expect(count([own(10, 10.01)], told(10.005, of: other)) == 2)
        #expect(count([own(10, 10.01), own(20, 20.01)], told(10.02, 20.02)) == 2)
        #expect(count([own(10, nil)], told(10)) == 2, "what waits has not been told of")
    }

    @Test func anOrderIsDoneWhenTheSamePeriodEndsLaterByAsMuch() {
        let order = ExtensionOrder(
            ExtensionTerms(days: 7, because: .outage), as: "a", in: .production, of: TransactionID("2"),
            endingAt: day(60))
        func period(_ transaction: String, _ end: Instant) -> SubscriptionPeriod {
            SubscriptionPeriod(of: TransactionID(transaction), endingAt: end)
        }
        // Somebody else had it renewed three days later before ours was sent.
        let before = period("2", day(63))
        #expect(order.isDone(since: before, by: period("2", day(70))) == true)
        #expect(order.isDone(since: before, by: period("2", day(69.9))) == false)
        #expect(order.isDone(since: before, by: period("3", day(90))) == nil, "it was renewed meanwhile")
        let tester = ExtensionOrder(
            order.wish, as: "a", in: .sandbox, of: order.transaction, endingAt: day(60))
        #expect(tester.isDone(since: before, by: period("2", day(63) + .seconds(420))) == true)
    }

    @Test func whatAppleDoesNotKnowForADayNeverArrived() {
        var effect = MassExtensionEffect(succeeded: 0, failed: 0, completedAt: nil)
        #expect(!effect.isLost(answering: "4040009", at: day(9)))
        effect.begunAt = day(2)
        #expect(!effect.isLost(answering: "4040009", at: day(3)))
        #expect(effect.isLost(answering: "4040009", at: day(3) + TimeLength(1)))
        #expect(!effect.isLost(answering: "network", at: day(9)))
        effect.heardAt = day(3)
        #expect(!effect.isLost(answering: "4040009", at: day(9)), "what Apple had is not lost")
        #expect(!effect.isSilent(at: day(10)), "a week from its last word")
        #expect(effect.isSilent(at: day(10) + TimeLength(1)))
    }
}
