public import TerminalCore

/// The one sentence that is drawn when the terminal is too small for anything else.
public enum TooSmall {
    /// The smallest terminal on which screens are drawn.
    public static let minimum = Size(columns: 40, rows: 10)

    /// Whether a size is too small.
    public static func applies(to size: Size) -> Bool {
        size.columns < minimum.columns || size.rows < minimum.rows
    }

    /// Draws the sentence, wrapped as the room allows.
    public static func draw(in canvas: inout Canvas, theme: Theme) {
        let text =
            "This terminal is \(canvas.size.columns)×\(canvas.size.rows); "
            + "Makegood needs \(minimum.columns)×\(minimum.rows). Make it larger, or press Q to quit."
        canvas.fill(style: theme.style(.text))
        for (row, line) in DisplayText.wrapped(text, to: canvas.size.columns).enumerated() {
            canvas.draw(line, at: Position(column: 0, row: row), style: theme.style(.text))
        }
    }
}
