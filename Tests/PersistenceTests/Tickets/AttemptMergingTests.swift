import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A ticket is one charge, however many reports, attempts and ids speak of it.
struct AttemptMergingTests {
    private static let failed = ReportedAttempt.failing(1)[0]

    /// A lost purchase in an attempt of its own.
    private static func lost(
        _ id: String, _ transaction: String? = nil, line: String? = nil, at hours: Double = 0
    ) -> ReportedAttempt {
        ReportedAttempt(
            id: id, transaction: transaction, line: line, events: ReportedAttempt.lost(hours) + [failed])
    }

    @Test func severalReportsOfOneAttemptAddEvents() throws {
        let shop = try Shop()
        let parts = [
            [ReportedAttempt.state("purchased", 0)], [Self.failed], [Self.failed],
            [Self.failed, ReportedAttempt.state("finished", 3)],
        ]
        let groups = try parts.map { events in
            try shop.bring(ReportedAttempt(events: events))
            return try shop.tickets().map(\.group)
        }
        #expect(groups == [[.undelivered], [.undelivered], [.undelivered], [.lossOfFunds]])
        #expect(try shop.tickets()[0].attempts == 1)
        #expect(try shop.page().purchaseEvents.count == 3 && shop.page().attempts.count == 1)
    }

    @Test(
        arguments: [("7001", nil, "7001", nil), (nil, "9001", nil, "9001"), ("7001", "9001", nil, "9001")]
            as [(String?, String?, String?, String?)])
    func oneIdIsOneTicket(_ first: String?, _ firstLine: String?, _ second: String?, _ secondLine: String?)
        throws
    {
        let shop = try Shop()
        try shop.bring(Self.lost("a", first, line: firstLine))
        #expect(try shop.bring(Self.lost("b", second, line: secondLine)).openedTickets == 0)
        #expect(try shop.tickets().count == 1 && shop.alarms == 1)
        #expect(try shop.page().attempts.map(\.id) == ["a", "b"])
        #expect(try shop.tickets()[0].attempts == 1)
    }

    @Test func otherIdsAreOtherTickets() throws {
        let shop = try Shop()
        try shop.bring(Self.lost("a", "7001", line: "9001"))
        try shop.bring(Self.lost("b", "7002", line: "9002"))
        try shop.bring(Self.lost("c"))
        try shop.bring(Self.lost("d"))
        #expect(try shop.queue.count == 4)
    }

    @Test func aReceiptThatLinksTwoIdsJoinsTheirTickets() throws {
        let shop = try Shop()
        try shop.bring(Self.lost("a", "7000"))
        try shop.bring(Self.lost("b", "7099", at: 5))
        #expect(try shop.queue.count == 2)
        let ids = ["7000", "7099"].map { Paper.Entry(id: $0, chain: "7000", line: "L0", days: 30) }
        try shop.bring(Paper.receipt(ids, on: 40))
        let open = try shop.queue
        #expect(open.map(\.id) == ["1"] && open[0].cause == .late)
        let other = try #require(try shop.tickets().last)
        #expect(other.resolution == .duplicate && other.mergedInto == "1")
        #expect(try shop.page().attempts.map(\.id) == ["a", "b"])
    }

    @Test func anIdThatComesLaterJoinsTwoTickets() throws {
        let shop = try Shop()
        try shop.bring(Self.lost("a", "7001"))
        try shop.bring(Self.lost("b", at: 4))
        #expect(try shop.queue.count == 2)
        var later = Self.lost("b", "7001", at: 4)
        later.events.append(ReportedAttempt.step("verify", 9, httpStatus: 500))
        let report = try shop.bring(later)
        #expect(report.openedTickets == 0 && report.resolvedTickets == 1)
        #expect(try shop.queue.map(\.id) == ["1"] && shop.tickets().last?.resolution == .duplicate)
        #expect(try shop.tickets()[0].attempts == 2 && shop.tickets()[0].cause == "http_500")
    }

    @Test func aLineItemFindsTheRecordThoughTheIdIsNew() throws {
        let shop = try Shop()
        try shop.bring(Self.lost("a", "7555", line: "9000"))
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "9000")], on: 1))
        #expect(try shop.queue.isEmpty)
    }

    @Test func tenRedeliveriesAreOneTicketAndOneMakeGood() throws {
        let shop = try Shop()
        for index in 0..<10 {
            var attempt = Self.lost("a\(index)", "7001", at: Double(index))
            attempt.events += ReportedAttempt.failing(2, from: 20 + Double(index * 3))
            try shop.bring(attempt)
        }
        #expect(try shop.queue.count == 1 && shop.tickets().count == 1 && shop.alarms == 1)
        #expect(try shop.page().attempts.count == 10 && shop.tickets()[0].attempts == 21)
        try shop.makeGood()
        #expect(throws: StoreError.self) { try shop.makeGood() }
        try shop.bring(Self.lost("a10", "7001", at: 30))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.madeGood])
        #expect(try shop.store.number("SELECT count(*) FROM grants") == 1)
    }

    @Test func environmentsAreNeverJoined() throws {
        let shop = try Shop()
        try shop.store.set(.serve, to: "Production,Sandbox", by: Shop.lead, at: Shop.now)
        try shop.bring(Self.lost("a", "7001"))
        var other = Self.lost("b", "7001")
        other.environment = "Sandbox"
        try shop.bring(other)
        #expect(try shop.queue.count == 2)
    }
}

extension TicketPage {
    /// What the app reported, oldest first.
    var purchaseEvents: [PurchaseEvent] {
        events.compactMap { if case .reported(let event, _) = $0.content { event } else { nil } }
    }
}
