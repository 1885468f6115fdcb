import Persistence
import Purchases

/// Which customers the list shows, as it is typed: `status:expired product:premium_month renewal:off`,
/// `renewal:downgrade`, `price:increase`, or `nobody` for the chains that are nobody's.
struct CustomersFilter: Hashable, Sendable {
    /// What the store is asked for.
    private(set) var values = CustomerFilter()
    /// Whether the chains that are nobody's are shown in place of customers.
    private(set) var isOfNobody = false

    /// The chains that are nobody's.
    static var ofNobody: CustomersFilter {
        var filter = CustomersFilter()
        filter.isOfNobody = true
        return filter
    }

    /// Those whom a word names that is known to be right.
    static func of(_ values: CustomerFilter) -> CustomersFilter {
        var filter = CustomersFilter()
        filter.values = values
        return filter
    }

    /// Everybody.
    init() {}

    /// Reads what was typed; nil when a word means nothing. A bare word is a status or else a product.
    init?(_ text: String) {
        if text.split(whereSeparator: \.isWhitespace) == ["nobody"] {
            self = .ofNobody
            return
        }
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let value = parts.last.map(String.init), !value.isEmpty else { return nil }
            let key = parts.count > 1 ? String(parts[0]) : nil
            guard take(value, for: key) else { return nil }
        }
    }

    /// The filter as it is typed; empty when it lets everybody through.
    var text: String {
        if isOfNobody { return "nobody" }
        let words = [
            values.status.map { "status:\($0.rawValue)" }, values.product.map { "product:\($0)" },
            values.renewal.map { $0 == .priceIncrease ? "price:increase" : "renewal:\($0.rawValue)" },
        ]
        return words.compactMap { $0 }.joined(separator: " ")
    }

    /// Whether everybody is shown.
    var isEmpty: Bool { values.isEmpty && !isOfNobody }

    private mutating func take(_ value: String, for key: String?) -> Bool {
        switch (key, ChainStatus(rawValue: value)) {
        case ("status", .some(let status)), (nil, .some(let status)): values.status = status
        case ("product", _), (nil, nil): values.product = ProductID(value)
        case ("renewal", _) where value == "off": values.renewal = .off
        case ("renewal", _) where value == "downgrade": values.renewal = .downgrade
        case ("price", _) where value == "increase": values.renewal = .priceIncrease
        default: return false
        }
        return true
    }
}
