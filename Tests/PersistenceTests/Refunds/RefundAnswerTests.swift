import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What is answered to Apple about a refund: by whom, when, with whose consent, and that it is sent once.
struct RefundAnswerTests {
    private static let now = RefundShop.asked + .hours(1)

    private func answered(_ shop: RefundShop, _ choice: ConsumptionChoice = .init(), reason: String? = nil)
        throws -> RefundPage
    {
        try shop.store.answerRefund("1", choice, reason: reason, by: Shop.lead, at: Self.now)
    }

    private func note(_ shop: RefundShop, _ result: TryResult, at now: Instant = now) throws {
        let request = try #require(try shop.store.dueAsks(at: now).first).request
        _ = try shop.store.importTogether(
            [ImportParcel([], from: "App Store", deeds: [.tried(request.id, result)])],
            by: RefundShop.server, at: now)
    }

    @Test func theWholeAnswerIsKeptBeforeItIsSent() throws {
        let shop = try RefundShop()
        let page = try answered(shop)
        #expect(page.standing == .sending)
        let due = try #require(try shop.store.dueAsks(at: Self.now).first)
        #expect(due.means.transaction == "7000" && due.means.environment == .production)
        // Five days and an hour of thirty have passed.
        #expect(
            due.request.arguments
                == #"{"consumptionPercentage":16805,"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#
        )
        try note(shop, .answered("answered"))
        #expect(try shop.state() == "answered")
        #expect(try shop.task().said?.deliveryStatus == .delivered)
        let entry = try #require(try shop.store.audit(action: "refund.answer").entries.first)
        #expect(entry.agent == Shop.lead && entry.details.contains(#""delivery_status":"DELIVERED""#))
    }

    @Test func oneAnswerIsEnough() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        #expect(failure { _ = try answered(shop) } == .refundNotOpen("1", .sending))
        try note(shop, .answered("answered"))
        #expect(failure { _ = try answered(shop) } == .refundNotOpen("1", .answered))
        #expect(try shop.store.number("SELECT count(*) FROM requests WHERE kind = 'consumption'") == 1)
    }

    @Test func withoutConsentNothingIsAnswered() throws {
        let shop = try RefundShop(consent: false)
        #expect(try shop.state() == "no_consent")
        #expect(failure { _ = try answered(shop) } == .refundNotOpen("1", .noConsent))
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: Self.now) == 0)
    }

    @Test func consentIsAskedForAgainWhenItIsSent() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        let due = try #require(try shop.store.dueAsks(at: Self.now).first)
        #expect(try shop.store.hindrance(toSending: due.request, at: Self.now) == nil)
        try shop.store.setConsumptionConsent(of: "u_1", to: false, by: Shop.agent, at: Self.now)
        #expect(try shop.store.hindrance(toSending: due.request, at: Self.now) == .noConsent)
        #expect(try shop.store.dueAsks(at: Self.now).isEmpty && shop.state() == "no_consent")
    }

    @Test func theDeadlineIsOfTheMillisecond() throws {
        let shop = try RefundShop()
        let last = Instant(milliseconds: RefundShop.due.milliseconds - 1)
        #expect(
            failure { try shop.store.answerRefund("1", by: Shop.lead, at: RefundShop.due) }
                == .refundNotOpen("1", .unanswered))
        try shop.store.answerRefund("1", by: Shop.lead, at: last)
        let request = try #require(try shop.store.dueAsks(at: last).first).request
        #expect(try shop.store.hindrance(toSending: request, at: last) == nil)
        #expect(try shop.store.hindrance(toSending: request, at: RefundShop.due) == .late)
        try shop.store.settleRefunds(by: RefundShop.server, at: RefundShop.due)
        let ended = try #require(try shop.task().answer?.request)
        #expect(ended.state == .failed && ended.outcome == "too_late")
    }

    @Test func itIsTriedAsLongAsAppleTakesIt() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        var (now, tries) = (Self.now, 0)
        while let next = try shop.store.nextAskDue(), tries < 100 {
            now = max(now, next)
            #expect(now < RefundShop.due)
            try note(shop, .failed("http_503", isCounted: true, notBefore: nil), at: now)
            tries += 1
        }
        #expect(tries > 20 && now == RefundShop.due - .seconds(60))
        #expect(try shop.task().answer?.request.state == .failed && shop.state() == "open")
    }

    @Test func thePolicyAnswersByItself() throws {
        let shop = try RefundShop()
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: Self.now) == 0, "off until set")
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        try shop.store.set(.refundPreference, to: "decline", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: Self.now) == 1)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: Self.now) == 0, "once")
        let task = try shop.task()
        #expect(task.answer?.request.askedBy == RefundShop.server && task.said?.refundPreference == .decline)
        try shop.store.cancelAsked(try #require(task.answer?.id), by: Shop.lead, at: Self.now)
        #expect(
            try shop.store.settleRefunds(by: RefundShop.server, at: Self.now) == 0,
            "what a person cancelled is a person's")
    }

    @Test func whatAPersonCancelledHoldsUpNoOther() throws {
        let shop = try RefundShop()
        try shop.shop.bring(RefundShop.request("ask-2", at: RefundShop.asked + .hours(2)))
        let now = RefundShop.asked + .hours(3)
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: now, limit: 1) == 1)
        let first = try #require(try shop.store.dueAsks(at: now).first).request
        try shop.store.cancelAsked(first.id, by: Shop.lead, at: now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: now, limit: 1) == 1)
        #expect(try shop.store.dueAsks(at: now).first?.request.subject != first.subject)
    }

    @Test func whatIsOnItsWayIsNotLeftOut() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        let one = ServerID("1-1")
        let taken = try #require(
            try shop.store.takeDueAsks(for: one, by: RefundShop.server, at: Self.now).first)
        #expect(
            failure { try shop.store.skipRefund("1", because: "why", by: Shop.lead, at: Self.now) }
                == .askedTaken(taken.request.id))
        try shop.store.letGo(
            of: [.request(taken.request.id)], one, by: RefundShop.server, at: Self.now)
        try shop.store.skipRefund("1", because: "why", by: Shop.lead, at: Self.now)
        #expect(try shop.state() == "skipped")
    }

    @Test func whatWasMadeGoodSinceIsNotAskedBackAsUndelivered() throws {
        let (shop, now) = (try Shop.staffed(), Paper.moment(40) + .hours(1))
        try shop.store.addAgent(RefundShop.server, role: .service, by: Shop.lead, at: Shop.now)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        try shop.bring(RefundShop.request(at: Paper.moment(40)))
        try shop.store.setConsumptionConsent(of: "u_1", to: true, by: Shop.agent, at: now)
        let page = try shop.store.answerRefund(
            "1", ConsumptionChoice(deliveryStatus: .serverOutage), reason: "it was away", by: Shop.lead,
            at: now)
        let asked = try #require(page.task.answer?.request)
        let later = now + .hours(1)
        #expect(try shop.store.hindrance(toSending: asked, at: later) == nil)
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.isUnresolved)
        _ = try shop.store.resolveTicket(
            ticket.id, ResolveRequest(.credited, note: "by hand", quantity: 1), by: Shop.lead, at: later)
        #expect(try shop.store.hindrance(toSending: asked, at: later) == .madeGood)
        try shop.store.settleRefunds(by: RefundShop.server, at: later)
        #expect(try shop.store.dueAsks(at: later).isEmpty)
        let task = try #require(try shop.store.refunds(.open, at: later).first)
        #expect(task.answer?.request.state == .cancelled && task.answer?.request.outcome == "made_good")
    }

    @Test func aLeadSaysItOtherwiseWithAReason() throws {
        let shop = try RefundShop()
        let choice = ConsumptionChoice(deliveryStatus: .qualityIssue, preference: .said(.grantProrated))
        #expect(failure { _ = try answered(shop, choice) } == .refundNeedsReason("1"))
        let page = try answered(shop, choice, reason: "the pictures were black")
        #expect(page.task.said?.deliveryStatus == .qualityIssue)
        #expect(page.task.said?.consumptionPercentage == 0)
        let entry = try #require(try shop.store.audit(action: "refund.answer").entries.first)
        #expect(
            entry.details.contains("the pictures were black") && entry.details.contains(#""chosen":true"#))
    }

    @Test func whatIsLeftOutCanBeAnsweredAfterAll() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        #expect(
            failure { try shop.store.skipRefund("1", because: " ", by: Shop.lead, at: Self.now) }
                == .refundNeedsReason("1"))
        try shop.store.skipRefund("1", because: "a friend of Zoë", by: Shop.lead, at: Self.now)
        #expect(try shop.state() == "skipped" && shop.store.dueAsks(at: Self.now).isEmpty)
        #expect(try shop.task().masked.request.skip?.reason == PersonalData.hidden)
        #expect(try answered(shop).standing == .sending)
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func whatAppleDecidedIsNotAnswered() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        try shop.shop.bring(RefundShop.decision("REFUND", hours: 0))
        let request = try #require(try shop.store.dueAsks(at: Self.now).first).request
        #expect(try shop.store.hindrance(toSending: request, at: Self.now) == .decided)
        try shop.store.settleRefunds(by: RefundShop.server, at: Self.now)
        #expect(try shop.store.dueAsks(at: Self.now).isEmpty && shop.state() == "refunded")
        #expect(failure { _ = try answered(shop) } == .refundNotOpen("1", .decided(.refunded)))
    }

    @Test func onlyLeadsAnswer() throws {
        let shop = try RefundShop()
        let refusal = failure { try shop.store.answerRefund("1", by: Shop.agent, at: Self.now) }
        #expect(refusal == .notAllowed(Shop.agent, .agent, .answerRefunds))
        #expect(
            failure { try shop.store.answerRefund("9", by: Shop.lead, at: Self.now) } == .unknownRefund("9"))
    }

    @Test func theDoctorWarnsBeforeTheDeadline() throws {
        let shop = try RefundShop()
        let level = { (hours: Int64) in
            let findings = shop.store.examination(at: RefundShop.asked + .hours(hours))
            return findings.first { $0.code == "refund_requests" }?.level
        }
        #expect(level(7) == .ok && level(9) == .warning && level(12) == .ok)
    }

    @Test func whoIsErasedAgreesToNothing() throws {
        let shop = try RefundShop()
        try shop.store.skipRefund("1", because: "Zoë wrote", by: Shop.lead, at: Self.now)
        _ = try shop.store.erase(
            ErasureRequest("u_1", reason: "asked", confirmation: "u_1"), by: Shop.lead, at: Shop.now)
        let task = try shop.task()
        #expect(!task.hasConsent && task.request.skip?.reason != "Zoë wrote")
        #expect(try shop.store.number("SELECT count(*) FROM consumption_consents") == 0)
    }
}
