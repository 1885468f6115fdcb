/// The clipboard of the person at the terminal, reached by the escape sequence OSC 52.
package enum Clipboard {
    /// The longest text that is copied, in bytes of UTF-8; far below what any terminal stops at.
    package static let maximumBytes = 8192

    /// Whether a text is short enough.
    package static func takes(_ text: String) -> Bool { text.utf8.count <= maximumBytes }

    /// The bytes that ask a terminal to copy a text; nil when it is too long.
    ///
    /// The text goes as base64, so none of its bytes is a control to the terminal.
    package static func sequence(_ text: String) -> [UInt8]? {
        guard takes(text) else { return nil }
        return Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + [0x07]
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 3).flatMap { start -> [UInt8] in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            let digits = [18, 12, 6, 0].map { alphabet[bits >> $0 & 63] }
            return digits.prefix(group.count + 1)
                + Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
        }
    }
}
