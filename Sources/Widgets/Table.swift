public import TerminalCore

/// Rows in columns, one of them selected; the selection follows its row when the rows change.
public struct Table<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The columns, all of them.
    public let columns: [TableColumn]
    /// The rows.
    public private(set) var rows: [TableRow<ID>]
    /// The rows a person marked.
    public private(set) var marked: Set<ID> = []
    /// What is shown below the rows at the right, for example `3 of 128` or `10 000+`; empty for nothing.
    public var indicator = ""
    /// The sentence shown when there are no rows.
    public var emptyText: String
    /// The number of the selected row; meaningless when there are no rows.
    public private(set) var selectedIndex = 0
    private var top = 0

    /// A table.
    public init(columns: [TableColumn], rows: [TableRow<ID>] = [], emptyText: String = "Nothing here") {
        self.columns = columns
        self.rows = rows
        self.emptyText = emptyText
    }

    /// The selected row; nil when there are none.
    public var selectedRow: TableRow<ID>? { rows.isEmpty ? nil : rows[selectedIndex] }

    /// The id of the selected row; nil when there are none.
    public var selectedID: ID? { selectedRow?.id }

    /// Replaces the rows; the selection stays on its row and on its line of the screen, and marks stay.
    public mutating func update(_ newRows: [TableRow<ID>]) {
        let selected = selectedID
        rows = newRows
        marked.formIntersection(newRows.map(\.id))
        let index =
            newRows.firstIndex { $0.id == selected } ?? max(0, min(selectedIndex, newRows.count - 1))
        top = max(0, top + index - selectedIndex)
        selectedIndex = index
    }

    /// Appends rows, as when a further page was read.
    public mutating func append(_ moreRows: [TableRow<ID>]) {
        rows += moreRows
    }

    /// Selects the row of an id; false when it is not there.
    @discardableResult
    public mutating func select(_ id: ID) -> Bool {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return false }
        selectedIndex = index
        return true
    }

    /// Marks the selected row or takes its mark away, and moves on to the next.
    public mutating func toggleMark() {
        guard let id = selectedID else { return }
        if marked.remove(id) == nil { marked.insert(id) }
        selectedIndex = min(rows.count - 1, selectedIndex + 1)
    }

    /// Takes all marks away.
    public mutating func clearMarks() {
        marked.removeAll()
    }

    /// Whether the selection is near the end, so that a further page should be read.
    public func isNearEnd(within margin: Int = 50) -> Bool { selectedIndex >= rows.count - margin }

    /// Takes a key that moves; `page` is how many rows are visible (`visibleRows`). False for every other key.
    public mutating func handle(_ key: Key, page: Int) -> Bool {
        guard let move = Navigation(key) else { return false }
        guard !rows.isEmpty else { return true }
        top = firstVisible(page)
        selectedIndex = move.index(from: selectedIndex, count: rows.count, page: page)
        top = firstVisible(page)
        return true
    }

    /// How many rows of the table are visible in a room of `rows` rows.
    public func visibleRows(in rows: Int) -> Int {
        max(1, rows - 1 - (indicator.isEmpty ? 0 : 1))
    }

    /// Draws heads, rows and indicator; the cursor sits on the selected row when the table has the focus.
    public func draw(in canvas: inout Canvas, theme: Theme, isFocused: Bool = true) {
        let gutter = marked.isEmpty ? 2 : 3
        let layout = TableLayout(columns, width: max(1, canvas.size.columns - gutter))
        drawHeads(in: &canvas, layout, gutter: gutter, theme: theme)
        let visible = visibleRows(in: canvas.size.rows)
        let first = firstVisible(visible)
        for (offset, row) in rows.dropFirst(first).prefix(visible).enumerated() {
            let isSelected = first + offset == selectedIndex
            canvas.within(canvas.bounds.row(offset + 1)) { line in
                draw(
                    row, in: &line, layout, gutter: gutter, isSelected: isSelected, isFocused: isFocused,
                    theme)
            }
        }
        if rows.isEmpty {
            canvas.draw(emptyText, at: Position(column: gutter, row: 1), theme: theme, .dim)
        }
        if !indicator.isEmpty, canvas.size.rows > 2 {
            canvas.drawTrailing(StyledLine(indicator, .dim), row: canvas.size.rows - 1, theme: theme)
        }
    }

    private func drawHeads(in canvas: inout Canvas, _ layout: TableLayout, gutter: Int, theme: Theme) {
        for slot in layout.slots {
            drawCell(
                StyledLine(columns[slot.index].title, .columnHeader), in: &canvas, slot, gutter: gutter,
                theme, nil)
        }
    }

    private func draw(
        _ row: TableRow<ID>, in line: inout Canvas, _ layout: TableLayout, gutter: Int, isSelected: Bool,
        isFocused: Bool, _ theme: Theme
    ) {
        let isMarked = marked.contains(row.id)
        let selection: StyleName = isFocused ? .selection : .inactiveSelection
        let base = isSelected ? selection : isMarked ? .marked : row.scope
        line.fill(style: theme.style(base ?? .text))
        if isSelected { line.draw(line.glyphs.pointer, at: .zero, theme: theme, selection) }
        if isMarked {
            line.draw(line.glyphs.mark, at: Position(column: 1, row: 0), style: theme.style(base ?? .text))
        }
        for slot in layout.slots where slot.index < row.cells.count {
            drawCell(row.cells[slot.index], in: &line, slot, gutter: gutter, theme, base)
        }
        if isSelected, isFocused { line.placeCursor(at: .zero) }
    }

    private func drawCell(
        _ cell: StyledLine, in line: inout Canvas, _ slot: TableLayout.Slot, gutter: Int, _ theme: Theme,
        _ base: StyleName?
    ) {
        let shift = columns[slot.index].alignment == .trailing ? max(0, slot.width - cell.columns) : 0
        line.draw(
            cell, at: Position(column: gutter + slot.start + shift, row: 0), theme: theme, over: base,
            limit: slot.width - shift)
    }

    /// The first row to show so that the selected one is visible.
    private func firstVisible(_ page: Int) -> Int {
        let lowest = max(0, selectedIndex - page + 1)
        return max(lowest, min(top, selectedIndex, max(lowest, rows.count - page)))
    }
}

/// A column of a table.
public struct TableColumn: Hashable, Sendable {
    /// Where a cell's text stands within its column.
    public enum Alignment: Hashable, Sendable {
        /// At the left edge.
        case leading
        /// At the right edge, as numbers do.
        case trailing
    }

    /// The head.
    public let title: String
    /// The width below which the column is no use.
    public let minimum: Int
    /// The width it wants; nil takes a share of whatever is left.
    public let ideal: Int?
    /// When there is no room, the column with the highest number goes first; 0 goes last.
    public let priority: Int
    /// Where the text stands.
    public let alignment: Alignment

    /// A column.
    public init(
        _ title: String, minimum: Int, ideal: Int? = nil, priority: Int = 0, alignment: Alignment = .leading
    ) {
        self.title = title
        self.minimum = max(1, minimum)
        self.ideal = ideal.map { max($0, minimum) }
        self.priority = priority
        self.alignment = alignment
    }
}

/// A row of a table, known by its id.
public struct TableRow<ID: Hashable & Sendable>: Hashable, Sendable, Identifiable {
    /// What the row stands for; the selection follows it.
    public let id: ID
    /// One line per column, in the columns' order.
    public let cells: [StyledLine]
    /// The scope of the whole row; nil for ordinary text.
    public let scope: StyleName?

    /// A row.
    public init(_ id: ID, _ cells: [StyledLine], scope: StyleName? = nil) {
        self.id = id
        self.cells = cells
        self.scope = scope
    }
}

/// Which columns of a table fit a width, and where they stand.
struct TableLayout: Hashable, Sendable {
    /// A column that is shown.
    struct Slot: Hashable, Sendable {
        /// Its number among all columns.
        let index: Int
        /// Its first column on the screen.
        let start: Int
        /// Its width.
        let width: Int
    }

    /// The blanks between columns.
    static let gap = 2

    /// The columns shown, from left to right.
    let slots: [Slot]

    /// Lays columns out; those of least priority are dropped until the others have their minimum.
    init(_ columns: [TableColumn], width: Int) {
        var shown = Array(columns.indices)
        while shown.count > 1, Self.total(shown.map { columns[$0].minimum }) > width {
            guard let worst = shown.max(by: { columns[$0].priority <= columns[$1].priority }) else { break }
            shown.removeAll { $0 == worst }
        }
        var widths = Dictionary(uniqueKeysWithValues: shown.map { ($0, min(columns[$0].minimum, width)) })
        var rest = max(0, width - Self.total(shown.map { columns[$0].minimum }))
        for index in shown.sorted(by: { (columns[$0].priority, $0) < (columns[$1].priority, $1) }) {
            guard let ideal = columns[index].ideal else { continue }
            let more = min(rest, ideal - columns[index].minimum)
            widths[index, default: 0] += more
            rest -= more
        }
        let flexible = shown.filter { columns[$0].ideal == nil }
        for (order, index) in flexible.enumerated() {
            widths[index, default: 0] += rest / flexible.count + (order < rest % flexible.count ? 1 : 0)
        }
        var start = 0
        slots = shown.map { index in
            let slot = Slot(index: index, start: start, width: widths[index, default: 0])
            start += slot.width + Self.gap
            return slot
        }
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * max(0, widths.count - 1)
    }
}
