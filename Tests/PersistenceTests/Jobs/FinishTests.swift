import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The App Store finishes what it was asked to: the answer is evidence, whatever comes before and after it.
@Suite struct FinishTests {
    private static let asked = AskedShop.minutes(10)
    private static let answered = AskedShop.minutes(11)

    /// A charge that nobody delivered and an agent made good, the transaction still open.
    private func madeGood() throws -> AskedShop {
        let shop = try AskedShop()
        try shop.store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        try shop.shop.makeGood(by: Shop.agent)
        return shop
    }

    @discardableResult
    private func ask(_ shop: AskedShop, _ ticket: String = "1", by agent: AgentName = Shop.agent) throws
        -> AskedRow
    {
        try shop.store.askAppStore(.finish, about: ticket, by: agent, at: Self.asked)
    }

    private func finished() throws -> AskedShop {
        let shop = try madeGood()
        try shop.note(try ask(shop).id, .answered("finished"), at: Self.answered)
        return shop
    }

    @Test func whatWasMadeGoodIsAskedForWithItsTransaction() throws {
        let shop = try madeGood()
        #expect(try shop.ticket?.blocksRepurchase == true)
        #expect(try shop.shop.page().nextStep == .askForFinish(of: .madeGood))
        let row = try ask(shop)
        #expect(row.request.kind == .finish && row.request.subject == "1")
        #expect(row.request.arguments == #"{"environment":"Production","transaction_id":"7100"}"#)
        #expect(try ask(shop).id == row.id, "asking twice is asking once")
        let due = try #require(try shop.due(at: Self.asked))
        #expect(due.means.transaction == TransactionID("7100") && due.means.environment == .production)
        let page = try shop.shop.page()
        #expect(page.nextStep == .awaitFinish(of: .madeGood) && page.asked.map(\.id) == [row.id])
        #expect(page.deeds.map(\.event) == [.finishAsked])
        let customer = try #require(try shop.store.customerPage("u_1", at: Self.asked))
        #expect(customer.asked.map(\.id) == [row.id])
    }

    @Test func theAnswerIsTheFact() throws {
        let shop = try finished()
        let page = try shop.shop.page()
        let fact = TicketFact(
            true, at: Self.answered, evidence: .finishedByAppStore(askedBy: Shop.agent))
        #expect(page.facts.finished == fact)
        #expect(!page.ticket.blocksRepurchase && page.ticket.resolution == .madeGood)
        #expect(page.nextStep == .ended(.madeGood))
        #expect(page.deeds.map(\.event) == [.finishAsked, .finished])
        #expect(page.asked.first?.request.state == .done && page.asked.first?.request.outcome == "finished")
        let customer = try #require(try shop.store.customerPage("u_1", at: Self.answered))
        #expect(
            customer.events.contains {
                if case .worked(let entry, _) = $0.content { entry.event == .finished } else { false }
            })
        #expect(throws: StoreError.asking(.notFinishable("1", .finished))) { try ask(shop) }
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func whatIsOwedIsNotFinished() throws {
        let shop = try AskedShop()
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        #expect(throws: StoreError.asking(.notFinishable("1", .owed))) { try ask(shop, by: Shop.lead) }
        _ = try shop.store.act(
            .resolve(TicketEnd(.writtenOff, note: "no")), on: "1", by: Shop.lead, at: Shop.soon)
        #expect(throws: StoreError.asking(.notFinishable("1", .ended(.writtenOff)))) {
            try ask(shop, by: Shop.lead)
        }
        #expect(throws: StoreError.unknown(.ticket("9"))) { try ask(shop, "9", by: Shop.lead) }
        #expect(try shop.store.asked().isEmpty)
    }

    @Test func withoutATransactionsIdNothingIsAsked() throws {
        let shop = try AskedShop()
        try shop.shop.bring(AskedShop.charged(transaction: nil), at: Shop.soon)
        try shop.shop.makeGood()
        #expect(throws: StoreError.asking(.notFinishable("1", .unknownTransaction))) {
            try ask(shop, by: Shop.lead)
        }
        #expect(try shop.shop.page().nextStep == .ended(.madeGood))
    }

    @Test func whatIsNoLongerToBeFinishedIsLetGo() throws {
        let shop = try madeGood()
        let row = try ask(shop)
        let grant = try #require(try shop.shop.page().grants.first)
        let later = Shop.now + .seconds(60)
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: later)
        let due = try #require(try shop.due(at: later))
        #expect(due.means.transaction == nil, "what is owed again is not finished")
        try shop.store.makeVerifications(by: AskedShop.server, at: later)
        let ended = try #require(try shop.store.asked(row.id))
        #expect(ended.request.state == .cancelled && ended.request.outcome == "needless")
        #expect(try shop.ticket?.blocksRepurchase == true && shop.ticket?.isUnresolved == true)
    }

    /// A server that was killed while it asked may have had it finished.
    @Test func whatIsLetGoAfterAServerEndedInItMayHaveBeenDone() throws {
        let shop = try madeGood()
        let row = try ask(shop)
        let grant = try #require(try shop.shop.page().grants.first)
        _ = try shop.store.takeDueAsks(for: ServerID("1-1"), by: AskedShop.server, at: Self.asked)
        let later = Self.asked + .hours(1)
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: later)
        try shop.store.makeVerifications(by: AskedShop.server, at: later)
        let ended = try #require(try shop.store.asked(row.id)?.request)
        #expect(ended.state == .cancelled && ended.outcome == "cut_off")
    }

    @Test func anAnswerThatCameAfterItWasCancelledIsTrueAllTheSame() throws {
        let shop = try madeGood()
        let row = try ask(shop)
        try shop.store.cancelAsked(row.id, by: Shop.agent, at: Self.asked)
        try shop.note(row.id, .failed("http_503", isCounted: true, notBefore: nil), at: Self.answered)
        #expect(try shop.store.asked(row.id)?.request.state == .cancelled)
        try shop.note(row.id, .answered("finished"), at: Self.answered)
        let done = try #require(try shop.store.asked(row.id))
        #expect(done.request.state == .done && done.request.endedBy == nil)
        #expect(try shop.ticket?.blocksRepurchase == false)
        try shop.note(row.id, .answered("finished"), at: AskedShop.minutes(12))
        #expect(try shop.store.asked(row.id)?.request.attempts == done.request.attempts, "once")
    }

    @Test func whatAServerIsAskingIsNotCancelled() throws {
        let shop = try madeGood()
        let row = try ask(shop)
        let server = ServerID("one")
        #expect(
            try shop.store.takeDueAsks(for: server, by: AskedShop.server, at: Self.asked).map(\.request.id)
                == [row.id])
        #expect(try shop.store.asked(row.id, at: Self.asked)?.isTaken == true)
        #expect(throws: StoreError.asking(.taken(row.id))) {
            try shop.store.cancelAsked(row.id, by: Shop.agent, at: Self.asked)
        }
        let later = Self.asked + .seconds(120)
        #expect(try shop.store.asked(row.id, at: later)?.isTaken == false)
        #expect(
            try shop.store.cancelAsked(row.id, by: Shop.agent, at: later).request.state == .cancelled)
    }

    @Test func aFinalAnswerEndsItAndBlocksStill() throws {
        let shop = try madeGood()
        try shop.note(try ask(shop).id, .refused("4040010"), at: Self.answered)
        let page = try shop.shop.page()
        #expect(page.asked.first?.request.state == .failed && page.ticket.blocksRepurchase)
        #expect(page.nextStep == .askForFinish(of: .madeGood))
    }

    /// What comes after the answer, in any order: the fact stays.
    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]]) func laterDocumentsKeepIt(_ order: [Int]) throws {
        let shop = try finished()
        let entry = Paper.Entry(id: "7100", chain: "7100")
        let papers = [
            AskedShop.charged("b"), Paper.receipt([entry], on: 40), AskedShop.charged("c"),
        ]
        for index in order { try shop.shop.bring(papers[index], at: Shop.now) }
        let page = try shop.shop.page(at: Shop.now)
        #expect(page.facts.finished.evidence == .finishedByAppStore(askedBy: Shop.agent))
        #expect(page.ticket.resolution == .madeGood && !page.ticket.blocksRepurchase)
        #expect(try shop.shop.tickets().count == 1)
    }

    @Test func aTicketThatBecomesADuplicateLeavesItToTheOther() throws {
        let shop = try AskedShop()
        try shop.shop.bring(AskedShop.charged("a", transaction: nil), at: Shop.soon)
        try shop.shop.bring(AskedShop.charged("b"), at: Shop.soon)
        #expect(try shop.shop.tickets().count == 2)
        try shop.shop.makeGood("2")
        let row = try ask(shop, "2", by: Shop.lead)
        // The first turns out to be the same charge.
        try shop.shop.bring(AskedShop.charged("a"), at: Shop.now)
        try shop.note(row.id, .answered("finished"), at: Shop.now + .seconds(1))
        let survivor = try shop.shop.page("1", at: Shop.now + .seconds(2))
        #expect(try shop.shop.page("2").ticket.mergedInto == "1")
        #expect(survivor.facts.finished.evidence == .finishedByAppStore(askedBy: Shop.lead))
        #expect(!survivor.ticket.blocksRepurchase && survivor.ticket.resolution == .madeGood)
    }

    @Test func whatIsTakenBackAfterwardsIsALoss() throws {
        let shop = try finished()
        let grant = try #require(try shop.shop.page().grants.first)
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now + .days(1))
        #expect(try shop.ticket?.group == .lossOfFunds && shop.ticket?.isUnresolved == true)
    }
}
