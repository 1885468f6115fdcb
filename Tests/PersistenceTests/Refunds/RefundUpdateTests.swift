import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Refunds that customers asked for follow from what Apple told, in any order.
struct RefundUpdateTests {
    /// Everything that is kept of refunds but their numbers, a line each.
    private func told(_ store: Store) throws -> [String] {
        try store.read { db in
            try db.values(
                """
                SELECT f.environment || ' ' || f.transaction_id || ' ' || f.original_transaction_id || ' ' || f.product_id
                  || ' ' || coalesce(f.reason, '-') || ' ' || f.asked_ms || ' ' || f.due_ms || ' ' || f.known_ms
                  || ' ' || coalesce(outcome, '-') || ' ' || coalesce(outcome_ms, 0)
                  || ' ' || (SELECT group_concat(notification || ' ' || asked_ms || ' ' || known_ms) FROM (
                    SELECT a.* FROM refund_askings a WHERE a.request_id = f.id ORDER BY a.asked_ms, a.notification))
                FROM refund_requests f ORDER BY f.asked_ms, f.transaction_id
                """)
        }
    }

    @Test func aQuestionOfApplesIsOneToAnswer() throws {
        let shop = try RefundShop()
        let task = try shop.task()
        #expect(task.request.transaction == "7000" && task.request.chain == "7000")
        #expect(task.request.product == "tea.monthly" && task.request.reason == "FULFILLMENT_ISSUE")
        #expect(task.request.askedAt == RefundShop.asked && task.request.dueAt == RefundShop.due)
        #expect(task.customer == "u_1" && task.hasConsent && task.answer == nil)
        try shop.shop.bring(RefundShop.request())
        #expect(try shop.store.refunds(.all, at: RefundShop.asked).count == 1, "told again it is the same")
    }

    private static let papers: [Paper] = [
        Paper.receipt([RefundShop.charge], on: 1), RefundShop.request(),
        RefundShop.decision("REFUND_DECLINED", hours: 3),
        RefundShop.request("ask-2", at: RefundShop.asked + .hours(20)),
        RefundShop.request("ask-3", at: RefundShop.asked + .hours(24), reason: "LEGAL"),
        RefundShop.request("ask-4", at: RefundShop.asked + .hours(28), reason: nil),
        RefundShop.decision("REFUND", hours: 30, uuid: "word-2"),
        RefundShop.decision("REFUND_REVERSED", hours: 90, uuid: "word-3"),
    ]

    @Test func theOrderDoesNotCount() throws {
        let whole = try Shop()
        try whole.bring(Self.papers, customer: "u_1")
        let meant = try told(whole.store)
        #expect(meant.count == 2 && meant[0].contains(" declined ") && meant[1].contains(" reversed "))
        #expect(meant.count == 2 && meant[1].contains(" LEGAL "), "the newest reason that was told")
        var generator = SeededRandom(seed: 16)
        for _ in 0..<30 {
            let shop = try Shop()
            for paper in (Self.papers + Self.papers.prefix(3)).shuffled(using: &generator) {
                try shop.bring(paper, customer: "u_1")
            }
            #expect(try told(shop.store) == meant)
        }
    }

    /// Source: Apple, Developer Forums: what comes again under another name is the same question.
    @Test func whatAppleAsksAgainIsTheSameRequest() throws {
        let shop = try RefundShop()
        for hours in [4, 8] as [Int64] {
            try shop.shop.bring(RefundShop.request("ask-1\(hours)", at: RefundShop.asked + .hours(hours)))
        }
        let (now, due) = (RefundShop.asked + .hours(13), RefundShop.asked + .hours(20))
        let task = try #require(try shop.store.refunds(.open, at: now).first)
        #expect(try shop.store.refunds(.all, at: now).count == 1)
        #expect(try shop.store.openRefunds(at: now).due == due)
        #expect(task.request.askedAt == RefundShop.asked && task.request.dueAt == due)
        #expect(task.request.askings.map(\.notification) == ["ask-1", "ask-14", "ask-18"])
        let page = try #require(try shop.store.customerPage("u_1", at: now))
        let warned = page.warnings.filter { if case .refundAsked = $0 { true } else { false } }
        #expect(warned.count == 1 && page.refunds.count == 1)
        #expect(page.events.count { $0.kind == .refundRequest } == 3)
        #expect(page.events.allSatisfy { $0.kind != .notification }, "each is told in words")
    }

    @Test func afterItsDecisionAppleAsksAnew() throws {
        let shop = try RefundShop()
        try shop.shop.bring(RefundShop.decision("REFUND_DECLINED", hours: 3))
        try shop.shop.bring(RefundShop.request("ask-2", at: RefundShop.asked + .hours(20)))
        let now = RefundShop.asked + .hours(21)
        let tasks = try shop.store.refunds(.all, at: now)
        #expect(tasks.map(\.id) == ["2", "1"])
        #expect(tasks.map { $0.standing(at: now).name } == ["open", "declined"])
    }

    /// Two that wait, and three that Apple decided about.
    @Test func theListIsReadPageByPage() throws {
        let entries = ["7000", "7001", "7002", "7003", "7004"].map {
            Paper.Entry(id: $0, chain: $0, line: "L\($0)")
        }
        let shop = try Shop.staffed()
        try shop.bring(Paper.receipt(entries, on: 1), customer: "u_1")
        for (place, entry) in entries.enumerated() {
            let asked = RefundShop.asked + .hours(Int64(place))
            try shop.bring(RefundShop.request("ask-\(place)", at: asked, of: entry))
            guard place % 2 == 0 else { continue }
            var decided = entry
            decided.values.revocation = .some(.none)
            try shop.bring(
                .signed("REFUND_DECLINED", decided, at: asked + .seconds(300), uuid: "word-\(place)"))
        }
        let now = RefundShop.asked + .hours(5)
        let whole = try shop.store.refunds(.all, at: now)
        let states = whole.map { $0.standing(at: now).name }
        #expect(states == ["no_consent", "no_consent", "declined", "declined", "declined"])
        for size in 1...5 {
            var (found, place) = ([RefundTask](), RefundPlace?.none)
            repeat {
                let page = try shop.store.wholePage(
                    of: RefundListQuery(.all, after: place, limit: size), at: now)
                found += page
                place = page.count < size ? nil : page.last.map { RefundPlace($0, at: now) }
            } while place != nil
            #expect(found == whole, "\(size) at a time")
        }
    }

    /// The decision comes last: what counted as asked again was a question of its own.
    @Test func aLateDecisionPartsWhatItDivides() throws {
        let shop = try RefundShop()
        try shop.store.act(.answer(), on: "1", by: Shop.lead, at: RefundShop.asked + .hours(1))
        try shop.shop.bring(RefundShop.request("ask-2", at: RefundShop.asked + .hours(20)))
        let now = RefundShop.asked + .hours(21)
        #expect(
            try shop.store.refunds(.all, at: now).map { $0.standing(at: now).name } == [
                "sending"
            ])
        try shop.shop.bring(RefundShop.decision("REFUND_DECLINED", hours: 3))
        let tasks = try shop.store.refunds(.all, at: now)
        #expect(tasks.map(\.id) == ["2", "1"])
        #expect(tasks.map { $0.standing(at: now).name } == ["open", "declined"])
        #expect(tasks.map { $0.said == nil } == [true, false], "the answer stays with its question")
    }

    /// Two ids of which nothing says that they are one charge, until something does.
    @Test func twoRequestsOfOneChargeBecomeOne() throws {
        let ids = ["7000", "7001"]
        let questions = ids.enumerated().map { place, id in
            RefundShop.request(
                "ask-\(id)", at: RefundShop.asked + .hours(Int64(place)),
                of: Paper.Entry(id: id, chain: "7000"))
        }
        let both = Paper.receipt(ids.map { Paper.Entry(id: $0, chain: "7000", line: "L0") }, on: 6)
        let shop = try Shop.staffed()
        try shop.bring(questions, customer: "u_1")
        let now = RefundShop.asked + .hours(2)
        try shop.store.act(.consent(true), on: "u_1", by: Shop.agent, at: now)
        #expect(try shop.store.refunds(.all, at: now).count == 2)
        try shop.store.act(
            .answer(ConsumptionChoice(deliveryStatus: .delivered), reason: "seen"), on: "2", by: Shop.lead,
            at: now)
        try shop.bring(both, customer: "u_1")
        let task = try #require(try shop.store.refunds(.all, at: now).first)
        #expect(task.id == "1" && task.standing(at: now) == .sending && task.request.askings.count == 2)
        #expect(try shop.store.number("SELECT count(*) FROM refund_requests") == 1)

        let other = try Shop()
        try other.bring([both] + questions.reversed(), customer: "u_1")
        #expect(try told(other.store) == told(shop.store))
    }

    @Test func theRecordItselfSaysThatTheMoneyIsBack() throws {
        let shop = try RefundShop()
        var entry = RefundShop.charge
        entry.values.revocation = .revoked(Revocation(at: RefundShop.asked + .hours(2)))
        try shop.shop.bring(Paper.receipt([entry], on: 7), customer: "u_1")
        let request = try shop.task().request
        #expect(request.decision == .refunded && request.decidedAt == RefundShop.asked + .hours(2))
    }

    @Test func aRefundBeforeTheQuestionIsNoAnswerToIt() throws {
        let shop = try RefundShop(isAsked: false)
        try shop.shop.bring(RefundShop.decision("REFUND_DECLINED", hours: -3))
        try shop.shop.bring(RefundShop.request())
        #expect(try shop.task().request.decision == nil)
    }

    /// With the charge in the receipt beside it, and without.
    @Test(arguments: [[RefundShop.charge], []])
    func version1CountsFromWhenItCame(_ entries: [Paper.Entry]) throws {
        let shop = try RefundShop(isAsked: false)
        var paper = Paper.notification("CONSUMPTION_REQUEST", entries)
        paper.contents.notices = paper.contents.notices.map { notice in
            let old = notice.notification
            return .init(
                chain: "7000",
                notification: StoreNotification(
                    type: old.type, signedAt: old.signedAt, receivedAt: RefundShop.asked, check: .secret,
                    charge: old.charge))
        }
        try shop.shop.bring(paper)
        let task = try shop.task()
        #expect(task.request.dueAt == RefundShop.due && task.request.transaction == "7000")
        #expect(task.customer == "u_1")
    }

    @Test func aTicketTellsWhatCameOfItHoweverLate() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        try shop.bring(RefundShop.request())
        try shop.bring(RefundShop.decision("REFUND_DECLINED", hours: 24 * 50))
        let renewal = Paper.Entry(id: "7001", chain: "7000", line: "L1", day: 30)
        try shop.bring(
            Paper.signed("REFUND_DECLINED", renewal, at: RefundShop.asked + .days(51), uuid: "word-2"))
        let events = try shop.page().events.compactMap { event -> String? in
            switch event.content {
            case .notification(let name): name
            case .refundRequested(.asked, _): "asked"
            default: nil
            }
        }
        #expect(events == ["asked", "REFUND_DECLINED"])
    }

    @Test func anEnvironmentThatIsNotServedHasNoTask() throws {
        let shop = try RefundShop(isAsked: false)
        try shop.shop.bring(
            Paper.signed(
                "CONSUMPTION_REQUEST", Paper.Entry(id: "9", chain: "9"), at: RefundShop.asked, uuid: "s",
                environment: .sandbox))
        #expect(try shop.store.refunds(.all, at: RefundShop.asked).isEmpty)
        try shop.store.set(.serve, to: "Production,Sandbox", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.refunds(.all, at: RefundShop.asked).count == 1)
    }

    @Test func theListHasTheSoonestDeadlineFirst() throws {
        let shop = try RefundShop()
        for (number, hours) in [(1, 3), (2, -2), (3, -13)] as [(Int, Int64)] {
            let entry = Paper.Entry(id: "80\(number)", chain: "80\(number)")
            try shop.shop.bring(
                Paper.signed(
                    "CONSUMPTION_REQUEST", entry, at: RefundShop.asked + .hours(hours), uuid: "a\(number)"))
        }
        let now = RefundShop.asked + .hours(4)
        let ids = { (filter: RefundFilter) in
            try shop.store.refunds(filter, at: now).map(\.request.transaction.rawValue)
        }
        #expect(try ids(.open) == ["802", "7000", "801"])
        #expect(try ids(.all) == ["802", "7000", "801", "803"])
        #expect(try shop.store.openRefunds(at: now).due == RefundShop.asked + .hours(10))
    }

    @Test func timelinesTellItOnce() throws {
        let shop = try RefundShop()
        try shop.shop.bring(RefundShop.decision("REFUND_DECLINED", hours: 3))
        let page = try #require(try shop.store.customerPage("u_1", at: Shop.now))
        let kinds = page.events.map(\.kind)
        #expect(kinds.count { $0 == .refundRequest } == 1)
        #expect(kinds.count { $0 == .notification } == 1, "the decision; the question is told in words")
        #expect(page.refunds.count == 1 && page.hasConsumptionConsent)
        #expect(try shop.store.chainPage("7000", at: Shop.now)?.refunds.count == 1)
    }
}
