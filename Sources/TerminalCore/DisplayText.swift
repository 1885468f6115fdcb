/// A text made safe to draw: hostile or unpredictable scalars are replaced, and every grapheme has a width.
///
/// Controls become pictures (U+2400…), bidi overrides and invisible scalars vanish, at most three marks stay on
/// a base, emoji sequences keep their base, flags become their two letters, unknown scalars become U+FFFD.
public struct DisplayText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// What to draw, from left to right.
    public private(set) var graphemes: [Grapheme]

    /// The width of everything.
    public var columns: Int { graphemes.reduce(0) { $0 + $1.columns } }

    /// The text as it will appear.
    public var text: String { graphemes.map(\.text).joined() }

    /// The drawable form of any text.
    public init(_ text: some StringProtocol) {
        graphemes = Self.graphemes(of: String(text))
    }

    /// The drawable form of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// A text of graphemes that are drawable already.
    public init(graphemes: [Grapheme]) {
        self.graphemes = graphemes
    }

    /// The width of any text when drawn.
    public static func columns(of text: some StringProtocol) -> Int {
        DisplayText(text).columns
    }

    /// The text cut at a grapheme to fit a width; `ellipsis` ends it when something was cut.
    public func truncated(to limit: Int, ellipsis: DisplayText = "…") -> DisplayText {
        guard columns > limit else { return self }
        guard ellipsis.columns <= limit else { return prefix(columns: limit) }
        return DisplayText(
            graphemes: prefix(columns: limit - ellipsis.columns).graphemes + ellipsis.graphemes)
    }

    /// As many graphemes from the left as fit a width.
    public func prefix(columns limit: Int) -> DisplayText {
        var used = 0
        let kept = graphemes.prefix { grapheme in
            used += grapheme.columns
            return used <= limit
        }
        return DisplayText(graphemes: Array(kept))
    }

    /// Not generic, because texts are measured and drawn thousands of times in a frame.
    private static func graphemes(of text: String) -> [Grapheme] {
        var builder = DisplayTextBuilder()
        for scalar in text.unicodeScalars { builder.append(scalar) }
        return builder.finished()
    }

    /// One text after the other.
    public static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(graphemes: left.graphemes + right.graphemes)
    }
}
