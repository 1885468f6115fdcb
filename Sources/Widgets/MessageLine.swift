public import TerminalCore

/// The line that says what just happened.
public struct MessageLine: Hashable, Sendable {
    /// What kind of news it is.
    public enum Kind: Hashable, Sendable {
        /// Neither good nor bad.
        case note
        /// Something was done.
        case success
        /// Something needs care.
        case warning
        /// Something failed.
        case error
    }

    /// What kind of news it is.
    public let kind: Kind
    /// The news, in one sentence.
    public let text: String

    /// News.
    public init(_ kind: Kind = .note, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Draws the news on the first row; a sign says its kind, not the colour alone.
    public func draw(in canvas: inout Canvas, theme: Theme) {
        let glyphs = canvas.glyphs
        let (sign, scope): (String, StyleName) =
            switch kind {
            case .note: (glyphs.bullet, .dim)
            case .success: (glyphs.good, .success)
            case .warning: (glyphs.alert, .warning)
            case .error: (glyphs.bad, .error)
            }
        canvas.draw("\(sign) \(text)", at: Position(column: 1, row: 0), theme: theme, scope)
    }
}
