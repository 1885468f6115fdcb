import TerminalCore
import Widgets

/// A column of a list, told once: its head, how wide it is, and a row's text in it.
struct ListColumn<Row>: Sendable {
    /// How much of the width that is left a column takes.
    enum Growth: Sendable {
        /// Nothing.
        case none
        /// One of so many parts, at most so many cells.
        case part(of: Int, atMost: Int = .max)
        /// What the others do not take.
        case rest
        /// As much as its texts need, up to so many cells in all.
        case texts(atMost: Int)
    }

    /// What stands above it.
    let head: String
    /// Its least width.
    let width: Int
    /// How much of the width that is left it takes.
    let growth: Growth
    /// What stands in it.
    let cell: @Sendable (Row, ConsoleContext) -> StyledLine

    /// A column.
    init(
        _ head: String, width: Int = 0, growth: Growth = .none,
        _ cell: @escaping @Sendable (Row, ConsoleContext) -> StyledLine
    ) {
        (self.head, self.width, self.growth, self.cell) = (head, width, growth, cell)
    }

    /// The widths of as many columns as fit, at least so many; where none of them takes what is left, the last does.
    static func widths(of columns: [ListColumn], in room: Int, atLeast count: Int) -> [Int] {
        var shown = columns[...]
        while shown.count > count, ColumnFit.room(for: shown.map(\.width)) > room { shown.removeLast() }
        var widths = shown.map(\.width)
        let rest = max(0, room - ColumnFit.room(for: widths))
        var (left, taker) = (rest, shown.count - 1)
        for (place, column) in shown.enumerated() {
            switch column.growth {
            case .none, .texts: break
            case .rest: taker = place
            case .part(let parts, let most):
                let more = min(most, rest / parts)
                widths[place] += more
                left -= more
            }
        }
        if widths.indices.contains(taker) { widths[taker] += left }
        return widths
    }
}

extension ListColumn {
    /// What the column needs for what stands in it.
    fileprivate func need(for rows: some Sequence<Row>, _ context: ConsoleContext) -> ColumnFit.Need {
        let most = if case .texts(let most) = growth { most } else { width }
        return ColumnFit.Need(least: width, texts: rows.map { cell($0, context) }, atMost: most)
    }
}

extension RowLayout {
    /// Rows of one line each, in as many columns as fit, at least so many, as wide as what stands in them; the first ones
    /// take first what is left.
    init(
        _ rows: [Row], in size: Size, _ context: ConsoleContext, fitting columns: [ListColumn<Row>],
        atLeast count: Int
    ) {
        let (room, sample) = (size.columns - 3, rows.prefix(ColumnFit.sample))
        var needs = columns.map { $0.need(for: sample, context) }
        while needs.count > count, ColumnFit.room(for: needs.map(\.least)) > room { needs.removeLast() }
        let fit = ColumnFit(needs, in: room)
        let cells = { (row: Row) in columns.map { $0.cell(row, context) } }
        self.init(
            rows, columns: room, isPlain: context.isPlain,
            heads: fit.row(columns.map { StyledLine($0.head, .columnHeader) }), cells: cells,
            lines: { [fit.row(cells($0))] })
    }

    /// Rows of one line each, in as many columns as fit, at least so many; or in columns of these widths, of which one
    /// without any is left out.
    init(
        _ rows: some Sequence<Row>, in size: Size, _ context: ConsoleContext, columns: [ListColumn<Row>],
        atLeast count: Int = 1, widths: [Int]? = nil
    ) {
        let room = size.columns - 3
        self.init(
            rows, columns: room, isPlain: context.isPlain, heads: columns.map(\.head),
            widths: widths ?? ListColumn.widths(of: columns, in: room, atLeast: count)
        ) { row in columns.map { $0.cell(row, context) } }
    }
}
