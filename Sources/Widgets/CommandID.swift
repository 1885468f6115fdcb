/// What a command is called in code, docs and tests, for example `ticket.claim`.
public struct CommandID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The dotted text.
    public let rawValue: String

    /// An id by its text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// An id by its text.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The dotted text.
    public var description: String { rawValue }

    /// The order of the texts.
    public static func < (left: CommandID, right: CommandID) -> Bool { left.rawValue < right.rawValue }
}
