/// What something means, as a dotted scope (`status.grace`); a theme says how it looks.
public struct StyleName: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The dotted text.
    public let rawValue: String

    /// A scope by its text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// A scope by its text.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The scope this one falls back to (`status` for `status.grace`); nil at the top.
    public var parent: StyleName? {
        guard let dot = rawValue.lastIndex(of: ".") else { return nil }
        return StyleName(String(rawValue[..<dot]))
    }

    /// The dotted text.
    public var description: String { rawValue }

    /// The order of the texts.
    public static func < (left: StyleName, right: StyleName) -> Bool { left.rawValue < right.rawValue }
}
