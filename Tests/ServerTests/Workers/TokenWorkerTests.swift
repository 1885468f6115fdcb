import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// A customer's token is signed into a chain at Apple when a lead asks for it, and what Apple signs decides whose it is.
struct TokenWorkerTests {
    private static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

    /// A subscription that was bought outside the app, so that nothing tells whose it is, and is to be a customer's.
    private func asked() throws -> (AskingShop, SimulatedTransaction) {
        let shop = try AskingShop()
        let bought = try shop.bought("tea.yearly")
        try shop.bring(shop.pass(.seconds(1)).map { (.notificationV2, $0.body) })
        let customer = #"{"app_user_id":"u_1","app_account_token":"\#(Self.token)"}"#
        try shop.bring([(.customers, Data(customer.utf8))])
        #expect(try owner(of: bought, in: shop) == nil)
        let wish = AttachRequest(bought.original, to: "u_1", reason: "other")
        let answer = try shop.store.askAccountToken(wish, by: AskingShop.lead, at: shop.now)
        #expect(answer.attachment.from == nil)
        #expect(answer.attachment.after["u_1"]?.contains(where: \.isEntitled) == true)
        return (shop, bought)
    }

    private func owner(of bought: SimulatedTransaction, in shop: AskingShop) throws -> AppUserID? {
        try shop.store.chainPage(bought.original, at: shop.now)?.owner?.id
    }

    private func question(_ shop: AskingShop) throws -> AppStoreRequest {
        try #require(try shop.store.asked(.all).first { $0.request.kind == .token }?.request)
    }

    private func signed(_ shop: AskingShop) -> String? {
        shop.apple.with { $0.transactions(of: AccountID("u_1")).last?.token }
    }

    @Test func appleSignsItAndTheChainIsTheCustomers() async throws {
        let (shop, bought) = try asked()
        _ = try await shop.requests.work(at: shop.now)
        #expect(signed(shop) == Self.token && shop.questions("/appAccountToken") == 1)
        #expect(try question(shop).outcome == "token_set")
        try await shop.run(shop.requests, for: .seconds(300))
        #expect(try owner(of: bought, in: shop) == "u_1")
        #expect(shop.questions("/appAccountToken") == 1, "what is done is not asked again")
    }

    @Test func anAnswerThatIsLostIsAskedForAgain() async throws {
        let (shop, bought) = try asked()
        shop.loseAnswersToActs(true)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try question(shop).state == .waiting)
        shop.loseAnswersToActs(false)
        try await shop.run(shop.requests, for: .seconds(900))
        #expect(try question(shop).state == .done && owner(of: bought, in: shop) == "u_1")
    }

    @Test func aCustomerWhoIsErasedIsNotToldOf() async throws {
        let (shop, _) = try asked()
        _ = try shop.store.erase(
            ErasureRequest("u_1", reason: "asked for", confirmation: "u_1"), by: AskingShop.lead,
            at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try question(shop).outcome == "needless" && shop.questions("/appAccountToken") == 0)
        #expect(signed(shop) == nil)
    }
}
