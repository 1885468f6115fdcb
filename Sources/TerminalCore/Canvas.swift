/// A window onto a grid: positions count from the region's corner, and nothing is drawn outside it.
///
/// A view draws into it and never looks at the size of the terminal:
///
/// ```swift
/// canvas.draw("3 tickets", at: Position(column: 0, row: 0), style: theme.style(.text))
/// ```
package struct Canvas: Sendable {
    /// What was drawn so far.
    package private(set) var grid: CellGrid
    /// Where the cursor belongs, in the grid; nil hides it.
    package private(set) var cursor: Position?
    /// The signs for frames and marks.
    package let glyphs: Glyphs
    private var region: Rectangle
    private var clip: Rectangle

    /// A blank canvas.
    package init(size: Size, style: Style = .plain, glyphs: Glyphs = .unicode) {
        grid = CellGrid(size: size, style: style)
        self.glyphs = glyphs
        region = Rectangle(size: size)
        clip = region
    }

    /// The region's size; its corner is `.zero`.
    package var size: Size { region.size }
    /// The region in its own positions.
    package var bounds: Rectangle { Rectangle(size: region.size) }

    /// Draws in a part of the region as if it were everything.
    @discardableResult
    package mutating func within<Result>(
        _ part: Rectangle, _ draw: (inout Canvas) throws -> Result
    ) rethrows -> Result {
        let (oldRegion, oldClip) = (region, clip)
        defer { (region, clip) = (oldRegion, oldClip) }
        region = Rectangle(
            column: oldRegion.minColumn + part.minColumn, row: oldRegion.minRow + part.minRow,
            columns: part.columns, rows: part.rows)
        clip = oldClip.intersection(region)
        return try draw(&self)
    }

    /// Draws any text, made drawable, and returns how many columns it took; `limit` ends it with an ellipsis.
    @discardableResult
    package mutating func draw(
        _ text: some StringProtocol, at position: Position, style: Style, limit: Int? = nil
    ) -> Int {
        draw(DisplayText(text), at: position, style: style, limit: limit)
    }

    /// Draws a text and returns how many columns it took; what does not fit the region or `limit` is cut.
    @discardableResult
    package mutating func draw(
        _ text: DisplayText, at position: Position, style: Style, limit: Int? = nil
    ) -> Int {
        let room = min(limit ?? Int.max, region.columns - position.column)
        guard room > 0 else { return 0 }
        let fitting = text.truncated(to: room, ellipsis: DisplayText(glyphs.ellipsis))
        var column = position.column
        for grapheme in fitting.graphemes {
            place(grapheme, at: Position(column: column, row: position.row), style: style)
            column += grapheme.columns
        }
        return column - position.column
    }

    /// Fills a part of the region (all of it when nil) with a sign of one column.
    package mutating func fill(_ part: Rectangle? = nil, with sign: String = " ", style: Style) {
        guard let grapheme = DisplayText(sign).graphemes.first, grapheme.columns == 1 else { return }
        let area = (part ?? bounds).intersection(bounds)
        for row in area.minRow..<max(area.minRow, area.maxRow) {
            for column in area.minColumn..<max(area.minColumn, area.maxColumn) {
                place(grapheme, at: Position(column: column, row: row), style: style)
            }
        }
    }

    /// Puts the cursor on a position of the region, if it is visible.
    package mutating func placeCursor(at position: Position) {
        let absolute = absolute(position)
        if clip.contains(absolute) { cursor = absolute }
    }

    /// Hides the cursor again.
    package mutating func hideCursor() {
        cursor = nil
    }

    private mutating func place(_ grapheme: Grapheme, at position: Position, style: Style) {
        let first = absolute(position)
        let last = Position(column: first.column + grapheme.columns - 1, row: first.row)
        guard clip.contains(first), clip.contains(last) else { return }
        // A wide grapheme that straddles the clip keeps its outer half: drawing never reaches outside.
        guard !straddles(first, last) else { return }
        grid.place(drawable(grapheme), at: first, style: style)
    }

    /// What stands for a sign where only ASCII is drawn; what people and stores are called stays as it is.
    private func drawable(_ grapheme: Grapheme) -> Grapheme {
        // Nearly all text is ASCII; a frame asks thousands of times.
        guard grapheme.text.utf8.count > 1, glyphs == .ascii else { return grapheme }
        return Glyphs.asciiSigns[grapheme.text] ?? grapheme
    }

    private func straddles(_ first: Position, _ last: Position) -> Bool {
        (first.column == clip.minColumn && grid[first].isContinuation)
            || (last.column == clip.maxColumn - 1 && grid[last].isWide)
    }

    private func absolute(_ position: Position) -> Position {
        Position(column: region.minColumn + position.column, row: region.minRow + position.row)
    }
}

/// The signs that frames and marks are drawn with: Unicode, or ASCII for terminals without them.
package struct Glyphs: Hashable, Sendable {
    /// Lines of a frame.
    package let horizontal, vertical: String
    /// Corners of a frame.
    package let topLeft, topRight, bottomLeft, bottomRight: String
    /// Where lines of a frame meet.
    package let teeLeft, teeRight, teeTop, teeBottom: String
    /// What stands before the selected row, and what stands for cut text.
    package let pointer, ellipsis: String
    /// What stands between breadcrumbs and between parts of a line.
    package let crumb, bullet: String
    /// What stands before a marked row, a good and a bad outcome, and a warning.
    package let mark, good, bad, alert: String
    /// Full, medium, light and empty parts of a bar.
    package let full, medium, light, empty: String
    /// That a list goes on above or below, and a choice goes on left or right.
    package let more, less, left, right: String

    /// Frames and signs of Unicode.
    package static let unicode = Glyphs(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
        teeLeft: "├", teeRight: "┤", teeTop: "┬", teeBottom: "┴", pointer: "▸", ellipsis: "…",
        crumb: "›", bullet: "·", mark: "●", good: "✓", bad: "✗", alert: "▲",
        full: "█", medium: "▓", light: "▒", empty: "░", more: "↓", less: "↑", left: "‹", right: "›")

    /// The same in ASCII.
    package static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
        teeLeft: "+", teeRight: "+", teeTop: "+", teeBottom: "+", pointer: ">", ellipsis: "~",
        crumb: ">", bullet: "-", mark: "*", good: "+", bad: "x", alert: "!",
        full: "#", medium: "=", light: "-", empty: ".", more: "v", less: "^", left: "<", right: ">")

    /// What stands for the signs of our own sentences where only ASCII is drawn, each as wide as it was.
    static let asciiSigns: [String: Grapheme] = [
        "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "«": "<", "»": ">", "–": "-", "—": "-", "‑": "-",
        "…": "~", "·": "-", "•": "*", "×": "x", "→": ">", "←": "<", "↑": "^", "↓": "v", "≥": ">", "≤": "<",
        "✓": "+", "✗": "x", "▲": "!", "●": "*", "▸": ">", "›": ">", "‹": "<", "†": "+", "─": "-", "│": "|",
    ].mapValues { Grapheme(text: $0, columns: 1) }
}
