import Purchases
import Testing

/// Money is the transaction's price, else the report's, else the catalogue's where the storefront fixes the currency.
@Suite struct TicketMoneyTests {
    private static let catalog = Catalog([
        Product(
            id: ProductID("monthly"), kind: .autoRenewable, entitlements: [Catalog.premium],
            prices: ["EUR": 9990, "USD": 10990])
    ])
    private static let paid = Money(milliunits: 4990, currency: "GBP")
    private static let shown = Money(milliunits: 7990, currency: "USD")

    private static func list(_ milliunits: Int64, _ currency: String) -> Money {
        Money(milliunits: milliunits, currency: currency, isListPrice: true)
    }

    /// What the transaction, the report and the storefront say, and the money.
    static let examples: [(Money?, Money?, String?, Money?)] = [
        (paid, shown, "DEU", paid), (nil, shown, "DEU", shown), (paid, nil, nil, paid),
        (nil, nil, "DEU", list(9990, "EUR")), (nil, nil, "deu", list(9990, "EUR")),
        (nil, nil, "USA", list(10990, "USD")), (nil, nil, "GBR", nil), (nil, nil, "XYZ", nil),
        (nil, nil, nil, nil),
    ]

    @Test(arguments: examples)
    func theBestSourceCounts(_ price: Money?, _ shown: Money?, _ storefront: String?, _ money: Money?) {
        let record = charge(knownAt: 40) { $0.price = price }
        let found = verdict([told(.purchased, 0)], charge: record, catalog: Self.catalog) {
            ($0.price, $0.storefront) = (shown, storefront)
        }
        #expect(found.money == money)
    }

    /// Who takes an app apart has its key, and may name any charge.
    @Test func whatAnotherCustomerReportsIsNoPriceOfThisOnes() {
        func found(_ owner: String?, strangers: String?) -> Money? {
            let strange = attempt([told(.purchased, -9000)], id: "b") {
                ($0.customer, $0.price) = (strangers.map { AppUserID($0) }, Self.paid)
            }
            let own = attempt([told(.purchased, 0)]) { $0.price = Self.shown }
            var record = charge(owner: owner, knownAt: 40)
            record.ownerSource = .token
            let purchase = Purchase(attempts: [strange, own], charge: record)
            return PurchaseVerdict(purchase, rules: TicketRules(catalog: Self.catalog), at: day(50)).money
        }
        #expect(found("u_1", strangers: "u_2") == Self.shown)
        #expect(found("u_1", strangers: nil) == Self.paid, "the earliest, as long as it names nobody else")
        #expect(found("u_3", strangers: "u_2") == nil, "neither is the owner's")
    }

    @Test func theAppStoresStorefrontComesFirst() {
        let record = charge(knownAt: 40) { $0.storefront = "USA" }
        let found = verdict([told(.purchased, 0)], charge: record, catalog: Self.catalog) {
            $0.storefront = "DEU"
        }
        #expect(found.money == Self.list(10990, "USD"))
    }

    @Test func withoutARecordTheReportAndTheListSpeak() {
        let found = verdict([told(.failed, 0)], catalog: Self.catalog) { $0.storefront = "FRA" }
        #expect(found.money == Self.list(9990, "EUR"))
        #expect(verdict([told(.failed, 0)], catalog: Catalog()) { $0.storefront = "FRA" }.money == nil)
    }

    @Test(arguments: [
        (Self.paid as Money?, nil as Money?, "GBP"), (nil, Self.shown, "USD"),
    ])
    func aTrialIsChargedWithNothing(_ price: Money?, _ shown: Money?, _ currency: String) {
        let record = charge(knownAt: 40) { ($0.isTrial, $0.price) = (true, price) }
        let found = verdict([told(.finished, 0)], charge: record, catalog: Self.catalog) { $0.price = shown }
        #expect(found.outcome == .failed(.lossOfFunds))
        #expect(found.money == Money(milliunits: 0, currency: currency) && found.money?.amount == "0.00")
    }

    /// A price, the share given back in thousandths of a per cent, and what is left of it.
    static let refunds: [(Money, Int, String)] = [
        (paid, 3000, "4.84"), (paid, 50_000, "2.49"), (paid, 0, "4.99"), (paid, 100_000, "4.99"),
        (Money(milliunits: 750_000, currency: "JPY"), 3000, "727"),
        (Money(milliunits: 1001, currency: "KWD"), 50_000, "0.500"),
    ]

    @Test(arguments: refunds)
    func ofARefundInPartTheRestIsOwed(_ price: Money, _ share: Int, _ left: String) {
        let record = charge(knownAt: 40) {
            ($0.price, $0.revocation) = (price, revoked(2, kind: .refund, percentage: share))
        }
        #expect(verdict([told(.finished, 0)], charge: record).money?.amount == left)
    }

    @Test func theListPriceIsOfAllThatWereBought() {
        let record = charge(knownAt: 40) { ($0.quantity, $0.storefront) = (3, "IRL") }
        #expect(verdict([], charge: record, catalog: Self.catalog).money == Self.list(29970, "EUR"))
    }
}
