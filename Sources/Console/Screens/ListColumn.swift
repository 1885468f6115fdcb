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
            case .none: break
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

extension RowLayout {
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
