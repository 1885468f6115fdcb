import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A document that tells of many purchases costs each of them what one costs that tells of few: thousands of coins stand
/// in one receipt, and nobody writes while it is taken in.
struct DocumentWorkTests {
    /// What many purchases have in common.
    struct Manner: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var product = "coins"
        /// Whom the document is brought for.
        var customer: String?
        /// What is done before with the purchases.
        var before: @Sendable (WriteTown, [Paper.Entry]) throws -> Void = { _, _ in }
    }

    static let manners = [
        Manner(testDescription: "coins of nobody"),
        Manner(testDescription: "coins of a customer", customer: "buyer"),
        Manner(testDescription: "passes, one after the other", product: "week_pass", customer: "buyer"),
        Manner(testDescription: "coins that are known but for one", customer: "buyer") { town, entries in
            let known = Paper.receipt(Array(entries.dropLast()), on: WriteTown.today - 3)
            try town.take(items: [known.item(for: "buyer")])
        },
        Manner(testDescription: "coins that attempts speak of", customer: "buyer") { town, entries in
            for (place, entry) in entries.enumerated() {
                let events = [
                    ReportedAttempt.state("purchased", Double(24 * WriteTown.today - 300 - Int64(place)))
                ]
                try town.shop.bring(
                    ReportedAttempt(
                        id: "many \(entry.id)", customer: "buyer", product: "coins", transaction: entry.id,
                        events: events))
            }
        },
    ]

    private func steps(_ manner: Manner, of count: Int) throws -> Int {
        let town = try WriteTown(of: \.few)
        let entries = (0..<count).map { place in
            let id = "9\(10_000 + place)"
            return Paper.Entry(
                id: id, chain: id, product: manner.product, day: WriteTown.today - 4, days: nil)
        }
        try manner.before(town, entries)
        let paper = Paper.receipt(entries, on: WriteTown.today - 2)
        return try town.steps {
            try town.take(items: [paper.item(for: manner.customer.map { AppUserID($0) })])
        }
    }

    @Test(arguments: manners)
    func eachOfManyPurchasesCostsWhatOneOfFewDoes(_ manner: Manner) throws {
        let (few, many) = (try steps(manner, of: 25), try steps(manner, of: 200))
        #expect(many <= few * 8 * 5 / 4, "\(few) steps for 25, \(many) for 200")
    }
}
