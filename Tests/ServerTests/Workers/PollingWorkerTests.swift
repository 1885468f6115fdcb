import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// Chains are asked about only when something ought to have been told and was not.
struct PollingWorkerTests {
    @Test func aRenewalThatNobodyToldIsFoundByOneQuestion() async throws {
        let shop = try AskingShop()
        _ = try shop.bought("tea.yearly")
        try shop.bring(try shop.pass(.seconds(1)).map { (.notificationV2, $0.body) })
        try await shop.run(shop.polling, for: .days(364), pausing: .hours(12))
        #expect(shop.questions() == 0, "nothing is due before its end")
        try await shop.run(shop.polling, for: .days(10), pausing: .hours(1))
        #expect(shop.questions() == 1)
        #expect(try shop.count("transactions") == 2)
        let page = try shop.store.customerPage("u_1", at: shop.now)
        #expect(page == nil || page?.verdicts.isEmpty == false)
    }

    @Test func whereNotificationsComeNobodyIsAsked() async throws {
        let shop = try AskingShop()
        _ = try shop.bought("tea.yearly")
        for _ in 0..<200 {
            try shop.bring(try shop.pass(.days(4)).map { (.notificationV2, $0.body) })
            _ = try await shop.polling.work(at: shop.now)
        }
        #expect(try shop.count("transactions") == 3)
        #expect(shop.questions() == 0)
    }

    @Test func aFailureThatNobodyToldIsFollowedToItsEnd() async throws {
        let shop = try AskingShop()
        _ = try shop.bought("tea.yearly")
        try shop.bring(try shop.pass(.seconds(1)).map { (.notificationV2, $0.body) })
        try shop.apple.with { try $0.setPayment(of: AccountID("u_1"), works: false) }
        try await shop.run(shop.polling, for: .days(365 + 20), pausing: .hours(6))
        let early = shop.questions()
        #expect((1...30).contains(early), "\(early)")
        try await shop.run(shop.polling, for: .days(60), pausing: .hours(6))
        let all = shop.questions()
        #expect(all <= 70, "\(all): daily at most")
        try await shop.run(shop.polling, for: .days(60), pausing: .hours(6))
        #expect(shop.questions() == all, "after its end nothing is to be told")
    }

    @Test func whileAppleIsAwayNothingIsCountedAndNothingSpins() async throws {
        let shop = try AskingShop()
        _ = try shop.bought("tea.yearly")
        try shop.bring(try shop.pass(.seconds(1)).map { (.notificationV2, $0.body) })
        try shop.pass(.days(365))
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.unauthorized)]) }
        let runs = try await shop.run(shop.polling, for: .hours(6))
        #expect(runs < 6 * 60 * 3)
        #expect(try shop.count("chains WHERE asks > 0") == 0)
        shop.apple.with { $0.faults = FaultPlan() }
        try await shop.run(shop.polling, for: .hours(2))
        #expect(try shop.count("transactions") == 2)
    }
}
