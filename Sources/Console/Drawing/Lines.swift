import TerminalCore
import Widgets

extension Canvas {
    /// Draws lines below each other from a row on, as many as fit above `end`, and returns the next free row.
    mutating func draw(
        _ lines: [StyledLine], from row: Int, until end: Int, theme: Theme, column: Int = 1
    ) -> Int {
        let shown = lines.prefix(max(0, end - row))
        for (offset, line) in shown.enumerated() {
            draw(
                line, at: Position(column: column, row: row + offset), theme: theme,
                limit: size.columns - column - 1)
        }
        return row + shown.count
    }

    /// Draws a text as far as it is scrolled, with the cursor where it begins if it takes keys: screen readers follow it.
    mutating func draw(_ lines: [StyledLine], in view: ScrollView, theme: Theme, isFocused: Bool = true) {
        var view = view
        view.lines = lines
        let room = Rectangle(column: 1, row: 0, columns: size.columns - 1, rows: size.rows)
        within(room) { view.draw(in: &$0, theme: theme) }
        if isFocused { placeCursor(at: Position(column: 1, row: 0)) }
    }
}

extension StyledLine {
    /// Parts beside each other, a bullet between any two.
    init(bulleted parts: [[TextSpan]], _ glyphs: Glyphs) {
        self.init(Array(parts.joined(separator: [TextSpan(" \(glyphs.bullet) ", .dim)])))
    }

    /// A fact behind its label, which has so many columns.
    static func fact(_ label: String, _ value: [TextSpan], labelColumns columns: Int) -> StyledLine {
        StyledLine([TextSpan(label + String(repeating: " ", count: columns - label.count), .dim)] + value)
    }
}

/// Lines with a label before the first, as verdicts and tickets explain themselves.
enum LabelledText {
    private static let width = 11
    /// Beside a list there are 46 columns and more, in the smallest terminal 40.
    private static let least = 44

    /// A line under a label, no wider than `columns`; where there is little room the label gives way.
    static func lines(_ label: String, _ line: StyledLine, columns: Int) -> [StyledLine] {
        let indent = columns < least ? 2 : width
        let prefix = columns < least ? "" : label
        let gap = String(repeating: " ", count: indent - 2 - min(indent - 2, prefix.count))
        return (StyledLine([TextSpan("  \(prefix)\(gap)", .dim)]) + line).wrapped(to: columns, indent: indent)
    }
}
