import AppStore
import Purchases
import Testing

@testable import Persistence

/// A grant with a ticket makes it good, taking the grant back reopens it, and what comes after is shown to leads.
struct MakeGoodTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost())

    private static func receipt(on day: Int64, product: String = "tea.monthly", days: Int64? = 30) -> String {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", product: product, days: days)], on: day)
    }

    @Test func aGrantResolvesTheTicket() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood(by: Shop.agent)
        let page = try shop.page()
        #expect(page.ticket.resolution == .madeGood && page.ticket.resolvedBy == Shop.agent)
        #expect(page.grants.map(\.id) == [grant.id] && page.moves.last?.agent == Shop.agent)
        #expect(try shop.queue.isEmpty && shop.store.verifyAudit().isOK)
    }

    @Test func takingItBackReopens() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood()
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        let ticket = try #require(try shop.queue.first)
        #expect(ticket.state == .open && !ticket.isMadeGood && ticket.resolution == nil)
        #expect(try shop.page().moves.map(\.to) == [.lossOfFunds, nil, .lossOfFunds])
        try shop.makeGood()
        #expect(try shop.queue.isEmpty && shop.alarms == 1)
    }

    @Test func takenBackAfterADeliveryItIsDelivered() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood()
        try shop.bring(Self.receipt(on: 2))
        #expect(try shop.tickets().map(\.aftermath) == [.delivered])
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
        #expect(try shop.store.grant(grant.id)?.revokedAt == nil)
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        #expect(try shop.tickets().map(\.resolution) == [.delivered] && shop.queue.isEmpty)
    }

    @Test func aLateReceiptIsNoDeliveryAfterIt() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.makeGood()
        try shop.bring(Self.receipt(on: 31))
        #expect(try shop.tickets().map(\.aftermath) == [nil])
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    /// A lost purchase, its receipt, and how many days `lost` gives; nil where nothing says how long it lasts.
    static let lengths: [(String, String?, Int64?)] = [
        ("tea.monthly", receipt(on: 31), 30), ("week_pass", nil, 7), ("tea.monthly", nil, nil),
        ("week_pass", receipt(on: 20, product: "week_pass", days: nil), 7), ("forever", nil, nil),
    ]

    @Test(arguments: lengths)
    func lostGivesTheTimeThatWasPaidFor(_ product: String, _ receipt: String?, _ days: Int64?) throws {
        let shop = try Shop()
        try shop.bring(
            ReportedAttempt(product: product, transaction: "7000", events: ReportedAttempt.lost()))
        if let receipt { try shop.bring(receipt) }
        guard let days else {
            let error = #expect(throws: StoreError.self) { try shop.makeGood("1", GrantRequest.Term.lost) }
            #expect(error?.code == .usage)
            return
        }
        let grant = try shop.makeGood("1", GrantRequest.Term.lost)
        #expect(grant.endsAt == Shop.now + .days(days))
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    @Test func anEntitlementOfTheTicketsProductIsKnown() throws {
        let shop = try Shop(catalog: false)
        try shop.bring(Self.lost)
        let request = GrantRequest(
            customer: "u_1", entitlement: "tea.monthly", term: .until(Shop.now + .days(9)),
            reason: "not_delivered", ticket: "1")
        #expect(try shop.store.grant(request, by: Shop.lead, at: Shop.now).grant.ticket == "1")
    }

    @Test func anotherCustomersTicketIsRefused() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Paper.customer("u_2"))
        let error = #expect(throws: StoreError.self) { try shop.makeGood("1", customer: "u_2") }
        #expect(error?.description.contains("u_1") == true)
        #expect(try shop.queue.count == 1)
    }
}
