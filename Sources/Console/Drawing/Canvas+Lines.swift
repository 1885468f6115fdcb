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

    /// The signs are ASCII only.
    var isASCII: Bool { glyphs == .ascii }
}
