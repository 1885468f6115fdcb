import Purchases
import TerminalCore
import Widgets

/// Draws the search box and the rows below it.
struct CustomersView {
    /// The box.
    let box: SearchBox
    /// Whether the box has the focus.
    let isTyping: Bool
    /// Which customers are shown while nothing is typed.
    let filter: CustomersFilter
    /// The rows.
    let rows: [CustomerRow]
    /// Which row is selected.
    let cursor: ListCursor<CustomerRow.Subject>
    /// What stands at the right of the line below the box.
    let caption: String
    /// What stands in place of the rows while there are none.
    let empty: [String]
    /// What may be known.
    let context: ConsoleContext

    /// How many rows are visible below box, filter and heads.
    static func visibleRows(in size: Size, isFiltered: Bool) -> Int {
        max(1, size.rows - headRows(size, isFiltered: isFiltered))
    }

    /// The rows above the list: box, a line for the filter or blank where there is room, heads.
    private static func headRows(_ size: Size, isFiltered: Bool) -> Int {
        size.rows >= 12 || isFiltered ? 3 : 2
    }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        drawBox(in: &canvas, theme)
        drawFilter(in: &canvas, theme)
        let heads = CustomersView.headRows(size, isFiltered: !filter.isEmpty)
        let columns = CustomerColumns(rows, width: size.columns - 3)
        canvas.within(Rectangle(column: 0, row: heads - 1, columns: size.columns, rows: 1)) { line in
            if !rows.isEmpty {
                line.draw(columns.heads, at: Position(column: 2, row: 0), theme: theme)
            }
        }
        let list = Rectangle(column: 0, row: heads, columns: size.columns, rows: size.rows - heads)
        let people = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let glyphs = canvas.glyphs
        canvas.within(list) { part in
            guard !rows.isEmpty else { return drawEmpty(in: &part, theme) }
            cursor.draw(
                in: &part, theme: theme, rowsPerItem: 1, empty: "",
                isFocused: !isTyping
            ) { id in
                people[id].map { [columns.line($0, context.people, glyphs)] } ?? []
            }
        }
    }

    private func drawEmpty(in canvas: inout Canvas, _ theme: Theme) {
        let lines = empty.flatMap { StyledLine($0, .dim).wrapped(to: canvas.size.columns - 3) }
        _ = canvas.draw(lines, from: 0, until: canvas.size.rows, theme: theme, column: 2)
    }

    private func drawFilter(in canvas: inout Canvas, _ theme: Theme) {
        guard !filter.isEmpty else { return }
        let hint = box.isEmpty ? "Esc clears it" : "not while searching"
        let line: StyledLine = [
            TextSpan("Filter ", .fieldLabel), TextSpan(filter.text, box.isEmpty ? .strong : .dim),
            TextSpan("  \(hint)", .dim),
        ]
        canvas.draw(line, at: Position(column: 1, row: 1), theme: theme, limit: canvas.size.columns - 2)
    }

    private func drawBox(in canvas: inout Canvas, _ theme: Theme) {
        let label = canvas.draw("Search ", at: Position(column: 1, row: 0), theme: theme, .fieldLabel)
        let count = DisplayText.columns(of: caption)
        let hasCaptionBeside = canvas.size.columns >= 60 + count
        let columns = canvas.size.columns - label - 2 - (hasCaptionBeside ? count + 2 : 0)
        canvas.within(Rectangle(column: label + 1, row: 0, columns: columns, rows: 1)) {
            box.draw(in: &$0, theme: theme, isFocused: isTyping)
        }
        guard count > 0 else { return }
        if hasCaptionBeside {
            canvas.within(Rectangle(column: 0, row: 0, columns: canvas.size.columns - 1, rows: 1)) {
                _ = $0.drawTrailing(StyledLine(caption, .dim), row: 0, theme: theme)
            }
        } else if canvas.size.rows >= 12, filter.isEmpty {
            canvas.draw(caption, at: Position(column: label + 1, row: 1), theme: theme, .dim)
        }
    }
}
