import AppStoreClient
import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// What is tried when something is asked of the App Store: how often, with what, and what counts.
struct RequestWorkerTests {
    private static let counted = "request_tries WHERE is_counted"

    @Test(arguments: [true, false]) func aChargeIsVerifiedAtOnce(hasKey: Bool) async throws {
        let shop = try AskingShop(hasKey: hasKey)
        let bought = try shop.bought("tea.yearly")
        try shop.report(bought)
        if !hasKey { try shop.keepReceipt(of: "u_1", chain: bought.original) }
        let done = try await shop.requests.work(at: shop.now)
        #expect(done.count == 1 && done.failure == nil)
        let asked = try #require(try shop.store.asked(.all).first)
        #expect(asked.request.kind == .retry && asked.request.state == .done)
        #expect(asked.request.outcome == "delivered" && asked.request.askedBy == AskingShop.service)
        #expect(shop.questions("verifyReceipt") == (hasKey ? 0 : 1))
        let page = try shop.store.customerPage("u_1", at: shop.now)
        #expect(page?.verdicts.contains { $0.isEntitled } == true)
        #expect(try await shop.requests.work(at: shop.now).count == 0, "it is not asked again")
    }

    @Test func fiveTriesAtTheirTimesAndThenItIsALoss() async throws {
        let shop = try AskingShop()
        try shop.report(try shop.bought("tea.yearly"))
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.http(503))]) }
        try await shop.run(shop.requests, for: .days(2), pausing: .seconds(600))
        let asked = try #require(try shop.store.asked(.all).first)
        #expect(asked.request.state == .failed && asked.tries.count(where: \.isCounted) >= 1)
        #expect(asked.tries.allSatisfy { !$0.isCounted || $0.outcome == "http_503" })
        #expect(try shop.count(#"tickets WHERE "group" = 3 AND state <> 'resolved'"#) == 1)
        let before = shop.questions()
        try await shop.run(shop.requests, for: .days(1), pausing: .seconds(600))
        #expect(shop.questions() == before, "what was given up is not asked about any more")
    }

    @Test(arguments: [true, false]) func ourOwnFaultBurnsNothing(isTheKey: Bool) async throws {
        let shop = try AskingShop(hasKey: isTheKey)
        let bought = try shop.bought("tea.yearly")
        try shop.report(bought)
        if !isTheKey { try shop.keepReceipt(of: "u_1", chain: bought.original) }
        shop.apple.with {
            $0.faults = FaultPlan([AppleFault(isTheKey ? .unauthorized : .wrongSecret)])
        }
        let runs = try await shop.run(shop.requests, for: .hours(6))
        let code = isTheKey ? "app_store_unauthorized" : "wrong_secret"
        #expect(try shop.store.serverStanding(at: shop.now).alarms.map(\.code) == [code])
        #expect(try shop.count(Self.counted) == 0)
        #expect(shop.questions() < 6 * 60 / 2, "a probe now and then")
        #expect(runs < 6 * 60 * 3)
        #expect(try shop.count(#"tickets WHERE "group" = 2"#) == 1)
        shop.apple.with { $0.faults = FaultPlan() }
        try await shop.run(shop.requests, for: .seconds(900))
        #expect(try shop.store.asked(.all).first?.request.outcome == "delivered", "it resumes by itself")
        #expect(try shop.store.serverStanding(at: shop.now).alarms.isEmpty)
    }

    /// A certificate that we do not trust is no outage of Apple's: nothing counts, nothing is bridged, somebody is called.
    @Test func aCertificateThatWeDoNotTrustBurnsNothing() async throws {
        let shop = try AskingShop()
        try shop.store.set(.bridgeHours, to: "12", by: AskingShop.lead, at: shop.now)
        for name in ["u_1", "u_2", "u_3"] {
            for product in ["tea.pass", "tea.pot", "tea.yearly"] {
                let bought = try shop.bought(ProductID(product), by: name)
                try shop.report(bought, by: name, as: "\(name)-\(product)")
            }
        }
        shop.lose("inApps", as: .certificate)
        try await shop.run(shop.requests, for: .hours(6))
        #expect(
            try shop.store.serverStanding(at: shop.now).alarms.map(\.code) == ["untrusted_certificate"])
        #expect(try shop.count("request_tries WHERE outcome <> 'certificate' OR is_counted") == 0)
        #expect(try shop.count("grants") == 0)
        #expect(shop.questions() < 6 * 60 / 2, "a probe now and then")
        shop.lose(nil)
        try await shop.run(shop.requests, for: .hours(2))
        #expect(try shop.store.serverStanding(at: shop.now).alarms.isEmpty)
        #expect(try shop.count("requests WHERE state = 'done'") == 9, "it resumes by itself")
    }

    @Test func withNothingToAskWithTheTriesAreCounted() async throws {
        let shop = try AskingShop(hasKey: false)
        try shop.report(try shop.bought("tea.yearly"))
        try await shop.run(shop.requests, for: .days(2), pausing: .seconds(600))
        let asked = try #require(try shop.store.asked(.all).first)
        #expect(asked.request.state == .failed && asked.request.outcome == "no_receipt")
        #expect(shop.questions() == 0)
    }

    @Test func aChainIsReadAnewWhenSomebodyAsks() async throws {
        let shop = try AskingShop()
        let bought = try shop.bought("tea.yearly")
        let told = try shop.pass(.seconds(1))
        try shop.bring(told.map { (.notificationV2, $0.body) })
        try shop.apple.with { try $0.refund(bought.id) }
        try shop.store.askAppStore(
            .refresh, about: bought.original.rawValue, by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try shop.store.asked(.all).first?.request.state == .done)
        #expect(try shop.count("transactions WHERE revoked_at_ms IS NOT NULL") == 1)
    }

    @Test func anOrderThatNobodyKnowsIsAFinalAnswer() async throws {
        let shop = try AskingShop()
        try shop.store.askAppStore(.order, about: "MVNOBODY01", by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        let asked = try #require(try shop.store.asked(.all).first)
        #expect(asked.request.state == .failed && asked.request.outcome == "unknown_order")
    }
}

extension AskingShop {
    /// Keeps the receipt that a device has of a chain.
    func keepReceipt(of name: String, chain: OriginalTransactionID) throws {
        let receipt = try apple.with { try $0.receipt(of: AccountID(name)) }
        let effect = try #require(BatchedReceipt.effect(receipt, chain: chain, of: AppUserID(name)))
        try bring([], effects: [effect])
    }
}
