import Purchases
import Testing

/// Thirty questions of Apple's about refunds, and what is prepared for each: the table of the rules.
struct ConsumptionSituationTests {
    @Test(arguments: RefundSituation.all) func whatIsPrepared(_ situation: RefundSituation) {
        let rule = ConsumptionRule(situation.verdict, situation.known)
        #expect(RefundSituation.Right(rule.prepared(at: situation.at)) == situation.right)
    }

    /// 14 without consent, 28 refunded meanwhile, 29 with the twelve hours over.
    @Test func whatIsNotSent() {
        let asked = day(10)
        func request(_ decision: RefundRequest.Decision? = nil) -> RefundRequest {
            RefundRequest(
                id: RefundRequestID("1"), environment: .production, transaction: TransactionID("1"),
                chain: nil, product: nil, reason: nil, askedAt: asked, dueAt: asked + .hours(12),
                knownAt: asked, askings: [], decision: decision, decidedAt: decision.map { _ in asked })
        }
        func standing(_ request: RefundRequest, consent: Bool = true, at now: Instant) -> RefundStatus {
            request.standing(hasConsent: consent, answer: nil, at: now)
        }
        #expect(standing(request(), at: asked) == .open)
        #expect(standing(request(), consent: false, at: asked) == .noConsent)
        #expect(standing(request(.refunded), at: asked) == .decided(.refunded))
        #expect(standing(request(), at: asked + .hours(12)) == .unanswered)
    }

    /// What the policy prefers next is said where a part of the money cannot be given back.
    @Test(arguments: [16, 22, 23, 25]) func thePolicysNextPreferenceIsSaid(_ number: Int) throws {
        var situation = try #require(RefundSituation.all.first { $0.number == number })
        situation.known.preferences.append(.decline)
        let prepared = ConsumptionRule(situation.verdict, situation.known).prepared(at: situation.at)
        #expect(prepared?.refundPreference == .decline && prepared?.wish == .policy)
    }
}

/// One of the thirty.
struct RefundSituation: Sendable, CustomTestStringConvertible {
    /// What is prepared.
    enum Right: Equatable, Sendable {
        /// An answer: whether it was delivered, how much was consumed, what is preferred.
        case answer(String, Int?, String?)
        /// A lead has to say whether it was delivered.
        case lead
        /// Nothing: nobody was charged.
        case nothing

        init(_ prepared: PreparedConsumption?) {
            guard let prepared else {
                self = .nothing
                return
            }
            guard let answer = prepared.answer else {
                self = .lead
                return
            }
            self = .answer(
                answer.deliveryStatus.rawValue, answer.consumptionPercentage,
                answer.refundPreference?.rawValue)
        }
    }

    let number: Int
    let what: String
    let verdict: PurchaseVerdict
    var known = ConsumptionRule.Circumstances()
    let at: Instant
    let right: Right

    /// Apple asks on the tenth day unless said otherwise, and is answered an hour later.
    init(
        _ number: Int, _ what: String, _ verdict: PurchaseVerdict, asked: Instant = day(10),
        prefers: [ConsumptionAnswer.RefundPreference] = [], at: Instant? = nil, _ right: Right,
        _ fill: (inout ConsumptionRule.Circumstances) -> Void = { _ in }
    ) {
        (self.number, self.what, self.verdict, self.right) = (number, what, verdict, right)
        self.at = at ?? asked + .hours(1)
        (known.askedAt, known.preferences) = (asked, prefers)
        fill(&known)
    }

    var testDescription: String { "\(number) \(what)" }

    static let all = subscriptions + failures + coins + passes + others

    private static let month = verdictOf([told(.purchased, 0)], charge())
    private static let coin = verdictOf(
        [told(.purchased, 0), told(.deliver, 1, EventDetails(ok: true))], charge(of: "coins", to: nil))
    private static let week = verdictOf([told(.purchased, 0)], charge(of: "pass", to: nil))
    private static let forever = verdictOf([told(.purchased, 0)], charge(of: "forever", to: nil))

    private static func verdictOf(
        _ events: [PurchaseAttempt.Reported], _ charge: StoreCharge?
    ) -> PurchaseVerdict {
        PurchasesTests.verdict(events, charge: charge)
    }

    /// Charged, verified in vain and closed, known to the store by Apple's question.
    private static func lost(_ details: EventDetails?, _ charge: StoreCharge) -> PurchaseVerdict {
        let tried = details.map { [told(.verify, 1, $0)] } ?? []
        return verdictOf([told(.purchased, 0)] + tried + [told(.finished, 2)], charge)
    }

    /// Of which the app told nothing.
    private static func silent(_ charge: StoreCharge) -> PurchaseVerdict {
        PurchaseVerdict(
            Purchase(attempts: [], charge: charge), rules: TicketRules(catalog: .example), at: day(10))
    }

    private static let subscriptions = [
        RefundSituation(1, "subscription delivered", month, .answer("DELIVERED", nil, nil)),
        RefundSituation(
            2, "declined by policy", month, prefers: [.decline], .answer("DELIVERED", nil, "DECLINE")),
        RefundSituation(
            3, "prorated by policy", month, prefers: [.grantProrated],
            .answer("DELIVERED", nil, "GRANT_PRORATED")),
        RefundSituation(
            4, "granted by policy", month, prefers: [.grantFull], .answer("DELIVERED", nil, "GRANT_FULL")),
        RefundSituation(13, "trial before", month, .answer("DELIVERED", nil, nil)) { $0.hadTrial = true },
        RefundSituation(
            27, "not in the catalogue", verdictOf([told(.purchased, 0)], charge(of: "mystery")),
            .answer("DELIVERED", nil, nil)),
        RefundSituation(30, "expired", month, asked: day(45), .answer("DELIVERED", nil, nil)),
    ]

    private static let failures = [
        RefundSituation(
            5, "lost to 503", lost(EventDetails(http: 503), charge(knownAt: 10)),
            .answer("UNDELIVERED_SERVER_OUTAGE", nil, "GRANT_FULL")),
        RefundSituation(
            6, "lost to 21003", lost(EventDetails(status: 21003), charge(knownAt: 10)),
            .answer("UNDELIVERED_OTHER", nil, "GRANT_FULL")),
        RefundSituation(
            7, "lost to 21005", lost(EventDetails(status: 21005), charge(knownAt: 10)),
            .answer("UNDELIVERED_SERVER_OUTAGE", nil, "GRANT_FULL")),
        RefundSituation(
            8, "lost to the network",
            lost(
                EventDetails(error: ReportedError(domain: "NSURLErrorDomain", code: "-1009")),
                charge(knownAt: 10)), .answer("UNDELIVERED_OTHER", nil, "GRANT_FULL")),
        RefundSituation(
            9, "lost, nothing verified, known by the question", lost(nil, charge(knownAt: 10)),
            .answer("UNDELIVERED_OTHER", nil, "GRANT_FULL")),
        RefundSituation(
            10, "made good before", lost(EventDetails(status: 21005), charge(knownAt: 10)),
            .answer("DELIVERED", nil, "DECLINE")
        ) { ($0.isMadeGood, $0.givenInstead) = (true, Span(from: day(3), until: day(33))) },
        RefundSituation(11, "the app told nothing", silent(charge(knownAt: 10)), .lead),
        RefundSituation(
            12, "family member", silent(charge { $0.ownership = .familyShared }), .nothing),
    ]

    private static let coins = [
        RefundSituation(15, "coins delivered", coin, .answer("DELIVERED", nil, nil)),
        RefundSituation(
            16, "coins delivered, prorated by policy", coin, prefers: [.grantProrated],
            .answer("DELIVERED", nil, nil)),
        RefundSituation(
            17, "coins not delivered", lost(nil, charge(of: "coins", to: nil)),
            .answer("UNDELIVERED_OTHER", 0, "GRANT_FULL")),
        RefundSituation(
            18, "coins, the app told nothing", silent(charge(of: "coins", to: nil)), .lead),
        RefundSituation(
            19, "coins credited, declined by policy", lost(nil, charge(of: "coins", to: nil)),
            prefers: [.decline], .answer("DELIVERED", nil, "DECLINE")
        ) { $0.isMadeGood = true },
    ]

    private static let third = day(0, ms: 202_438_656)

    private static let passes = [
        RefundSituation(
            20, "pass, a third used", week, asked: day(2), at: third, .answer("DELIVERED", 33_472, nil)),
        RefundSituation(
            21, "pass, a third used, prorated by policy", week, asked: day(2), prefers: [.grantProrated],
            at: third, .answer("DELIVERED", 33_472, "GRANT_PRORATED")),
        RefundSituation(
            22, "pass over, prorated by policy", week, prefers: [.grantProrated],
            .answer("DELIVERED", 100_000, nil)),
        RefundSituation(
            23, "pass, asked at once, prorated by policy", week, asked: day(0, ms: 2000),
            prefers: [.grantProrated], at: day(0, ms: 3000), .answer("DELIVERED", 0, nil)),
    ]

    private static let others = [
        RefundSituation(24, "without end", forever, .answer("DELIVERED", nil, nil)),
        RefundSituation(
            25, "without end, prorated by policy", forever, prefers: [.grantProrated],
            .answer("DELIVERED", nil, nil)),
        RefundSituation(
            26, "without end, lost to 500",
            lost(EventDetails(http: 500), charge(of: "forever", to: nil, knownAt: 10)),
            .answer("UNDELIVERED_SERVER_OUTAGE", 0, "GRANT_FULL")),
    ]
}
