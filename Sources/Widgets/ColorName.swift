import TerminalCore

/// The words that theme files use for colours.
enum ColorName {
    /// The sixteen names in the order of the palette.
    static let all = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
        "bright-black", "bright-red", "bright-green", "bright-yellow",
        "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// The colour a word means; nil when it means none.
    static func color(_ word: String) -> Color? {
        if word == "default" { return .standard }
        if let number = all.firstIndex(of: word) { return .indexed(UInt8(number)) }
        if let number = UInt8(word) { return .indexed(number) }
        guard word.utf8.count == 7, word.first == "#",
            word.dropFirst().allSatisfy(\.isHexDigit), let value = UInt32(word.dropFirst(), radix: 16)
        else { return nil }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
}
