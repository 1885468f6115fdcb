package import Foundation
import Purchases

/// The products of the practice store, as the catalogue file that a lead would import.
package enum PracticeCatalog {
    /// The app of the practice store.
    package static let bundleID = "com.example.app"

    /// The catalogue file.
    package static let yaml = Data(
        """
        products:
          premium_week: { kind: auto_renewable, entitlements: [premium], period: P7D, group: "20001", level: 2, price: { EUR: "2.99", USD: "2.99" }, names: { en: "Premium, weekly", de: "Premium, wöchentlich" } }
          premium_month: { kind: auto_renewable, entitlements: [premium], period: P1M, group: "20001", level: 2, price: { EUR: "9.99", USD: "9.99" }, names: { en: "Premium, monthly", de: "Premium, monatlich" } }
          premium_year: { kind: auto_renewable, entitlements: [premium], period: P1Y, group: "20001", level: 1, price: { EUR: "79.99", USD: "79.99" }, names: { en: "Premium, yearly", de: "Premium, jährlich" } }
          news_month: { kind: auto_renewable, entitlements: [news], period: P1M, group: "20002", level: 1, price: { EUR: "4.99", USD: "4.99" }, names: { en: "News, monthly", de: "Nachrichten, monatlich" } }
          week_pass: { kind: non_renewing, entitlements: [premium], period: P7D, price: { EUR: "3.99", USD: "3.99" }, names: { en: "Week pass", de: "Wochenpass" } }
          pro_forever: { kind: non_consumable, entitlements: [pro], price: { EUR: "49.99", USD: "49.99" }, names: { en: "Pro, forever", de: "Pro, für immer" } }
          coins_100: { kind: consumable, price: { EUR: "0.99", USD: "0.99" }, names: { en: "100 coins", de: "100 Münzen" } }
          sticker_pack: { kind: consumable, price: { EUR: "1.99", USD: "1.99" }, names: { en: "Sticker pack", de: "Stickerpaket" } }
          free_issue: { kind: free, entitlements: [reader], names: { en: "Free issue", de: "Gratisausgabe" } }

        """.utf8)
}

/// What the products of the practice store cost, as the App Store shows prices.
enum PracticePrices {
    private static let euros = [
        "premium_week": "2.99", "premium_month": "9.99", "premium_year": "79.99", "news_month": "4.99",
        "week_pass": "3.99", "pro_forever": "49.99", "coins_100": "0.99", "sticker_pack": "1.99",
        "free_issue": "0.00",
    ]
    private static let yen = [
        "premium_week": "450", "premium_month": "1500", "premium_year": "12000", "news_month": "750",
        "week_pass": "600", "pro_forever": "7500", "coins_100": "150", "sticker_pack": "300",
        "free_issue": "0",
    ]
    private static let won = [
        "premium_week": "4400", "premium_month": "14000", "premium_year": "110000", "news_month": "6600",
        "week_pass": "5500", "pro_forever": "66000", "coins_100": "1500", "sticker_pack": "3000",
        "free_issue": "0",
    ]
    private static let shekels = [
        "premium_week": "11.90", "premium_month": "39.90", "premium_year": "299.90", "news_month": "19.90",
        "week_pass": "14.90", "pro_forever": "179.90", "coins_100": "3.90", "sticker_pack": "7.90",
        "free_issue": "0.00",
    ]
    private static let dirhams = [
        "premium_week": "10.99", "premium_month": "39.99", "premium_year": "299.99", "news_month": "19.99",
        "week_pass": "14.99", "pro_forever": "179.99", "coins_100": "3.99", "sticker_pack": "7.99",
        "free_issue": "0.00",
    ]

    /// The price of a product in a currency; nil for what is not sold.
    static func amount(of product: String, in currency: String) -> String? {
        switch currency {
        case "JPY": yen[product]
        case "KRW": won[product]
        case "ILS": shekels[product]
        case "AED": dirhams[product]
        default: euros[product]
        }
    }

    /// What a free trial costs in a currency.
    static func nothing(in currency: String) -> String { ["JPY", "KRW"].contains(currency) ? "0" : "0.00" }
}

/// What a customer may buy at a moment beside what a life holds then.
struct PracticeShelf: Hashable, Sendable {
    private let lived: [PracticePurchase]

    /// The shelf before a customer with chains.
    init(beside chains: [PracticeChain]) { lived = chains.flatMap(\.purchases) }

    /// Anything that unlocks an entitlement.
    func anything(at instant: Instant, _ random: inout PracticeRandom) -> String {
        random.pick(timed(instant) + (holds("pro", instant) ? [] : ["pro_forever"]))
    }

    /// Anything whose paid period ends within a month.
    func timed(at instant: Instant, _ random: inout PracticeRandom) -> String {
        random.pick(timed(instant))
    }

    /// A subscription, even if the customer has one of the kind.
    func subscription(at instant: Instant, _ random: inout PracticeRandom) -> String {
        random.pick(premium(instant) + (premium(instant).isEmpty ? ["news_month"] : []))
    }

    /// A subscription by the month, even if the customer has one of the kind.
    func monthly(at instant: Instant) -> String { holds("premium", instant) ? "news_month" : "premium_month" }

    private func timed(_ instant: Instant) -> [String] {
        let news = holds("news", instant) ? [] : ["news_month", "news_month", "news_month"]
        return premium(instant) + news + ["week_pass"]
    }

    private func premium(_ instant: Instant) -> [String] {
        let month = "premium_month"
        return holds("premium", instant) ? [] : [month, month, month, month, "premium_week", "premium_week"]
    }

    private func holds(_ family: String, _ instant: Instant) -> Bool {
        lived.contains { purchase in
            let end = purchase.expiresAt ?? .latest
            return purchase.product.hasPrefix(family) && purchase.purchasedAt - .days(4) <= instant
                && instant < end + .days(1)
        }
    }

    /// How long a product lasts; nil for what does not end.
    static func length(of product: String) -> CalendarPeriod? {
        switch product {
        case "premium_week", "week_pass": CalendarPeriod("P7D")
        case "premium_month", "news_month": CalendarPeriod("P1M")
        case "premium_year": CalendarPeriod("P1Y")
        default: nil
        }
    }
}
