import TerminalCore
import Widgets

/// Draws a form below its title, and lines about what it would do below that.
struct FormView {
    /// What it does.
    let title: StyledLine
    /// The fields.
    let form: Form
    /// What it would do.
    let lines: [StyledLine]

    /// Draws everything; where there is no room the lines give way.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        canvas.draw(title, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        let first = size.rows >= 14 ? 2 : 1
        let rows = min(form.rows, size.rows - first)
        canvas.within(Rectangle(column: 1, row: first, columns: size.columns - 2, rows: rows)) {
            form.draw(in: &$0, theme: theme)
        }
        let below = first + rows + (size.rows >= 14 ? 1 : 0)
        let wrapped = lines.flatMap { $0.wrapped(to: size.columns - 4, indent: 2) }
        _ = canvas.draw(wrapped, from: below, until: size.rows, theme: theme, column: 2)
    }
}
