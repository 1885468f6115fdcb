import CustomDump
import Purchases
import Testing

/// What does not renew is sold once for each original id and product, and restored as often as somebody likes.
///
/// Source: Apple, `original_transaction_id`, `type`; docs/intake.md, what is one charge. The chain's id is 1.
@Suite struct ChargeIdentityTests {
    /// Tellings, and the charges that they are: ids, the day of the charge and the day on which it was taken back.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let told: [Transaction]
        let charges: [String]
    }

    /// A telling of what is sold for good, made on the day of the purchase unless said otherwise.
    private static func forever(
        _ id: String, from: Double, sold: Double? = nil, told: Double? = nil, back: Double? = nil
    ) -> Transaction {
        bought(id, product: "forever", from: from, told: told.map { document(day($0)) }) { values in
            values.originalPurchasedAt = sold.map { day($0) }
            if let back { values.revocation = revoked(back) }
        }
    }

    private static func typed(
        _ id: String, _ product: String, from: Double, to: Double? = nil, _ type: String
    ) -> Transaction {
        bought(id, product: product, from: from, to: to) { $0.appleType = type }
    }

    static let sales = [
        Example(
            testDescription: "a restore is its sale again",
            told: [forever("1", from: 0), forever("5", from: 60, sold: 0), forever("6", from: 90, sold: 0)],
            charges: ["1+5+6 on 0"]),
        Example(
            testDescription: "a restore alone is the charge, dated by its sale",
            told: [forever("5", from: 60, sold: 0)], charges: ["5 on 0"]),
        Example(
            testDescription: "restores alone are one charge",
            told: [forever("5", from: 60, sold: 0), forever("6", from: 50, sold: 0)], charges: ["5+6 on 0"]),
        Example(
            testDescription: "restores alone of which nothing says when it was sold",
            told: [forever("5", from: 60), forever("6", from: 50)], charges: ["5+6 on 50"]),
        Example(
            testDescription: "a sale has its own date",
            told: [forever("1", from: 2), forever("5", from: 60, sold: 0)], charges: ["1+5 on 2"]),
        Example(
            testDescription: "another product is another sale",
            told: [forever("1", from: 0), bought("5", product: "coins", from: 3)],
            charges: ["1 on 0", "5 on 3"]),
    ]

    static let kinds = [
        Example(
            testDescription: "renewals without line items",
            told: [bought("1", from: 0, to: 30), bought("5", from: 30, to: 60)],
            charges: ["1 on 0", "5 on 30"]),
        Example(
            testDescription: "renewals that some documents tell without their ends",
            told: [bought("1", from: 0), bought("5", from: 30), bought("5", from: 30, to: 60)],
            charges: ["1 on 0", "5 on 30"]),
        Example(
            testDescription: "renewals of which only Apple's type says that they renew",
            told: [typed("1", "monthly", from: 0, "Auto-Renewable Subscription"), bought("5", from: 30)],
            charges: ["1 on 0", "5 on 30"]),
        Example(
            testDescription: "Apple's type outweighs an end",
            told: [
                typed("1", "pass", from: 0, to: 7, "Non-Renewing Subscription"),
                bought("5", product: "pass", from: 0, to: 7),
            ], charges: ["1+5 on 0"]),
        Example(
            testDescription: "a type that nobody knows says nothing",
            told: [typed("1", "coins", from: 0, "Voucher"), typed("5", "coins", from: 3, "Voucher")],
            charges: ["1+5 on 0"]),
        Example(
            testDescription: "a consumable that is told twice",
            told: [
                typed("1", "coins", from: 0, "Consumable"), typed("5", "coins", from: 0, "Consumable"),
            ], charges: ["1+5 on 0"]),
    ]

    static let refunds = [
        Example(
            testDescription: "the sale's refund ends the restore, too",
            told: [forever("1", from: 0, told: 9, back: 8), forever("5", from: 60, sold: 0)],
            charges: ["1+5 on 0, back on 8"]),
        Example(
            testDescription: "the restore's refund ends the sale, too",
            told: [forever("1", from: 0, told: 70), forever("5", from: 60, sold: 0, told: 69, back: 68)],
            charges: ["1+5 on 0, back on 68"]),
        Example(
            testDescription: "the newest word on an id counts",
            told: [
                forever("1", from: 0, told: 9, back: 8), forever("1", from: 0, told: 20),
                forever("5", from: 60, sold: 0),
            ], charges: ["1+5 on 0"]),
        Example(
            testDescription: "what the sale's id told and tells no more is undone for its restores",
            told: [
                forever("1", from: 0, told: 9, back: 8), forever("5", from: 3, sold: 0, told: 10, back: 8),
                forever("1", from: 0, told: 20),
            ], charges: ["1+5 on 0"]),
        Example(
            testDescription: "what the sale's id never told it does not undo",
            told: [forever("1", from: 0, told: 20), forever("5", from: 3, sold: 0, told: 10, back: 8)],
            charges: ["1+5 on 0, back on 8"]),
        Example(
            testDescription: "of two refunds the newest word counts",
            told: [
                forever("1", from: 0, told: 9, back: 8), forever("5", from: 3, sold: 0, told: 10, back: 7),
            ], charges: ["1+5 on 0, back on 7"]),
    ]

    @Test(arguments: sales + kinds + refunds)
    func areTheSameInAnyOrder(_ example: Example) {
        var seen: Set<Chain> = []
        for order in permutations(of: example.told) {
            var (single, several) = (chain([]), chain([]))
            for transaction in order { single.merge(transaction) }
            several.merge(order)
            several.merge(order)
            expectNoDifference(single, several)
            #expect(single.transactions.map(Self.line) == example.charges)
            seen.insert(single)
        }
        #expect(seen.count == 1)
    }

    /// Refunds are told of each id of a sale: which document told the one that holds is known.
    @Test(arguments: refunds.filter { $0.charges[0].contains("back") })
    func aRefundHasItsDocument(_ example: Example) throws {
        var facts = chain([])
        facts.merge(example.told)
        let charge = try #require(facts.transactions.first)
        let told = example.told.filter { $0.revocation == charge.revocation }
        #expect(told.count == 1 && told.first?.revocationPrecedence == charge.revocationPrecedence)
    }

    @Test func aSaleHasItsOwnPriceAndTakesWhatItLacksFromRestores() {
        let price = Money(milliunits: 49_990, currency: "EUR")
        let other = Money(milliunits: 54_990, currency: "USD")
        let sale = bought("1", product: "forever", from: 0) { $0.price = price }
        let silent = bought("1", product: "forever", from: 0)
        let restore = bought("5", product: "forever", from: 60) { values in
            (values.price, values.storefront) = (other, "USA")
        }
        for (told, expected) in [([sale, restore], price), ([silent, restore], other)] {
            var facts = chain([])
            facts.merge(told)
            #expect(facts.transactions.map(\.values.price) == [expected])
            #expect(facts.transactions.map(\.values.storefront) == ["USA"])
        }
        var alone = chain([])
        alone.merge(bought("5", product: "forever", from: 60))
        #expect(alone.transactions.map(\.values.price) == [nil])
    }

    /// Ids of Xcode count from 0 on each device, and the chain's name says whose it is; its first id is 0 all the same.
    @Test func aChainOfXcodeKnowsItsFirstID() {
        let named = ChainID(OriginalTransactionID("0@1f"), in: .xcode)
        #expect(named.firstTransaction.rawValue == "0")
        #expect(ChainID(OriginalTransactionID("0@1f"), in: .production).firstTransaction.rawValue == "0@1f")
        #expect(ChainID(OriginalTransactionID("0"), in: .localTesting).firstTransaction.rawValue == "0")
    }

    private static func line(_ charge: Transaction) -> String {
        let ids = charge.ids.map(\.rawValue).joined(separator: "+")
        let back = charge.revocation.map { ", back on \(dayNumber($0.at))" } ?? ""
        return "\(ids) on \(dayNumber(charge.purchasedAt))\(back)"
    }

    private static func dayNumber(_ instant: Instant) -> Int64 {
        (instant.milliseconds - day(0).milliseconds) / 86_400_000
    }
}
