import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws the make-good form with access before and after beside it, or below where there is no room.
struct MakeGoodView {
    let form: MakeGoodForm
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// Draws everything: the preview beside the form where there is room, else below it.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        canvas.draw(
            form.heading(context), at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        let first = size.rows >= 14 ? 2 : 1
        let isWide = size.columns >= 100
        // Wide enough for every length to stand beside the others, as far as the preview keeps its room.
        let formColumns = max(60, min(76, size.columns - 44))
        let columns = isWide ? min(68, size.columns - formColumns - 8) : size.columns - 4
        let lines = form.lines(context, glyphs: canvas.glyphs).flatMap {
            $0.wrapped(to: columns, indent: form.problem == nil ? 8 : 2)
        }
        let rows = size.rows - first
        guard !isWide else {
            canvas.within(Rectangle(column: 1, row: first, columns: formColumns, rows: rows)) {
                form.form.draw(in: &$0, theme: theme)
            }
            canvas.within(
                Rectangle(
                    column: formColumns + 3, row: first - 1, columns: columns + 4,
                    rows: min(rows, lines.count + 4))
            ) {
                drawPreview(lines, in: &$0, theme: theme)
            }
            return
        }
        let isRefused = form.problem != nil || form.outcome?.excess != nil
        let previewRows = min(lines.count, max(isRefused ? 4 : 2, rows - form.form.rows))
        let formRows = min(form.form.rows, rows - previewRows)
        canvas.within(Rectangle(column: 1, row: first, columns: size.columns - 2, rows: formRows)) {
            form.form.draw(in: &$0, theme: theme)
        }
        let gap = rows - formRows - lines.count >= 3 ? 1 : 0
        let below = first + formRows + gap
        if gap > 0, !context.isPlain {
            canvas.within(Rectangle(column: 1, row: below, columns: size.columns - 2, rows: 1)) {
                $0.drawRule(row: 0, theme: theme)
            }
        }
        _ = canvas.draw(lines, from: below + gap, until: size.rows, theme: theme, column: 2)
    }

    private func drawPreview(_ lines: [StyledLine], in box: inout Canvas, theme: Theme) {
        if !context.isPlain { box.drawBox(title: "Access", theme: theme) }
        _ = box.draw(lines, from: 2, until: box.size.rows - 1, theme: theme, column: 2)
    }
}
