import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What people did to two tickets stands when they turn out to be one charge, and when an attempt turns to another.
struct MergedWorkTests {
    private static func lost(_ id: String, _ transaction: String?, extra: Double? = nil) -> ReportedAttempt {
        let more = extra.map { [ReportedAttempt.step("verify", $0, httpStatus: 500)] } ?? []
        return ReportedAttempt(id: id, transaction: transaction, events: ReportedAttempt.lost() + more)
    }

    /// Two tickets; the second attempt's charge is told later.
    private static func two() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.bring(lost("a", "7001"))
        try shop.bring(lost("b", nil))
        return shop
    }

    private static func join(_ shop: Shop) throws { try shop.bring(lost("b", "7001", extra: 9)) }

    @Test func aClaimMovesToTheOldest() throws {
        let shop = try Self.two()
        _ = try shop.store.act(.claim, on: "2", by: Shop.agent, at: Shop.now)
        try Self.join(shop)
        #expect(try shop.queue.map(\.id) == ["1"] && shop.queue[0].claimedBy == Shop.agent)
        #expect(try shop.queue[0].state == .claimed)
    }

    @Test func aDuplicateIsNotReopened() throws {
        let shop = try Self.two()
        try Self.join(shop)
        let error = #expect(throws: StoreError.self) {
            try shop.store.work(.reopen(note: "why"), on: "2", by: Shop.agent, at: Shop.now)
        }
        #expect(error?.code == .conflict)
        #expect(try shop.page("2").attempts.map(\.id) == ["a", "b"])
    }

    @Test func aMakeGoodOfEitherIsOneOfBoth() throws {
        for ticket in ["1", "2"] as [TicketID] {
            let shop = try Self.two()
            let grant = try shop.makeGood(ticket)
            try Self.join(shop)
            #expect(try shop.queue.isEmpty && shop.page().ticket.resolution == .madeGood)
            #expect(throws: StoreError.self) { try shop.makeGood("1") }
            _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
            #expect(try shop.queue.map(\.id) == ["1"])
        }
    }

    /// An attempt that two reports place at different charges, the newer one at the second.
    private static let turned = [lost("a", "7001"), lost("b", "7001"), lost("a", "7002", extra: 9)]

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func anAttemptThatTurnsToAnotherChargeLeavesNoneBehind(_ order: [Int]) throws {
        let shop = try Shop()
        for index in order { try shop.bring(Self.turned[index]) }
        #expect(try shop.queue.compactMap(\.transactionID).sorted() == ["7001", "7002"])
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func whomItsEnvelopeNamedOwnsOnlyTheChainThatItSpeaksOf(_ order: [Int]) throws {
        let shop = try Shop()
        let first = ReportedAttempt(customer: nil, transaction: "7000", events: ReportedAttempt.lost())
        let newer = ReportedAttempt(
            customer: nil, transaction: "8000", events: ReportedAttempt.failing(1, from: 9))
        let entries = ["7000", "8000"].map { Paper.Entry(id: $0, chain: $0) }
        let documents = [
            first.paper.owned(by: "u_1"), newer.paper.owned(by: "u_1"),
            Paper.receipt(entries, on: 2),
        ]
        for index in order { try shop.bring(documents[index]) }
        let owners = try ["7000", "8000"].map { id in
            try shop.store.chainPage(OriginalTransactionID(id), at: Shop.now)?.owner?.id
        }
        #expect(owners == [nil, "u_1"])
    }
}
