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
                SELECT environment || ' ' || transaction_id || ' ' || original_transaction_id || ' ' || product_id
                  || ' ' || notification || ' ' || reason || ' ' || asked_ms || ' ' || due_ms || ' ' || known_ms
                  || ' ' || coalesce(outcome, '-') || ' ' || coalesce(outcome_ms, 0)
                FROM refund_requests ORDER BY asked_ms, notification
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
        RefundShop.decision("REFUND", hours: 30, uuid: "word-2"),
        RefundShop.decision("REFUND_REVERSED", hours: 90, uuid: "word-3"),
    ]

    @Test func theOrderDoesNotCount() throws {
        let whole = try Shop()
        try whole.bring(Self.papers, customer: "u_1")
        let meant = try told(whole.store)
        #expect(meant.count == 2 && meant[0].contains(" declined ") && meant[1].contains(" reversed "))
        var generator = SeededRandom(seed: 16)
        for _ in 0..<30 {
            let shop = try Shop()
            for paper in (Self.papers + Self.papers.prefix(3)).shuffled(using: &generator) {
                try shop.bring(paper, customer: "u_1")
            }
            #expect(try told(shop.store) == meant)
        }
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
