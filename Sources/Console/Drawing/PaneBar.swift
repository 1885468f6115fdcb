import TerminalCore
import Widgets

/// The frame around panes of which one is shown: their names stand in its upper line.
struct PaneBar: Hashable, Sendable {
    /// The panes' names, each with its number of things.
    let titles: [String]
    /// The number of the pane that takes keys; nil where another frame has it.
    let selected: Int?
    /// What is said of the selected thing in the frame's lower line, where there is a frame.
    var detail: StyledLine?

    /// How many columns the detail has in a room.
    static func detailColumns(in room: Rectangle) -> Int { room.columns - 4 }

    /// Draws the frame, or one line of names where lines would only cost room, and returns the room inside.
    func draw(in canvas: inout Canvas, _ room: Rectangle, theme: Theme, isPlain: Bool) -> Rectangle {
        if PaneBar.hasFrame(room, isPlain: isPlain) {
            canvas.drawBox(room, theme: theme)
            canvas.within(room.row(0)) { drawTitles(in: &$0, theme: theme) }
            canvas.within(room.row(room.rows - 1)) { drawDetail(in: &$0, theme: theme) }
        } else {
            canvas.within(room.row(0)) { line in
                line.draw(names(line.size.columns - 1), at: Position(column: 1, row: 0), theme: theme)
            }
        }
        return PaneBar.inside(room, isPlain: isPlain)
    }

    /// The room for a pane, frame and names left out.
    static func inside(_ room: Rectangle, isPlain: Bool) -> Rectangle {
        let edge = hasFrame(room, isPlain: isPlain) ? 1 : 0
        return Rectangle(
            column: room.minColumn + edge, row: room.minRow + 1, columns: room.columns - 2 * edge,
            rows: room.rows - 1 - edge)
    }

    private static func hasFrame(_ room: Rectangle, isPlain: Bool) -> Bool {
        !isPlain && room.columns >= 60 && room.rows >= 6
    }

    private func drawTitles(in line: inout Canvas, theme: Theme) {
        var column = 1
        for (index, title) in titles.enumerated() {
            if index > 0 {
                line.draw(line.glyphs.teeTop, at: Position(column: column, row: 0), theme: theme, .border)
                column += 1
            }
            let isShown = index == selected
            column += line.draw(
                isShown ? "[\(title)]" : " \(title) ", at: Position(column: column, row: 0), theme: theme,
                isShown ? .activeTab : .tab, limit: line.size.columns - column - 1)
        }
    }

    private func drawDetail(in line: inout Canvas, theme: Theme) {
        guard let detail else { return }
        let padded = StyledLine(" ") + detail + " "
        line.draw(
            padded, at: Position(column: 1, row: 0), theme: theme, limit: line.size.columns - 2)
    }

    /// All names, or the shown one with its place among them.
    func names(_ columns: Int) -> StyledLine {
        let all = StyledLine(
            titles.enumerated().map { index, title in
                index == selected ? TextSpan("[\(title)]", .activeTab) : TextSpan(" \(title) ", .tab)
            })
        guard let selected, all.columns > columns else { return all }
        return [
            TextSpan("[\(titles[selected])]", .activeTab),
            TextSpan(" \(selected + 1) of \(titles.count), Tab for next", .dim),
        ]
    }
}
