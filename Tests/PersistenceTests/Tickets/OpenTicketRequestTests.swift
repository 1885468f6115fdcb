import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// An agent opens a ticket for what a customer says, and what the app reports later joins it.
struct OpenTicketRequestTests {
    private static let charged = ReportedAttempt.moment(1)

    private func opening(
        _ chargedAt: Instant? = charged, finished: Bool = true, transaction: TransactionID? = "7000"
    ) -> OpenTicketRequest {
        OpenTicketRequest(
            customer: "u_1", product: "tea.monthly", chargedAt: chargedAt, isFinished: finished,
            transactionID: transaction, price: Money(milliunits: 9990, currency: "EUR"), note: "he called",
            reference: "case 7")
    }

    private func shop() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.bring(Paper.customer("u_1"))
        return shop
    }

    @Test(arguments: [
        (charged as Instant?, true, ErrorGroup.lossOfFunds), (charged, false, .lossOfFunds),
        (nil, false, .notCharged),
    ])
    func itsGroupFollowsFromWhatTheCustomerSaid(_ at: Instant?, _ finished: Bool, _ group: ErrorGroup) throws
    {
        let shop = try shop()
        let page = try shop.store.openTicket(opening(at, finished: finished), by: Shop.agent, at: Shop.now)
        #expect(page.ticket.group == group && page.ticket.chargedAt == at && page.ticket.customer == "u_1")
        #expect(page.ticket.money?.amount == "9.99" && page.ticket.reference == "case 7")
        #expect(page.notes.map(\.text) == ["he called"] && page.notes.map(\.agent) == [Shop.agent])
        let told = ToldPurchase(
            by: Shop.agent, at: Shop.now, chargedAt: at, isFinished: finished, text: "he called",
            reference: "case 7")
        #expect(page.told == [told] && page.attempts.isEmpty)
        #expect(try shop.store.number("SELECT count(*) FROM attempt_events") == 0)
        #expect(page.ticket.isUnproved == (group == .lossOfFunds))
        #expect(try shop.alarms == (group == .lossOfFunds ? 1 : 0) && shop.store.verifyAudit().isOK)
    }

    @Test func aChargeWithATicketIsRefused() throws {
        let shop = try shop()
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        let error = #expect(throws: StoreError.self) {
            _ = try shop.store.openTicket(opening(), by: Shop.agent, at: Shop.now)
        }
        #expect(error == .opening(.hasTicket("1")))
        #expect(try shop.tickets().count == 1)
        #expect(try shop.page().attempts.count == 1)
    }

    @Test func whatWasDeliveredIsRefused() throws {
        let shop = try shop()
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2), customer: "u_1")
        let error = #expect(throws: StoreError.self) {
            _ = try shop.store.openTicket(opening(), by: Shop.agent, at: Shop.now)
        }
        #expect(error?.code == .conflict)
        #expect(try shop.tickets().isEmpty && shop.store.number("SELECT count(*) FROM attempts") == 0)
    }

    @Test func anUnknownCustomerIsRefused() throws {
        let error = #expect(throws: StoreError.self) {
            _ = try Shop.staffed().store.openTicket(opening(), by: Shop.agent, at: Shop.now)
        }
        #expect(error?.code == .notFound)
    }

    @Test func theAppsReportJoinsIt() throws {
        let shop = try shop()
        _ = try shop.store.openTicket(opening(finished: false), by: Shop.agent, at: Shop.now)
        let events = ReportedAttempt.lost(1) + ReportedAttempt.failing(2, from: 1.1)
        #expect(
            try shop.bring(ReportedAttempt(transaction: "7000", events: events)).ticketCounts == [0, 0, 0])
        #expect(try shop.queue.map(\.group) == [.lossOfFunds] && shop.queue[0].attempts == 2)
        let page = try shop.page()
        #expect(page.attempts.count == 1 && page.told.count == 1 && !page.ticket.isUnproved)
        #expect(page.facts.charged.evidence == .reportedPurchased)
    }

    @Test(arguments: [charged as Instant?, Shop.now, nil]) func theSameIsOneTicket(_ at: Instant?) throws {
        let shop = try shop()
        let asked = opening(at, transaction: nil)
        let first = try shop.store.openTicket(asked, by: Shop.agent, at: Shop.now)
        let again = try shop.store.openTicket(asked, by: Shop.agent, at: Shop.now)
        #expect(again.ticket == first.ticket && again.told == first.told)
        #expect(try shop.tickets().count == 1)
        var other = asked
        other.note = "she wrote, too"
        _ = try shop.store.openTicket(other, by: Shop.agent, at: Shop.now)
        #expect(try shop.tickets().count == 2)
    }

    @Test func whatHasEndedIsOpenedAnew() throws {
        let shop = try shop()
        let asked = opening(transaction: nil)
        let first = try shop.store.openTicket(asked, by: Shop.agent, at: Shop.now)
        let end = TicketEnd(.withdrawn)
        _ = try shop.store.act(.resolve(end), on: first.ticket.id, by: Shop.agent, at: Shop.now)
        let second = try shop.store.openTicket(asked, by: Shop.agent, at: Shop.now)
        #expect(second.ticket.id != first.ticket.id && second.ticket.isUnresolved)
    }

    @Test func aReceiptInTimeResolvesIt() throws {
        let shop = try shop()
        _ = try shop.store.openTicket(opening(), by: Shop.agent, at: Shop.now)
        let receipt = Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2)
        try shop.bring(receipt)
        #expect(try shop.queue.map(\.cause) == [.late], "only the agent's word says whose it is, today")
        try shop.bring(receipt, customer: "u_1")
        #expect(try shop.tickets().map(\.resolution) == [.delivered])
    }
}
