/// One place on the screen.
public struct Cell: Hashable, Sendable {
    /// What stands here; in a continuation, the wide grapheme whose right half this is.
    public let grapheme: Grapheme
    /// How it looks.
    public var style: Style
    /// Whether this is the right half of a wide grapheme.
    public let isContinuation: Bool

    /// A cell with a grapheme, or the right half of one.
    init(grapheme: Grapheme, style: Style, isContinuation: Bool = false) {
        self.grapheme = grapheme
        self.style = style
        self.isContinuation = isContinuation
    }

    /// An empty cell in a style.
    public static func blank(_ style: Style = .plain) -> Cell {
        Cell(grapheme: .blank, style: style)
    }

    /// Whether this is the left half of a wide grapheme.
    public var isWide: Bool { grapheme.columns == 2 && !isContinuation }
}
