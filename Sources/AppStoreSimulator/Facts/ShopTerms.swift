public import Crypto
import Foundation
public import Purchases

/// What one simulated App Store sells and how: the app, its products, and what App Store Connect would be set to.
public struct ShopTerms: Sendable {
    /// The app.
    public var bundleID = BundleID("com.example.tea")
    /// The app's number in App Store Connect.
    public var appAppleID: Int64 = 1_234_567_890
    /// The version of the app that is on sale.
    public var appVersion = "5.2.1"
    /// What is sold.
    public var products: [SimulatedProduct]
    /// How many days a subscription goes on while its charge fails: 3, 16 or 28; 0 for none.
    public var graceDays = 16
    /// By how much every period and every pause is shortened, as Apple's sandbox does; 1 for none.
    public var speed = 1
    /// Which notifications are sent.
    public var versions: Set<NoticeVersion> = [.v2]
    /// Whether ONE_TIME_CHARGE is sent for real purchases, too. Apple's text of 2025 knows it in the sandbox only.
    public var tellsOneTimeCharges = false
    /// From what everything random follows.
    public var seed: UInt64
    /// The app's shared secret: a `password` of verifyReceipt and of notifications of version 1.
    public var sharedSecret: String
    /// The key of App Store Connect with which the Server API may be called.
    public var key: SimulatedAPIKey

    /// A shop of products, everything random following from a seed.
    public init(_ products: [SimulatedProduct] = SimulatedProduct.tea, seed: UInt64 = 1) {
        var random = SeededRandom(seed ^ 0x5EED_0FA1)
        self.products = products
        self.seed = seed
        sharedSecret = random.hex(32)
        key = SimulatedAPIKey(&random)
    }

    /// A product by its name.
    public func product(_ id: ProductID) -> SimulatedProduct? { products.first { $0.id == id } }
}

/// A key of App Store Connect, with both of its halves: the server signs with one, the simulator checks with the other.
public struct SimulatedAPIKey: Sendable {
    /// The issuer, a UUID.
    public let issuerID: String
    /// The key's name.
    public let keyID: String
    /// The key.
    public let privateKey: P256.Signing.PrivateKey

    init(_ random: inout SeededRandom) {
        issuerID = random.uuid()
        keyID = String(random.hex(10).uppercased())
        privateKey = P256.Signing.PrivateKey()
    }

    /// The text of the `.p8` file.
    public var pem: String { privateKey.pemRepresentation + "\n" }
}

/// A product on sale.
public struct SimulatedProduct: Hashable, Sendable {
    /// What the catalogue says of it.
    public let product: Product
    /// At what it is sold beside its price.
    public var offers: [SimulatedOffer]
    /// Whether the family of who buys it has it, too.
    public var isFamilyShareable: Bool

    /// A product of a catalogue.
    public init(_ product: Product, offers: [SimulatedOffer] = [], isFamilyShareable: Bool = false) {
        (self.product, self.offers, self.isFamilyShareable) = (product, offers, isFamilyShareable)
    }

    /// Its name.
    public var id: ProductID { product.id }
    /// The subscription group; a subscription without one is a group of its own.
    public var group: SubscriptionGroupID { product.group ?? SubscriptionGroupID(product.id.rawValue) }
    /// How long one period lasts; a month where nothing is said.
    public var period: CalendarPeriod? { product.period ?? CalendarPeriod(months: 1) }

    /// Its price in a currency, in thousandths; the first price it has where that currency is not told.
    public func price(in currency: String) -> Int64 {
        product.prices[currency] ?? product.prices.sorted { $0.key < $1.key }.first?.value ?? 990
    }

    /// Whether it and another are renewed after the same time.
    func lasts(as other: SimulatedProduct) -> Bool { period == other.period }

    /// A small shop: tea by the month (with a trial of a week), by the year and for the family, a pass, a pot, leaves.
    public static let tea: [SimulatedProduct] = {
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
public struct SimulatedOffer: Hashable, Sendable {
    /// Whom it is for; the number is Apple's.
    public enum Audience: Int, Hashable, Sendable {
        case introductory = 1
        case promotional = 2
        case code = 3
        case winBack = 4
    }

    /// How it is paid; the text is Apple's.
    public enum Discount: String, Hashable, Sendable {
        case freeTrial = "FREE_TRIAL"
        case payAsYouGo = "PAY_AS_YOU_GO"
        case payUpFront = "PAY_UP_FRONT"
    }

    /// Whom it is for.
    public let audience: Audience
    /// How it is paid.
    public let discount: Discount
    /// Its name in App Store Connect; introductory offers have none.
    public let id: String?
    /// How long it lasts; with `payAsYouGo` each of its charges.
    public let period: CalendarPeriod?
    /// What one charge costs, in thousandths of any currency.
    public let price: Int64

    /// An offer.
    public init(
        _ audience: Audience, _ discount: Discount, id: String? = nil, period: CalendarPeriod?,
        price: Int64 = 0
    ) {
        (self.audience, self.discount, self.id, self.period, self.price) = (
            audience, discount, id, period, price
        )
    }
}

/// The two forms of notifications that the App Store has sent.
public enum NoticeVersion: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Version 1: plain JSON with the shared secret as `password`.
    case v1 = 1
    /// Version 2: signed.
    case v2 = 2

    /// Older first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
