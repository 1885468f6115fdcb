import PersistenceTesting
import Testing
import Wording

@testable import Purchases

/// Facts that access rests on and what to do next, as programs read them.
@Suite struct AccessTests {
    private static let day = Instant(milliseconds: 1_704_067_200_000)
    private static let bought = AccessFact.Bought(
        product: ProductID("monthly"), transaction: TransactionID("1"))
    private static let given = AccessFact.Given(
        Grant(
            id: GrantID("7"), customer: AppUserID("u_1"), entitlement: EntitlementID("premium"),
            startsAt: day, endsAt: nil, reason: "late", grantedBy: AgentName("mia"), grantedAt: day))
    private static let sandbox = ChainID(OriginalTransactionID("1"), in: .sandbox)
    private static let commitment = Commitment(
        period: 1, periods: 12, endsAt: day, price: Money(milliunits: 119_880, currency: "EUR"),
        renews: false, renewsAs: nil)

    private static func owed(
        _ ticket: String = "34", _ group: ErrorGroup = .lossOfFunds, product: String? = "monthly",
        money: Money? = nil, isTrial: Bool = false, chargedAt: Instant? = day
    ) -> OwedPurchase {
        OwedPurchase(
            ticket: TicketID(ticket), group: group, product: product.map { ProductID($0) },
            originalTransactionID: nil, money: money, isTrial: isTrial, isProven: true, chargedAt: chargedAt,
            lost: nil, entitlements: [EntitlementID("premium")], cause: .late, expectedEnd: .madeGood,
            nextStep: .makeGood)
    }

    private static let yen = Money(milliunits: 12_750_000, currency: "JPY")
    private static let nothing = Money(milliunits: 0, currency: "EUR")

    static let owings: [(OwedPurchase, String)] = [
        (owed(money: yen), "paid 12750 JPY on 2024-01-01T00:00:00Z, never delivered: ticket 34"),
        (owed(money: yen, chargedAt: nil), "paid 12750 JPY, never delivered: ticket 34"),
        (owed(), "paid on 2024-01-01T00:00:00Z, never delivered: ticket 34"),
        (owed(chargedAt: nil), "paid, never delivered: ticket 34"),
        (
            owed("35", .undelivered, money: yen),
            "paid 12750 JPY on 2024-01-01T00:00:00Z, not delivered yet: ticket 35"
        ),
        (
            owed(money: nothing, isTrial: true),
            "took a free trial of monthly on 2024-01-01T00:00:00Z, never delivered: ticket 34"
        ),
        (
            owed(product: nil, money: nothing, isTrial: true, chargedAt: nil),
            "took a free trial, never delivered: ticket 34"
        ),
        (
            owed(money: nothing),
            "bought monthly for nothing on 2024-01-01T00:00:00Z, never delivered: ticket 34"
        ),
        (
            owed(product: nil, money: nothing, chargedAt: nil),
            "bought for nothing, never delivered: ticket 34"
        ),
    ]

    @Test(arguments: owings) func whatIsOwedIsSaidInOneStep(_ owed: OwedPurchase, _ words: String) {
        #expect(Reader.program.words(of: AccessFact.owed(owed)) == words)
    }

    @Test func aPersonReadsTimesAndMoneyInWords() {
        let words = Reader.person(at: Self.day).words(of: Self.owed(money: Self.yen))
        #expect(words == "paid 12\u{A0}750 JPY on 1\u{A0}Jan\u{A0}00:00, never delivered: ticket 34")
    }

    static let facts: [(AccessFact, String)] = [
        (.running(bought, until: day), "monthly (transaction 1) runs to 2024-01-01T00:00:00Z"),
        (.running(bought, until: nil), "monthly (transaction 1) has no end"),
        (
            .inGracePeriod(bought, until: day),
            "the renewal of monthly (transaction 1) failed; grace period to 2024-01-01T00:00:00Z"
        ),
        (
            .inBillingRetry(bought),
            "the renewal of monthly (transaction 1) failed; the App Store still tries"
        ),
        (
            .committed(commitment),
            "period 1 of 12 of a commitment of 119.88 EUR until 2024-01-01T00:00:00Z; eleven payments are still due, and it does not renew afterwards"
        ),
        (.expired(bought, nil, nil), "monthly (transaction 1) expired"),
        (
            .expired(bought, .customerCancelled, .ever),
            "monthly (transaction 1) expired because the customer turned renewal off; it was a trial, nothing was ever paid"
        ),
        (.expired(bought, nil, .untilThen), "monthly (transaction 1) expired; until then nothing was paid"),
        (
            .expired(bought, .other, .known),
            "monthly (transaction 1) expired because of an unknown reason; it was a trial, no payment is known"
        ),
        (.refunded(bought, share: 33_000), "Apple refunded monthly (transaction 1) (33 %)"),
        (.refunded(bought, share: nil), "Apple refunded monthly (transaction 1)"),
        (
            .environmentNotServed(sandbox),
            "chain 1 was bought in Sandbox, which gives no access here"
        ),
        (
            .runningWithout(EntitlementID("pro"), chain: sandbox, on: ProductID("monthly")),
            "chain 1 now runs on monthly, which does not give pro"
        ),
        (
            .renewalUnheard(since: day),
            "a renewal was expected; nothing newer than 2024-01-01T00:00:00Z has arrived"
        ),
        (.grantRunning(given, until: nil), "grant 7 by mia (late) has no end"),
        (.grantBeginning(given, at: day), "grant 7 by mia (late) begins 2024-01-01T00:00:00Z"),
        (.grantEnded(given), "grant 7 by mia (late) ran out"),
        (.nothingKnown(for: EntitlementID("pro")), "no purchase and no grant of pro is known"),
    ]

    @Test(arguments: facts) func saysAFact(_ fact: AccessFact, _ words: String) {
        #expect(Reader.program.words(of: fact) == words)
    }

    static let commitments: [(Commitment, String)] = [
        (
            Commitment(period: 11, periods: 12, endsAt: nil, price: nil, renews: nil, renewsAs: nil),
            "period 11 of 12 of a commitment; one payment is still due"
        ),
        (
            Commitment(
                period: 12, periods: 12, endsAt: nil, price: nil, renews: true, renewsAs: ProductID("yearly")),
            "period 12 of 12 of a commitment; its last payment is made, and it renews afterwards as yearly"
        ),
        (
            Commitment(period: 1, periods: 24, endsAt: nil, price: nil, renews: true, renewsAs: nil),
            "period 1 of 24 of a commitment; 23 payments are still due, and it renews afterwards"
        ),
    ]

    @Test(arguments: commitments) func saysACommitment(_ commitment: Commitment, _ words: String) {
        #expect(Reader.program.words(of: commitment) == words)
    }

    static let steps: [(NextStep, String)] = [
        (
            .commitment(commitment),
            "The commitment is cancelled and will not renew: tell the customer that eleven payments are still due until 2024-01-01, and that access stays to its end."
        ),
        (.winBack(["spring"]), "Apple lets the customer come back with the win-back offer spring."),
        (
            .winBack(["a", "b", "c", "d"]),
            "Apple lets the customer come back with the win-back offers a, b, c and others."
        ),
    ]

    @Test(arguments: steps) func saysWhatToDo(_ step: NextStep, _ words: String) {
        #expect(Reader.program.words(of: step).hasSuffix(words))
    }

    /// Apple's `offerType`, the offer's ids, and the offer in words.
    @Test(
        arguments: [
            (nil, nil, nil, nil), (1, nil, nil, nil), (2, "spring", nil, "promotional offer spring"),
            (3, nil, "CODE", "offer code CODE"), (4, "back", nil, "win-back offer back"),
            (4, nil, nil, "win-back offer"), (nil, "spring", nil, "offer spring"),
            (nil, nil, "CODE", "offer CODE"),
        ] as [(Int?, String?, String?, String?)])
    func saysAnOffer(_ type: Int?, _ promotional: String?, _ code: String?, _ words: String?) {
        var values = TransactionValues()
        (values.offerType, values.promotionalOfferID, values.offerCode) = (type, promotional, code)
        let telling = TransactionObservation(
            transactionID: TransactionID("1"), originalTransactionID: OriginalTransactionID("1"),
            environment: .production, values: values)
        let precedence = Precedence(documentTime: Self.day, isSigned: false, digest: "")
        #expect(Reader.offer(of: Transaction(telling, precedence: precedence, knownAt: Self.day)) == words)
    }

    @Test(arguments: [(1, "renewed once"), (2, "renewed twice"), (14, "renewed 14 times")])
    func saysHowOftenItWasRenewed(_ times: Int, _ words: String) { #expect(Reader.renewed(times) == words) }

    @Test(arguments: Reason.Rule.allCases) func everyRuleHasANextStep(_ rule: Reason.Rule) {
        #expect(Reader.program.words(of: NextStep.access(rule)).hasSuffix("."))
    }
}
