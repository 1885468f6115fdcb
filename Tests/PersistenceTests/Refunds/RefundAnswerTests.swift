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
        try shop.store.act(.answer(choice, reason: reason), on: "1", by: Shop.lead, at: Self.now)
    }

    private func note(_ shop: RefundShop, _ result: TryResult, at now: Instant = now) throws {
        let request = try #require(try shop.store.dueAsks(at: now).first).request
        _ = try shop.store.importTogether(
            [ImportBatch([], from: "App Store", effects: [.tried(request.id, result)])],
            by: RefundShop.server, at: now)
    }

    @Test func theWholeAnswerIsKeptBeforeItIsSent() throws {
        let shop = try RefundShop()
        let page = try answered(shop)
        #expect(page.standing == .sending)
        let due = try #require(try shop.store.dueAsks(at: Self.now).first)
        #expect(due.means.transaction == "7000" && due.means.environment == .production)
        #expect(
            due.request.arguments
                == #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#)
        try note(shop, .answered("answered"))
        #expect(try shop.state() == "answered")
        #expect(try shop.task().said?.deliveryStatus == .delivered)
        let entry = try #require(try shop.store.audit(action: "refund.answer").entries.first)
        #expect(entry.agent == Shop.lead && entry.details.contains(#""delivery_status":"DELIVERED""#))
    }

    @Test func oneAnswerIsEnough() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        #expect(failure { _ = try answered(shop) } == .refund("1", .notOpen(.sending)))
        try note(shop, .answered("answered"))
        #expect(failure { _ = try answered(shop) } == .refund("1", .notOpen(.answered)))
        #expect(try shop.store.number("SELECT count(*) FROM requests WHERE kind = 'consumption'") == 1)
    }

    @Test func withoutConsentNothingIsAnswered() throws {
        let shop = try RefundShop(consent: false)
        #expect(try shop.state() == "no_consent")
        #expect(failure { _ = try answered(shop) } == .refund("1", .notOpen(.noConsent)))
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: Self.now) == 0)
    }

    @Test func consentIsAskedForAgainWhenItIsSent() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        let due = try #require(try shop.store.dueAsks(at: Self.now).first)
        #expect(try shop.store.hindrance(toSending: due.request, at: Self.now) == nil)
        try shop.store.act(.consent(false), on: "u_1", by: Shop.agent, at: Self.now)
        #expect(try shop.store.hindrance(toSending: due.request, at: Self.now) == .noConsent)
        #expect(try shop.store.dueAsks(at: Self.now).isEmpty && shop.state() == "no_consent")
    }

    @Test func theDeadlineIsOfTheMillisecond() throws {
        let shop = try RefundShop()
        let last = Instant(milliseconds: RefundShop.due.milliseconds - 1)
        #expect(
            failure { try shop.store.act(.answer(), on: "1", by: Shop.lead, at: RefundShop.due) }
                == .refund("1", .notOpen(.unanswered)))
        try shop.store.act(.answer(), on: "1", by: Shop.lead, at: last)
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
        let second = RefundShop.request("ask-2", at: RefundShop.asked + .hours(2), of: RefundShop.other)
        try shop.shop.bring(second)
        let now = RefundShop.asked + .hours(3)
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: now, limit: 1) == 1)
        let first = try #require(try shop.store.dueAsks(at: now).first).request
        try shop.store.cancelAsked(first.id, by: Shop.lead, at: now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: now, limit: 1) == 1)
        #expect(try shop.store.dueAsks(at: now).first?.request.subject != first.subject)
    }

    /// What Apple refused is prepared anew once, where it would say something else; and never what a lead said.
    @Test func whatAppleRefusedIsPreparedAnewOnce() throws {
        let shop = try RefundShop()
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        let settle = { (minutes: Int64) in
            try shop.store.settleRefunds(by: RefundShop.server, at: Self.now + .seconds(60 * minutes))
        }
        #expect(try settle(0) == 1)
        try note(shop, .refused("4000209"))
        #expect(try shop.state() == "open" && settle(1) == 0, "the same would be refused again")
        try shop.store.set(.refundPreference, to: "decline", by: Shop.lead, at: Shop.now)
        #expect(try settle(2) == 1 && shop.task().said?.refundPreference == .decline)
        try note(shop, .refused("4000209"), at: Self.now + .seconds(180))
        try shop.store.set(.refundPreference, to: "grant_full", by: Shop.lead, at: Shop.now)
        #expect(try settle(4) == 0, "once")
        #expect(try shop.state() == "open")
        try shop.store.act(.answer(), on: "1", by: Shop.lead, at: Self.now + .seconds(300))
        try note(shop, .refused("4000209"), at: Self.now + .seconds(300))
        #expect(try shop.state() == "open" && settle(6) == 0, "what a lead said is a lead's")
    }

    @Test func whatFailedIsAnsweredWhenAppleAsksAgain() throws {
        let shop = try RefundShop()
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        try shop.store.settleRefunds(by: RefundShop.server, at: Self.now)
        try shop.store.settleRefunds(by: RefundShop.server, at: RefundShop.due)
        #expect(try shop.task().answer?.request.outcome == "too_late")
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: RefundShop.due) == 0)
        let again = RefundShop.due + .hours(1)
        try shop.shop.bring(RefundShop.request("ask-2", at: again))
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: again + .hours(1)) == 1)
        #expect(try shop.state(at: again + .hours(1)) == "sending")
    }

    @Test func oneAnswerIsEnoughForWhatAppleAsksAgain() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        try note(shop, .answered("answered"))
        try shop.shop.bring(RefundShop.request("ask-2", at: RefundShop.asked + .hours(9)))
        let now = RefundShop.asked + .hours(10)
        #expect(try shop.store.refunds(.open, at: now).isEmpty && shop.state(at: now) == "answered")
        try shop.store.set(.answerRefunds, to: "on", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.settleRefunds(by: RefundShop.server, at: now) == 0)
    }

    @Test func aPartThatAppleDoesNotTakeIsNotAnswered() throws {
        let shop = try RefundShop(isAsked: false)
        let pass = Paper.Entry(id: "9000", chain: "9000", product: "week_pass", days: nil)
        try shop.shop.bring(Paper.receipt([pass], on: 1), customer: "u_1")
        try shop.shop.bring(RefundShop.request("ask-9", at: Paper.moment(9), of: pass))
        let (now, wish) = (Paper.moment(9) + .hours(1), ConsumptionChoice(preference: .said(.grantProrated)))
        let answer = { try shop.store.act(.answer(wish, reason: "fair"), on: "1", by: Shop.lead, at: now) }
        #expect(failure { _ = try answer() } == .refund("1", .notProrated), "the week is over")
        try shop.store.set(.refundPreference, to: "grant_prorated, decline", by: Shop.lead, at: now)
        let said = try shop.store.act(.answer(), on: "1", by: Shop.lead, at: now).task.said
        #expect(said?.consumptionPercentage == 100_000 && said?.refundPreference == .decline)
    }

    @Test func whatIsOnItsWayIsNotLeftOut() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        let one = ServerID("1-1")
        let taken = try #require(
            try shop.store.takeDueAsks(for: one, by: RefundShop.server, at: Self.now).first)
        #expect(
            failure { try shop.store.act(.skip(because: "why"), on: "1", by: Shop.lead, at: Self.now) }
                == .asking(.taken(taken.request.id)))
        try shop.store.letGo(
            of: [.request(taken.request.id)], one, by: RefundShop.server, at: Self.now)
        try shop.store.act(.skip(because: "why"), on: "1", by: Shop.lead, at: Self.now)
        #expect(try shop.state() == "skipped")
    }

    /// A shop with a purchase that never arrived and became known after its period, with Apple's question.
    private static func lost() throws -> (Shop, Instant) {
        let (shop, now) = (try Shop.staffed(), Paper.moment(40) + .hours(1))
        try shop.store.addAgent(RefundShop.server, role: .service, by: Shop.lead, at: Shop.now)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        try shop.bring(RefundShop.request(at: Paper.moment(40)))
        try shop.store.act(.consent(true), on: "u_1", by: Shop.agent, at: now)
        return (shop, now)
    }

    @Test(arguments: [
        (TicketEnd.said(.credited), RefundHindrance.madeGood, "made_good"),
        (TicketEnd.said(.delivered), .delivered, "delivered_since"),
    ])
    func whatArrivedSinceIsNotAskedBackAsUndelivered(
        _ ending: TicketEnd, _ hindrance: RefundHindrance, _ outcome: String
    ) throws {
        let (shop, now) = try Self.lost()
        let page = try shop.store.act(
            .answer(ConsumptionChoice(deliveryStatus: .serverOutage), reason: "it was away"), on: "1",
            by: Shop.lead, at: now)
        let asked = try #require(page.task.answer?.request)
        let later = now + .hours(1)
        #expect(try shop.store.hindrance(toSending: asked, at: later) == nil)
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.isUnresolved)
        _ = try shop.store.act(.resolve(ending), on: ticket.id, reference: "HD-1", by: Shop.lead, at: later)
        #expect(try shop.store.hindrance(toSending: asked, at: later) == hindrance)
        try shop.store.settleRefunds(by: RefundShop.server, at: later)
        #expect(try shop.store.dueAsks(at: later).isEmpty)
        let task = try #require(try shop.store.refunds(.open, at: later).first)
        #expect(task.answer?.request.state == .cancelled && task.answer?.request.outcome == outcome)
        let prepared = try #require(try shop.store.wholePage(of: RefundQuery("1"), at: later)?.prepared)
        #expect(prepared.delivery == .resolved(by: Shop.lead) && prepared.answer == nil, "a lead has to say")
    }

    @Test func whatWasTakenBackSinceIsNotToldAsDelivered() throws {
        let (shop, now) = try Self.lost()
        let month = try #require(CalendarPeriod(months: 1))
        let grant = try shop.store.give(
            GrantRequest(
                customer: "u_1", entitlement: "premium", term: .period(month), reason: "not_delivered",
                ticket: "1", evenIfNothingIsGained: true), by: Shop.lead, at: now
        ).grant
        let page = try shop.store.act(.answer(), on: "1", by: Shop.lead, at: now)
        let asked = try #require(page.task.answer?.request)
        #expect(page.task.said?.deliveryStatus == .delivered && page.task.said?.refundPreference == .decline)
        #expect(try shop.store.hindrance(toSending: asked, at: now) == nil)
        let later = now + .hours(1)
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: later)
        #expect(try shop.store.hindrance(toSending: asked, at: later) == .takenBack)
        try shop.store.settleRefunds(by: RefundShop.server, at: later)
        let task = try #require(try shop.store.refunds(.open, at: later).first)
        #expect(task.answer?.request.outcome == "taken_back_since" && task.standing(at: later) == .open)
    }

    @Test func whatALeadSaidOfAnOpenTicketStands() throws {
        let (shop, now) = try Self.lost()
        let page = try shop.store.act(
            .answer(ConsumptionChoice(deliveryStatus: .delivered), reason: "the log shows it"), on: "1",
            by: Shop.lead, at: now)
        let asked = try #require(page.task.answer?.request)
        #expect(try shop.tickets().first?.isUnresolved == true)
        #expect(try shop.store.hindrance(toSending: asked, at: now + .hours(1)) == nil)
    }

    @Test func whatOnlyTheServerCouldNotVerifyIsAnsweredAsUndelivered() throws {
        let shop = try AskedShop()
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        for _ in 0..<5 {
            let due = try #require(try shop.store.nextAskDue())
            let request = try #require(try shop.due(at: due)).request
            try shop.note(request.id, .failed("http_503", isCounted: true, notBefore: nil), at: due)
        }
        #expect(try shop.ticket?.group == .lossOfFunds)
        let asked = Paper.moment(7)
        try shop.shop.bring(
            Paper.signed("CONSUMPTION_REQUEST", Paper.Entry(id: "7100", chain: "7100"), at: asked, uuid: "q"),
            at: asked)
        #expect(try shop.ticket?.resolution == .delivered, "by the question itself")
        let prepared = try #require(try shop.store.wholePage(of: RefundQuery("1"), at: asked)?.prepared)
        #expect(prepared.deliveryStatus == .serverOutage && prepared.refundPreference == .grantFull)
    }

    @Test func somebodyIsCalledAnewForEachThatJoins() throws {
        let shop = try RefundShop()
        let second = RefundShop.request("ask-2", at: RefundShop.asked + .hours(1), of: RefundShop.other)
        try shop.shop.bring(second)
        let alarm = { (minutes: Int64) -> ServerAlarm? in
            let now = RefundShop.due + .seconds(60 * minutes)
            try shop.store.callForPressingRefunds(by: RefundShop.server, at: now)
            return try shop.store.serverStanding(at: now).alarms.first
        }
        #expect(try alarm(-120) == nil)
        let first = try #require(try alarm(-119))
        #expect(first.code == "refund_due" && first.detail == "1")
        try shop.store.settleServerAlarm(
            first, heardBy: [.command], failure: nil, by: RefundShop.server, at: first.at)
        #expect(try alarm(-61)?.at == first.at)
        let joined = try #require(try alarm(-59))
        #expect(joined.detail == "1, 2" && joined.heardBy.isEmpty && joined.at > first.at)
        #expect(try shop.store.dueServerAlarm(at: joined.at)?.code == "refund_due")
        #expect(try alarm(30)?.at == joined.at, "whose time is over leaves the other")
        #expect(try alarm(61) == nil)
    }

    @Test func anAnswerThatIsNotSentIsPressing() throws {
        let shop = try RefundShop()
        let given = RefundShop.due - .hours(1)
        try shop.store.act(.answer(), on: "1", by: Shop.lead, at: given)
        let isCalled = { (now: Instant) in
            try shop.store.callForPressingRefunds(by: RefundShop.server, at: now)
            return try !shop.store.serverStanding(at: now).alarms.isEmpty
        }
        let finding = { (now: Instant) in
            shop.store.examination(at: now).first { $0.code == "refund_requests" }
        }
        let late = given + .seconds(600)
        #expect(try !isCalled(given) && finding(given)?.level == .ok)
        #expect(try isCalled(late) && finding(late)?.level == .warning)
        #expect(finding(late)?.text.contains("the answer waits") == true)
        #expect(try !isCalled(RefundShop.due))
    }

    @Test func aLeadSaysItOtherwiseWithAReason() throws {
        let shop = try RefundShop()
        let choice = ConsumptionChoice(deliveryStatus: .qualityIssue, preference: .said(.grantProrated))
        #expect(failure { _ = try answered(shop, choice) } == .needs(.reason(for: .answering("1"))))
        let page = try answered(shop, choice, reason: "the pictures were black")
        #expect(page.task.said?.deliveryStatus == .qualityIssue)
        #expect(page.task.said?.consumptionPercentage == nil)
        let entry = try #require(try shop.store.audit(action: "refund.answer").entries.first)
        #expect(
            entry.details.contains("the pictures were black") && entry.details.contains(#""chosen":true"#))
    }

    @Test func whatIsLeftOutCanBeAnsweredAfterAll() throws {
        let shop = try RefundShop()
        _ = try answered(shop)
        #expect(
            failure { try shop.store.act(.skip(because: " "), on: "1", by: Shop.lead, at: Self.now) }
                == .needs(.reason(for: .answering("1"))))
        try shop.store.act(.skip(because: "a friend of Zoë"), on: "1", by: Shop.lead, at: Self.now)
        #expect(try shop.state() == "skipped" && shop.store.dueAsks(at: Self.now).isEmpty)
        try shop.store.addAgent("vi", role: .viewer, by: Shop.lead, at: Self.now)
        let seen = try shop.store.page(of: RefundQuery("1"), by: "vi", at: Self.now)
        #expect(seen?.task.request.skip?.reason.text == Disclosure.hidden)
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
        #expect(failure { _ = try answered(shop) } == .refund("1", .notOpen(.decided(.refunded))))
    }

    @Test func onlyLeadsAnswer() throws {
        let shop = try RefundShop()
        let refusal = failure { try shop.store.act(.answer(), on: "1", by: Shop.agent, at: Self.now) }
        #expect(refusal == .agent(Shop.agent, .notAllowed(.agent, .answerRefunds)))
        #expect(
            failure { try shop.store.act(.answer(), on: "9", by: Shop.lead, at: Self.now) }
                == .unknown(.refund("9")))
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
        try shop.store.act(.skip(because: "Zoë wrote"), on: "1", by: Shop.lead, at: Self.now)
        _ = try shop.store.erase(
            ErasureRequest("u_1", reason: "asked", confirmation: "u_1"), by: Shop.lead, at: Shop.now)
        let task = try shop.task()
        #expect(!task.hasConsent && task.request.skip?.reason != "Zoë wrote")
        #expect(try shop.store.number("SELECT count(*) FROM consumption_consents") == 0)
    }
}
