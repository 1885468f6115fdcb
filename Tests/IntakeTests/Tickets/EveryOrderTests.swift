import Purchases
import Testing

@testable import Persistence

/// Every order of a purchase's documents, cut into imports or not, gives the same tickets.
struct EveryOrderTests {
    private func permutations(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return permutations(of: count - 1).flatMap { rest in
            (0..<count).map { Array(rest[..<$0]) + [count - 1] + Array(rest[$0...]) }
        }
    }

    /// Each order in a copy of its own of the documents: every third at once, the others a document an import.
    private func bring(seed: UInt64) throws -> (Shop, tags: [String], orders: [[Int]]) {
        let shop = try Shop()
        let limit = seed == 1 ? 5 : 4
        var sample = PurchaseScenario(seed: seed, tag: "x")
        let orders = permutations(of: sample.documents(atMost: limit).count)
        let tags = orders.indices.map { "0\(10_000 + $0)0" }
        let copies = zip(orders, tags).map { order, tag in
            var scenario = PurchaseScenario(seed: seed, tag: tag)
            let documents = scenario.documents(atMost: limit)
            return order.map { documents[$0] }
        }
        for step in 0..<(orders.first?.count ?? 0) {
            let parts = copies.enumerated().map { index, copy in
                index % 3 == 0 ? (step == 0 ? copy : []) : [copy[step]]
            }
            let report = try shop.bring(parts.joined().joined(separator: "\n"))
            #expect(report.rejected.isEmpty)
        }
        return (shop, tags, orders)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func givesTheSameTickets(seed: UInt64) throws {
        let (shop, tags, orders) = try bring(seed: seed)
        let meanings = try TicketMeaning.all(in: shop.store, tags: tags)
        let first = try #require(meanings.first)
        #expect(!first.isEmpty)
        for (meaning, order) in zip(meanings, orders) where meaning != first {
            let differences = meaning.difference(from: first).map { "\($0)" }.joined(separator: "\n")
            Issue.record("seed \(seed), order \(order), not \(orders[0]):\n\(differences)")
            return
        }
    }

    @Test func theScenariosEndInEveryWay() throws {
        let shop = try Shop()
        for seed in 1...12 as ClosedRange<UInt64> {
            var scenario = PurchaseScenario(seed: seed, tag: "0\(seed + 100)0")
            try shop.bring(scenario.documents(atMost: 5).joined(separator: "\n"))
        }
        #expect(try Set(shop.queue.map(\.group)) == Set(ErrorGroup.allCases))
        let ends = try Set(shop.tickets().compactMap(\.resolution))
        #expect(ends.isSuperset(of: [.refunded, .superseded]), "\(ends)")
        #expect(try shop.store.number("SELECT count(*) FROM attempts WHERE outcome = 'delivered'") > 0)
    }
}
