/// A piece of an SQL text: a word, a name in quotes, a string, a number, a parameter, a sign, or what stands
/// between them.
package struct SQLToken: Equatable, Sendable {
    package enum Kind: Sendable {
        case word, quotedName, string, blob, number, parameter, sign, comment, space
    }

    package let kind: Kind
    /// As it stands in the text.
    package let text: String
    /// A word in capitals; empty for everything else, so that no string is taken for a keyword.
    package let keyword: String

    package init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind, text)
        keyword = kind == .word ? text.uppercased() : ""
    }

    /// Whether it can name a column, a table or a function.
    package var isName: Bool {
        kind == .quotedName || (kind == .word && !SQLToken.reserved.contains(keyword))
    }

    /// A name without its quotes, in small letters where it has none.
    package var name: String {
        kind == .quotedName
            ? String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"") : text.lowercased()
    }

    /// Words that begin or join parts of a statement, and are no names where a name may stand.
    package static let reserved: Set<String> = [
        "ALL", "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "CHECK", "COLLATE", "CONFLICT",
        "CONSTRAINT", "CREATE", "CROSS", "DEFAULT", "DELETE", "DESC", "DISTINCT", "DO", "ELSE", "END",
        "ESCAPE", "EXCEPT", "EXISTS", "FILTER", "FOR", "FOREIGN", "FROM", "FULL", "GLOB", "GROUP", "HAVING",
        "IN", "INDEX", "INDEXED", "INNER", "INSERT", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "LEFT",
        "LIKE", "LIMIT", "NATURAL", "NOT", "NOTHING", "NOTNULL", "NULL", "NULLS", "OFFSET", "ON", "OR",
        "ORDER", "OUTER", "OVER", "PARTITION", "PRIMARY", "RECURSIVE", "REFERENCES", "RETURNING", "RIGHT",
        "SELECT", "SET", "TABLE", "THEN", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "VIEW", "WHEN",
        "WHERE", "WINDOW", "WITH",
    ]
}

extension SQLToken {
    /// The pieces of a text, which put together are the text again. What is not closed ends with the text.
    package static func all(of sql: String) -> [SQLToken] {
        var reader = SQLReader(bytes: Array(sql.utf8))
        var tokens: [SQLToken] = []
        while let token = reader.next() { tokens.append(token) }
        return tokens
    }
}

/// Reads one piece after the other.
private struct SQLReader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> SQLToken? {
        guard place < bytes.count else { return nil }
        let start = place
        let kind = read()
        return SQLToken(kind, String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private func byte(after count: Int = 0) -> UInt8? {
        place + count < bytes.count ? bytes[place + count] : nil
    }

    private mutating func skip(while holds: (UInt8) -> Bool) {
        while let byte = byte(), holds(byte) { place += 1 }
    }

    /// Goes behind what is between two quotes; two of them are one inside.
    private mutating func skip(quoted end: UInt8) {
        place += 1
        while let byte = byte() {
            place += 1
            if byte == end {
                guard self.byte() == end else { return }
                place += 1
            }
        }
    }

    private mutating func read() -> SQLToken.Kind {
        let first = bytes[place]
        switch first {
        case _ where first.isSpace:
            skip(while: \.isSpace)
            return .space
        case UInt8(ascii: "-") where byte(after: 1) == UInt8(ascii: "-"):
            skip { $0 != UInt8(ascii: "\n") }
            return .comment
        case UInt8(ascii: "/") where byte(after: 1) == UInt8(ascii: "*"):
            skipComment()
            return .comment
        case UInt8(ascii: "'"):
            skip(quoted: first)
            return .string
        case UInt8(ascii: "\""), UInt8(ascii: "`"):
            skip(quoted: first)
            return .quotedName
        case UInt8(ascii: "["):
            skip(quoted: UInt8(ascii: "]"))
            return .quotedName
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard byte(after: 1) == UInt8(ascii: "'") else { fallthrough }
            place += 1
            skip(quoted: UInt8(ascii: "'"))
            return .blob
        case _ where first.isLetter:
            skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "$") }
            return .word
        case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
            let start = place
            place += 1
            skip { $0.isLetter || $0.isDigit }
            return first == UInt8(ascii: "?") || place > start + 1 ? .parameter : .sign
        case _ where first.isDigit:
            skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ".") }
            return .number
        default:
            readSign()
            return .sign
        }
    }

    private mutating func skipComment() {
        place += 2
        while place < bytes.count {
            if byte() == UInt8(ascii: "*"), byte(after: 1) == UInt8(ascii: "/") {
                place += 2
                return
            }
            place += 1
        }
    }

    private static let long = ["->>", "<>", "!=", "<=", ">=", "==", "||", "<<", ">>", "->"]

    private mutating func readSign() {
        let sign = SQLReader.long.first { bytes[place...].starts(with: $0.utf8) }
        place += sign?.utf8.count ?? 1
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    /// Letters of names: Latin ones, the underscore and everything that is not ASCII.
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || self == UInt8(ascii: "_")
            || self >= 0x80
    }
}

/// A text's pieces, of which some are changed while the others stay as they are.
package struct SQLText {
    package let tokens: [SQLToken]
    /// The places of pieces that mean something, in order: no spaces, no comments.
    package let places: [Int]
    /// The place of a bracket's other one, both counted among ``places``.
    package let partners: [Int: Int]

    private var before: [Int: String] = [:]
    private var after: [Int: String] = [:]
    private var replaced: [Int: String] = [:]

    package init(_ sql: String) {
        let tokens = SQLToken.all(of: sql)
        self.tokens = tokens
        places = tokens.indices.filter { tokens[$0].kind != .space && tokens[$0].kind != .comment }
        var (open, partners): ([Int], [Int: Int]) = ([], [:])
        for (place, index) in places.enumerated() {
            if tokens[index].text == "(" { open.append(place) }
            if tokens[index].text == ")", let start = open.popLast() {
                (partners[start], partners[place]) = (place, start)
            }
        }
        self.partners = partners
    }

    /// How many pieces mean something.
    package var count: Int { places.count }

    /// The piece at a place; an empty sign outside the text.
    package subscript(place: Int) -> SQLToken {
        places.indices.contains(place) ? tokens[places[place]] : SQLToken(.sign, "")
    }

    /// Whether words stand one after the other from a place on.
    package func has(_ words: String..., at place: Int) -> Bool {
        words.enumerated().allSatisfy { self[place + $0.offset].keyword == $0.element }
    }

    /// Whether a sign stands at a place, not a string that looks like it.
    package func has(sign: String, at place: Int) -> Bool {
        self[place].kind == .sign && self[place].text == sign
    }

    /// Whether a function of a name is called at a place.
    package func calls(_ function: String, at place: Int) -> Bool {
        self[place].kind == .word && self[place].keyword == function.uppercased()
            && has(sign: "(", at: place + 1) && !has(sign: ".", at: place - 1)
    }

    /// The places inside a bracket that are in no bracket within it.
    package func inside(_ open: Int) -> [Int] {
        guard let end = partners[open] else { return [] }
        return direct(from: open + 1, to: end)
    }

    /// The places from one on that are in no bracket that begins among them.
    package func direct(from start: Int, to end: Int) -> [Int] {
        var (found, place): ([Int], Int) = ([], start)
        while place < end {
            found.append(place)
            if has(sign: "(", at: place), let partner = partners[place] { place = partner }
            place += 1
        }
        return found
    }

    /// The arguments of a call whose bracket opens at a place, each as its first place and the one behind its
    /// last.
    package func arguments(_ open: Int) -> [Range<Int>] {
        guard let end = partners[open], end > open + 1 else { return [] }
        var (found, start): ([Range<Int>], Int) = ([], open + 1)
        for place in inside(open) where has(sign: ",", at: place) {
            found.append(start..<place)
            start = place + 1
        }
        return found + [start..<end]
    }

    /// Puts a text before the piece at a place, outside what was put there already.
    package mutating func put(_ text: String, before place: Int) {
        before[places[place]] = text + (before[places[place]] ?? "")
    }

    /// Puts a text behind the piece at a place.
    package mutating func put(_ text: String, behind place: Int) { after[places[place], default: ""] += text }

    /// Puts a text in the place of pieces from one to another, both included, with all that stands between
    /// them.
    package mutating func replace(_ first: Int, through last: Int, with text: String) {
        for index in places[first]...places[last] { replaced[index] = "" }
        replaced[places[first]] = text
    }

    /// The text as it is now.
    package var text: String {
        tokens.indices.map { (before[$0] ?? "") + (replaced[$0] ?? tokens[$0].text) + (after[$0] ?? "") }
            .joined()
    }
}
