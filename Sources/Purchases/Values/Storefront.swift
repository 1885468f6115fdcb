/// What a storefront says about money.
///
/// Source: App Store Connect, the currency in which each country or region is charged.
enum Storefront {
    /// The currency of a storefront (ISO 3166-1 alpha-3); nil where it is not fixed or not known.
    static func currency(of storefront: String) -> String? {
        currencies[storefront.uppercased()]
    }

    private static let euro = [
        "AUT", "BEL", "CYP", "DEU", "ESP", "EST", "FIN", "FRA", "GRC", "HRV", "IRL", "ITA", "LTU", "LUX",
        "LVA", "MLT", "NLD", "PRT", "SVK", "SVN",
    ]

    private static let own = [
        "USA": "USD", "GBR": "GBP", "CHE": "CHF", "JPN": "JPY", "CAN": "CAD", "AUS": "AUD", "NZL": "NZD",
        "CHN": "CNY", "HKG": "HKD", "TWN": "TWD", "KOR": "KRW", "IND": "INR", "IDN": "IDR", "ISR": "ILS",
        "MEX": "MXN", "BRA": "BRL", "CHL": "CLP", "COL": "COP", "PER": "PEN", "NOR": "NOK", "SWE": "SEK",
        "DNK": "DKK", "POL": "PLN", "CZE": "CZK", "HUN": "HUF", "ROU": "RON", "TUR": "TRY", "ZAF": "ZAR",
        "ARE": "AED", "SAU": "SAR", "QAT": "QAR", "EGY": "EGP", "NGA": "NGN", "TZA": "TZS", "KAZ": "KZT",
        "PAK": "PKR", "PHL": "PHP", "MYS": "MYR", "SGP": "SGD", "THA": "THB", "VNM": "VND", "RUS": "RUB",
    ]

    private static let currencies = own.merging(euro.map { ($0, "EUR") }) { $1 }
}
