import CNcurses
import Glibc
import TerminalCore

/// Cuts typed bytes into keys: characters in UTF-8, controls, and the sequences of function keys.
///
/// A sequence that no table knows is one key that means nothing, never the letters it is made of. `InputDecoder` tells
/// keys from pastes.
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
        // SS3: one byte follows.
        case UInt8(ascii: "O"): return bytes.count > 2 ? Token(key: nil, length: 3) : nil
        // OSC, DCS, PM and APC: a string of the terminal's, up to its end.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return string(bytes)
        // Escape, and then another key.
        default: return Token(key: .escape, length: 1)
        }
    }

    /// What a beginning means when nothing more comes: Escape, or a sequence that was cut off and means nothing.
    private func unfinished(_ bytes: ArraySlice<UInt8>) -> Token {
        let isEscape = bytes.first == Self.escape && bytes.count <= 2
        return Token(key: isEscape ? .escape : nil, length: isEscape ? 1 : bytes.count)
    }

    /// A control sequence that no table knows, which means nothing; nil while its end is missing.
    ///
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

    /// A character in UTF-8; nil while bytes of it are missing. A byte that begins none means nothing.
    private func character(_ bytes: ArraySlice<UInt8>) -> Token? {
        let length = Self.length(lead: bytes[bytes.startIndex])
        let continuation = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
        if length > 1, continuation.count < length - 1, continuation.count == bytes.count - 1 { return nil }
        let text = String(validating: bytes.prefix(length), as: UTF8.self)
        guard let scalar = text?.unicodeScalars.first else { return Token(key: nil, length: 1) }
        return Token(key: .character(Character(scalar)), length: length)
    }

    /// How many bytes a character has that begins with this one.
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

/// The byte sequences that keys send: those of the terminal's own description, and those that descriptions leave out.
struct KeySequences: Sendable {
    /// What a sequence means.
    private(set) var keys: [[UInt8]: Key]
    /// Every beginning of a sequence that is not whole yet.
    private var beginnings: Set<[UInt8]>
    /// The longest sequence, in bytes.
    private(set) var longest = 0

    /// The sequences that nearly all terminals send, whatever their description says.
    static let common = KeySequences(Self.usual)

    private static let usual: [(String, Key)] =
        [
            ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
            ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
            ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
            ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
            ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
            ("\u{1B}[Z", .backtab), ("\u{1B}OM", .enter),
        ] + (1...4).map { ("\u{1B}O\(["P", "Q", "R", "S"][$0 - 1])", .function($0)) }
        + zip(1..., [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]).map { ("\u{1B}[\($1)~", .function($0)) }

    /// A table of sequences; of two meanings of one sequence the first counts.
    init(_ sequences: [(String, Key)]) {
        keys = Dictionary(sequences.map { (Array($0.0.utf8), $0.1) }, uniquingKeysWith: { first, _ in first })
        beginnings = Set(keys.keys.flatMap { key in (1..<max(1, key.count)).map { Array(key.prefix($0)) } })
        longest = keys.keys.map(\.count).max() ?? 0
    }

    /// The sequences of the terminal that curses was started on, before the usual ones.
    @MainActor
    static func ofTerminal() -> KeySequences {
        // The capabilities of terminfo that say what a key sends.
        let names: [(String, Key)] =
            [
                ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
                ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kich1", .insert),
                ("kcbt", .backtab), ("kent", .enter),
            ] + (1...63).map { ("kf\($0)", .function($0)) }
        // Terminals whose keys send a single byte mean a letter or a control by it.
        let own = names.compactMap { name, key in text(name).map { ($0, key) } }
            .filter { $0.0.utf8.count > 1 }
        return KeySequences(own + usual)
    }

    /// Whether some bytes are the beginning of a longer sequence.
    func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool { beginnings.contains(Array(bytes)) }

    /// The longest sequence that some bytes begin with.
    func match(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        for length in stride(from: min(longest, bytes.count), to: 0, by: -1) {
            if let key = keys[Array(bytes.prefix(length))] { return (key, length) }
        }
        return nil
    }

    @MainActor
    private static func text(_ name: String) -> String? {
        // The description answers -1 for what is no text to it.
        guard let found = tigetstr(name), Int(bitPattern: found) != -1 else { return nil }
        return String(cString: found)
    }
}
