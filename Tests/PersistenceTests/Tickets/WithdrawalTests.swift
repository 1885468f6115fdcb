import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A ticket that was opened by mistake is taken back for a moment, and leaves everything as it was.
struct WithdrawalTests {
    private static let first = ReportedAttempt(
        id: "x", customer: "u_9", events: [ReportedAttempt.state("failed", 1)])
    private static let entry = Paper.Entry(id: "7000", chain: "7000", line: "L0", day: 2) {
        $0.price = Money(milliunits: 9990, currency: "EUR")
    }

    /// A shop with one silent loss.
    private static func shop(of customer: String? = "u_1") throws -> Shop {
        let shop = try Shop.staffed()
        try shop.bring(first)
        try shop.bring(Paper.receipt([entry], on: 40), customer: customer)
        return shop
    }

    private func silent(_ shop: Shop) throws -> Int {
        try shop.store.silentLossCount(at: Shop.now).count.counted
    }

    private func withdraw(
        _ ticket: TicketID, in shop: Shop, by agent: AgentName = Shop.agent, after seconds: Int64 = 29
    ) throws -> TicketPage {
        let answer = try shop.store.act(
            .resolve(TicketEnd(.withdrawn)), on: ticket, by: agent, at: Shop.now + .seconds(seconds))
        return try #require(answer.page)
    }

    private func failure(_ act: () throws -> Void) -> StoreError? {
        do {
            try act()
            return nil
        } catch { return error as? StoreError }
    }

    @Test(arguments: ["u_1", nil]) func aSilentLossIsSilentAgain(_ customer: String?) throws {
        let shop = try Self.shop(of: customer)
        let before = try shop.store.balance(at: Shop.now).totals
        let losses = try shop.store.wholePage(of: SilentLossListQuery(), at: Shop.now).losses
        let page = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now)
        #expect(page.withdrawableUntil == Shop.now + .seconds(30))
        #expect(try silent(shop) == 0 && shop.alarms == 1)
        #expect(try shop.store.balance(at: Shop.now).totals != before)

        let withdrawn = try withdraw(page.ticket.id, in: shop)
        #expect(withdrawn.ticket.resolution == .withdrawn && withdrawn.ticket.resolvedBy == Shop.agent)
        #expect(withdrawn.ticket.group == .notCharged && withdrawn.ticket.incident == nil)
        #expect(withdrawn.told.isEmpty && withdrawn.withdrawableUntil == nil)
        #expect(try silent(shop) == 1 && shop.alarms == 0)
        #expect(try shop.store.wholePage(of: SilentLossListQuery(), at: Shop.now).losses == losses)
        #expect(try shop.store.balance(at: Shop.now).totals == before)
        #expect(try shop.store.checkBalance(at: Shop.now).isRight && shop.store.verifyAudit().isOK)
        #expect(try shop.store.number("SELECT count(*) FROM told_purchases") == 0)

        let again = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now)
        #expect(again.ticket.id != page.ticket.id && again.ticket.group == .lossOfFunds)
    }

    @Test func whatSomebodyWasToldLeavesNoOwnerBehind() throws {
        let shop = try Self.shop(of: nil)
        try shop.bring(Paper.customer("u_1"))
        let asked = OpenTicketRequest(
            customer: "u_1", product: "tea.monthly", chargedAt: ReportedAttempt.moment(48),
            transactionID: "7000", note: "she called")
        let page = try shop.store.openTicket(asked, by: Shop.agent, at: Shop.now)
        let owned = "SELECT count(*) FROM chains WHERE customer_id IS NOT NULL"
        #expect(try shop.store.number(owned) == 1 && !page.ticket.isUnproved)
        let withdrawn = try withdraw(page.ticket.id, in: shop)
        #expect(try shop.store.number(owned) == 0)
        #expect(withdrawn.notes.map(\.text) == ["she called"], "what was typed stays with the ticket")
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
    }

    @Test func itsMomentIsHalfOpenAndTheOpenersOrALeads() throws {
        let shop = try Self.shop()
        try shop.store.addAgent("ben", role: .agent, by: Shop.lead, at: Shop.now)
        let ticket = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now).ticket.id
        let over = StoreError.over(.ticket(ticket), since: Shop.now + .seconds(30))
        #expect(over.code == .conflict)
        #expect(failure { _ = try withdraw(ticket, in: shop, after: 30) } == over)
        #expect(failure { _ = try withdraw(ticket, in: shop, after: -1) } == over)
        #expect(
            failure { _ = try withdraw(ticket, in: shop, by: "ben") }
                == .ofAnother(.ticket(ticket), by: Shop.agent))
        #expect(try shop.store.ticketPage(ticket, at: Shop.now + .seconds(30))?.withdrawableUntil == nil)
        #expect(try withdraw(ticket, in: shop, by: Shop.lead).ticket.resolution == .withdrawn)
        let twice = try withdraw(ticket, in: shop, after: 90)
        #expect(twice.ticket.resolution == .withdrawn, "what was taken back is answered as it is")
    }

    @Test func thePolicyMayGiveNoMoment() throws {
        let shop = try Self.shop()
        try shop.store.set(.cancelSeconds, to: "0", by: Shop.lead, at: Shop.now)
        let page = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now)
        #expect(page.withdrawableUntil == nil)
        #expect(
            failure { _ = try withdraw(page.ticket.id, in: shop, after: 0) }
                == .over(.ticket(page.ticket.id), since: nil))
    }

    @Test func whatAnAppToldIsNotTakenBack() throws {
        let shop = try Self.shop()
        let page = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost(48)))
        #expect(
            failure { _ = try withdraw(page.ticket.id, in: shop) }
                == .ticket(page.ticket.id, .notOpenedByHand))
        let known = try shop.store.ticketPage(page.ticket.id, at: Shop.now)
        #expect(known?.attempts.count == 1 && known?.told.count == 1 && known?.withdrawableUntil == nil)
    }

    @Test func itIsNotReopened() throws {
        let shop = try Self.shop()
        let ticket = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now).ticket.id
        _ = try withdraw(ticket, in: shop)
        #expect(
            failure { _ = try shop.store.act(.reopen(note: "no"), on: ticket, by: Shop.lead, at: Shop.now) }
                == .ticket(ticket, .withdrawn))
    }

    @Test func manyAreTakenBackAtOnce() throws {
        let shop = try Self.shop()
        let opened = try shop.store.openTickets(
            forSilentLosses: ["7000", "unknown"], by: Shop.agent, at: Shop.now)
        #expect(opened.withdrawableUntil == Shop.now + .seconds(30))
        let tickets = opened.opened.map(\.id)
        let done = try shop.store.withdrawTickets(tickets, by: Shop.agent, at: Shop.now + .seconds(5))
        #expect(done.withdrawn.map(\.id) == tickets && done.refused.isEmpty)
        #expect(try silent(shop) == 1)
    }

    @Test func whatItSupersededIsLookedAtAnew() throws {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(id: "a", events: [ReportedAttempt.state("failed", 1)]))
        let asked = OpenTicketRequest(
            customer: "u_1", product: "tea.monthly", chargedAt: ReportedAttempt.moment(2), note: "he called")
        let page = try shop.store.openTicket(asked, by: Shop.agent, at: Shop.now)
        #expect(try shop.store.ticketPage("1", at: Shop.now)?.ticket.resolution == .superseded)
        _ = try withdraw(page.ticket.id, in: shop)
        #expect(try shop.store.ticketPage("1", at: Shop.now)?.ticket.isUnresolved == true)
    }

    @Test func reportsDoNotCountIt() throws {
        let shop = try Self.shop()
        let before = try shop.store.report(at: Shop.now)
        let page = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.agent, at: Shop.now)
        _ = try withdraw(page.ticket.id, in: shop)
        let after = try shop.store.report(at: Shop.now)
        #expect(after.tickets == before.tickets)
    }
}
