import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A purchase report claims the chain that it speaks of for its customer, below every other claim.
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
