public import TerminalCore

/// A frame as the text of a golden file.
public struct ScreenText: Hashable, Sendable {
    /// The whole text, ending with a line break.
    public let text: String

    /// The text of a frame; with `legend`, also a block that says in which scope every cell was drawn.
    public init(_ grid: CellGrid, cursor: Position?, theme: String, legend: StyleLegend? = nil) {
        let place = cursor.map { "\($0.row),\($0.column)" } ?? "hidden"
        var lines = ["\(grid.size.rows)x\(grid.size.columns)  theme: \(theme)  cursor: \(place)"]
        lines += grid.lines.map { "|\($0)|" }
        if let legend { lines += legend.block(grid) }
        text = lines.joined(separator: "\n") + "\n"
    }
}
