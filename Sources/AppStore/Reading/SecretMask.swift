package import Foundation
package import JSONValues

extension JSONValue {
    /// What stands in the place of a secret.
    package static let mask = "•••"

    /// The value with every secret masked: what a key `password` names, and texts that look like carrying one.
    package var masked: JSONValue {
        // Most documents hold none, and looking is cheaper than building them anew.
        guard mayHoldSecret else { return self }
        return switch self {
        case .object(let members): .object(JSONValue.masked(members))
        case .array(let elements): .array(elements.map(\.masked))
        case .string(let text): .string(SecretMask.masked(text))
        default: self
        }
    }

    /// The value with every secret masked, and its canonical text.
    package var maskedWithText: (value: JSONValue, text: String) {
        let text = canonicalText
        // One look at the whole text, for most documents hold no secret.
        guard SecretMask.mayHoldSecret(text) else { return (self, text) }
        let masked = masked
        return (masked, masked.canonicalText)
    }

    private var mayHoldSecret: Bool {
        switch self {
        case .object(let members):
            members.contains { key, value in
                JSONValue.isSecret(key) || SecretMask.mayHoldSecret(key) || value.mayHoldSecret
            }
        case .array(let elements): elements.contains(where: \.mayHoldSecret)
        case .string(let text): SecretMask.mayHoldSecret(text)
        default: false
        }
    }

    private static func masked(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var masked = members.mapValues(\.masked)
        // Texts may stand in keys too; such a key is rare enough to look for only when it is long.
        for key in members.keys where key.utf8.count > 8 {
            let name = SecretMask.masked(key)
            if name != key { masked[name] = masked.removeValue(forKey: key) }
        }
        for key in members.keys where isSecret(key) { masked[key] = .string(mask) }
        return masked
    }

    private static func isSecret(_ key: String) -> Bool {
        key.utf8.count == 8 && key.lowercased() == "password"
    }

    /// The value without receipts in base64, which repeat what the document says in a hundred times its size.
    package var withoutReceiptData: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { !JSONValue.isReceipt($0.key) }.mapValues(\.withoutReceiptData))
        case .array(let elements): .array(elements.map(\.withoutReceiptData))
        default: self
        }
    }

    /// Whether it holds a receipt in base64.
    package var hasReceiptData: Bool {
        switch self {
        case .object(let members):
            members.contains { JSONValue.isReceipt($0.key) || $0.value.hasReceiptData }
        case .array(let elements): elements.contains(where: \.hasReceiptData)
        default: false
        }
    }

    private static func isReceipt(_ key: String) -> Bool {
        switch key.utf8.count {
        case 14: key == "latest_receipt"
        case 22: key == "latest_expired_receipt"
        case 12: key == "receipt-data"
        default: false
        }
    }
}

/// Masks secrets in bytes that may be no JSON at all: truncated, badly quoted, in a text inside a text.
///
/// It follows no grammar, since broken text has none: wherever the word `password` stands as a name, whatever
/// comes after it, up to the next separator outside quotes, is masked. Too much is masked rather than too little.
package enum SecretMask {
    /// The bytes with the value after every name `password` masked.
    package static func masked(_ bytes: Data) -> Data {
        let source = [UInt8](bytes)
        guard let masked = masked(source) else { return bytes }
        return Data(masked)
    }

    /// The text with the value after every name `password` masked.
    package static func masked(_ text: String) -> String {
        guard mayHoldSecret(text), let masked = masked(Array(text.utf8)) else { return text }
        return String(decoding: masked, as: UTF8.self)
    }

    /// Whether a text may hold the name: written plainly, or where escapes or UTF-16 could hide it.
    static func mayHoldSecret(_ text: String) -> Bool {
        guard text.utf8.count > 8 else { return false }
        var text = text
        return text.withUTF8 { bytes in
            if bytes.place(of: 0x5C) != nil || bytes.place(of: 0) != nil { return true }
            return [UInt8(ascii: "w"), UInt8(ascii: "W")].contains { letter in
                var place = bytes.place(of: letter)
                while let found = place {
                    if isName(around: found, in: bytes) { return true }
                    place = bytes.place(of: letter, from: found + 1)
                }
                return false
            }
        }
    }

    /// Whether the letter at a place is the w of `password`.
    private static func isName(around index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index >= 4, index + 4 <= bytes.count else { return false }
        return zip(bytes[(index - 4)..<(index + 4)], "password".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// The masked bytes; nil when there is nothing to mask.
    private static func masked(_ source: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var (copied, position) = (0, 0)
        while position < source.count {
            guard let scanner = SecretScanner(source, nameAt: position), let value = scanner.value else {
                position += 1
                continue
            }
            result.append(contentsOf: source[copied..<value.lowerBound])
            result.append(contentsOf: "\"\(JSONValue.mask)\"".utf8)
            (copied, position) = (value.upperBound, value.upperBound)
        }
        guard copied > 0 else { return nil }
        return result + source[copied...]
    }
}

/// Finds the value that belongs to one occurrence of the name `password` in bytes of any kind.
struct SecretScanner {
    private let source: [UInt8]
    private var position: Int
    /// Backslashes looked at before a letter; more would let a long run of them be read over and over.
    private static let escapeLimit = 64

    /// Looks at a place; nil unless the name, escaped or not, begins right there.
    init?(_ source: [UInt8], nameAt start: Int) {
        // Most places fail here: the name begins with p, P or an escape.
        guard source[start] == 0x70 || source[start] == 0x50 || source[start] == 0x5C else { return nil }
        (self.source, position) = (source, start)
        for letter in "password".utf8 {
            // UTF-16 has a zero beside every letter.
            while at(position) == 0 { position += 1 }
            guard let end = end(ofLetter: letter) else { return nil }
            position = end
        }
    }

    /// Where the value lies; nil when the word is not a name.
    var value: Range<Int>? {
        var scanner = self
        let isQuoted = scanner.skipClosingQuote()
        let hasSeparator = scanner.skipSeparators()
        guard isQuoted || hasSeparator, let next = scanner.at(scanner.position) else { return nil }
        if !hasSeparator, [0x2C, 0x7D, 0x5D].contains(next) { return nil }
        let start = scanner.position
        scanner.skipValue()
        return start < scanner.position ? start..<scanner.position : nil
    }

    private func at(_ index: Int) -> UInt8? { index < source.count ? source[index] : nil }

    /// Where a letter of the name ends: as itself, or as an escape such as `\u0070`.
    private func end(ofLetter letter: UInt8) -> Int? {
        guard let byte = at(position) else { return nil }
        if byte | 0x20 == letter { return position + 1 }
        var index = position
        while at(index) == 0x5C, index - position < SecretScanner.escapeLimit { index += 1 }
        guard index > position, at(index) == 0x75, index + 5 <= source.count else { return nil }
        let digits = String(decoding: source[(index + 1)..<(index + 5)], as: UTF8.self)
        guard let code = UInt16(digits, radix: 16), code | 0x20 == UInt16(letter) else { return nil }
        return index + 5
    }

    private static func isQuote(_ byte: UInt8?) -> Bool { byte == 0x22 || byte == 0x27 }

    /// Steps over the quote that ends the name, however often it is escaped.
    private mutating func skipClosingQuote() -> Bool {
        var index = position
        while at(index) == 0x5C || at(index) == 0 { index += 1 }
        guard SecretScanner.isQuote(at(index)) else { return false }
        position = index + 1
        return true
    }

    /// Steps over spaces of every kind and over what separates a name from its value; whether it did separate.
    private mutating func skipSeparators() -> Bool {
        var found = false
        while let byte = at(position) {
            if byte == 0x3A || byte == 0x3D || (found && byte == 0x3E) {
                found = true
                position += 1
            } else if byte <= 0x20 || byte >= 0x80 {
                position += 1
            } else if byte == 0x5C, let end = endOfEscapedSpace() {
                position = end
            } else {
                break
            }
        }
        return found
    }

    private func endOfEscapedSpace() -> Int? {
        var index = position
        while at(index) == 0x5C { index += 1 }
        switch at(index) {
        case 0x6E, 0x72, 0x74: return index + 1
        case 0x75: return index + 5 <= source.count ? index + 5 : nil
        default: return nil
        }
    }

    /// Steps over the value: over quoted texts and whole lists, up to a separator or the end.
    private mutating func skipValue() {
        var depth = 0
        while let byte = at(position) {
            switch byte {
            case 0x22, 0x27, 0x5C:
                skipQuoted()
                continue
            case 0x5B, 0x7B: depth += 1
            case 0x5D, 0x7D: depth -= 1
            case 0x0A, 0x0D, 0x26, 0x2C, 0x3B: if depth == 0 { return }
            default: break
            }
            if depth < 0 { return }
            position += 1
        }
    }

    /// Steps over a quoted text; escaped quotes inside are told by having more backslashes than the first.
    private mutating func skipQuoted() {
        let (level, quote) = backslashes()
        guard SecretScanner.isQuote(quote) else { return }
        position += 1
        while position < source.count {
            let (count, byte) = backslashes()
            position += 1
            if byte == quote, level == 0 ? count.isMultiple(of: 2) : count <= level { return }
        }
    }

    /// Steps over backslashes; how many there were, and the byte that follows.
    private mutating func backslashes() -> (count: Int, next: UInt8?) {
        let start = position
        while at(position) == 0x5C { position += 1 }
        let count = position - start
        return (count, at(position))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where a byte stands for the first time from a place on; nil when it does not.
    ///
    /// Signed texts have twenty thousand letters, and the C library looks at many at a time.
    func place(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }
}
