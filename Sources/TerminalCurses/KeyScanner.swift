import TerminalCore

/// Cuts typed bytes into keys: characters in UTF-8, controls, and the sequences of function keys.
///
/// A sequence that no table knows is one key that means nothing, never the letters it is made of.
struct KeyScanner {
    /// What stands at the beginning of some bytes.
    struct Token: Hashable {
        /// The key; nil when it means nothing.
        let key: Key?
        /// How many bytes it takes.
        let length: Int

        /// Whether it is what texts are made of: a character, a line's end or a tab.
        var isText: Bool {
            switch key {
            case .character, .enter, .tab, .control("j"): true
            default: false
            }
        }
    }

    /// What keys send.
    let sequences: KeySequences

    private static let escape: UInt8 = 0x1B
    /// The most bytes of an answer or command of a terminal; what is longer was none.
    private static let longestString = 4096

    /// The keys of some bytes, and how many bytes at their end are the beginning of something longer.
    ///
    /// - Parameter isWhole: that nothing more will come: a beginning is then taken for what it is.
    func tokens(_ bytes: [UInt8], isWhole: Bool) -> (tokens: [Token], rest: Int) {
        var tokens: [Token] = []
        var position = 0
        while position < bytes.count {
            let remaining = bytes[position...]
            guard let token = token(remaining) ?? (isWhole ? unfinished(remaining) : nil) else { break }
            tokens.append(token)
            position += token.length
        }
        return (tokens, bytes.count - position)
    }

    /// The first key; nil when more bytes may still belong to it.
    private func token(_ bytes: ArraySlice<UInt8>) -> Token? {
        guard let first = bytes.first else { return nil }
        guard first == Self.escape else {
            return first < 0x80 ? Token(key: Self.key(control: first), length: 1) : character(bytes)
        }
        if let known = sequences.match(bytes) { return Token(key: known.key, length: known.length) }
        if sequences.isBeginning(bytes) { return nil }
        switch bytes.dropFirst().first {
        case nil: return nil
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"): return bytes.count > 2 ? Token(key: nil, length: 3) : nil
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return string(bytes)
        default: return Token(key: .escape, length: 1)
        }
    }

    /// What a beginning means when nothing more comes: Escape, or a sequence that was cut off and means nothing.
    private func unfinished(_ bytes: ArraySlice<UInt8>) -> Token {
        let isEscape = bytes.first == Self.escape && bytes.count <= 2
        return Token(key: isEscape ? .escape : nil, length: isEscape ? 1 : bytes.count)
    }

    /// Source: ECMA-48, 5.4: parameters 0x30–0x3F, intermediates 0x20–0x2F, one final byte 0x40–0x7E.
    private func controlSequence(_ bytes: ArraySlice<UInt8>) -> Token? {
        let body = bytes.dropFirst(2)
        guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return body.count > Self.longestString ? Token(key: nil, length: bytes.count) : nil
        }
        guard (0x40...0x7E).contains(bytes[end]) else { return Token(key: .escape, length: 1) }
        return Token(key: nil, length: end - bytes.startIndex + 1)
    }

    /// An answer or command of the terminal, up to BEL or ST.
    private func string(_ bytes: ArraySlice<UInt8>) -> Token? {
        for index in bytes.indices.dropFirst(2) {
            if bytes[index] == 0x07 { return Token(key: nil, length: index - bytes.startIndex + 1) }
            if bytes[index] == UInt8(ascii: "\\"), bytes[index - 1] == Self.escape {
                return Token(key: nil, length: index - bytes.startIndex + 1)
            }
        }
        return bytes.count > Self.longestString ? Token(key: nil, length: bytes.count) : nil
    }

    private func character(_ bytes: ArraySlice<UInt8>) -> Token? {
        let length = Self.length(lead: bytes[bytes.startIndex])
        let continuation = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
        if length > 1, continuation.count < length - 1, continuation.count == bytes.count - 1 { return nil }
        let text = String(validating: bytes.prefix(length), as: UTF8.self)
        guard let scalar = text?.unicodeScalars.first else { return Token(key: nil, length: 1) }
        return Token(key: .character(Character(scalar)), length: length)
    }

    private static func length(lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func key(control value: UInt8) -> Key? {
        switch value {
        case 0: return .control(" ")
        case 8, 127: return .backspace
        case 9: return .tab
        case 13: return .enter
        case 27: return .escape
        case 1..<32:
            return .control(Character(Character(Unicode.Scalar(value + 0x40)).lowercased()))
        default: return .character(Character(Unicode.Scalar(value)))
        }
    }
}
