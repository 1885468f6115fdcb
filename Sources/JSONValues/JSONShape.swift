package import Foundation

/// How JSON is built, told by its brackets, commas and quotes alone: one look at each byte, and nothing made of any.
struct JSONShape: Hashable {
    /// The deepest nesting of lists and objects.
    private(set) var depth = 0
    /// How many values there are, lists and objects among them; never fewer than a parser makes.
    private(set) var values = 1

    /// Looks at bytes, whatever they are.
    init(of bytes: Data) {
        var level = 0
        JSONMarks.visit(bytes) { mark, _ in
            switch mark {
            case .opening:
                level += 1
                values += 1
                depth = max(depth, level)
            case .closing: level -= 1
            case .comma: values += 1
            }
        }
    }
}

/// A JSON list cut into parts between its values, each a list that can be read alone.
///
/// Reading a list whole costs a hundred bytes and more for each value in it; a part costs no more than a part.
package struct JSONListParts: Sendable {
    /// About how many bytes a part has at the most; one value that has more is a part of its own.
    package static let partSize = 1 << 16

    private let bytes: Data
    /// Where parts begin and end: behind the opening bracket, at commas, at the closing bracket.
    private var borders: ArraySlice<Int>

    /// Cuts bytes that are a list from their first bracket to their last; nil when they are anything else.
    ///
    /// Whether its values are JSON is not looked at.
    package init?(_ bytes: Data) {
        guard bytes.first(where: { $0 > 0x20 }) == 0x5B, let last = bytes.lastIndex(where: { $0 > 0x20 }),
            bytes[last] == 0x5D
        else { return nil }
        var cutter = ListCutter(last: last - bytes.startIndex)
        JSONMarks.visit(bytes) { cutter.take($0, at: $1) }
        guard let borders = cutter.borders else { return nil }
        (self.bytes, self.borders) = (bytes, borders[...])
    }

    /// Whether every part is JSON that can be read as a list.
    ///
    /// Values beyond a limit are left unread here: whoever reads them refuses them alone.
    package func areJSON(valueLimit: Int) -> Bool {
        var parts = self
        while let part = parts.next() {
            do throws(JSONParsingError) {
                let isFilled = try JSONValue.isFilledList(part, valueLimit: valueLimit)
                // Nothing between two commas is no JSON; the parser passes over a comma behind the last value.
                guard isFilled || parts.borders.count < 2 else { return false }
            } catch {
                guard error == .tooMany else { return false }
            }
        }
        return true
    }

    /// The next part, brackets around it; nil when there is none left.
    package mutating func next() -> Data? {
        guard borders.count > 1, let start = borders.popFirst(), let end = borders.first else { return nil }
        var part = Data(capacity: end - start + 1)
        part.append(0x5B)
        part.append(bytes[(bytes.startIndex + start + 1)..<(bytes.startIndex + end)])
        part.append(0x5D)
        return part
    }
}

/// Finds where a list can be cut.
private struct ListCutter {
    /// Where the bracket that closes the list must stand.
    let last: Int
    private var level = 0
    private var found: [Int] = []
    private var comma: Int?
    private var isClosed = false
    private var isBroken = false

    init(last: Int) { self.last = last }

    /// Where the parts begin and end; nil when it was no list.
    var borders: [Int]? { isClosed && !isBroken ? found : nil }

    mutating func take(_ mark: JSONMarks.Mark, at place: Int) {
        guard !isClosed else { return isBroken = true }
        switch mark {
        case .opening:
            level += 1
            if found.isEmpty { found.append(place) }
        case .comma:
            guard level == 1 else { return }
            cut(before: place)
            comma = place
        case .closing:
            level -= 1
            guard level == 0 else { return }
            isClosed = true
            isBroken = place != last
            cut(before: place)
            found.append(place)
        }
    }

    /// Cuts at the comma before a place, where the part would become too long with what stands up to the place.
    private mutating func cut(before place: Int) {
        guard let start = found.last, place - start > JSONListParts.partSize, let comma, comma > start else {
            return
        }
        found.append(comma)
    }
}

/// What builds JSON: the brackets and commas outside texts.
enum JSONMarks {
    /// One of them.
    enum Mark {
        case opening, closing, comma
    }

    /// Visits each with its place, counted from the first byte.
    static func visit(_ bytes: Data, _ take: (Mark, Int) -> Void) {
        bytes.withUnsafeBytes { bytes in
            var place = bytes.startIndex
            while place < bytes.endIndex {
                switch bytes[place] {
                case 0x22: place = end(ofStringAt: place, in: bytes)
                case 0x5B, 0x7B: take(.opening, place)
                case 0x5D, 0x7D: take(.closing, place)
                case 0x2C: take(.comma, place)
                default: break
                }
                place += 1
            }
        }
    }

    /// Where the string ends that begins at a place: at its closing quote, else with the bytes.
    ///
    /// Signed texts are strings of ten thousand letters, and the C library looks at many at a time.
    private static func end(ofStringAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return start }
        var from = start + 1
        while from < bytes.count, let found = memchr(base + from, 0x22, bytes.count - from) {
            let quote = base.distance(to: UnsafeRawPointer(found))
            var backslashes = 0
            while quote - backslashes - 1 > start, bytes[quote - backslashes - 1] == 0x5C { backslashes += 1 }
            if backslashes.isMultiple(of: 2) { return quote }
            from = quote + 1
        }
        return bytes.count
    }
}
