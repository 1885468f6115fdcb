import Testing

@testable import Purchases

/// What matters most of a whole customer comes first, and is the one advice on top.
@Suite struct CustomerAdviceTests {
    /// A customer on some day, the entitlements in the order in which they are told, and the one next step.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var chains: [Chain] = []
        var grants: [Grant] = []
        var owed: [OwedPurchase] = []
        var time = 40.0
        let order: [EntitlementID]
        let step: NextStep
    }

    private static let premium = Catalog.premium
    private static let reader = EntitlementID("reader")
    private static let free = chain(id: "7", [bought("7", product: "free", from: 0)])
    private static let month = chain(
        [bought("1", from: 0, to: 30)], [renewal(31, autoRenew: false, intent: 1)])
    private static let failing = chain(
        [bought("1", from: 0, to: 30)], [renewal(31, retry: true, autoRenew: true)])
    private static let pass = chain(id: "5", [bought("5", product: "pass", from: 38)])
    private static let refunded = chain([bought("1", from: 0, to: 30) { $0.revocation = revoked(10) }])

    private static func owed(
        _ group: ErrorGroup = .lossOfFunds, _ entitlements: [EntitlementID] = [reader],
        overdueFrom: Double? = nil
    ) -> OwedPurchase {
        let isLoss = group == .lossOfFunds
        return OwedPurchase(
            ticket: TicketID("7"), group: group, product: ProductID("free"), originalTransactionID: nil,
            money: nil, isTrial: false, isProven: true, chargedAt: day(1), lost: nil,
            entitlements: entitlements, cause: .notVerified, expectedEnd: isLoss ? .madeGood : nil,
            nextStep: isLoss ? .makeGood : .awaitTry(left: 5, isConsumable: false),
            overdueFrom: overdueFrom.map { day($0) })
    }

    private static let askedEnd = AskedEnd(request: RequestID("6"), resolution: .refunded)
    private static var asked: OwedPurchase {
        var asked = owed(overdueFrom: 30)
        asked.askedEnd = askedEnd
        return asked
    }

    static let examples = [
        Example(
            testDescription: "a loss, whatever its name", chains: [month], owed: [owed()],
            order: [reader, premium], step: .ticket(.makeGood)),
        Example(
            testDescription: "a loss whose end a lead decides", owed: [asked], order: [reader],
            step: .ticket(.awaitLead(askedEnd))),
        Example(
            testDescription: "a loss that unlocks nothing", chains: [month], owed: [owed(.lossOfFunds, [])],
            order: [premium], step: .ticket(.makeGood)),
        Example(
            testDescription: "paid and in time", owed: [owed(.undelivered)], order: [reader],
            step: .ticket(.awaitTry(left: 5, isConsumable: false))),
        Example(
            testDescription: "paid and overdue", owed: [owed(.undelivered, overdueFrom: 30)], order: [reader],
            step: .ticket(.actNow(left: 5, isUntried: true, isConsumable: false))),
        Example(
            testDescription: "what fails to renew, before what holds", chains: [free, failing],
            order: [premium, reader], step: .access(.billingRetry)),
        Example(
            testDescription: "a pass beside what fails to renew", chains: [pass, failing], order: [premium],
            step: .failingBeside(until: day(45))),
        Example(
            testDescription: "a grant over a refund and a failed renewal",
            chains: [
                failing, chain(id: "6", [bought("6", from: 0, to: 30) { $0.revocation = revoked(10) }]),
            ],
            grants: [grant("g1", 35, 60)], order: [premium], step: .failingBeside(until: day(60))),
        Example(
            testDescription: "what ended lately, before what holds", chains: [free, month],
            order: [premium, reader], step: .expired(.customerCancelled)),
        Example(
            testDescription: "what holds, before what ended long ago", chains: [free, month], time: 91,
            order: [reader, premium], step: .access(.active)),
        Example(
            testDescription: "a grant that ended hides no failed renewal", chains: [failing],
            grants: [grant("g1", 32, 38)], order: [premium], step: .access(.billingRetry)),
        Example(
            testDescription: "a grant that ended does not hide why the subscription did", chains: [month],
            grants: [grant("g1", 32, 38)], order: [premium], step: .expired(.customerCancelled)),
        Example(
            testDescription: "a grant that ended, and nothing was bought", grants: [grant("g1", 32, 38)],
            order: [premium], step: .access(.grantEnded)),
        Example(
            testDescription: "a refund that a grant followed", chains: [refunded],
            grants: [grant("g1", 12, 20)], order: [premium], step: .access(.revokedRefund)),
        Example(
            testDescription: "another subscription ended later than the one that fails",
            chains: [failing, chain(id: "5", [bought("5", product: "pass", from: 31)])], order: [premium],
            step: .access(.billingRetry)),
    ]

    @Test(arguments: examples) func theMostPressingIsTheOneAdvice(_ example: Example) {
        let advice = access(example.chains, grants: example.grants, owed: example.owed).advice(
            at: day(example.time))
        #expect(advice.verdicts.map(\.entitlement) == example.order)
        #expect(advice.nextStep == example.step)
    }

    @Test func whatUnlocksNothingStandsInNoVerdict() {
        let person = access([Self.month], owed: [Self.owed(.undelivered), Self.owed(.lossOfFunds, [])])
        #expect(person.owed(at: day(40)).map(\.group) == [.lossOfFunds, .undelivered])
        #expect(person.untold(at: day(40)).map(\.group) == [.lossOfFunds])
        #expect(person.owed(at: day(0)).isEmpty && person.untold(at: day(0)).isEmpty)
    }

    /// Each cause of an end has an advice of its own, and an answer that fits it.
    @Test(arguments: ExpirationReason.allCases) func everyCauseHasItsAdvice(_ why: ExpirationReason) {
        let ended = chain(
            [bought("1", from: 0, to: 30)], [renewal(31, autoRenew: false, intent: why.rawValue)])
        let verdict = access([ended]).verdict(for: Self.premium, at: day(40))
        #expect(verdict.nextStep == (why == .other ? .access(.expired) : .expired(why)))
        #expect(ReplySituation(of: verdict, at: day(40)) == ReplySituation(ofExpiry: why))
    }

    /// Money that Apple gave back more than ten days ago is on its way no more.
    @Test(arguments: [(12.0, ReplySituation.refunded), (20, .refunded), (21, .refundedBefore)])
    func anOldRefundHasArrived(_ time: Double, _ situation: ReplySituation) {
        let verdict = access([Self.refunded]).verdict(for: Self.premium, at: day(time))
        #expect(ReplySituation(of: verdict, at: day(time)) == situation)
    }

    /// Whom we gave something lately is advised and answered about that, and not about what ended long before.
    @Test(
        arguments: [
            (40.0, .expired(.customerCancelled), .expiredTurnedOff),
            (130, .access(.grantEnded), .grantEnded),
            (200, .expired(.customerCancelled), .expiredTurnedOff),
        ] as [(Double, NextStep, ReplySituation)])
    func theLetterSpeaksOfWhatIsAdvised(_ time: Double, _ step: NextStep, _ situation: ReplySituation) {
        let grants = [grant("g1", 32, 38), grant("g2", 110, 125)].filter { $0.startsAt < day(time) }
        let verdict = access([Self.month], grants: grants).verdict(for: Self.premium, at: day(time))
        #expect(verdict.nextStep == step)
        #expect(ReplySituation(of: verdict, at: day(time)) == situation)
    }

    private static let slips = [
        grant("slip", 119, 150, revoked: 119.001), grant("early", 119, 150, revoked: 118),
    ]

    /// A grant that was taken back as a slip, or before it began, changes neither the advice nor the letter.
    @Test(arguments: slips) func aSlipDecidesNothing(_ slip: Grant) {
        let bought = access([Self.month], grants: [slip]).verdict(for: Self.premium, at: day(120))
        #expect(bought.nextStep == .expired(.customerCancelled))
        #expect(ReplySituation(of: bought, at: day(120)) == .expiredTurnedOff)
        #expect(bought.because.map(\.rule) == [.expired, .grantRevoked] && bought.since == day(30))
        let nothing = access(grants: [slip]).verdict(for: Self.premium, at: day(120))
        #expect(nothing.nextStep == .access(.noRecord))
        #expect(ReplySituation(of: nothing, at: day(120)) == .noRecord)
        #expect(nothing.because.map(\.rule) == [.noRecord, .grantRevoked] && nothing.since == nil)
    }

    @Test func besideWhatHoldsWhatEndedExplainsNothing() {
        let passes = (0..<3).map {
            chain(id: "\($0)", [bought("\($0)", product: "pass", from: Double($0) * 8)])
        }
        let verdict = access(passes + [Self.pass]).verdict(for: Self.premium, at: day(40))
        #expect(verdict.because.map(\.rule) == [.active, .expired, .expired, .expired])
        #expect(verdict.mattering.map(\.rule) == [.active])
    }

    /// Nobody is told to wait for what the customer waits for longer than the goal.
    @Test(
        arguments: [
            (ErrorGroup.undelivered, nil, 3.0), (.lossOfFunds, nil, 1), (.undelivered, 2.0, 2),
            (.undelivered, 9, 3),
            (.notCharged, nil, nil), (.notCharged, 2, 2),
        ] as [(ErrorGroup, Double?, Double?)])
    func patienceEndsWithTheGoal(_ group: ErrorGroup, _ waitingUntil: Double?, _ end: Double?) {
        let found = TicketGoals().overdueFrom(
            group: group, waitingUntil: waitingUntil.map { day($0) }, waitingSince: day(0))
        #expect(found == end.map { day($0) })
    }
}
