import Widgets

/// The rows of a list for screen readers: no columns that cut, but every text whole, in as many lines as the longest row
/// needs.
struct PlainRows {
    /// How many lines each row takes.
    let rowsPerItem: Int
    private let columns: Int

    /// The rows of a list in a width, each by its cells.
    init(_ rows: some Sequence<[StyledLine]>, columns: Int) {
        self.columns = columns
        rowsPerItem = rows.map { Self.lines($0, columns: columns).count }.max() ?? 1
    }

    /// A row's lines.
    func lines(_ cells: [StyledLine]) -> [StyledLine] { Self.lines(cells, columns: columns) }

    private static func lines(_ cells: [StyledLine], columns: Int) -> [StyledLine] {
        let told = cells.filter { $0.columns > 0 }
        let parts = told.enumerated().map { index, cell -> StyledLine in
            guard index < told.count - 1, let last = cell.spans.last else { return cell }
            // A comma belongs to the word before it, so that no line begins with one.
            return StyledLine(cell.spans.dropLast() + [TextSpan(last.text + ",", last.scope), " "])
        }
        return parts.reduce(StyledLine(), +).wrapped(to: columns, indent: 2)
    }
}
