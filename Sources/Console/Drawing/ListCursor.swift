import TerminalCore
import Widgets

/// Which item of a list is selected and which is on top; the selection follows its item when items change.
struct ListCursor<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The items' ids in the order shown.
    private(set) var ids: [ID] = []
    /// The number of the selected item.
    private(set) var index = 0
    private var top = 0

    /// The selected item; nil when there are none.
    var selectedID: ID? { ids.isEmpty ? nil : ids[min(index, ids.count - 1)] }

    /// Takes the items' ids anew; the selection stays on its item and on its line.
    mutating func update(_ newIDs: [ID]) {
        let selected = selectedID
        ids = newIDs
        let found = newIDs.firstIndex { $0 == selected } ?? max(0, min(index, newIDs.count - 1))
        top = max(0, top + found - index)
        index = found
    }

    /// Selects an item by its number.
    mutating func select(at number: Int) { index = max(0, min(number, ids.count - 1)) }

    /// Takes a key that moves; `page` is how many items are visible. False for every other key.
    mutating func handle(_ key: Key, page: Int) -> Bool {
        guard let move = Navigation(key) else { return false }
        guard !ids.isEmpty else { return true }
        top = first(page)
        index = move.index(from: index, count: ids.count, page: page)
        top = first(page)
        return true
    }

    /// The first item to show so that the selected one is visible.
    func first(_ page: Int) -> Int {
        let lowest = max(0, index - max(1, page) + 1)
        return max(lowest, min(top, index, max(lowest, ids.count - page)))
    }

    /// Draws items of the same height each; only those visible are asked for.
    func draw(
        in canvas: inout Canvas, theme: Theme, rowsPerItem rows: Int, empty: String, isFocused: Bool = true,
        _ lines: (ID) -> [StyledLine]
    ) {
        guard !ids.isEmpty else {
            let lines = StyledLine(empty, .dim).wrapped(to: canvas.size.columns - 3)
            _ = canvas.draw(lines, from: 0, until: canvas.size.rows, theme: theme, column: 2)
            return
        }
        let page = max(1, canvas.size.rows / rows)
        let first = first(page)
        for (offset, id) in ids.dropFirst(first).prefix(page).enumerated() {
            let isSelected = first + offset == index
            let room = Rectangle(column: 0, row: offset * rows, columns: canvas.size.columns, rows: rows)
            canvas.within(room) { item in
                draw(lines(id).prefix(rows), in: &item, theme, isSelected: isSelected, isFocused: isFocused)
            }
        }
        drawEnds(in: &canvas, theme, first: first, page: page)
    }

    private func draw(
        _ lines: some Collection<StyledLine>, in item: inout Canvas, _ theme: Theme, isSelected: Bool,
        isFocused: Bool
    ) {
        let base: StyleName? = isSelected ? (isFocused ? .selection : .inactiveSelection) : nil
        if let base { item.fill(item.bounds.row(0), style: theme.style(base)) }
        if let base { item.draw(item.glyphs.pointer, at: .zero, theme: theme, base) }
        for (row, line) in lines.enumerated() {
            item.draw(
                line, at: Position(column: 2, row: row), theme: theme, over: row == 0 ? base : nil,
                limit: item.size.columns - 3)
        }
        if isSelected, isFocused { item.placeCursor(at: .zero) }
    }

    private func drawEnds(in canvas: inout Canvas, _ theme: Theme, first: Int, page: Int) {
        let edge = canvas.size.columns - 1
        if first > 0 {
            canvas.draw(canvas.glyphs.less, at: Position(column: edge, row: 0), theme: theme, .dim)
        }
        if first + page < ids.count {
            let last = Position(column: edge, row: canvas.size.rows - 1)
            canvas.draw(canvas.glyphs.more, at: last, theme: theme, .dim)
        }
    }
}
