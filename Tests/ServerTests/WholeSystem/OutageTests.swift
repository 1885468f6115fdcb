import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// Apple is away for an evening: who paid meanwhile has access, also who paid when nobody was asked any more, until Apple
/// is back and tells.
struct OutageTests {
    private func verdict(_ shop: AskingShop, of name: String) throws -> EntitlementAccess {
        let page = try #require(try shop.store.customerPage(AppUserID(name), at: shop.now))
        return try #require(page.verdicts.first { $0.entitlement == EntitlementID("premium") })
    }

    private func shop(hours: Int) throws -> AskingShop {
        let shop = try AskingShop()
        try shop.store.set(.bridgeHours, to: String(hours), by: AskingShop.lead, at: shop.now)
        _ = try shop.store.tellEntitlements(by: AskingShop.service, at: shop.now)
        shop.apple.with { apple in
            for number in 4...12 { _ = apple.open(AccountID("u_\(number)")) }
            apple.faults = FaultPlan([AppleFault(.http(503))])
        }
        return shop
    }

    private func buy(_ shop: AskingShop, as name: String) throws {
        try shop.report(try shop.bought("tea.monthly", by: name), by: name, as: "a-\(name)")
    }

    @Test func whoPaidMeanwhileHasAccess() async throws {
        let shop = try shop(hours: 6)
        for number in 1...12 {
            try buy(shop, as: "u_\(number)")
            _ = try await shop.requests.work(at: shop.now)
        }
        let away = try shop.count("request_tries WHERE outcome = 'circuit_open'")
        #expect(away > 0, "the last of them came when nobody was asked any more")
        for number in 1...12 {
            let found = try verdict(shop, of: "u_\(number)")
            #expect(found.isBridged && found.until == shop.now + .hours(6))
        }
        #expect(try shop.count("grants WHERE reason = 'bridge'") == 12)
        _ = try shop.store.tellEntitlements(by: AskingShop.service, at: shop.now)
        #expect(try shop.count("entitlement_events WHERE kind = 'granted' AND source = 'grant'") == 12)
        shop.apple.with { $0.faults = FaultPlan([]) }
        try await shop.run(shop.requests, for: .hours(2))
        for number in 1...12 {
            let found = try verdict(shop, of: "u_\(number)")
            #expect(found.isEntitled && !found.isBridged && found.kind == "chain")
        }
        #expect(try shop.count("grants WHERE reason = 'bridge' AND revoked_reason = 'delivered'") == 12)
        #expect(try shop.count("tickets WHERE resolution = 'delivered'") == 12)
        #expect(try shop.count("alarms") == 0)
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func anOutageOfDaysIsBridgedForOneAtTheMost() async throws {
        let shop = try shop(hours: 10)
        try shop.store.set(.retryLimit, to: "40", by: AskingShop.lead, at: shop.now)
        try buy(shop, as: "u_1")
        try await shop.run(shop.requests, for: .days(5), pausing: .seconds(600))
        let grants = try #require(try shop.store.customerPage("u_1", at: shop.now)).grants.filter(\.isBridge)
        #expect(grants.count > 1)
        #expect(grants.compactMap { $0.span?.length }.reduce(.zero, +) == .hours(24))
        #expect(try !verdict(shop, of: "u_1").isEntitled)
    }
}
