package import Foundation

/// How many documents bytes hold, and in which form, told by brackets, commas and line ends alone: one look at each byte, and
/// nothing made of any. A million empty values are counted before they cost anything.
package struct JSONTally: Hashable, Sendable {
    /// How documents stand in bytes.
    package enum Form: Hashable, Sendable {
        case object
        /// As the elements of one list.
        case list
        case lines
    }

    /// How they stand.
    package let form: Form
    /// How many there are, if they are JSON: elements, or lines with something in them; an object is one.
    package let count: Int

    /// Looks at bytes, whatever they are.
    package init(of bytes: Data) {
        var whole = WholeValue()
        JSONMarks.visit(bytes) { whole.take($0, at: $1) }
        let borders = JSONTally.borders(of: bytes)
        guard let borders, whole.isAll(of: borders) else {
            (form, count) = (.lines, JSONTally.lines(in: bytes))
            return
        }
        guard borders.first == 0x5B else {
            (form, count) = (.object, 1)
            return
        }
        form = .list
        count = whole.commas == 0 && JSONTally.isBlank(bytes, borders) ? 0 : whole.commas + 1
    }

    /// The first and the last byte that is no blank, and their places from the first byte; nil where all are blanks.
    struct Borders {
        let first: UInt8
        let start: Int
        let end: Int
    }

    private static func borders(of bytes: Data) -> Borders? {
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
            let end = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        return Borders(
            first: bytes[start], start: start - bytes.startIndex, end: end - bytes.startIndex)
    }

    /// Whether nothing but blanks stands between the first and the last byte.
    private static func isBlank(_ bytes: Data, _ borders: Borders) -> Bool {
        let (start, end) = (bytes.startIndex + borders.start + 1, bytes.startIndex + borders.end)
        return start >= end || bytes[start..<end].allSatisfy { $0 <= 0x20 }
    }

    private static func lines(in bytes: Data) -> Int {
        bytes.withUnsafeBytes { bytes in
            var (count, isFilled) = (0, false)
            for byte in bytes {
                if byte == 0x0A {
                    if isFilled { count += 1 }
                    isFilled = false
                } else if byte > 0x20 {
                    isFilled = true
                }
            }
            return isFilled ? count + 1 : count
        }
    }
}

/// Whether brackets make one value, and how many commas stand right in it.
private struct WholeValue {
    private(set) var commas = 0
    private var level = 0
    private var begun: Int?
    private var closed: Int?
    private var isBroken = false

    mutating func take(_ mark: JSONMarks.Mark, at place: Int) {
        guard closed == nil else { return isBroken = true }
        switch mark {
        case .opening:
            level += 1
            begun = begun ?? place
        case .comma:
            if level == 1 { commas += 1 }
        case .closing:
            level -= 1
            if level == 0 { closed = place }
            if level < 0 { isBroken = true }
        }
    }

    /// Whether the value reaches from the first byte to the last.
    func isAll(of borders: JSONTally.Borders) -> Bool {
        !isBroken && begun == borders.start && closed == borders.end
    }
}
