import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// An attempt that never was charged is superseded by a charge of the same customer and product within 72 hours.
struct SupersedingTests {
    private static let failed = ReportedAttempt(
        id: "first",
        events: [
            ReportedAttempt.state("purchasing", 0),
            ReportedAttempt.state("failed", 1, errorCode: 2),
        ])

    private static func charged(
        _ hours: Double, customer: String = "u_1", product: String = "tea.monthly",
        environment: String = "Production"
    ) -> ReportedAttempt {
        ReportedAttempt(
            id: "second", customer: customer, product: product, transaction: "t2",
            environment: environment, events: ReportedAttempt.lost(hours))
    }

    /// A charge, and whether it supersedes the attempt that failed in the first hour.
    static let charges: [(ReportedAttempt, Bool)] = [
        (charged(2), true), (charged(73), true), (charged(73.1), false), (charged(0.5), false),
        (charged(2, customer: "u_2"), false), (charged(2, product: "tea.yearly"), false),
        (charged(2, environment: "Sandbox"), false),
    ]

    private func check(_ documents: [ReportedAttempt], _ isSuperseded: Bool) throws {
        let shop = try Shop()
        for document in documents { try shop.bring(document) }
        let tickets = try shop.tickets().filter { $0.group == .notCharged }
        #expect(tickets.count == 1)
        #expect(tickets.map(\.resolution) == [isSuperseded ? .superseded : nil])
        #expect(tickets.map(\.supersededBy) == [isSuperseded ? "second" : nil])
    }

    @Test(arguments: charges)
    func inEitherOrderOfArrival(_ charge: ReportedAttempt, _ isSuperseded: Bool) throws {
        try check([Self.failed, charge], isSuperseded)
        try check([charge, Self.failed], isSuperseded)
    }

    @Test func anUnansweredAttemptIsSupersededByWhenItWasTried() throws {
        let silent = ReportedAttempt(id: "first", events: [ReportedAttempt.state("purchasing", 1)])
        try check([silent, Self.charged(2)], true)
        try check([Self.charged(2), silent], true)
        try check([silent, Self.charged(74)], false)
    }

    @Test func aChargeThatTheAppStoreAloneDatesSupersedes() throws {
        let shop = try Shop()
        try shop.bring(Self.failed)
        var other = Self.charged(24 * 300)
        other.transaction = "7000"
        try shop.bring(other)
        #expect(try shop.queue.count == 2)
        try shop.bring(
            Paper.receipt([Paper.Entry(id: "7000", chain: "7000", day: 1)], on: 2), customer: "u_1")
        #expect(try shop.queue.isEmpty)
        #expect(try shop.page().ticket.resolution == .superseded)
    }

    @Test func aSecondFailureSupersedesNothing() throws {
        let shop = try Shop()
        try shop.bring(Self.failed)
        var other = Self.failed
        other.id = "second"
        try shop.bring(other)
        #expect(try shop.queue.map(\.group) == [.notCharged, .notCharged])
    }

    @Test func theMoveSaysWhichAttemptSupersededIt() throws {
        let shop = try Shop()
        try shop.bring(Self.failed)
        #expect(try shop.bring(Self.charged(2)).ticketCounts == [1, 0, 1])
        let move = try #require(try shop.page().moves.last)
        #expect(move.from == .notCharged && move.to == nil && move.because == .superseded(by: "second"))
        #expect(try shop.alarms == 1)
    }

    @Test func theAppStoreMaySayWhatWasBought() throws {
        let shop = try Shop()
        try shop.bring(Self.failed)
        var other = Self.charged(24)
        (other.product, other.transaction) = (nil, "7000")
        try shop.bring(other)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000", day: 1)], on: 40))
        #expect(try shop.page().ticket.resolution == .superseded)
    }
}
