internal import Foundation

/// What kinds of identifiers a text can be.
enum SearchKinds {
    /// Whether it looks like an order id of an invoice: M and at least six letters or digits.
    static func isOrder(_ text: String) -> Bool {
        let rest = text.uppercased()
        return rest.hasPrefix("M") && (7...24).contains(rest.count)
            && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && rest.contains(where: \.isNumber)
    }

    /// Whether it is a UUID.
    static func isUUID(_ text: String) -> Bool { UUID(uuidString: text) != nil }

    /// Whether it is made of digits alone, as Apple's ids are.
    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The likeliest reading of a query, given what its first match matched on.
    static func likeliest(_ query: String, foundOn: String?) -> SearchResults.Kind {
        if isUUID(query) { return .uuid }
        if let kind = foundOn.flatMap(SearchResults.Kind.init(rawValue:)) { return kind }
        if isNumber(query), query.count >= 6 { return .transactionID }
        if query.contains("@") { return .email }
        return isOrder(query) ? .orderID : .text
    }
}
