import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// A transaction is finished at Apple when somebody asks for it: once, whatever breaks, and then it can be bought again.
struct FinishWorkerTests {
    /// A purchase that the app could not deliver and an agent made good; its transaction is open at Apple.
    private func blocked() throws -> (AskingShop, SimulatedTransaction) {
        let shop = try AskingShop()
        let bought = try shop.bought("tea.leaves")
        try shop.report(bought)
        _ = try shop.store.act(
            .resolve(TicketEnd(.credited, note: "in the app", quantity: 1)), on: TicketID("1"),
            reference: "HD-1", by: AskingShop.lead, at: shop.now)
        try shop.store.askAppStore(.finish, about: "1", by: AskingShop.lead, at: shop.now)
        return (shop, bought)
    }

    private func isFinished(_ transaction: SimulatedTransaction, _ shop: AskingShop) throws -> Bool {
        try shop.apple.with { apple in
            try #require(apple.transactions(of: AccountID("u_1")).first { $0.id == transaction.id })
                .isFinished
        }
    }

    private func ticket(_ shop: AskingShop) throws -> TicketPage {
        try #require(try shop.store.ticketPage(TicketID("1"), at: shop.now))
    }

    private func faulty(_ shop: AskingShop, _ kinds: [AppleFault.Kind]) {
        shop.apple.with { $0.faults = FaultPlan(kinds.map { AppleFault($0) }) }
    }

    @Test func appleFinishesIt() async throws {
        let (shop, bought) = try blocked()
        #expect(try !isFinished(bought, shop) && ticket(shop).ticket.blocksRepurchase)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try isFinished(bought, shop))
        let page = try ticket(shop)
        #expect(page.facts.finished.evidence == .finishedByAppStore(askedBy: AskingShop.lead))
        #expect(page.asked.map(\.request.outcome) == ["finished"])
        #expect(page.ticket.resolution == .credited && !page.ticket.blocksRepurchase)
        #expect(shop.questions("/finish") == 1)
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("/finish") == 1, "what is done is not asked again")
    }

    @Test func anOutageIsWaitedFor() async throws {
        let (shop, bought) = try blocked()
        faulty(shop, [.http(503)])
        try await shop.run(shop.requests, for: .seconds(300))
        #expect(try ticket(shop).asked.first?.request.state == .waiting)
        #expect(try ticket(shop).nextStep == .awaitFinish(of: .credited))
        shop.apple.with { $0.faults = FaultPlan() }
        try await shop.run(shop.requests, for: .hours(2))
        #expect(try isFinished(bought, shop) && ticket(shop).asked.first?.request.state == .done)
    }

    @Test func aWrongKeyBurnsNoTries() async throws {
        let (shop, bought) = try blocked()
        faulty(shop, [.unauthorized])
        try await shop.run(shop.requests, for: .hours(8), pausing: .seconds(300))
        let row = try #require(try ticket(shop).asked.first)
        #expect(row.request.state == .waiting && row.tries.allSatisfy { !$0.isCounted })
        shop.apple.with { $0.faults = FaultPlan() }
        try await shop.run(shop.requests, for: .hours(1))
        #expect(try isFinished(bought, shop))
    }

    @Test func fiveTriesAndThenItIsGivenUpAndSaid() async throws {
        let (shop, _) = try blocked()
        faulty(shop, [.http(503)])
        try await shop.run(shop.requests, for: .days(2), pausing: .seconds(600))
        let row = try #require(try ticket(shop).asked.first)
        #expect(row.request.state == .failed && row.tries.count(where: \.isCounted) == 5)
        #expect(try ticket(shop).nextStep == .askForFinish(of: .credited))
    }

    /// Apple did it, and its answer was lost on the way.
    @Test func anAnswerThatIsLostIsAskedForAgain() async throws {
        let (shop, bought) = try blocked()
        faulty(shop, [.reset])
        _ = try await shop.requests.work(at: shop.now)
        #expect(try ticket(shop).asked.first?.request.state == .waiting)
        #expect(try ticket(shop).ticket.blocksRepurchase, "only an answer is evidence")
        try shop.apple.with { try $0.finish(bought.id) }
        shop.apple.with { $0.faults = FaultPlan() }
        try await shop.run(shop.requests, for: .seconds(900))
        #expect(try ticket(shop).asked.first?.request.outcome == "finished")
        #expect(try isFinished(bought, shop) && !ticket(shop).ticket.blocksRepurchase)
    }

    @Test func whatAppleDoesNotKnowIsAFinalAnswer() async throws {
        let shop = try AskingShop()
        let text = """
            {"attempt_id":"a-1","app_user_id":"u_1","product_id":"tea.leaves","environment":"Production",
             "transaction_id":"99999","events":[{"at":"\(shop.now)","state":"purchased"}]}
            """
        try shop.bring([(.purchaseReport, Data(text.utf8))])
        _ = try shop.store.act(
            .resolve(TicketEnd(.credited, note: "in the app", quantity: 1)), on: TicketID("1"),
            reference: "HD-1", by: AskingShop.lead, at: shop.now)
        try shop.store.askAppStore(.finish, about: "1", by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        let row = try #require(try ticket(shop).asked.first)
        #expect(row.request.state == .failed && row.request.outcome == "4040010")
        #expect(try ticket(shop).ticket.blocksRepurchase)
    }
}
