import TerminalCore
import Widgets

/// How the rows of a list stand on the screen: in columns, or for screen readers with every text whole, on as many lines as
/// the longest row needs.
struct RowLayout<Row> {
    /// The heads of the columns; nil for none.
    let heads: StyledLine?
    /// How many lines each row takes.
    let rowsPerItem: Int
    let lines: (Row) -> [StyledLine]

    /// Rows with these lines; for screen readers the same cells, one after the other.
    init(
        _ rows: some Sequence<Row>, columns: Int, isPlain: Bool, heads: StyledLine? = nil,
        rowsPerItem: Int = 1, cells: @escaping (Row) -> [StyledLine],
        lines: @escaping (Row) -> [StyledLine]
    ) {
        guard isPlain else {
            (self.heads, self.rowsPerItem, self.lines) = (heads, rowsPerItem, lines)
            return
        }
        let whole = { Self.whole(cells($0), columns: columns) }
        (self.heads, self.lines) = (nil, whole)
        self.rowsPerItem = rows.map { whole($0).count }.max() ?? 1
    }

    /// The entries of a timeline: one line each, or two where one would be cut and there is room for all of them.
    ///
    /// `lines` are an entry's lines, so many and no wider than told.
    static func ofTimeline(
        _ events: [Row], in room: Rectangle, isPlain: Bool,
        lines: @escaping (Row, _ rows: Int, _ columns: Int) -> [StyledLine]
    ) -> RowLayout {
        let columns = room.columns - 4
        let isCut = { events.contains { lines($0, 1, .max).contains { $0.columns > columns } } }
        let hasRoom = room.columns < 70 || (events.count * 2 <= room.rows && isCut())
        let rows = room.rows >= 4 && hasRoom ? 2 : 1
        return RowLayout(
            events, columns: columns, isPlain: isPlain, rowsPerItem: rows, cells: { lines($0, 2, .max) },
            lines: { lines($0, rows, columns) })
    }

    /// How many rows are visible at once.
    func page(in room: Rectangle) -> Int { max(1, room.rows / rowsPerItem) }

    private static func whole(_ cells: [StyledLine], columns: Int) -> [StyledLine] {
        let told = cells.map(\.spoken).filter { $0.columns > 0 }
        let parts = told.enumerated().map { index, cell -> StyledLine in
            guard index < told.count - 1, let last = cell.spans.last else { return cell }
            // A comma belongs to the word before it, so that no line begins with one.
            return StyledLine(cell.spans.dropLast() + [TextSpan(last.text + ",", last.scope), " "])
        }
        return parts.reduce(StyledLine(), +).wrapped(to: columns, indent: 2)
    }
}

extension StyledLine {
    /// The line with one blank between its words, and none around them.
    fileprivate var spoken: StyledLine {
        var hasBlank = true
        var told = spans.map { span in
            let text = span.text.filter { sign in
                defer { hasBlank = sign == " " }
                return sign != " " || !hasBlank
            }
            return TextSpan(text, span.scope)
        }.filter { !$0.text.isEmpty }
        if let last = told.last, last.text.hasSuffix(" ") {
            told[told.count - 1] = TextSpan(String(last.text.dropLast()), last.scope)
        }
        return StyledLine(told.filter { !$0.text.isEmpty })
    }
}

extension ListCursor {
    /// Draws the visible items as they are laid out.
    func draw(
        _ layout: RowLayout<ID>, in canvas: inout Canvas, theme: Theme, empty: String, isFocused: Bool = true
    ) {
        draw(
            in: &canvas, theme: theme, rowsPerItem: layout.rowsPerItem, empty: empty, isFocused: isFocused,
            layout.lines)
    }
}

extension PagedList {
    /// Draws the visible rows as they are laid out, what is searched in them marked.
    func draw(
        _ layout: RowLayout<Row>, in canvas: inout Canvas, _ room: Rectangle, theme: Theme, empty: String,
        isFocused: Bool = true, marks: Set<Row.ID> = [], search: PaneSearch? = nil
    ) {
        draw(
            in: &canvas, room, theme: theme, heads: layout.heads, rowsPerItem: layout.rowsPerItem,
            empty: empty, isFocused: isFocused, marks: marks
        ) { layout.lines($0).marked(by: search) }
    }
}
