public import TerminalCore

/// A piece of text and the scope it is drawn in; nil draws it as its surroundings.
public struct TextSpan: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Any text; drawing makes it drawable.
    public var text: String
    /// What the text means.
    public var scope: StyleName?

    /// A piece of text.
    public init(_ text: String, _ scope: StyleName? = nil) {
        self.text = text
        self.scope = scope
    }

    /// A piece of text without a scope of its own.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
