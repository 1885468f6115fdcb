package import TerminalCore

/// Widths of a table's columns that follow what is in them.
///
/// Every column has its least width; what is left goes to the columns in turn, each as far as its widest text, and what is
/// left then goes between them, so that a wide terminal shows a wide table and no ragged one. The lists of the console
/// are laid out by it (`ScreenColumns`).
package struct ColumnFit: Hashable, Sendable {
    /// What a column needs.
    package struct Need: Hashable, Sendable {
        /// Below this the column says nothing any more.
        package let least: Int
        /// The width at which nothing in it is cut.
        package let whole: Int
        /// The width of the widest text in it.
        private let filled: Int

        /// A column that says something from `least` on, with these texts in it.
        package init(least: Int, texts: some Sequence<StyledLine>, atMost most: Int) {
            self.least = least
            filled = min(most, texts.lazy.map(\.columns).max() ?? 0)
            whole = max(least, filled)
        }

        private init(least: Int, whole: Int, filled: Int) {
            (self.least, self.whole, self.filled) = (least, whole, filled)
        }

        /// The same without room that neither its texts nor its head use.
        package func snug(head: Int) -> Need {
            let used = max(head, filled)
            return Need(least: min(least, used), whole: min(whole, used), filled: filled)
        }
    }

    /// How many rows are measured: the first ones, so that a list does not change its columns while it is scrolled.
    package static let sample = 100
    /// The narrowest gap between columns.
    package static let leastGap = 2
    private static let widestGap = 8

    /// The columns' widths, in their order.
    package let widths: [Int]
    /// The blanks between two columns.
    package let gap: Int

    /// A turn in which a column grows.
    package struct Turn: Hashable, Sendable {
        /// The column's place.
        package let column: Int
        /// As far as this; nil for as wide as its widest text.
        package let limit: Int?

        package init(column: Int, limit: Int?) { (self.column, self.limit) = (column, limit) }
    }

    /// Columns in a width; those of `turns` grow first, one turn after the other, then all in their order.
    package init(_ needs: [Need], in width: Int, growing turns: [Turn] = []) {
        var widths = needs.map(\.least)
        let joints = max(0, needs.count - 1)
        var rest = max(0, width - widths.reduce(0, +) - joints * ColumnFit.leastGap)
        for turn in turns + needs.indices.map({ Turn(column: $0, limit: nil) }) {
            let whole = needs[turn.column].whole
            let more = min(rest, max(0, min(turn.limit ?? whole, whole) - widths[turn.column]))
            widths[turn.column] += more
            rest -= more
        }
        self.widths = widths
        gap = joints == 0 ? Self.leastGap : min(Self.widestGap, Self.leastGap + rest / joints)
    }

    /// The narrowest room for columns of these widths.
    package static func room(for widths: [Int]) -> Int {
        widths.reduce(0, +) + max(0, widths.count - 1) * leastGap
    }

    /// A row of cells, each in its column.
    package func row(_ cells: [StyledLine]) -> StyledLine { CellText.row(cells, widths: widths, gap: gap) }
}

/// Makes a line exactly as wide as a column: cut with an ellipsis, or filled with blanks.
package enum CellText {
    /// The line at a width.
    package static func fitted(
        _ line: StyledLine, to width: Int, ellipsis: DisplayText = "…"
    ) -> StyledLine {
        let total = line.columns
        // Nearly all texts are plain and fit, and a frame has no time to lose.
        if total <= width, line.spans.allSatisfy({ $0.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }) {
            return StyledLine(line.spans + [TextSpan(String(repeating: " ", count: width - total))])
        }
        var left = width
        var spans: [TextSpan] = []
        for span in line.spans {
            let text = DisplayText(span.text)
            let cut = total > width && text.columns >= left
            let shown = cut ? (text + " ").truncated(to: left, ellipsis: ellipsis) : text
            spans.append(TextSpan(shown.text, span.scope))
            left -= shown.columns
            if cut { break }
        }
        return StyledLine(spans + [TextSpan(String(repeating: " ", count: max(0, left)))])
    }

    /// A text at a width, in a scope.
    package static func fitted(_ text: String, _ scope: StyleName? = nil, to width: Int) -> StyledLine {
        fitted(StyledLine(text, scope), to: width)
    }

    /// The line at the end of a width, where numbers stand.
    package static func atEnd(_ line: StyledLine, of width: Int) -> StyledLine {
        StyledLine(String(repeating: " ", count: max(0, width - line.columns))) + line
    }

    /// Cells beside each other, each in its width; a column of no width is left out.
    package static func row(_ cells: [StyledLine], widths: [Int], gap: Int = ColumnFit.leastGap) -> StyledLine
    {
        let blank = TextSpan(String(repeating: " ", count: gap))
        return StyledLine(
            zip(cells, widths).filter { $0.1 > 0 }.enumerated().flatMap { index, cell in
                (index == 0 ? [] : [blank]) + fitted(cell.0, to: cell.1).spans
            })
    }
}
