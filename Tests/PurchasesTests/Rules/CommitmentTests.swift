import Testing

@testable import Purchases

/// Source: Apple, "Managing the life cycle of monthly subscriptions with a 12-month commitment".
@Suite struct CommitmentTests {
    /// Payments of a commitment from a number on, a month of 30 days each.
    private static func paid(
        _ numbers: Int..., terms: (Int) -> BillingTerms = { payment($0, until: 360) }
    ) -> [Transaction] {
        numbers.enumerated().map { index, number in
            bought("\(index + 1)", from: Double(index * 30), to: Double(index * 30 + 30)) {
                $0.billing = terms(number)
                $0.price = Money(milliunits: 9990, currency: "EUR")
            }
        }
    }

    /// A first payment that Apple gave back on a day.
    private static func refunded(_ time: Double) -> Transaction {
        bought("1", from: 0, to: 30) { values in
            values.billing = payment(1)
            values.revocation = revoked(time, kind: .refund)
        }
    }

    private static func shared() -> Transaction {
        bought("1", from: 0, to: 30) { values in
            values.billing = payment(1)
            values.ownership = .familyShared
        }
    }

    private static func told(
        _ time: Double, renews: Bool?, as product: String? = nil, autoRenew: Bool? = true, retry: Bool? = nil
    ) -> RenewalInfo {
        var info = renewal(time, retry: retry, autoRenew: autoRenew)
        var billing = BillingRenewal()
        billing.renewsAfterCommitment = renews
        billing.productAfterCommitment = product.map { ProductID($0) }
        info.billing = billing
        return info
    }

    /// A chain, a day, and where in which commitment it is then: period, payments due, whether it renews.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        let time: Double
        let expected: (period: Int, due: Int, renews: Bool?)?
    }

    static let examples = [
        Example(
            testDescription: "the first period, nothing told of its end", chain: chain(paid(1)), time: 5,
            expected: (1, 11, nil)),
        Example(
            testDescription: "cancelled in the first period", chain: chain(paid(1), [told(5, renews: false)]),
            time: 6, expected: (1, 11, false)),
        Example(
            testDescription: "cancelled, and the second payment is made",
            chain: chain(paid(1, 2), [told(5, renews: false)]), time: 31, expected: (2, 10, false)),
        Example(
            testDescription: "cancelled and taken back",
            chain: chain(paid(1), [told(5, renews: false), told(6, renews: true)]), time: 7,
            expected: (1, 11, true)),
        Example(
            testDescription: "the last period", chain: chain(paid(12), [told(5, renews: true)]), time: 6,
            expected: (12, 0, true)),
        Example(
            testDescription: "another commitment began", chain: chain(paid(12, 1), [told(5, renews: true)]),
            time: 31, expected: (1, 11, nil)),
        Example(
            testDescription: "the period before, looked at now", chain: chain(paid(1, 2)), time: 29,
            expected: (1, 11, nil)),
        Example(
            testDescription: "the second payment is tried for 75 days",
            chain: chain(paid(1), [told(30, renews: true, retry: true)]), time: 105, expected: (1, 11, true)),
        Example(
            testDescription: "the commitment ends when it cannot be charged",
            chain: chain(paid(1), [told(30, renews: true, retry: true)]), time: 120, expected: nil),
        Example(
            testDescription: "a refund of the present period ends it",
            chain: chain([refunded(10)]), time: 11, expected: nil),
        Example(
            testDescription: "a refund of a period before does not",
            chain: chain([refunded(40), bought("2", from: 30, to: 60) { $0.billing = payment(2) }]), time: 41,
            expected: (2, 10, nil)),
        Example(testDescription: "expired", chain: chain(paid(12)), time: 31, expected: nil),
        Example(testDescription: "not bought yet", chain: chain(paid(1)), time: -1, expected: nil),
        Example(
            testDescription: "no commitment", chain: chain([bought(from: 0, to: 30)]), time: 5, expected: nil),
    ]

    @Test(arguments: examples) func isAtEveryMoment(_ example: Example) {
        let commitment = timeline(example.chain).commitment(at: day(example.time))
        #expect(commitment?.period == example.expected?.period)
        #expect(commitment?.paymentsDue == example.expected?.due)
        #expect(commitment?.renews == example.expected?.renews)
    }

    /// What is told of period and periods, and the payment that it is.
    @Test(
        arguments: [
            (1, 12, 1), (12, 12, 12), (2, 2, 2), (13, 12, nil), (0, 12, nil), (-1, 12, nil), (1, 1, nil),
            (nil, 12, nil), (3, nil, nil), (.max, .max, nil), (.min, .max, nil), (1, 1001, nil),
        ] as [(Int?, Int?, Int?)])
    func numbersThatCannotBeAreNoCommitment(_ period: Int?, _ periods: Int?, _ number: Int?) {
        var terms = BillingTerms()
        (terms.period, terms.periods) = (period, periods)
        #expect(terms.payment?.number == number)
        #expect(terms.isMonthly == (number != nil))
    }

    @Test(
        arguments: [("MONTHLY", 90), ("BILLED_UPFRONT", 60), ("WEEKLY", 60), (nil, 90)]
            as [(String?, Double)])
    func aPaymentIsTriedForNinetyDays(_ plan: String?, _ length: Double) {
        let paid = Self.paid(1) { payment($0, plan: plan) }
        let timeline = timeline(chain(paid, [renewal(30, retry: true)]))
        #expect(timeline.status(at: day(30 + length - 0.01)) == .billingRetry)
        #expect(timeline.status(at: day(30 + length)) == .expired)
    }

    @Test func aLateTellingFillsInWhatTheNewestLeavesOut() {
        let older = bought("1", from: 0, to: 30) { $0.billing = payment(1, until: 360) }
        let newer = bought("1", from: 0, to: 30, told: document(day(5))) { values in
            var terms = BillingTerms()
            (terms.plan, terms.endsAt) = ("MONTHLY", day(365))
            values.billing = terms
        }
        let paid = Transaction(merging: [older, newer])
        #expect(paid.values.billing == payment(1, until: 365))
    }

    /// Chains, a day, and what is advised on premium.
    static let advices: [(String, [Chain], Double, NextStep)] = [
        ("told nothing of its end", [chain(paid(1), [told(5, renews: nil)])], 6, .access(.active)),
        ("renews", [chain(paid(1), [told(5, renews: true)])], 6, .access(.active)),
        ("cancelled in its last period", [chain(paid(12), [told(5, renews: false)])], 6, .renewal(.off)),
        (
            "its next payment is turned off", [chain(paid(1), [told(5, renews: false, autoRenew: false)])], 6,
            .renewal(.off)
        ),
        (
            "it waits for its payment", [chain(paid(1), [told(30, renews: false, retry: true)])], 40,
            .access(.billingRetry)
        ),
        ("somebody else's", [chain([shared()], [told(5, renews: false)])], 6, .access(.active)),
    ]

    @Test(arguments: advices) func theAdviceIsAboutTheNextRenewal(
        _ name: String, _ chains: [Chain], _ time: Double, _ step: NextStep
    ) {
        #expect(access(chains).verdict(for: Catalog.premium, at: day(time)).nextStep == step, "\(name)")
    }

    @Test func whoCancelledIsToldOfThePaymentsThatGoOn() throws {
        var info = Self.told(5, renews: false)
        info.priceConsent = false
        let verdict = access([chain(Self.paid(1), [info])]).verdict(for: Catalog.premium, at: day(6))
        let commitment = Commitment(
            period: 1, periods: 12, endsAt: day(360), price: nil, renews: false, renewsAs: nil)
        #expect(verdict.nextStep == .commitment(commitment))
        #expect(verdict.because.map(\.rule) == [.active, .active])
        #expect(verdict.because.last?.fact == .committed(commitment))
        #expect(ReplySituation(of: verdict, at: day(6)) == .commitmentCancelled)
        // The list of those to talk to is of one mind with the verdict.
        #expect(timeline(chain(Self.paid(1), [info])).renewalConcern == nil)
    }

    @Test func whatFollowsIsNamed() {
        let facts = chain(Self.paid(12), [Self.told(5, renews: true, as: "yearly")])
        #expect(timeline(facts).commitment(at: day(6))?.renewsAs == ProductID("yearly"))
    }
}

/// How often a subscription was renewed.
@Suite struct RenewalCountTests {
    private static let months = [
        bought("1", from: 0, to: 30), bought("2", from: 30, to: 60), bought("3", from: 60, to: 90),
    ]
    private static let upgraded = [
        bought("1", from: 0, to: 30) { $0.isUpgraded = true },
        bought("2", product: "yearly", from: 9, to: 374), bought("3", product: "yearly", from: 374, to: 739),
    ]

    static let examples: [(String, [Transaction], Double, Int)] = [
        ("bought once", [bought("1", from: 0, to: 30)], 9, 0), ("renewed twice", months, 99, 2),
        ("as of the second", months, 30, 1), ("upgraded, then renewed", upgraded, 400, 1),
        (
            "its beginning is not known", [bought("7", from: 30, to: 60), bought("8", from: 60, to: 90)], 99,
            2
        ),
        ("bought for good", [bought("1", product: "forever", from: 0)], 9, 0), ("nothing", [], 9, 0),
    ]

    @Test(arguments: examples) func periodsAfterTheFirstCount(
        _ name: String, _ bought: [Transaction], _ time: Double, _ count: Int
    ) {
        #expect(timeline(chain(bought)).renewals(until: day(time)) == count, "\(name)")
    }
}
