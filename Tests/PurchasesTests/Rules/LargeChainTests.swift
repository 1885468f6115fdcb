import Purchases
import Testing

/// Source: docs/architecture.md, periods are recomputed with every change: long chains are walked once, not squared.
@Suite(.timeLimit(.minutes(30))) struct LargeChainTests {
    private static let count = 20_000

    private static func purchases(_ product: String, upgraded: Bool = false, overlapping: Bool = false)
        -> [Transaction]
    {
        (0..<count).map { index in
            let from = Double(index) / 8
            return bought(
                "\(100_000 + index)", product: product, from: from, to: from + (overlapping ? 900 : 0.125),
                line: "\(index)"
            ) {
                $0.isUpgraded = upgraded
            }
        }
    }

    @Test(arguments: [
        ("monthly", false, false), ("monthly", true, true), ("monthly", false, true),
        ("forever", false, false),
    ])
    func oneWalkFindsEveryStatus(_ product: String, _ isUpgraded: Bool, _ isOverlapping: Bool) {
        let purchases = LargeChainTests.purchases(product, upgraded: isUpgraded, overlapping: isOverlapping)
        var facts = chain([])
        facts.merge(purchases)
        #expect(facts.transactions.count == LargeChainTests.count)
        let renewals = (0..<2000).map { renewal(Double($0), retry: $0.isMultiple(of: 2)) }
        let line = timeline(chain(facts.transactions, renewals))
        #expect(line.status(at: day(1000)) == .active)
        #expect(line.accessSpans.count == 1)
        let coverage = Coverage(of: line, catalog: .example)
        #expect(coverage.pieces.first?.kind == .paid)
        #expect(Lapse.lapses(of: line).isEmpty)
    }
}
