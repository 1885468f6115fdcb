/// A text as the indexes of a search take it, each in its own way.
struct SearchNeedle: Hashable, Sendable {
    /// The folded text, without the brackets and the full stop that it was quoted with.
    let key: String

    /// A text as it was typed or found in a longer one.
    init(_ text: String) {
        let folded = SearchKey.of(text)
        let start = folded.firstIndex { !SearchNeedle.wrapping.contains($0) }
        let end = folded.lastIndex {
            !SearchNeedle.wrapping.contains($0) && !SearchNeedle.closing.contains($0)
        }
        guard let start, let end, start <= end else {
            key = folded
            return
        }
        key = String(folded[start...end])
    }

    /// The words of it.
    var words: [String] { key.split(separator: " ").map(String.init) }

    /// As an order id, which is stored in capitals; nil when it looks like none.
    var order: String? { SearchKinds.isOrder(key) ? key.uppercased() : nil }

    /// As a whole id of Apple's; nil when it is not digits alone.
    var number: String? { SearchKinds.isNumber(key) ? key : nil }

    /// As the beginning of an id of Apple's; nil when it is not digits alone, or so few that they begin too many.
    var beginningOfNumber: String? { key.utf8.count >= 4 ? number : nil }

    /// As a whole UUID the way UUIDs are stored, with dashes; nil when it is none.
    var uuid: String? { SearchKinds.uuid(key).flatMap { $0.utf8.count == 36 ? $0 : nil } }

    /// As the beginning of a UUID the way UUIDs are stored; nil when it is none, or a short word of the letters a to f.
    var beginningOfUUID: String? { SearchKinds.uuid(key) }

    /// As the number of a ticket; nil when it is none.
    var ticket: String? { (namedTicket ?? number.flatMap { Int64($0) }).map { String($0) } }

    /// The number of a ticket that is said to be one: `#34`, `ticket 34`, `ticket no. 34`; nil for everything else.
    var namedTicket: Int64? {
        var rest = key[...]
        var isNamed = false
        for word in ["ticket", "no.", "nr.", "number", ":", "#"] {
            rest = rest.drop { $0 == " " }
            guard rest.hasPrefix(word), word == "ticket" || word == "#" || isNamed else { continue }
            rest = rest.dropFirst(word.count)
            isNamed = true
        }
        let digits = String(rest.drop { $0 == " " })
        return isNamed && SearchKinds.isNumber(digits) ? Int64(digits) : nil
    }

    private static let wrapping: Set<Character> = [
        " ", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";", ":",
    ]
    private static let closing: Set<Character> = [".", "!", "?"]
}

/// What kinds of identifiers a text can be.
enum SearchKinds {
    /// Whether it looks like an order id of an invoice: M and at least six letters or digits.
    static func isOrder(_ text: String) -> Bool {
        let rest = text.uppercased()
        return rest.hasPrefix("M") && (7...24).contains(rest.count)
            && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && rest.contains(where: \.isNumber)
    }

    /// A UUID or the beginning of one the way UUIDs are stored, in small letters and with dashes; nil for other texts.
    ///
    /// The dashes may be left out of what is given. A beginning has at least four digits.
    static func uuid(_ text: String) -> String? {
        let lower = text.lowercased()
        let digits = lower.utf8.filter { $0 != UInt8(ascii: "-") }
        guard (4...32).contains(digits.count), digits.allSatisfy(isHexadecimal) else { return nil }
        var bytes: [UInt8] = []
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { bytes.append(UInt8(ascii: "-")) }
            bytes.append(digit)
        }
        let stored = String(decoding: bytes, as: UTF8.self)
        // A dash at the end is the next one; elsewhere dashes stand where they stand in UUIDs, or nowhere.
        let isDashedRight = lower == stored || lower == stored + "-" || lower.utf8.count == digits.count
        return isDashedRight ? stored : nil
    }

    /// Whether it is made of digits alone, as Apple's ids are.
    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The likeliest reading of a text, given what its first match matched on.
    static func likeliest(_ needle: SearchNeedle, foundOn field: String?) -> SearchResults.Kind {
        let key = needle.key
        if needle.uuid != nil { return .uuid }
        if needle.namedTicket != nil { return .ticket }
        // A plain word that some address begins with was not meant as an address.
        let isAddress = key.contains("@") || key.contains(".")
        switch field {
        case "app_account_token": return .uuid
        case "email": return isAddress ? .email : .text
        default: break
        }
        if let kind = field.flatMap(SearchResults.Kind.init(rawValue:)) { return kind }
        guard field == nil else { return .text }
        if needle.number != nil, key.count >= 6 { return .transactionID }
        if key.contains("@") { return .email }
        return needle.order == nil ? .text : .orderID
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte)
    }
}
