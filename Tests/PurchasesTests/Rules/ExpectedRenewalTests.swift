import Testing

@testable import Purchases

/// Which renewals are expected soon, and what they will cost.
///
/// The renewal is expected of what was told last; a price comes from the chain's own charges, else from the catalogue.
struct ExpectedRenewalTests {
    /// A chain of months, and what it expects within a week of the 25th day.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        var day: Double? = 30
        var product: ProductID = ProductID("monthly")
        var money: Money?
    }

    private static let catalog = Catalog([
        Product(id: ProductID("monthly"), kind: .autoRenewable, prices: ["EUR": 9990]),
        Product(id: ProductID("yearly"), kind: .autoRenewable, prices: ["EUR": 99_990]),
        Product(id: ProductID("pass"), kind: .nonRenewing, period: CalendarPeriod(days: 30)),
    ])

    private static func month(
        from: Double = 0, _ price: Int64? = 8990, product: String = "monthly",
        change: @escaping (inout TransactionValues) -> Void = { _ in }
    ) -> Transaction {
        bought("\(from)", product: product, from: from, to: from + 30) { values in
            values.price = price.map { Money(milliunits: $0, currency: "EUR") }
            change(&values)
        }
    }

    private static func euro(_ milliunits: Int64, list: Bool = false) -> Money {
        Money(milliunits: milliunits, currency: "EUR", isListPrice: list)
    }

    private static let on = [renewal(1, autoRenew: true)]

    static let examples = [
        Example(testDescription: "as before", chain: chain([month()], on), money: euro(8990)),
        Example(
            testDescription: "turned off", chain: chain([month()], on + [renewal(9, autoRenew: false)]),
            day: nil),
        Example(testDescription: "nothing told", chain: chain([month()]), day: nil),
        Example(
            testDescription: "later than a week",
            chain: chain([month(from: 3)], [renewal(4, autoRenew: true)]), day: nil),
        Example(testDescription: "over before", chain: chain([month(from: -10)], on), day: nil),
        Example(
            testDescription: "shared by family",
            chain: chain([month { $0.ownership = .familyShared }], on), day: nil),
        Example(
            testDescription: "revoked", chain: chain([month { $0.revocation = revoked(20) }], on), day: nil),
        Example(testDescription: "no subscription", chain: chain([month(product: "pass")], on), day: nil),
        Example(
            testDescription: "after a trial", chain: chain([month(0) { $0.isTrial = true }], on),
            money: euro(9990, list: true)),
        Example(
            testDescription: "after an offer, at the price before it",
            chain: chain([month(from: -30), month(1990) { $0.offerType = 2 }], on), money: euro(8990)),
        Example(
            testDescription: "as another product",
            chain: chain(
                [month()],
                [
                    {
                        var info = renewal(2, autoRenew: true)
                        info.autoRenewProductID = ProductID("yearly")
                        return info
                    }()
                ]), product: ProductID("yearly"), money: euro(99_990, list: true)),
        Example(testDescription: "nothing tells the price", chain: chain([month(nil)], on)),
        Example(
            testDescription: "the storefront tells the currency",
            chain: chain([month(nil) { $0.storefront = "DEU" }], on), money: euro(9990, list: true)),
        Example(testDescription: "a price beyond belief", chain: chain([month(.max)], on)),
    ]

    @Test(arguments: examples) func isExpected(_ example: Example) {
        let timeline = timeline(example.chain, catalog: Self.catalog)
        let renewal = ExpectedRenewal(
            of: timeline, after: day(25), within: .days(7), catalog: Self.catalog)
        #expect(renewal?.at == example.day.map { day($0) })
        #expect((renewal?.product ?? example.product) == example.product)
        #expect(renewal?.money == example.money)
    }
}
