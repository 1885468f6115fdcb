import Testing

@testable import Purchases

/// When the App Store is asked about a chain: only when it ought to have told something and has not.
@Suite struct AskScheduleTests {
    /// A chain, what was asked and heard of it, and when it is asked about next, in days, give or take the spread.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        var log = AskSchedule.Log()
        let next: Double?
    }

    private static let month = bought("1", from: 0, to: 30)
    private static let committed = bought("1", from: 0, to: 30) { $0.billing = payment(1) }
    private static let minute = 1.0 / 1440
    /// First questions are spread over so many minutes.
    private static let spread = 8 * minute

    private static func log(_ asks: Int, _ asked: Double?, notified: Double? = nil) -> AskSchedule.Log {
        AskSchedule.Log(asks: asks, askedAt: asked.map { day($0) }, notifiedAt: notified.map { day($0) })
    }

    private static func of(_ transactions: [Transaction], _ renewals: [RenewalInfo] = []) -> Chain {
        chain(transactions, renewals)
    }

    static let running = [
        Example(testDescription: "nothing is told but a purchase", chain: of([month]), next: 30 + 2 * minute),
        Example(
            testDescription: "it would renew", chain: of([month], [renewal(1, autoRenew: true)]),
            next: 30 + 2 * minute),
        Example(
            testDescription: "asked once without an answer", chain: of([month]),
            log: log(1, 30.01), next: 30.01 + 10 * minute),
        Example(
            testDescription: "asked twice", chain: of([month]), log: log(2, 30.02), next: 30.02 + 1.0 / 24),
        Example(testDescription: "asked three times", chain: of([month]), log: log(3, 31), next: 31.25),
        Example(testDescription: "asked often", chain: of([month]), log: log(9, 40), next: 41),
        Example(testDescription: "60 days are over", chain: of([month]), log: log(60, 89.5), next: nil),
        Example(
            testDescription: "60 days of a commitment's payment are over", chain: of([committed]),
            log: log(60, 89.5), next: 90.5),
        Example(testDescription: "90 days are over", chain: of([committed]), log: log(90, 119.5), next: nil),
        Example(
            testDescription: "what was asked in the period before counts no more",
            chain: of([month, bought("2", from: 30, to: 60)]), log: log(4, 31), next: 60 + 2 * minute),
        Example(
            testDescription: "told off before its end", chain: of([month], [renewal(3, autoRenew: false)]),
            next: 30 + 2 * minute),
        Example(
            testDescription: "told off, and asked once",
            chain: of([month], [renewal(3, autoRenew: false)]), log: log(1, 30.01), next: nil),
        Example(
            testDescription: "off before it was bought again",
            chain: of([month, bought("2", from: 30, to: 60)], [renewal(3, autoRenew: false)]),
            log: log(1, 60.01), next: 60.01 + 10 * minute),
        Example(
            testDescription: "shared by the family as bought",
            chain: of([bought("1", from: 0, to: 30) { $0.ownership = .familyShared }]), next: 30 + 2 * minute),
    ]

    static let over = [
        Example(
            testDescription: "told ended after its expiry",
            chain: of([month], [renewal(30.1, autoRenew: false, intent: 1)]), next: nil),
        Example(
            testDescription: "a list without it after its expiry",
            chain: of([month], [renewal(31, extent: .absent)]), next: nil),
        Example(
            testDescription: "refunded",
            chain: of([bought("1", from: 0, to: 30) { $0.revocation = revoked(5, kind: .refund) }]), next: nil
        ),
        Example(
            testDescription: "non-renewing",
            chain: of([bought("1", product: "pass", from: 0, to: 7)]), next: nil),
        Example(
            testDescription: "bought for good", chain: of([bought("1", product: "forever", from: 0)]),
            next: nil),
        Example(testDescription: "nothing is known", chain: of([]), next: nil),
    ]

    private static let retry = renewal(30, retry: true, autoRenew: true)
    private static let grace = renewal(30, retry: true, grace: 46, autoRenew: true)

    static let troubled = [
        Example(
            testDescription: "a failure that a notification told: its retry's end",
            chain: of([month], [retry]), log: log(0, nil, notified: 30), next: 90 + 2 * minute),
        Example(
            testDescription: "a failed payment of a commitment: its retry's end",
            chain: of([committed], [retry]),
            log: log(0, nil, notified: 30), next: 120 + 2 * minute),
        Example(
            testDescription: "told with a grace period: its end first", chain: of([month], [grace]),
            log: log(0, nil, notified: 30), next: 46 + 2 * minute),
        Example(
            testDescription: "the end of grace is told: the retry's end",
            chain: of([month], [grace, renewal(46, retry: true, autoRenew: true)]),
            log: log(0, nil, notified: 46), next: 90 + 2 * minute),
        Example(
            testDescription: "the retry's end was asked about", chain: of([month], [retry]),
            log: log(1, 90.1, notified: 30), next: nil),
        Example(
            testDescription: "a failure that nobody told but our own question: daily",
            chain: of([month], [retry, renewal(33, retry: true, autoRenew: true, digest: "01")]),
            log: log(1, 33), next: 34),
        Example(
            testDescription: "the last day of a retry of which nobody tells",
            chain: of([month], [retry, renewal(89.5, retry: true, autoRenew: true, digest: "01")]),
            log: log(1, 89.5), next: 90 + 2 * minute),
        Example(
            testDescription: "a notification of before the failure tells nothing of it",
            chain: of([month], [retry]), log: log(0, nil, notified: 12), next: 31),
        Example(
            testDescription: "retry given up",
            chain: of([month], [retry, renewal(40, autoRenew: false, intent: 2)]),
            log: log(0, nil, notified: 40), next: nil),
    ]

    @Test(arguments: running + over + troubled) func itIsAskedWhenSomethingOughtToHaveBeenTold(
        _ example: Example
    ) {
        let schedule = AskSchedule(timeline(example.chain), catalog: .example, log: example.log)
        guard let expected = example.next else {
            #expect(schedule.next == nil)
            return
        }
        let distance = schedule.next.map { $0 - day(expected) }
        #expect(distance.map { $0 >= .seconds(-1) && $0 <= .seconds(8 * 60 + 1) } == true, "\(schedule)")
    }

    @Test func aSandboxMonthOfMinutesIsAskedAboutSoonAndNotForDays() {
        let short = bought("1", from: 0, to: 5 * Self.minute)
        var log = AskSchedule.Log()
        var asked: [Instant] = []
        while let next = AskSchedule(timeline(chain([short])), catalog: .example, log: log).next,
            asked.count < 99
        {
            asked.append(next)
            log = log.asked(day(5 * Self.minute), at: next)
        }
        #expect(asked.first == day(5 * Self.minute) + .seconds(30))
        #expect((5..<30).contains(asked.count))
        #expect(asked.last.map { $0 - day(0) < .days(2) } == true)
    }

    /// Questions of chains that renew at one moment do not come at once, and the same chain's always comes at the same.
    @Test func firstQuestionsAreSpread() {
        let times = (0..<1000).map { number in
            let chain = chain(id: "\(2_000_000 + number)", [bought("\(2_000_000 + number)", from: 0, to: 30)])
            return AskSchedule(timeline(chain), catalog: .example, log: AskSchedule.Log()).next
        }
        let byMinute = Dictionary(grouping: times) { $0.map { ($0 - day(30)).count / 60_000 } }
        #expect(byMinute.count == 8 && byMinute.values.allSatisfy { $0.count < 300 })
    }

    /// Two years of a chain that renews every month and says so: it is never asked about.
    @Test func aChainThatTellsIsNeverAskedAbout() {
        var known: [Transaction] = []
        for month in 0..<24 {
            known.append(bought("\(month + 1)", from: Double(month * 30), to: Double(month * 30 + 30)))
            let log = AskSchedule.Log(notifiedAt: day(Double(month * 30)))
            let schedule = AskSchedule(timeline(chain(known)), catalog: .example, log: log)
            #expect(schedule.next.map { $0 > day(Double(month * 30 + 30)) } == true)
        }
    }
}
