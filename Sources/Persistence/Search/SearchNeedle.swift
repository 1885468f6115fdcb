/// A text as the indexes of a search take it, each in its own way; read once, because many indexes ask.
struct SearchNeedle: Hashable, Sendable {
    /// The text without blanks around it, as it was typed.
    let typed: String
    /// The folded text, without the brackets and the full stop that it was quoted with.
    let key: String
    /// As an order id, which is stored in capitals; nil when it looks like none.
    let order: String?
    /// As a whole id of Apple's; nil when it is not digits alone.
    let number: String?
    /// As the beginning of a UUID the way UUIDs are stored; nil when it is none, or a short word of the letters a to f.
    let beginningOfUUID: String?
    /// As the helpdesk's case, in small letters; nil when it is long for one.
    let reference: String?
    /// The number of a ticket that is said to be one: `#34`, `ticket 34`, `ticket no. 34`; nil for everything else.
    let namedTicket: Int64?

    /// A text as it was typed or found in a longer one.
    init(_ text: String) {
        typed = SearchNeedle.trimmed(text)
        key = SearchNeedle.unwrapped(SearchKey.of(text))
        order = OrderTable.isOrderID(key) ? key.uppercased() : nil
        number = SearchKinds.isNumber(key) ? key : nil
        beginningOfUUID = SearchKinds.uuid(key)
        namedTicket = SearchNeedle.namedTicket(key)
        reference = SearchNeedle.reference(text)
    }

    /// All else follows from the key, but for capital letters and accents.
    static func == (left: SearchNeedle, right: SearchNeedle) -> Bool { left.key == right.key }

    /// All else follows from the key, but for capital letters and accents.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    var words: [String] { key.split(separator: " ").map(String.init) }

    /// As the beginning of an id of Apple's; nil when it is not digits alone, or so few that they begin too many.
    var beginningOfNumber: String? { key.utf8.count >= 4 ? number : nil }

    /// As the beginning of an order id; nil when it looks like none: M and at least two letters or digits.
    var beginningOfOrder: String? { OrderTable.isBeginning(key) ? key.uppercased() : nil }

    /// Whether it may be a part of an order id without its beginning, which no index has.
    var isPartOfOrder: Bool { OrderTable.isPart(key) }

    /// The number of something that is said to be one: `grant 31`, `grant #31`, `grant no. 31`; nil for everything else.
    func number(of word: String) -> String? {
        guard key.utf8.count <= 40, key.hasPrefix(word) else { return nil }
        var rest = key.dropFirst(word.count)
        for sign in ["request", "no.", "nr.", "number", ":", "#"] {
            rest = rest.drop { $0 == " " }
            if rest.hasPrefix(sign) { rest = rest.dropFirst(sign.count) }
        }
        let digits = String(rest.drop { $0 == " " })
        return SearchKinds.isNumber(digits) ? Int64(digits).map { String($0) } : nil
    }

    /// As a whole UUID the way UUIDs are stored, with dashes; nil when it is none.
    var uuid: String? { beginningOfUUID?.utf8.count == 36 ? beginningOfUUID : nil }

    /// As a name or an address; nil without an @.
    var address: String? { key.utf8.contains(UInt8(ascii: "@")) ? key : nil }

    /// As the number of a ticket; nil when it is none.
    var ticket: String? { (namedTicket ?? number.flatMap { Int64($0) }).map { String($0) } }

    /// Cases are compared as they are, but for capital and small letters of ASCII, as SQLite's NOCASE does.
    private static func reference(_ text: String) -> String? {
        let words = text.utf8.count > 64 ? [] : text.split(whereSeparator: \.isWhitespace)
        guard (1...4).contains(words.count) else { return nil }
        return String(
            words.joined(separator: " ").map { $0.isASCII ? Character($0.lowercased()) : $0 })
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop { $0.isWhitespace }
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
    }

    private static func unwrapped(_ folded: String) -> String {
        let bytes = folded.utf8
        guard let start = bytes.firstIndex(where: { !wrapping.contains($0) }),
            let end = bytes.lastIndex(where: { !wrapping.contains($0) && !closing.contains($0) }),
            start <= end
        else { return folded }
        if start == bytes.startIndex, bytes.index(after: end) == bytes.endIndex { return folded }
        return String(folded[start..<bytes.index(after: end)])
    }

    private static func namedTicket(_ key: String) -> Int64? {
        guard let first = key.utf8.first, first == UInt8(ascii: "t") || first == UInt8(ascii: "#") else {
            return nil
        }
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

    private static let wrapping = Array(" <>()[]{},;:".utf8)
    private static let closing = Array(".!?".utf8)
}

/// What kinds of identifiers a text can be.
enum SearchKinds {
    /// A UUID or the beginning of one the way UUIDs are stored, in small letters and with dashes; nil for other texts.
    ///
    /// The dashes may be left out of what is given. A beginning has at least four digits.
    static func uuid(_ text: String) -> String? {
        guard let digits = hexadecimal(text) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        for (place, digit) in digits.enumerated() {
            if place == 8 || place == 12 || place == 16 || place == 20 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(digit)
        }
        let stored = String(decoding: bytes, as: UTF8.self)
        // A dash at the end is the next one; elsewhere dashes stand where they stand in UUIDs, or nowhere.
        let lower = text.lowercased()
        let isDashedRight = lower == stored || lower == stored + "-" || lower.utf8.count == digits.count
        return isDashedRight ? stored : nil
    }

    /// The 4 to 32 hexadecimal digits of a text, in small letters and without dashes; nil when it holds anything else.
    private static func hexadecimal(_ text: String) -> [UInt8]? {
        var digits: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): continue
            case 48...57, 97...102: digits.append(byte)
            case 65...70: digits.append(byte + 32)
            default: return nil
            }
        }
        return (4...32).contains(digits.count) ? digits : nil
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
        let isAddress = key.utf8.contains(UInt8(ascii: "@")) || key.utf8.contains(UInt8(ascii: "."))
        switch field {
        case "app_account_token": return .uuid
        case "email": return isAddress ? .email : .text
        default: break
        }
        if let kind = field.flatMap(SearchResults.Kind.init(rawValue:)) { return kind }
        guard field == nil else { return .text }
        if needle.number != nil, key.count >= 6 { return .transactionID }
        if key.utf8.contains(UInt8(ascii: "@")) { return .email }
        return needle.order == nil ? .text : .orderID
    }
}
