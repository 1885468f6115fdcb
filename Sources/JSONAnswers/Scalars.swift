package import JSONValues
package import Purchases

/// What is written out as JSON: missing values are null, ids are strings, times are RFC 3339.
extension JSONValue {
    /// A text, or null.
    package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// An identifier, or null.
    package static func id(_ id: (some StringIdentifier)?) -> JSONValue { .text(id?.rawValue) }

    /// A moment, or null.
    package static func time(_ instant: Instant?) -> JSONValue { .text(instant?.description) }

    /// A number, or null.
    package static func number(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }

    /// A truth, or null.
    package static func flag(_ flag: Bool?) -> JSONValue { flag.map(JSONValue.bool) ?? .null }

    /// A list.
    package static func list<Element>(_ elements: [Element], _ each: (Element) -> JSONValue) -> JSONValue {
        .array(elements.map(each))
    }

    /// A decimal amount with its currency, or null.
    package static func money(_ money: Money?) -> JSONValue {
        guard let money else { return .null }
        var members: [String: JSONValue] = [
            "amount": .string(money.amount), "currency": .string(money.currency),
        ]
        if money.isListPrice { members["list_price"] = .bool(true) }
        return .object(members)
    }
}
