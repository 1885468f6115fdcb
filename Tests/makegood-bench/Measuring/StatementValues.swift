import CBench

/// The values that a statement ran with, read from its text with parameters and its text with their values.
///
/// SQLite gives bound values back in no other way than inside the expanded text.
struct StatementValues {
    private let template: [UInt8]
    private let expanded: [UInt8]
    private var place = 0
    private var expandedPlace = 0
    private var lastIndex = 0
    private var names: [[UInt8]: Int] = [:]
    private(set) var values: [(index: Int, literal: Literal)] = []

    /// A value as SQL writes it.
    enum Literal: Equatable {
        /// No value.
        case null
        /// A whole number.
        case integer(Int64)
        /// Another number.
        case real(Double)
        /// A text, as UTF-8.
        case text([UInt8])
        case blob([UInt8])
    }

    /// Reads the values; nil when the texts do not belong to each other.
    init?(template: String, expanded: String) {
        (self.template, self.expanded) = (Array(template.utf8), Array(expanded.utf8))
        guard read() else { return nil }
    }

    private mutating func read() -> Bool {
        while place < template.count {
            if let index = takeParameter() {
                guard let literal = takeLiteral() else { return false }
                values.append((index, literal))
            } else {
                let end = StatementValues.endOfPiece(template, place)
                let length = end - place
                guard expandedPlace + length <= expanded.count else { return false }
                (place, expandedPlace) = (end, expandedPlace + length)
            }
        }
        return expandedPlace == expanded.count
    }

    /// The number of the parameter that begins here; nil when none does.
    private mutating func takeParameter() -> Int? {
        let sign = template[place]
        guard "?:@$".utf8.contains(sign) else { return nil }
        var end = place + 1
        while end < template.count, StatementValues.isWord(template[end]) { end += 1 }
        let name = Array(template[place..<end])
        guard sign == UInt8(ascii: "?") || name.count > 1 else { return nil }
        place = end
        let number = Int(String(decoding: name.dropFirst(), as: UTF8.self))
        if sign == UInt8(ascii: "?") {
            let index = number ?? lastIndex + 1
            lastIndex = max(lastIndex, index)
            return index
        }
        let index = names[name] ?? lastIndex + 1
        names[name] = index
        lastIndex = max(lastIndex, index)
        return index
    }

    private mutating func takeLiteral() -> Literal? {
        guard expandedPlace < expanded.count else { return nil }
        switch expanded[expandedPlace] {
        case UInt8(ascii: "N"):
            expandedPlace += 4
            return .null
        case UInt8(ascii: "'"): return takeQuoted().map(Literal.text)
        case UInt8(ascii: "x"):
            expandedPlace += 1
            return takeQuoted().flatMap(StatementValues.bytes(ofHex:)).map(Literal.blob)
        default: return takeNumber()
        }
    }

    private mutating func takeQuoted() -> [UInt8]? {
        let quote = UInt8(ascii: "'")
        var (next, text) = (expandedPlace + 1, [UInt8]())
        while next < expanded.count {
            if expanded[next] == quote {
                guard next + 1 < expanded.count, expanded[next + 1] == quote else {
                    expandedPlace = next + 1
                    return text
                }
                next += 1
            }
            text.append(expanded[next])
            next += 1
        }
        return nil
    }

    private mutating func takeNumber() -> Literal? {
        var end = expandedPlace
        while end < expanded.count, "+-.0123456789eE".utf8.contains(expanded[end]) { end += 1 }
        let text = String(decoding: expanded[expandedPlace..<end], as: UTF8.self)
        expandedPlace = end
        return Int64(text).map(Literal.integer) ?? Double(text).map(Literal.real)
    }

    /// Where the text, the name, the comment or the single byte that begins at a place ends.
    private static func endOfPiece(_ text: [UInt8], _ start: Int) -> Int {
        let first = text[start]
        if "'\"`".utf8.contains(first) {
            return (text[(start + 1)...].firstIndex(of: first) ?? text.count - 1) + 1
        }
        if text[start...].starts(with: "--".utf8) {
            return text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        }
        guard isWord(first) else { return start + 1 }
        return text[start...].firstIndex { !isWord($0) } ?? text.count
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == 95
    }

    private static func bytes(ofHex text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: text.count, by: 2).map { place in
            digit(text[place]) << 4 | digit(text[place + 1])
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8 { byte < 58 ? byte & 0xF : (byte & 0xF) + 9 }
}
