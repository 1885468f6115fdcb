import TerminalCore
import Widgets
import Wording

/// A column as a screen shows it: what its list tells, in the screen's scopes or with its signs.
struct ScreenColumn<Row>: Sendable {
    /// What stands in it, where it is so many columns wide.
    typealias Cell = @Sendable (Row, ConsoleContext, _ columns: Int) -> StyledLine

    /// What stands above it.
    let head: String
    /// How wide it is.
    let width: ColumnWidth
    /// Where its texts stand; numbers, too, stand at its beginning unless the screen says otherwise.
    let alignment: ColumnAlignment
    /// What stands in it.
    let cell: Cell
    /// What a screen reader is told of it; nil for what stands in it.
    private(set) var spoken: (@Sendable (Row, ConsoleContext) -> StyledLine)?

    /// A column of the list's in which the screen says what depends on the width.
    init(
        _ column: ListColumn<Row>, head: String? = nil, alignment: ColumnAlignment = .leading,
        fitting cell: @escaping Cell
    ) {
        self.head = head ?? Counting.capitalized(column.head ?? "")
        (width, self.alignment, self.cell) = (column.width, alignment, cell)
    }

    /// A column of the list's in which the screen says something else, or says it with signs.
    init(
        _ column: ListColumn<Row>, head: String? = nil, alignment: ColumnAlignment = .leading,
        saying cell: @escaping @Sendable (Row, ConsoleContext) -> StyledLine
    ) { self.init(column, head: head, alignment: alignment) { row, context, _ in cell(row, context) } }

    /// A column as the list tells it.
    init(_ column: ListColumn<Row>, head: String? = nil, in scope: StyleName? = nil) {
        self.init(column, head: head) { StyledLine(column.cell($0).shown($1.list), scope) }
    }

    /// A column that this screen alone has.
    init(
        _ head: String, width: ColumnWidth = 0, alignment: ColumnAlignment = .leading,
        saying cell: @escaping @Sendable (Row, ConsoleContext) -> StyledLine
    ) {
        (self.head, self.width, self.alignment) = (head, width, alignment)
        self.cell = { row, context, _ in cell(row, context) }
    }

    /// The same text, in a scope that depends on the row.
    func scoped(_ scope: @escaping @Sendable (Row, ConsoleContext) -> StyleName?) -> ScreenColumn {
        ScreenColumn(head, width: width, alignment: alignment) {
            StyledLine(whole($0, $1).text, scope($0, $1))
        }
    }

    /// The same, of which a screen reader is told something else.
    func speaking(_ spoken: @escaping @Sendable (Row, ConsoleContext) -> StyledLine) -> ScreenColumn {
        var column = self
        column.spoken = spoken
        return column
    }

    /// What stands in it, whole.
    func whole(_ row: Row, _ context: ConsoleContext) -> StyledLine { cell(row, context, .max) }

    /// What it needs for what stands in it; one that does not grow is not measured, for a frame has no time to lose.
    func need(for rows: some Sequence<Row>, _ context: ConsoleContext) -> ColumnFit.Need {
        let texts = if case .texts = width { rows.map { whole($0, context) } } else { [StyledLine]() }
        return ColumnFit.Need(least: width.least, texts: texts, atMost: width.most)
    }
}

/// Columns beside each other: how wide each is, and what stands between them.
///
/// A list on a screen goes on beyond its rows, so a column has a least width, and where room is short the last ones give way.
/// How what is left is shared is said with the columns, in parts (`atLeast`) or by the texts of the first rows (`fitting`);
/// a list that knows better gives the widths itself. A command's table shows all its rows and gives way by rank
/// (`makegood/Answers/Table.swift`). Room, cutting and filling are the same (`ColumnFit.room`, `CellText`).
struct ScreenColumns<Row> {
    /// All columns; those behind the last width are not shown.
    let columns: [ScreenColumn<Row>]
    /// The widths of those that are shown; one without any is left out.
    let widths: [Int]
    /// The blanks between two of them.
    var gap = ColumnFit.leastGap
    /// Who looks, in which role, and when.
    let context: ConsoleContext
    /// The columns of which a screen reader is told, each whole; nil for all.
    var spoken: [ScreenColumn<Row>]?
    /// The head of the column by which the list is sorted, and which way.
    var sorted: (head: String, isDescending: Bool)?

    /// The heads; of the column that the list is sorted by with the direction, even where its name has to be cut.
    var heads: StyledLine {
        row { column, width in
            guard let sorted, sorted.head == column.head else {
                return StyledLine(column.head, .columnHeader)
            }
            let glyphs = context.options.glyphs
            let name = String(column.head.prefix(max(1, width - 1)))
            return StyledLine(name + (sorted.isDescending ? glyphs.more : glyphs.less), .key)
        }
    }

    /// A row on one line.
    func line(_ row: Row) -> StyledLine { self.row { column, width in column.cell(row, context, width) } }

    /// A row's texts, each whole, for screen readers.
    func cells(_ row: Row) -> [StyledLine] {
        (spoken ?? columns).map { $0.spoken?(row, context) ?? $0.whole(row, context) }
    }

    private func row(_ cell: (ScreenColumn<Row>, Int) -> StyledLine) -> StyledLine {
        let cells = zip(columns, widths).map { column, width in
            let line = cell(column, width)
            return column.alignment == .trailing ? CellText.atEnd(line, of: width) : line
        }
        return CellText.row(cells, widths: widths, gap: gap)
    }
}

extension ScreenColumns {
    /// As many columns as fit, at least so many; where none of them takes the rest, the last does.
    init(_ columns: [ScreenColumn<Row>], in room: Int, atLeast count: Int, _ context: ConsoleContext) {
        var shown = columns[...]
        while shown.count > count, ColumnFit.room(for: shown.map(\.width.least)) > room { shown.removeLast() }
        var widths = shown.map(\.width.least)
        let rest = max(0, room - ColumnFit.room(for: widths))
        var (left, taker) = (rest, shown.count - 1)
        for (place, column) in shown.enumerated() {
            switch column.width {
            case .fixed, .texts: break
            case .rest: taker = place
            case .part(_, let parts, let most):
                let more = min(most, rest / parts)
                widths[place] += more
                left -= more
            }
        }
        if widths.indices.contains(taker) { widths[taker] += left }
        self.init(columns: columns, widths: widths, context: context)
    }

    /// As many columns as fit, at least so many, as wide as what stands in them; the first ones take first what is left.
    init(
        _ columns: [ScreenColumn<Row>], fitting rows: [Row], in room: Int, atLeast count: Int,
        _ context: ConsoleContext
    ) {
        let sample = rows.prefix(ColumnFit.sample)
        var needs = columns.map { $0.need(for: sample, context) }
        while needs.count > count, ColumnFit.room(for: needs.map(\.least)) > room { needs.removeLast() }
        let fit = ColumnFit(needs, in: room)
        self.init(columns: columns, widths: fit.widths, gap: fit.gap, context: context)
    }
}

extension RowLayout {
    /// Rows of one line each, in columns in a room.
    init(_ rows: some Sequence<Row>, in room: Int, _ columns: ScreenColumns<Row>) {
        self.init(
            rows, columns: room, isPlain: columns.context.isPlain, heads: columns.heads,
            cells: columns.cells, lines: { [columns.line($0)] })
    }

    /// Rows of a list in as many columns as fit, at least so many.
    init(
        _ rows: [Row], in size: Size, _ context: ConsoleContext, columns: [ScreenColumn<Row>],
        atLeast count: Int
    ) {
        let room = size.columns - 3
        self.init(rows, in: room, ScreenColumns(columns, in: room, atLeast: count, context))
    }
}
