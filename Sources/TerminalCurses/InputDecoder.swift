import CNcurses
import TerminalCore

/// Turns what curses reads into events; what lies between the marks of a paste becomes one event.
struct InputDecoder {
    /// One thing that curses read.
    enum Input: Hashable {
        /// A code point.
        case scalar(UInt32)
        /// A function key.
        case code(Int32)
    }

    /// The code for the beginning of a paste.
    static let pasteBegins: Int32 = 0x3F0
    /// The code for the end of a paste.
    static let pasteEnds: Int32 = 0x3F1
    private static let rawPasteEnd: [UInt32] = Array("\u{1B}[201~".unicodeScalars.map(\.value))
    private static let keys: [Int32: Key] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_BACKSPACE: .backspace, KEY_DC: .delete, KEY_IC: .insert,
        KEY_ENTER: .enter, KEY_BTAB: .backtab,
    ]

    private var paste: [UInt32]?

    /// The event that an input completes, if any.
    mutating func decode(_ input: Input) -> Event? {
        switch (input, paste) {
        case (.code(Self.pasteBegins), _):
            paste = []
            return nil
        case (.code(Self.pasteEnds), .some(let scalars)):
            paste = nil
            return .paste(Self.text(scalars))
        case (.scalar(let scalar), .some(let scalars)):
            return collect(scalars + [scalar])
        case (.code, .some): return nil
        case (.scalar(let scalar), nil): return Self.key(scalar: scalar).map { .key($0) }
        case (.code(let code), nil): return Self.key(code: code).map { .key($0) }
        }
    }

    private mutating func collect(_ scalars: [UInt32]) -> Event? {
        // On a slow line the end mark arrives in pieces and curses does not recognise it.
        guard scalars.suffix(Self.rawPasteEnd.count) == Self.rawPasteEnd[...] else {
            paste = scalars
            return nil
        }
        paste = nil
        return .paste(Self.text(Array(scalars.dropLast(Self.rawPasteEnd.count))))
    }

    private static func text(_ scalars: [UInt32]) -> String {
        var text = String.UnicodeScalarView()
        // Terminals send the line breaks of a paste as carriage returns.
        for value in scalars { text.append(Unicode.Scalar(value == 13 ? 10 : value) ?? "\u{FFFD}") }
        return String(text)
    }

    private static func key(scalar value: UInt32) -> Key? {
        switch value {
        case 0: return .control(" ")
        case 8, 127: return .backspace
        case 9: return .tab
        case 13: return .enter
        case 27: return .escape
        case 1...26, 28...31:
            return Unicode.Scalar(value + 0x40).map { .control(Character(Character($0).lowercased())) }
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private static func key(code: Int32) -> Key? {
        if let key = keys[code] { return key }
        let first = cn_key_f(1)
        return (first...cn_key_f(63)).contains(code) ? .function(Int(code - first) + 1) : nil
    }
}
