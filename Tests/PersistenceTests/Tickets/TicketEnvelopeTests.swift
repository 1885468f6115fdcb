import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What documents that come in several envelopes, for several customers or products, mean for a ticket.
struct TicketEnvelopeTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost())

    /// The same report bare and in envelopes, in every order.
    static let envelopes: [[Paper]] = {
        let all = [lost.paper, lost.received(9), lost.paper.owned(by: "u_3")]
        return [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { $0.map { all[$0] } }
    }()

    @Test(arguments: envelopes) func envelopesInAnyOrderMeanTheSame(_ documents: [Paper]) throws {
        let shop = try Shop()
        for document in documents { try shop.bring(document) }
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 40))
        let ticket = try #require(try shop.queue.first)
        #expect(try shop.queue.count == 1 && ticket.customer == "u_3" && ticket.cause == .late)
        #expect(try shop.page().purchaseEvents.count == 2)
        #expect(try shop.page().attempts[0].receivedAt == ReportedAttempt.moment(9))
    }

    @Test func theAppStoresProductComesFirst() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let other = Paper.Entry(id: "7000", chain: "7000", product: "tea.yearly", days: 365)
        try shop.bring(Paper.receipt([other], on: 400))
        #expect(try shop.queue.map(\.product) == ["tea.yearly"])
    }

    @Test func aTokenThatFindsItsCustomerDelivers() throws {
        let token = "0a0a0a0a-1111-4222-8333-444444444444"
        let nobodys = ReportedAttempt(customer: nil, transaction: "7000", events: ReportedAttempt.lost())
        let receipt = Paper.receipt([Paper.Entry(id: "7000", chain: "7000", token: token)], on: 2)
        let shop = try Shop()
        for document in [nobodys.paper, receipt] { try shop.bring(document) }
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
        try shop.bring(Paper.customer("u_3", token: token))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.customer) == ["u_3"])
    }

    @Test func anAttachedChainTakesItsTicketAlong() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 40))
        try shop.bring(Paper.customer("u_2"))
        _ = try shop.store.attach(
            AttachRequest("7000", to: "u_2", reason: "found"), by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.map(\.customer) == ["u_2"])
        #expect(try shop.store.customerPage("u_1", at: Shop.now)?.tickets.isEmpty == true)
        #expect(try shop.store.customerPage("u_2", at: Shop.now)?.tickets.map(\.id) == ["1"])
    }

    @Test func anUpgradeIsNoRefund() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let upgraded = Paper.Entry(
            id: "7000", chain: "7000", revokedOn: 3
        ) { $0.isUpgraded = true }
        try shop.bring(Paper.receipt([upgraded], on: 40))
        #expect(try shop.queue.count == 1)
    }

    @Test func similarTicketsAreOfOneCauseAndOneDay() throws {
        let shop = try Shop()
        for (index, hours) in [0, 5, 23, 60].enumerated() {
            let events = ReportedAttempt.lost(Double(hours)) + ReportedAttempt.failing(1, from: Double(hours))
            try shop.bring(ReportedAttempt(id: "a\(index)", events: events))
        }
        try shop.bring(ReportedAttempt(id: "other", events: ReportedAttempt.lost(1)))
        #expect(try shop.page("1").similar.count.counted == 2)
        #expect(try shop.page("4").similar.count.counted == 0)
    }

    @Test func thePageSaysWhatToDoAndWhatWasLost() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 40))
        let page = try shop.page()
        #expect(page.lost?.length == .days(30) && page.entitlements == ["premium"])
        #expect(page.waited == nil && page.alarm?.takenAt == nil)
        #expect(page.facts.charged.value && !page.facts.extended.value && page.facts.finished.value)
        let times = page.events.map(\.happenedAt)
        #expect(times == times.sorted() && times.allSatisfy { $0 <= Shop.now })
    }

    @Test func partWayIsDeliveredAndSaysTheWait() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 10))
        #expect(try shop.page().waited == .days(10) && shop.page().ticket.resolution == .delivered)
        #expect(try shop.page().lost == nil)
    }
}
