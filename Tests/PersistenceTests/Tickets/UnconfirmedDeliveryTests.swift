import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What was delivered by the app's word alone is listed for leads from a day after the charge, once a purchase.
struct UnconfirmedDeliveryTests {
    private static func report(
        _ id: String, at hours: Double, product: String = "tea.monthly", transaction: String? = nil,
        environment: String? = nil
    ) -> ReportedAttempt {
        let events =
            ReportedAttempt.lost(hours) + [ReportedAttempt.delivery(hours + 0.1)]
        return ReportedAttempt(
            id: id, product: product, transaction: transaction, environment: environment, events: events)
    }

    private func listed(_ shop: Shop, at hours: Double) throws -> [AttemptID] {
        try shop.store.wholePage(of: UnconfirmedDeliveryListQuery(), at: ReportedAttempt.moment(hours))
            .deliveries
            .map(\.attempt)
    }

    @Test func itIsListedFromADayAfterTheCharge() throws {
        let shop = try Shop()
        try shop.bring(Self.report("a", at: 2))
        #expect(try shop.tickets().isEmpty && shop.alarms == 0)
        #expect(try listed(shop, at: 25.9).isEmpty && listed(shop, at: 26) == ["a"])
        #expect(
            try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: ReportedAttempt.moment(26))
                .counted
                == 1)
        let delivery = try #require(
            try shop.store.wholePage(of: UnconfirmedDeliveryListQuery(), at: Shop.now).deliveries.first)
        #expect(delivery.customer == "u_1" && delivery.product == "tea.monthly")
        #expect(delivery.chargedAt == ReportedAttempt.moment(2) && delivery.environment == .production)
        #expect(try shop.store.report(at: Shop.now).deliveriesByWord == 1)
    }

    @Test func aPurchaseOfSeveralAttemptsIsListedOnce() throws {
        for ids in [["a", "b"], ["b", "a"]] {
            let shop = try Shop()
            for id in ids { try shop.bring(Self.report(id, at: id == "a" ? 0 : 5, transaction: "7000")) }
            #expect(try listed(shop, at: 1000) == ["a"])
        }
    }

    @Test func coinsAndSandboxAreNotListed() throws {
        let shop = try Shop()
        try shop.bring(Self.report("a", at: 0, product: "coins"))
        try shop.bring(Self.report("b", at: 0, environment: "Sandbox"))
        #expect(try listed(shop, at: 1000).isEmpty)
    }

    @Test func aTicketOpenedBeforeTheWordIsDelivered() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(events: ReportedAttempt.lost()))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
        try shop.bring(Self.report("a", at: 0))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.delivered])
        #expect(try shop.page().facts.extended.evidence == .deliveredByWord)
        #expect(try listed(shop, at: 1000) == ["a"])
    }

    @Test func pagesGoOnWhereTheLastOneEnded() throws {
        let shop = try Shop()
        for number in 0..<7 { try shop.bring(Self.report("a\(number)", at: Double(number / 2))) }
        var (found, next): ([AttemptID], String?) = ([], nil)
        repeat {
            let page = try shop.store.wholePage(
                of: UnconfirmedDeliveryListQuery(after: next, limit: 3), at: Shop.now)
            (found, next) = (found + page.deliveries.map(\.attempt), page.next)
        } while next != nil
        #expect(found == (0..<7).map { AttemptID("a\($0)") })
        #expect(throws: StoreError.self) {
            try shop.store.wholePage(of: UnconfirmedDeliveryListQuery(after: "x"), at: Shop.now)
        }
    }
}
