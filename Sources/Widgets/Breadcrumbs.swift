public import TerminalCore

/// The way that led to this screen; where there is no room its beginning is left out.
public struct Breadcrumbs: Hashable, Sendable {
    /// The names of the screens from the first to this one.
    public var titles: [String]

    /// A way.
    public init(_ titles: [String]) {
        self.titles = titles
    }

    /// Draws the way on the first row, ending at the right edge.
    public func draw(in canvas: inout Canvas, theme: Theme) {
        var shown = titles[...]
        while shown.count > 1, line(shown, canvas.glyphs).columns > canvas.size.columns {
            shown.removeFirst()
        }
        canvas.drawTrailing(line(shown, canvas.glyphs), row: 0, theme: theme)
    }

    private func line(_ shown: ArraySlice<String>, _ glyphs: Glyphs) -> StyledLine {
        let start = shown.count < titles.count ? [glyphs.ellipsis] : []
        return StyledLine((start + shown).joined(separator: " \(glyphs.crumb) "), .breadcrumb)
    }
}
