import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Asking twice is asking once, and what waits can be taken back.
struct AskedTests {
    @Test func whatIsCancelledAfterAServerEndedInItMayHaveBeenDone() throws {
        let refund = try RefundShop()
        let now = RefundShop.asked + .hours(1)
        _ = try refund.store.act(.answer(), on: "1", by: Shop.lead, at: now)
        let taken = try #require(
            try refund.store.takeDueAsks(for: ServerID("1-1"), by: RefundShop.server, at: now).first)
        #expect(
            failure { try refund.store.cancelAsked(taken.request.id, by: Shop.lead, at: now) }
                == .asking(.taken(taken.request.id)))
        let ended = try refund.store.cancelAsked(taken.request.id, by: Shop.lead, at: now + .hours(1))
        #expect(ended.request.state == .cancelled && ended.request.outcome == "cut_off")
    }

    private let shop: Shop
    private var store: Store { shop.store }

    init() throws {
        shop = try Shop.staffed()
        try shop.bring(Paper.receipt([Paper.Entry(id: "71", chain: "70")], on: 0), customer: "u_1")
    }

    @Test func allIsListedWhereNoNumberIsGiven() throws {
        try Raw.write(
            store,
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
            INSERT INTO requests (kind, subject, asked_by, asked_at_ms, next_try_ms)
            SELECT 'order', 'M' || i, 'ana', i, i FROM n
            """)
        #expect(try store.asked(limit: nil).count == 10_001)
        #expect(try store.asked(limit: 3).map(\.request.subject) == ["M10001", "M10000", "M9999"])
    }

    @Test func askingTwiceIsAskingOnce() throws {
        let first = try store.askAppStore(.refresh, about: "70", by: Shop.agent, at: Shop.now)
        let entries = try store.audit().entries.count
        let again = try store.askAppStore(.refresh, about: "70", by: Shop.lead, at: Shop.now + .hours(1))
        #expect(again == first && first.request.askedBy == Shop.agent)
        #expect(try store.audit().entries.count == entries)
        #expect(try store.customerPage("u_1", at: Shop.now)?.asked == [first])
        #expect(try store.chainPage("70", at: Shop.now)?.asked == [first])
        #expect(try store.asked(.waiting) == [first] && store.asked(.customer("u_2")).isEmpty)
    }

    /// How often a charge is verified says nothing of how often Apple is asked for what people want.
    @Test func thePolicyOfVerificationsLimitsNothingElse() throws {
        try store.set(.retryLimit, to: "1", by: Shop.lead, at: Shop.now)
        let asked = try store.askAppStore(.refresh, about: "70", by: Shop.agent, at: Shop.now)
        #expect(asked.tryLimit == 5)
        var now = Shop.now
        for number in 1...5 {
            let effect = SideEffect.tried(asked.id, .failed("http_503", isCounted: true, notBefore: nil))
            _ = try store.importTogether(
                [ImportBatch([], from: "test", effects: [effect])], by: Shop.lead, at: now)
            #expect(
                try store.asked(asked.id)?.request.state == (number < 5 ? .waiting : .failed), "\(number)")
            now = now + .hours(7)
        }
    }

    @Test func whatWaitsForLaterIsTriedAtOnce() throws {
        let first = try store.askAppStore(.order, about: "mabcdef123", by: Shop.agent, at: Shop.now)
        #expect(first.request.subject == "MABCDEF123")
        let later = (Shop.now + .hours(6)).milliseconds
        try Raw.write(
            store,
            "UPDATE requests SET next_try_ms = \(later); INSERT INTO request_tries VALUES (1, 1, 5, 'http_503', 1)"
        )
        let again = try store.askAppStore(.order, about: "MABCDEF123", by: Shop.agent, at: Shop.now)
        #expect(again.request.nextTryAt == Shop.now && again.tries.map(\.outcome) == ["http_503"])
    }

    @Test func cancellingTwiceIsCancellingOnce() throws {
        let asked = try store.askAppStore(.refresh, about: "70", by: Shop.agent, at: Shop.now)
        let ended = try store.cancelAsked(asked.id, by: Shop.agent, at: Shop.now)
        #expect(ended.request.state == .cancelled && ended.request.endedBy == Shop.agent)
        #expect(try store.cancelAsked(asked.id, by: Shop.lead, at: Shop.now + .hours(1)) == ended)
        #expect(try store.askAppStore(.refresh, about: "70", by: Shop.agent, at: Shop.now).id != asked.id)
        try Raw.write(
            store,
            "UPDATE requests SET state = 'done', next_try_ms = NULL, ended_at_ms = 1 WHERE state = 'waiting'")
        #expect(
            failure { try store.cancelAsked(AppStoreRequestID("2"), by: Shop.agent, at: Shop.now) }?.code
                == .conflict)
        #expect(
            failure { try store.cancelAsked(AppStoreRequestID("99"), by: Shop.agent, at: Shop.now) }?.code
                == .notFound)
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        func refusal(_ kind: AppStoreRequest.Kind, _ subject: String) -> StoreError.Code? {
            failure { try store.askAppStore(kind, about: subject, by: Shop.agent, at: Shop.now) }?.code
        }
        #expect(refusal(.order, "12345") == .usage)
        #expect(refusal(.refresh, "nowhere") == .notFound)
        #expect(refusal(.retry, "5") == .notFound)
        try store.addAgent("vic", role: .viewer, by: Shop.lead, at: Shop.now)
        #expect(
            failure { try store.askAppStore(.refresh, about: "70", by: "vic", at: Shop.now) }?.code
                == .refused)
    }
}
