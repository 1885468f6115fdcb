import AppStore
import AppStoreClient
import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// Apple's reviewers buy in the Sandbox, in the app that everybody has: what they buy is found there and marked, gives access
/// where the store says so, and is nobody's money.
struct ReviewerTests {
    private static let reviewer = AppUserID("reviewer")

    /// A shop of which a reviewer bought something, whose app says nothing of environments.
    private func shop(serving: String, hasKey: Bool = true) throws -> (AskingShop, SimulatedTransaction) {
        let shop = try AskingShop(hasKey: hasKey)
        try shop.store.set(.serve, to: serving, by: AskingShop.lead, at: shop.now)
        _ = shop.apple.with { $0.open(AccountID("reviewer"), in: .sandbox) }
        let bought = try shop.bought("tea.monthly", by: "reviewer")
        let report = """
            {"attempt_id":"a-1","app_user_id":"reviewer","product_id":"\(bought.product)",
             "transaction_id":"\(bought.id)","original_transaction_id":"\(bought.original)",
             "price":{"amount":"9.99","currency":"EUR"},
             "events":[{"at":"\(shop.now)","state":"purchased"},
                       {"at":"\(shop.now)","step":"verify","receipt_status":21007}]}
            """
        try shop.bring([(.purchaseReport, Data(report.utf8))])
        return (shop, bought)
    }

    private func verdict(_ shop: AskingShop) throws -> EntitlementAccess {
        let page = try #require(try shop.store.customerPage(Self.reviewer, at: shop.now))
        return try #require(page.verdicts.first { $0.entitlement == EntitlementID("premium") })
    }

    @Test func whereSandboxIsServedItIsAccess() async throws {
        let (shop, bought) = try shop(serving: "Production,Sandbox")
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("transactions/\(bought.id)") == 2, "production, then the sandbox")
        let found = try verdict(shop)
        #expect(found.isEntitled && found.sources.map(\.environment) == [.sandbox])
        let ticket = try #require(
            try shop.store.tickets(TicketFilter(), limit: 9, at: shop.now).tickets.first)
        #expect(ticket.resolution == .delivered && ticket.environment == .sandbox)
        let page = try #require(try shop.store.chainPage(bought.original, at: shop.now))
        #expect(page.chain.id.environment == .sandbox)
    }

    @Test(arguments: [false, true]) func elsewhereItIsMarkedAndNobodyIsCalled(isTester: Bool) async throws {
        let (shop, bought) = try shop(serving: "Production")
        try shop.store.act(.tester(isTester), on: Self.reviewer, by: AskingShop.lead, at: shop.now)
        // A month of the Sandbox lasts five minutes.
        _ = try await shop.requests.work(at: shop.now)
        let found = try verdict(shop)
        #expect(found.isEntitled == isTester)
        if !isTester {
            #expect(found.because.map(\.rule) == [.environmentNotServed])
            #expect(found.nextStep == .access(.environmentNotServed))
        }
        try await shop.run(shop.requests, for: .days(1), pausing: .seconds(600))
        #expect(try shop.count("alarms") == 0)
        #expect(try shop.count("tickets WHERE state <> 'resolved'") == 0)
        #expect(try shop.store.chainPage(bought.original, at: shop.now)?.chain.id.environment == .sandbox)
    }

    @Test func inWhateverOrderTheReportAndTheRecordCome() async throws {
        let shop = try AskingShop()
        _ = shop.apple.with { $0.open(AccountID("reviewer"), in: .sandbox) }
        let bought = try shop.bought("tea.monthly", by: "reviewer")
        let signed = try shop.apple.with { try $0.signedTransaction(bought.id) }
        try shop.bring([(.signedTransaction, Data("\"\(signed)\"".utf8))])
        let report = """
            {"attempt_id":"a-1","app_user_id":"reviewer","product_id":"\(bought.product)",
             "transaction_id":"\(bought.id)","events":[{"at":"\(shop.now)","state":"purchased"}]}
            """
        try shop.bring([(.purchaseReport, Data(report.utf8))])
        #expect(try shop.count("tickets") == 0)
        #expect(try shop.count("attempts WHERE environment = 'Sandbox'") == 1)
    }

    @Test func itsMoneyIsNobodys() async throws {
        let (shop, _) = try shop(serving: "Production,Sandbox")
        _ = try await shop.requests.work(at: shop.now)
        #expect(try shop.store.balance(at: shop.now).rows.isEmpty)
        #expect(try verdict(shop).isEntitled)
    }

    @Test func aReceiptOfTheirsIsVerifiedInTheSandbox() async throws {
        let (shop, bought) = try shop(serving: "Production", hasKey: false)
        #expect(bought.original.rawValue.hasPrefix("2"))
        let answer = try await shop.asker.verifyReceipt(
            try shop.apple.with { try $0.receipt(of: AccountID("reviewer")) })
        #expect(answer.environment == .sandbox)
        #expect(shop.questions("verifyReceipt") == 2)
    }
}
