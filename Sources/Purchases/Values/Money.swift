/// An amount in thousandths of a currency's unit, the way the App Store gives prices.
///
/// Source: Apple, `price` and `currency` of JWSTransactionDecodedPayload.
package struct Money: Hashable, Codable, Sendable {
    /// Thousandths of the currency's unit: 9990 is 9.99.
    package let milliunits: Int64
    /// The ISO 4217 code.
    package let currency: String
    /// Whether it is the catalogue's price rather than what was charged.
    package let isListPrice: Bool

    /// An amount in a currency.
    package init(milliunits: Int64, currency: String, isListPrice: Bool = false) {
        (self.milliunits, self.currency, self.isListPrice) = (milliunits, currency, isListPrice)
    }

    /// Reads a decimal text such as `9.99`; nil when it is none or has more than three decimals.
    package init?(amount: String, currency: String, isListPrice: Bool = false) {
        let negative = amount.hasPrefix("-")
        let parts = amount.dropFirst(negative ? 1 : 0).split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isDigits: (Substring) -> Bool = { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
        guard let whole = parts.first, whole.count <= 12, parts.allSatisfy(isDigits),
            currency.count == 3, currency.allSatisfy({ ("A"..."Z").contains($0) })
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
        guard padded.count == 3, let units = Int64(whole), let thousandths = Int64(padded) else { return nil }
        let value = units * 1000 + thousandths
        self.init(milliunits: negative ? -value : value, currency: currency, isListPrice: isListPrice)
    }

    /// The amount as a decimal text with the decimals its currency has.
    package var amount: String {
        let magnitude = milliunits.magnitude
        var decimals = String(magnitude % 1000)
        decimals = String(repeating: "0", count: 3 - decimals.count) + decimals
        let shown = Money.decimals(of: currency)
        while decimals.count > shown, decimals.hasSuffix("0") { decimals.removeLast() }
        let sign = milliunits < 0 ? "-" : ""
        return sign + String(magnitude / 1000) + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// All of an amount, in thousandths of a per cent.
    static let whole = 100_000

    /// What is left after a share of it was given back, in whole minor units of the currency.
    func left(afterGivingBack share: Int) -> Money {
        let unit: Int64 = [1000, 100, 10, 1][Money.decimals(of: currency)]
        let (whole, given) = (Double(milliunits), Double(share) / Double(Money.whole))
        let back = Int64((whole * given / Double(unit)).rounded()) * unit
        return Money(milliunits: milliunits - back, currency: currency, isListPrice: isListPrice)
    }

    /// How many decimals a currency is written with.
    ///
    /// Source: ISO 4217, minor units.
    private static func decimals(of currency: String) -> Int {
        switch currency {
        case "JPY", "KRW", "VND", "CLP", "ISK", "PYG", "UGX", "XAF", "XOF", "XPF", "RWF": 0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }
}
