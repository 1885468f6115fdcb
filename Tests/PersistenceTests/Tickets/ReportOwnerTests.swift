import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// A purchase report claims the chain that it speaks of for its customer, below every other claim, by its arrival.
struct ReportOwnerTests {
    private static let token = "0a0a0a0a-1111-4222-8333-444444444444"

    private static func report(
        _ id: String = "a", by customer: String, at hours: Double = 0, _ transaction: String? = "7000",
        chain: String? = nil
    ) -> Paper {
        ReportedAttempt(
            id: id, customer: customer, transaction: transaction, chain: chain,
            events: [ReportedAttempt.state("purchased", hours)]
        ).paper
    }

    private static func receipt(token: String? = nil) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "L0", token: token)], on: 2)
    }

    /// Documents in any order, and whose the chain is.
    static let examples: [([Paper], String?)] = [
        ([receipt()], nil), ([receipt(), report(by: "u_1")], "u_1"),
        ([receipt(), report("a", by: "u_2", at: 0), report("b", by: "u_1", at: 9)], "u_2"),
        ([receipt(), report("a", by: "u_2", at: 9), report("b", by: "u_1", at: 9)], "u_1"),
        ([receipt(), report(by: "u_1", nil, chain: "7000")], "u_1"),
        ([receipt(), report(by: "u_1", "7999", chain: nil)], nil),
        ([receipt(token: token), report(by: "u_1"), Paper.customer("u_3", token: token)], "u_3"),
        ([receipt(token: token), report(by: "u_1")], "u_1"),
        ([receipt().owned(by: "u_4"), report(by: "u_1")], "u_4"),
        ([receipt(), report(by: "u_1", at: 5).owned(by: "u_4")], "u_4"),
    ]

    /// Reports that say when they arrived, and some that came by an app's key, in any order; and whose the chain is.
    static let arrivals: [([Paper], String?)] = [
        (
            [
                receipt(), report("a", by: "u_2", at: wrongClock).received(9),
                report("b", by: "u_1", at: 5).received(6),
            ], "u_1"
        ),
        ([receipt(), report("a", by: "u_2"), report("b", by: "u_1", at: 5).received(6)], "u_1"),
        ([receipt(), report(by: "u_1").received(1).byAppKey], nil),
        ([receipt().owned(by: "u_1"), report(by: "u_1").received(1).byAppKey], "u_1"),
        ([receipt(), receipt().owned(by: "u_1"), report(by: "u_1").received(1).byAppKey], "u_1"),
        ([receipt().owned(by: "u_4"), report(by: "u_1", at: wrongClock).received(1).byAppKey], "u_4"),
        ([receipt(token: token), report(by: "u_1").received(1).byAppKey], nil),
        (
            [
                receipt(), report("a", by: "u_2", at: wrongClock).received(1).byAppKey,
                report("b", by: "u_1", at: 9).received(10),
            ], "u_1"
        ),
        // The same report, brought by an app's key and by an agent.
        ([receipt(), report(by: "u_1").received(1).byAppKey, report(by: "u_1").received(1)], "u_1"),
        ([receipt(), report(by: "u_1").received(1).byAppKey, report(by: "u_1")], "u_1"),
        (
            [
                receipt(), report("a", by: "u_1").received(1).byAppKey,
                report("b", by: "u_1", at: 7).received(8), report("c", by: "u_2", at: 2).received(3),
            ], "u_2"
        ),
    ]
    private static let wrongClock = -200_000.0

    private func permutations(_ documents: [Paper]) -> [[Paper]] {
        guard documents.count > 1 else { return [documents] }
        return documents.indices.flatMap { index in
            var rest = documents
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test(arguments: examples)
    func theRankOfAReportIsTheLowest(_ documents: [Paper], _ owner: String?) throws {
        for order in permutations(documents) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            let page = try #require(try shop.store.chainPage("7000", at: Shop.now))
            #expect(page.owner?.id.rawValue == owner)
        }
    }

    @Test(arguments: arrivals)
    func aReportCountsByItsArrivalAndWithEvidence(_ documents: [Paper], _ owner: String?) throws {
        var first: StoreMeaning?
        for order in permutations(documents) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            let page = try #require(try shop.store.chainPage("7000", at: Shop.now))
            #expect(page.owner?.id.rawValue == owner)
            let meaning = try StoreMeaning(of: shop.store)
            #expect(meaning == first ?? meaning, "\(first.map { meaning.differences(from: $0) } ?? "")")
            first = first ?? meaning
        }
    }

    @Test func whatAnAppsKeySaysAloneIsShownAndDecidesNothing() throws {
        let shop = try Shop()
        try shop.bring(Self.receipt())
        try shop.bring(Self.report(by: "u_2", at: Self.wrongClock).received(1).byAppKey)
        let alone = try #require(try shop.store.chainPage("7000", at: Shop.now))
        #expect(alone.owner == nil && alone.claims.map(\.customer) == ["u_2"] && alone.provenClaims.isEmpty)
        try shop.bring(Self.receipt().owned(by: "u_1"))
        let page = try #require(try shop.store.chainPage("7000", at: Shop.now))
        #expect(page.owner?.id == "u_1" && page.provenClaims.map(\.customer) == ["u_1"])
        #expect(page.dispute?.claimants == ["u_1", "u_2"] && page.dispute?.unproven == ["u_2"])
        #expect(
            page.warnings.map(Reader.program.words) == [
                "chain 7000 is claimed by u_1 and u_2 (unproven), it is u_1's"
            ])
        #expect(try shop.store.customerPage("u_2", at: Shop.now)?.disputes.map(\.unproven) == [["u_2"]])
        // It is no work for leads: whoever has the app could make any number of these.
        #expect(try shop.store.number("SELECT count(*) FROM chains WHERE is_disputed = 1") == 0)
    }

    /// An attempt that turns to another chain takes its arrival with it.
    @Test func whatSpeaksOfAnotherChainCountsThereAlone() throws {
        let shop = try Shop()
        let entries = [Paper.Entry(id: "7000", chain: "7000"), Paper.Entry(id: "8000", chain: "8000")]
        try shop.bring(Paper.receipt(entries, on: 2))
        try shop.bring(Self.report("a", by: "u_1").received(1))
        try shop.bring(Self.report("b", by: "u_1", at: 4).received(5))
        try shop.bring(Self.report("c", by: "u_2", at: 2).received(3))
        #expect(try shop.store.chainPage("7000", at: Shop.now)?.owner?.id == "u_1")
        try shop.bring(Self.report("a", by: "u_1", at: 8, "8000").received(9))
        #expect(try shop.store.chainPage("7000", at: Shop.now)?.owner?.id == "u_2")
        #expect(try shop.store.chainPage("8000", at: Shop.now)?.owner?.id == "u_1")
    }

    @Test func twoCustomersClaimingOneChainIsShown() throws {
        let shop = try Shop()
        try shop.bring(Self.report("a", by: "u_1"))
        try shop.bring(Self.report("b", by: "u_2", at: 3))
        #expect(try shop.queue.map(\.customer) == ["u_1", "u_2"])
        try shop.bring(Self.receipt())
        let claims = try shop.store.chainPage("7000", at: Shop.now)?.claims ?? []
        #expect(claims.map(\.kind) == [.purchaseReport, .purchaseReport])
        #expect(Set(claims.compactMap(\.customer)) == ["u_1", "u_2"] && OwnerRule.isDisputed(claims))
    }

    @Test func theCustomerThatItNamesIsMade() throws {
        let shop = try Shop()
        try shop.bring(Self.report(by: "u_new"))
        let page = try #require(try shop.store.customerPage("u_new", at: Shop.now))
        #expect(page.tickets.map(\.id) == ["1"])
    }

    @Test func anotherEnvironmentsChainIsNotClaimed() throws {
        let shop = try Shop()
        let entries = [Paper.Entry(id: "7000", chain: "7000")]
        try shop.bring(Paper.receipt(entries, on: 2, environment: "Sandbox"))
        try shop.bring(
            ReportedAttempt(
                customer: "u_1", transaction: "7000", environment: "Production",
                events: [ReportedAttempt.state("purchased", 0)]
            ).paper)
        #expect(try shop.store.chainPage("7000", at: Shop.now)?.owner == nil)
    }
}
