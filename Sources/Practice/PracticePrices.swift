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
