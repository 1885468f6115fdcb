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
