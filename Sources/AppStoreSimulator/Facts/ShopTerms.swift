package import Crypto
import Foundation
package import Purchases

/// What one simulated App Store sells and how: the app, its products, and what App Store Connect would be set to.
package struct ShopTerms: Sendable {
    package var bundleID = BundleID("com.example.tea")
    /// The app's number in App Store Connect.
    package var appAppleID: Int64 = 1_234_567_890
    /// The version of the app that is on sale.
    package var appVersion = "5.2.1"
    /// What is sold.
    package var products: [SimulatedProduct]
    /// How many days a subscription goes on while its charge fails: 3, 16 or 28; 0 for none.
    package var graceDays = 16
    /// By how much every period and every pause is shortened, as Apple's sandbox does; 1 for none.
    package var speed = 1
    /// Which notifications are sent.
    package var versions: Set<NoticeVersion> = [.v2]
    /// Whether ONE_TIME_CHARGE is sent for real purchases, too. Apple's text of 2025 knows it in the sandbox only.
    package var tellsOneTimeCharges = false
    /// From what everything random follows.
    package var seed: UInt64
    /// The app's shared secret: a `password` of verifyReceipt and of notifications of version 1.
    package var sharedSecret: String
    /// The key of App Store Connect with which the Server API may be called.
    package var key: SimulatedAPIKey

    /// A shop of products, everything random following from a seed.
    package init(_ products: [SimulatedProduct] = SimulatedProduct.tea, seed: UInt64 = 1) {
        var random = SeededRandom(seed ^ 0x5EED_0FA1)
        self.products = products
        self.seed = seed
        sharedSecret = random.hex(32)
        key = SimulatedAPIKey(&random)
    }

    /// A product by its name.
    package func product(_ id: ProductID) -> SimulatedProduct? { products.first { $0.id == id } }
}

/// A key of App Store Connect, with both of its halves: the server signs with one, the simulator checks with the other.
package struct SimulatedAPIKey: Sendable {
    /// The issuer, a UUID.
    package let issuerID: String
    package let keyID: String
    package let privateKey: P256.Signing.PrivateKey

    init(_ random: inout SeededRandom) {
        issuerID = random.uuid()
        keyID = String(random.hex(10).uppercased())
        privateKey = P256.Signing.PrivateKey()
    }

    /// The text of the `.p8` file.
    package var pem: String { privateKey.pemRepresentation + "\n" }
}

/// A product on sale.
package struct SimulatedProduct: Hashable, Sendable {
    /// What the catalogue says of it.
    package let product: Product
    /// At what it is sold beside its price.
    package var offers: [SimulatedOffer]
    /// Whether the family of who buys it has it, too.
    package var isFamilyShareable: Bool

    /// A product of a catalogue.
    package init(_ product: Product, offers: [SimulatedOffer] = [], isFamilyShareable: Bool = false) {
        (self.product, self.offers, self.isFamilyShareable) = (product, offers, isFamilyShareable)
    }

    package var id: ProductID { product.id }
    /// The subscription group; a subscription without one is a group of its own.
    package var group: SubscriptionGroupID { product.group ?? SubscriptionGroupID(product.id.rawValue) }
    /// How long one period lasts; a month where nothing is said.
    package var period: CalendarPeriod? { product.period ?? CalendarPeriod(months: 1) }

    /// Its price in a currency, in thousandths; the first price it has where that currency is not told.
    package func price(in currency: String) -> Int64 {
        product.prices[currency] ?? product.prices.sorted { $0.key < $1.key }.first?.value ?? 990
    }

    /// Whether it and another are renewed after the same time.
    func lasts(as other: SimulatedProduct) -> Bool { period == other.period }

    /// A small shop: tea by the month (with a trial of a week), by the year and for the family, a pass, a pot, leaves.
    package static let tea: [SimulatedProduct] = {
        let tea: [EntitlementID] = ["premium"].map(EntitlementID.init(_:))
        let group = SubscriptionGroupID("272394410")
        func subscription(_ id: String, _ period: String, _ level: Int, _ cents: Int64) -> Product {
            Product(
                id: ProductID(id), kind: .autoRenewable, entitlements: tea, period: CalendarPeriod(period),
                group: group, level: level, prices: ["EUR": cents * 10, "USD": cents * 10])
        }
        let trial = SimulatedOffer(.introductory, .freeTrial, period: CalendarPeriod(days: 7))
        let half = SimulatedOffer(
            .promotional, .payAsYouGo, id: "half", period: CalendarPeriod(months: 1), price: 4_990)
        let back = SimulatedOffer(
            .winBack, .payUpFront, id: "back", period: CalendarPeriod(months: 3), price: 9_990)
        let code = SimulatedOffer(.code, .freeTrial, id: "FRIEND", period: CalendarPeriod(months: 1))
        return [
            SimulatedProduct(
                subscription("tea.monthly", "P1M", 3, 999), offers: [trial, half, back, code]),
            SimulatedProduct(subscription("tea.yearly", "P1Y", 3, 9_999)),
            SimulatedProduct(subscription("tea.family", "P1M", 1, 1_999), isFamilyShareable: true),
            SimulatedProduct(subscription("tea.weekly", "P1W", 2, 399)),
            SimulatedProduct(
                Product(
                    id: ProductID("tea.pass"), kind: .nonRenewing, entitlements: tea,
                    period: CalendarPeriod(days: 7), prices: ["EUR": 1_990, "USD": 1_990])),
            SimulatedProduct(
                Product(
                    id: ProductID("tea.pot"), kind: .nonConsumable, entitlements: [EntitlementID("pot")],
                    prices: ["EUR": 29_990, "USD": 29_990]),
                isFamilyShareable: true),
            SimulatedProduct(
                Product(
                    id: ProductID("tea.leaves"), kind: .consumable, prices: ["EUR": 990, "USD": 990])),
        ]
    }()
}

/// What a subscription is offered at for a while.
///
/// Source: Apple, `offerType`, `offerDiscountType`, `offerPeriod`.
package struct SimulatedOffer: Hashable, Sendable {
    /// Whom it is for; the number is Apple's.
    package enum Audience: Int, Hashable, Sendable {
        case introductory = 1
        case promotional = 2
        case code = 3
        case winBack = 4
    }

    /// How it is paid; the text is Apple's.
    package enum Discount: String, Hashable, Sendable {
        case freeTrial = "FREE_TRIAL"
        case payAsYouGo = "PAY_AS_YOU_GO"
        case payUpFront = "PAY_UP_FRONT"
    }

    /// Whom it is for.
    package let audience: Audience
    /// How it is paid.
    package let discount: Discount
    /// Its name in App Store Connect; introductory offers have none.
    package let id: String?
    /// How long it lasts; with `payAsYouGo` each of its charges.
    package let period: CalendarPeriod?
    /// What one charge costs, in thousandths of any currency.
    package let price: Int64

    package init(
        _ audience: Audience, _ discount: Discount, id: String? = nil, period: CalendarPeriod?,
        price: Int64 = 0
    ) {
        (self.audience, self.discount, self.id, self.period, self.price) = (
            audience, discount, id, period, price
        )
    }
}

/// The two forms of notifications that the App Store has sent.
package enum NoticeVersion: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Version 1: plain JSON with the shared secret as `password`.
    case v1 = 1
    /// Version 2: signed.
    case v2 = 2

    /// Older first.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
