import CustomDump
import Purchases
import Testing

/// Source: Apple, `web_order_line_item_id` ("the primary key for identifying subscription purchases"),
/// `transaction_id` ("new value on every renewal/restore"); docs/intake.md, what is one charge.
@Suite struct MergingTests {
    /// Tellings, and the ids of the charges that they are.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let told: [Transaction]
        let charges: [[String]]
    }

    static let examples = [
        Example(
            testDescription: "a restore gives a charge a second id",
            told: [bought("10", from: 0, line: "L"), bought("200", from: 0, line: "L")],
            charges: [["10", "200"]]),
        Example(
            testDescription: "one line item at two dates is one charge",
            told: [bought("10", from: 0, line: "L"), bought("11", from: 1, line: "L")],
            charges: [["10", "11"]]),
        Example(
            testDescription: "a date in milliseconds and in whole seconds is one date",
            told: [
                bought("10", product: "monthly", from: day(0, ms: 276), to: day(30, ms: 276), line: "L"),
                bought("10", from: 0, to: 30, line: "L"),
            ], charges: [["10"]]),
        Example(
            testDescription: "one id with two line items is one charge",
            told: [bought("10", from: 0, line: "L"), bought("10", from: 0, line: "M")],
            charges: [["10"]]),
        Example(
            testDescription: "what has something in common with a third is one charge",
            told: [
                bought("10", from: 0, line: "L"), bought("20", from: 0, line: "M"),
                bought("10", from: 0, line: "M"),
            ], charges: [["10", "20"]]),
        Example(
            testDescription: "without a line item the id alone identifies",
            told: [
                bought("10", from: 0, to: 30), bought("10", from: 1, to: 30), bought("11", from: 0, to: 30),
            ], charges: [["11"], ["10"]]),
        Example(
            testDescription: "a lineless telling joins the charge with its id",
            told: [
                bought("10", from: 0, line: "L"), bought("20", from: 0, line: "L"), bought("20", from: 0),
            ], charges: [["10", "20"]]),
        Example(
            testDescription: "a newer lineless telling with another date does not hide the charge",
            told: [
                bought("10", from: 0, line: "L"), bought("10", from: 0.1, told: document(day(9))),
                bought("20", from: 0, line: "L", told: document(day(5))),
            ], charges: [["10", "20"]]),
    ]

    @Test(arguments: examples)
    func joinsInAnyOrder(_ example: Example) {
        var seen: Set<Chain> = []
        for order in permutations(of: example.told) {
            var (single, several) = (chain([]), chain([]))
            for transaction in order { single.merge(transaction) }
            several.merge(order)
            several.merge(order)
            expectNoDifference(single, several)
            #expect(single.transactions.map { $0.ids.map(\.rawValue) } == example.charges)
            seen.insert(single)
        }
        #expect(seen.count == 1)
    }

    @Test(arguments: [
        (["100", "20", "3"], "100", "100"), (["100", "20", "3"], "7", "3"), (["21", "20"], "7", "20"),
    ])
    func showsTheFirstElseTheShortestElseTheSmallestID(_ ids: [String], _ chainID: String, _ shown: String) {
        var facts = chain(id: chainID, [])
        for id in ids { facts.merge(bought(id, from: 0, line: "L")) }
        #expect(facts.transactions[0].shownID(in: facts.id).rawValue == shown)
        #expect(facts.transactions[0].isFirst(of: facts.id) == (shown == chainID))
    }

    @Test func ordersByPurchaseExpiryLengthAndID() {
        var generator = SeededGenerator(seed: 7)
        let expected = [
            bought("9", from: 0, to: 1), bought("1", from: 1, to: 2), bought("10", from: 1, to: 3),
            bought("11", from: 1, to: 3), bought("2", from: 1, to: 4), bought("3", from: 1),
        ]
        for order in [expected.reversed(), expected.shuffled(using: &generator)] {
            #expect(chain(Array(order)).transactions == expected)
            var merged = chain([])
            for transaction in order { merged.merge(transaction) }
            #expect(merged.transactions == expected)
        }
    }

    @Test func isKnownSinceTheEarliestDocument() {
        var facts = chain([bought(from: 0, to: 30, told: document(day(5)))])
        facts.merge(bought(from: 0, to: 30, told: document(day(9)), knownAt: day(3)))
        facts.merge(bought(from: 0, to: 30, told: document(day(8))))
        #expect(facts.transactions[0].knownAt == day(3))
    }

    @Test func countsRenewalInformationOfOneDocumentOnce() {
        var facts = chain([], [renewal(5), renewal(1)])
        var again = renewal(5)
        again.knownAt = day(2)
        facts.merge(again)
        facts.merge(renewal(3))
        #expect(facts.renewals.map(\.precedence.documentTime) == [day(1), day(3), day(5)])
        #expect(facts.renewals[2].knownAt == day(2))
    }
}

/// Every order of some elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}
