import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// An attempt that never was charged is superseded by a charge of the same customer and product within 72 hours, by another
/// attempt or by the App Store's record.
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
        #expect(move.from == .notCharged && move.to == nil)
        #expect(move.because == .superseded(by: .attempt("second")))
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

/// What supersedes by the App Store's record alone, whichever came first.
extension SupersedingTests {
    private static func record(
        _ hours: Double, product: String = "tea.monthly", of customer: AppUserID = "u_1",
        environment: String = "Production", _ ownership: Ownership = .purchased, on day: Int64 = 10
    ) -> Paper {
        let at = ReportedAttempt.moment(hours)
        let entry = Paper.Entry(id: "7000", chain: "7000", product: product, line: "9000") { values in
            (values.purchasedAt, values.expiresAt) = (at, at + .days(30))
            values.ownership = ownership
        }
        return Paper.receipt([entry], on: day, environment: environment).owned(by: customer)
    }

    private static let deferred = ReportedAttempt(
        id: "first",
        events: [ReportedAttempt.state("purchasing", 0), ReportedAttempt.state("deferred", 1)])

    /// What was tried, records, and whether one supersedes it.
    static let records: [([Paper], Bool)] = [
        ([failed.paper, record(1)], true), ([failed.paper, record(73)], true),
        ([failed.paper, record(73.1)], false), ([failed.paper, record(0.9)], false),
        ([failed.paper, record(2, product: "tea.yearly")], false),
        ([failed.paper, record(2, of: "u_2")], false),
        ([failed.paper, record(2, environment: "Sandbox")], false),
        ([failed.paper, record(2, .familyShared)], false),
        ([failed.paper, record(2), record(2, .familyShared, on: 11)], false),
        ([failed.paper, record(2, .familyShared), record(2, on: 11)], true),
        // A family organiser answers days later.
        ([deferred.paper, record(100)], true), ([deferred.paper, record(121)], true),
        ([deferred.paper, record(121.1)], false),
    ]

    private func permutations(_ documents: [Paper]) -> [[Paper]] {
        guard documents.count > 1 else { return [documents] }
        return documents.indices.flatMap { index in
            var rest = documents
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test(arguments: records)
    func byTheAppStoresRecord(_ documents: [Paper], _ isSuperseded: Bool) throws {
        var meaning: StoreMeaning?
        for order in permutations(documents) {
            for parts in [[order], order.map { [$0] }] {
                let shop = try Shop()
                for part in parts { #expect(try shop.bring(part).rejected.isEmpty) }
                let tickets = try shop.tickets()
                #expect(tickets.map(\.group) == [.notCharged])
                #expect(tickets.map(\.resolution) == [isSuperseded ? .superseded : nil])
                #expect(tickets.map(\.supersedingCharge) == [isSuperseded ? "7000" : nil])
                let found = try StoreMeaning(of: shop.store)
                #expect(found == meaning ?? found)
                meaning = meaning ?? found
            }
        }
    }

    @Test func theMoveSaysWhichRecordSupersededIt() throws {
        let shop = try Shop()
        try shop.bring(Self.failed)
        #expect(try shop.bring(Self.record(2)).ticketCounts == [0, 0, 1])
        let page = try shop.page()
        #expect(page.moves.last?.because == .superseded(by: .charge("7000")))
        #expect(page.ticket.supersededBy == nil && page.nextStep == .ended(.superseded))
    }

    @Test func anAttemptThatSpeaksOfTheRecordSaysMore() throws {
        let second = ReportedAttempt(
            id: "second", transaction: "7000", events: [ReportedAttempt.state("purchased", 2)])
        for order in permutations([Self.failed.paper, Self.record(2), second.paper]) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            #expect(try shop.queue.isEmpty)
            let ticket = try #require(try shop.tickets().first { $0.resolution == .superseded })
            #expect(ticket.supersededBy == "second" && ticket.supersedingCharge == nil)
        }
    }

    @Test func whatNothingDeliveredStaysASilentLoss() throws {
        let shop = try Shop()
        var coins = Self.failed
        coins.product = "coins"
        try shop.bring(coins)
        let charge = Paper.Entry(id: "7000", chain: "7000", product: "coins", day: 1, days: nil)
        try shop.bring(Paper.receipt([charge], on: 3), customer: "u_1")
        #expect(try shop.tickets().map(\.resolution) == [.superseded])
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 1)
    }
}
