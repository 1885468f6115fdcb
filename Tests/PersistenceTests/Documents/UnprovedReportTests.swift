import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What apps report of charges that nothing proves is taken in up to so many a day; what is more waits.
@Suite struct UnprovedReportTests {
    private static let key = ReportSender(key: 7, keptBytes: 1 << 20)

    private func report(
        _ id: String, by customer: String? = "u_1", transaction: String? = nil, chain: String? = nil,
        _ states: String...
    ) -> Paper {
        ReportedAttempt(
            id: id, customer: customer, transaction: transaction, chain: chain,
            events: states.enumerated().map { ReportedAttempt.state($1, Double($0 + 1)) }
        ).paper
    }

    private func shop(perKey: Int = 1000, perCustomer: Int = 20) throws -> AskedShop {
        let shop = try AskedShop()
        let caps: [Setting: Int] = [.reportsPerKey: perKey, .reportsPerCustomer: perCustomer]
        for (setting, cap) in caps {
            try shop.store.set(setting, to: String(cap), by: Shop.lead, at: Shop.now)
        }
        return shop
    }

    /// Sends reports with a key; answers of each whether it was taken in, waits, or was not kept.
    @discardableResult
    private func send(
        _ papers: [Paper], to shop: AskedShop, from sender: ReportSender = key, _ effects: SideEffect...,
        at now: Instant = Shop.soon
    ) throws -> String {
        let batch = ImportBatch(
            papers.map { $0.item(for: nil) }, from: "POST /v1/purchase-reports", effects: effects,
            sender: sender)
        let outcome = try shop.store.importTogether([batch], by: AskedShop.server, at: now).first
        return (outcome?.result?.documents ?? []).map { document in
            if document.accepted != nil { return "+" }
            return document.waits ? "w" : document.isToBeSentAgain ? "!" : "-"
        }.joined()
    }

    @Test func aCustomerAndAKeyHaveSoManyADay() throws {
        let shop = try shop(perKey: 5, perCustomer: 2)
        let own = (1...3).map { report("a\($0)", "purchased") }
        #expect(try send(own, to: shop) == "++w")
        let others = (1...4).map { report("b\($0)", by: "u_1\($0)", "purchased") }
        #expect(try send(others, to: shop) == "+++w")
        // Another key has its own, a customer has not.
        let other = ReportSender(key: 8, keptBytes: 1 << 20)
        #expect(
            try send(
                [report("c1", by: "u_3", "purchased"), report("c2", "purchased")], to: shop, from: other)
                == "+w")
        #expect(try shop.shop.tickets().count == 6)
        #expect(try shop.store.rationedReports().map(\.reason) == ["rationed", "rationed", "rationed"])
        // The next day has another ration.
        #expect(try send([report("d", "purchased")], to: shop, at: Shop.soon + .days(1)) == "+")
    }

    @Test func whatClaimsNoChargeOrAProvedOneCountsForNothing() throws {
        let shop = try shop(perKey: 1)
        try shop.shop.bring(Paper.receipt([Paper.Entry(id: "7100", chain: "7000")], on: 1), customer: "u_1")
        #expect(try send([report("first", "purchasing", "purchased")], to: shop) == "+")
        let free = [
            report("a", "purchasing"), report("b", "purchasing", "failed"),
            report("c", transaction: "7100", "purchased"),
            report("first", "purchasing", "purchased", "finished"),
        ]
        #expect(try send(free, to: shop) == "++++")
        // A chain of one's own proves no charge.
        #expect(try send([report("d", transaction: "7999", chain: "7000", "purchased")], to: shop) == "w")
        #expect(try send([report("e", by: nil, "purchased")], to: shop) == "w")
    }

    /// What the App Store's record proves later makes room.
    @Test func whatIsProvedLaterCountsNoMore() throws {
        let shop = try shop(perKey: 1)
        #expect(try send([report("a", transaction: "7100", "purchased")], to: shop) == "+")
        #expect(try send([report("b", by: "u_2", "purchased")], to: shop) == "w")
        try shop.shop.bring(Paper.receipt([Paper.Entry(id: "7100", chain: "7100")], on: 1), customer: "u_1")
        #expect(try send([report("b", by: "u_2", "purchased")], to: shop) == "+")
    }

    @Test func whatWaitsIsTakenInAsTheRationAllowsOrByALead() throws {
        let shop = try shop(perKey: 1)
        try send((1...4).map { report("a\($0)", by: "u_\($0)", "purchased") }, to: shop)
        let waiting = try shop.store.rationedReports()
        #expect(waiting.count == 3)
        let body = String(decoding: try #require(waiting.first).body, as: UTF8.self)
        #expect(body.hasPrefix(#"{"body":{"#) && body.contains(#""received_at":"#))
        func take(_ place: Int, at now: Instant) throws -> String {
            try send(
                [report("a\(place)", by: "u_\(place)", "purchased")], to: shop, from: .quarantine,
                .leaveQuarantine(waiting[place - 2].id), at: now)
        }
        #expect(try take(2, at: Shop.soon) == "+", "what waits has a ration of its own")
        #expect(try take(3, at: Shop.soon) == "w")
        #expect(try shop.store.rationedReports().map(\.id).first == waiting[1].id)
        let tomorrow = Shop.soon + .days(1)
        try shop.store.forgetCountedReports(by: AskedShop.server, at: tomorrow)
        #expect(try take(3, at: tomorrow) == "+")
        #expect(try shop.store.quarantined(waiting[1].id) == nil)
        try shop.shop.bring(report("a4", by: "u_4", "purchased"))
        #expect(try shop.shop.tickets().count == 4, "a lead is held to no ration")
    }

    /// What would be more than is kept comes again: under the same key it is no repetition.
    @Test func whatIsNotKeptIsSentAgain() throws {
        let shop = try shop(perKey: 0)
        let little = ReportSender(key: 7, keptBytes: 10)
        #expect(try send([report("a", "purchased")], to: shop, from: little) == "!")
        #expect(try shop.store.rationedReports().isEmpty)
    }
}
