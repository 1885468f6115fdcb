import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Restores, trials and device clocks that are years off open no false tickets and change no order.
struct NoFalseTicketTests {
    private static let year = 24.0 * 365

    @Test(arguments: [(nil, nil), (2, nil), (40, ErrorGroup.lossOfFunds)] as [(Int64?, ErrorGroup?)])
    func aRestoreAloneOpensNoTicket(_ day: Int64?, _ group: ErrorGroup?) throws {
        let shop = try Shop()
        let events = [ReportedAttempt.state("restored", 1), ReportedAttempt.state("finished", 2)]
        try shop.bring(ReportedAttempt(transaction: "7099", chain: "7000", events: events))
        let restored = Paper.Entry(id: "7099", chain: "7000", line: "L0")
        if let day { try shop.bring(Paper.receipt([restored], on: day)) }
        #expect(try shop.tickets().map(\.group) == [group].compactMap { $0 })
        #expect(try shop.alarms == (group == nil ? 0 : 1))
    }

    @Test func aRestoreOfALostChargeKeepsItsTicket() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(transaction: "7000", line: "9000", events: ReportedAttempt.lost()))
        let events = [ReportedAttempt.state("restored", 50), ReportedAttempt.state("finished", 51)]
        try shop.bring(ReportedAttempt(id: "b", transaction: "7099", line: "9000", events: events))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds] && shop.page().attempts.count == 2)
    }

    @Test func aTrialIsChargedWithNothing() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        let trial = Paper.Entry(
            id: "7000", chain: "7000", days: 7
        ) { $0.isTrial = true }
        try shop.bring(Paper.receipt([trial], on: 8))
        #expect(try shop.queue.map { $0.money?.amount } == ["0.00"])
        try shop.bring(Paper.receipt([trial], on: 1))
        #expect(try shop.queue.isEmpty)
    }

    @Test func clocksYearsOffChangeNoOrder() throws {
        let clocks: [(String, Double)] = [
            ("ahead", Self.year * 30), ("right", 0), ("behind", -Self.year * 30), ("late", 40),
        ]
        let received = ["ahead": 30.0, "right": 10, "behind": 20, "late": 41]
        let shop = try Shop()
        for (id, clock) in clocks {
            let events = ReportedAttempt.lost(clock)
            try shop.bring(
                ReportedAttempt(id: id, transaction: id, events: events).received(received[id] ?? 0))
        }
        let queue = try shop.queue
        #expect(queue.map(\.transactionID) == ["right", "behind", "ahead", "late"])
        #expect(
            queue.map(\.waitingSince) == [0, 20, 30, 40].map { ReportedAttempt.moment($0) })
        #expect(queue.allSatisfy { $0.money?.amount == "9.99" && $0.group == .lossOfFunds })
        #expect(queue.allSatisfy { ($0.chargedAt ?? .latest) <= ReportedAttempt.moment(41) })
    }

    @Test func theAppStoresDateRightsTheClock() throws {
        let shop = try Shop()
        let off = ReportedAttempt.lost(Self.year * 9)
        try shop.bring(ReportedAttempt(transaction: "7000", events: off).received(5))
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 31))
        #expect(try shop.queue.map(\.chargedAt) == [ReportedAttempt.moment(0)])
        #expect(try shop.queue.map(\.waitingSince) == [ReportedAttempt.moment(0)])
    }

    private static func coins(_ events: [PurchaseEvent]) -> ReportedAttempt {
        ReportedAttempt(product: "coins", transaction: "7000", events: ReportedAttempt.lost() + events)
    }

    @Test func coinsAreDeliveredByTheAppsWordAlone() throws {
        let shop = try Shop()
        try shop.bring(Self.coins([]))
        let receipt = Paper.receipt(
            [Paper.Entry(id: "7000", chain: "7000", product: "coins", days: nil)], on: 0)
        try shop.bring(receipt)
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
        try shop.bring(Self.coins([ReportedAttempt.delivery(0.2)]))
        #expect(try shop.queue.isEmpty)
    }
}
