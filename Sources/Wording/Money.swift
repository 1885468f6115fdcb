public import Purchases

extension Money {
    /// The amount with its currency, for example `9.99 EUR` or `66 000 KRW`; a catalogue's price is marked as such.
    ///
    /// Thousands are kept apart by a blank at which no line is broken.
    public var shown: String {
        let parts = amount.split(separator: ".", maxSplits: 1)
        let whole = parts.first.map(Money.grouped) ?? ""
        let decimals = parts.count > 1 ? ".\(parts[1])" : ""
        return "\(whole)\(decimals) \(currency)\(isListPrice ? " (list)" : "")"
    }

    /// Digits in groups of three from their end, a sign before them.
    private static func grouped(_ digits: Substring) -> String {
        let sign = digits.hasPrefix("-") ? "-" : ""
        let bare = digits.dropFirst(sign.count)
        let groups = stride(from: bare.count, to: 0, by: -3).map { end in
            let first = max(0, end - 3)
            return String(bare.dropFirst(first).prefix(end - first))
        }
        return sign + groups.reversed().joined(separator: "\u{A0}")
    }
}
