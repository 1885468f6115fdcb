internal import Foundation

/// The form in which texts are compared when searched: what is stored and what is typed pass through it alike.
///
/// Two texts have one key when a person would take them for the same: case, accents, width and ligatures do not count
/// (`Müller` is `muller`, `Ｚｏë` is `zoe`), letters with strokes and joined letters are those they are written with
/// where a keyboard lacks them (`ø` is `o`, `æ` is `ae`, `ß` is `ss`), quotation marks and apostrophes of every kind
/// are left out, and runs of blanks are one. A key's key is itself.
package enum SearchKey {
    /// The key of a text.
    package static func of(_ text: String) -> String { plain(text) ?? folded(text) }

    /// The key of a text of ASCII alone, as ids and addresses are; nil for every other text.
    private static func plain(_ text: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x80...: return nil
            case 9...13, 32: if let last = bytes.last, last != 32 { bytes.append(32) }
            case 0..<32, 127, 34, 39, 96: break
            case 65...90: bytes.append(byte + 32)
            default: bytes.append(byte)
            }
        }
        if bytes.last == 32 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func folded(_ text: String) -> String {
        // Some marks that stand for an apostrophe would fall apart into a blank and an accent.
        let kept = String(String.UnicodeScalarView(text.unicodeScalars.filter { !quotes.contains($0) }))
        var key = String.UnicodeScalarView()
        for scalar in kept.decomposedStringWithCompatibilityMapping.unicodeScalars {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars { append(lower, to: &key) }
        }
        if key.last == " " { key.removeLast() }
        // Marks that make another letter, as in Japanese and Korean, go back into it.
        return String(key).precomposedStringWithCanonicalMapping
    }

    private static func append(_ scalar: Unicode.Scalar, to key: inout String.UnicodeScalarView) {
        if let letters = letters[scalar] { return key.append(contentsOf: letters.unicodeScalars) }
        if scalar.properties.isWhitespace {
            if let last = key.last, last != " " { key.append(" ") }
            return
        }
        switch scalar.properties.generalCategory {
        case .control, .format: break
        case .nonspacingMark, .enclosingMark: if !isAccent(scalar) { key.append(scalar) }
        case .dashPunctuation: key.append("-")
        default: if !quotes.contains(scalar) { key.append(scalar) }
        }
    }

    /// The blocks of combining marks that change how a letter is said, and those that change how a sign is drawn.
    private static func isAccent(_ mark: Unicode.Scalar) -> Bool {
        switch mark.value {
        case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F,
            0xFE20...0xFE2F:
            true
        default: false
        }
    }

    private static let quotes = Set("'\"`´’‘‚‛“”„‟‹›«»ʼʻʹʽʾʿˈˊˋ′‵″‴＇＂｀\u{A78C}".unicodeScalars)

    /// Letters that Unicode does not take apart, by how they are written where a keyboard lacks them.
    private static let letters: [Unicode.Scalar: String] = {
        let written = [
            "ae": "æ", "oe": "œ", "ss": "ß", "th": "þ", "a": "ⱥ", "b": "ƀɓ", "c": "ƈȼ", "d": "đðɖɗ",
            "e": "əǝɛɇ", "f": "ƒ", "g": "ǥɠ", "h": "ħ", "i": "ıɨ", "j": "ȷɉ", "k": "ĸƙ", "l": "łƚⱡɫ",
            "n": "ŋɲƞ", "o": "øɔɵ", "p": "ƥ", "r": "ɍ", "t": "ŧƭⱦ", "u": "ʉ", "v": "ʋ", "y": "ƴɏ",
            "z": "ƶȥ", "σ": "ς", "-": "−",
        ]
        return written.reduce(into: [:]) { letters, entry in
            for letter in entry.value.unicodeScalars { letters[letter] = entry.key }
        }
    }()
}

/// The range of an index that holds everything beginning with a text.
enum SearchRange {
    /// The first text after all those that begin with a text, as SQLite compares bytes.
    static func end(of start: String) -> String { start + "\u{10FFFF}" }
}
