import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What arrives after a loss: evidence of delivery in time resolves it, a receipt after the period does not.
struct LateDeliveryTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost())
    private static let nobodys = ReportedAttempt(
        customer: nil, transaction: "7000", events: ReportedAttempt.lost())

    private static func receipt(on day: Int64, product: String = "tea.monthly", days: Int64? = 30) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", product: product, days: days)], on: day)
    }

    @Test(
        arguments: [(29, TicketResolution.delivered), (30, nil), (31, nil), (900, nil)]
            as [(Int64, TicketResolution?)])
    func onlyWhatWasKnownInTimeIsDelivery(_ day: Int64, _ resolution: TicketResolution?) throws {
        for isReportFirst in [true, false] {
            let shop = try Shop()
            if isReportFirst { try shop.bring(Self.lost) }
            try shop.bring(Self.receipt(on: day))
            if !isReportFirst { try shop.bring(Self.lost) }
            #expect(try shop.queue.map(\.cause) == (resolution == nil ? [.late] : []))
            #expect(try shop.tickets().compactMap(\.resolution).allSatisfy { $0 == resolution })
            #expect(try shop.queue.allSatisfy { $0.group == .lossOfFunds })
        }
    }

    @Test func anEarlierDocumentComingInLaterStillProvesDelivery() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(on: 40))
        #expect(try shop.queue.count == 1)
        try shop.bring(Self.receipt(on: 2))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.delivered])
    }

    @Test(arguments: [(29.9, true), (30, false), (400, false)])
    func whoIsFoundAfterThePaidPeriodGotNothing(_ day: Double, _ isDelivered: Bool) throws {
        let shop = try Shop()
        try shop.bring(Self.nobodys)
        try shop.bring(Self.receipt(on: 2))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds] && shop.queue[0].customer == nil)
        let found = ReportedAttempt.moment(day * 24)
        let wish = AttachRequest("7000", to: "u_5", reason: "found", createsCustomer: true)
        _ = try shop.store.attach(wish, by: Shop.lead, at: found)
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.resolution == (isDelivered ? .delivered : nil) && ticket.customer == "u_5")
        #expect(isDelivered || ticket.cause == .late)
        let page = try shop.page()
        #expect(page.facts.extended.value == isDelivered)
        let open = try shop.store.number("SELECT count(*) FROM charges WHERE standing = 'open'")
        #expect(open == (isDelivered ? 0 : 1))
    }

    @Test func aCatalogueThatSaysWhatAProductIsDecidesAnew() throws {
        let shop = try Shop(catalog: false)
        let delivered = [ReportedAttempt.delivery(1)]
        try shop.bring(
            ReportedAttempt(
                product: "forever", transaction: "9", events: ReportedAttempt.lost() + delivered))
        try shop.bring(ReportedAttempt(id: "b", product: "forever", events: ReportedAttempt.lost()))
        #expect(try shop.queue.map(\.product) == ["forever"])
        #expect(try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: Shop.now).counted == 0)
        try shop.store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        #expect(try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: Shop.now).counted == 1)
        try shop.store.replaceCatalog(with: Catalog(), by: Shop.lead, at: Shop.now)
        #expect(try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: Shop.now).counted == 0)
        #expect(try shop.queue.count == 1)
    }

    @Test func aRecordOfAnUnknownKindIsDeliveredOnceItIsKnown() throws {
        let shop = try Shop(catalog: false)
        try shop.bring(
            ReportedAttempt(product: "forever", transaction: "7000", events: ReportedAttempt.lost()))
        try shop.bring(Self.receipt(on: 2, product: "forever", days: nil))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
        try shop.store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.delivered])
    }

    @Test func aPassEndsWithItsOwnPeriod() throws {
        for (day, isLost) in [(6, false), (7, true)] as [(Int64, Bool)] {
            let shop = try Shop()
            try shop.bring(
                ReportedAttempt(product: "week_pass", transaction: "7000", events: ReportedAttempt.lost()))
            try shop.bring(Self.receipt(on: day, product: "week_pass", days: nil))
            #expect(try shop.queue.isEmpty != isLost)
        }
    }

    @Test func aNewRetryLimitMovesWhatItDecides() throws {
        let shop = try Shop()
        let tries = ReportedAttempt.failing(3)
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("purchased", 0)] + tries))
        #expect(try shop.queue.map(\.group) == [.undelivered])
        try shop.store.set(.retryLimit, to: "3", by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.map(\.group) == [.lossOfFunds] && shop.alarms == 1)
        try shop.store.set(.retryLimit, to: "4", by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.map(\.group) == [.undelivered] && shop.queue[0].attemptLimit == 4)
    }

    @Test func whatIsNotServedHasNoTicketUntilItIs() throws {
        let shop = try Shop()
        var sandbox = Self.lost
        sandbox.environment = "Sandbox"
        #expect(try shop.bring(sandbox).ticketCounts == [0, 0, 0])
        #expect(try shop.tickets().isEmpty && shop.alarms == 0)
        try shop.store.set(.serve, to: "Production,Sandbox", by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.map(\.environment) == [.sandbox] && shop.alarms == 1)
        try shop.store.set(.serve, to: "Production", by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.isEmpty)
    }
}
