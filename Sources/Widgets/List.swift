package import TerminalCore

/// A list that is read page by page: its rows, which of them is selected, and where the next page begins.
///
/// A screen (`ListScreen` in `Console/Screens`) reads as many rows as ``reload()`` says, hands every page to
/// ``take(_:after:next:)``, and asks for a further one where ``readOn()`` says.
package struct PagedList<Row: Identifiable & Equatable & Sendable, Place: Equatable & Sendable>: Equatable,
    Sendable
where Row.ID: Sendable {
    package private(set) var rows: [Row] = []
    /// Which row is selected and which is on top.
    package private(set) var cursor = ListCursor<Row.ID>()
    /// Where the next page begins; nil at the end.
    package private(set) var next: Place?
    /// Whether a first page was read.
    package private(set) var isLoaded = false
    private var isReadingOn = false
    /// Where the list stood before it was forgotten: the row to select, and how many rows to read.
    private var place: (id: Row.ID?, rows: Int)?

    /// Two lists are equal when they show the same.
    package static func == (left: PagedList, right: PagedList) -> Bool {
        left.rows == right.rows && left.cursor == right.cursor && left.next == right.next
            && left.isLoaded == right.isLoaded && left.isReadingOn == right.isReadingOn
    }

    /// An empty list of which nothing was read.
    package init() {}

    /// How many rows a page has.
    package var pageSize: Int { 100 }
    /// A further page is read when the selection is so near the end.
    private static var margin: Int { 50 }

    /// The selected row; nil when there are none.
    package var selected: Row? { rows.isEmpty ? nil : rows[min(cursor.index, rows.count - 1)] }

    /// Which row of how many is selected, for example `3 of 128` or `3 of 100+`; of a total that is known otherwise.
    package func standing(of total: String? = nil) -> String {
        "\(rows.isEmpty ? 0 : cursor.index + 1) of \(total ?? "\(rows.count)\(next == nil ? "" : "+")")"
    }

    /// Takes a key that moves; `page` is how many rows are visible. False for every other key.
    package mutating func handle(_ key: Key, page: Int) -> Bool { cursor.handle(key, page: page) }

    /// Selects a row by its number.
    package mutating func select(at number: Int) { cursor.select(at: number) }

    /// Selects a row and brings it to the top, as far as the list reaches; nothing when it was not read.
    package mutating func select(_ id: Row.ID) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        cursor.bringToTop(index)
    }
}

/// The pages.
extension PagedList {
    /// Begins again with the first page, and says how many rows that needs: as many as were read before, so that selection
    /// and scroll survive.
    @discardableResult package mutating func reload() -> Int {
        isReadingOn = false
        return max(pageSize, rows.count, place?.rows ?? 0)
    }

    /// Forgets everything, and begins again where the list stood at another time: with a row selected, among so many.
    package mutating func restore(_ id: Row.ID?, rows: Int) {
        clear()
        place = (id, min(max(0, rows), PagedList.mostRestored))
    }

    /// So many rows are read at once to find a place again.
    private static var mostRestored: Int { 1000 }

    /// Where a further page is to be read from; nil while the selection is far from the end or one is on its way.
    package mutating func readOn() -> Place? {
        guard let next, !isReadingOn, cursor.index >= rows.count - Self.margin else { return nil }
        isReadingOn = true
        return next
    }

    /// Notes that a further page does not come.
    package mutating func failed() { isReadingOn = false }

    /// Takes the page that was read behind a place; the first one in place of all rows.
    package mutating func take(_ page: [Row], after place: Place?, next: Place?) {
        guard place != nil else { return take(page, next: next) }
        let known = Set(cursor.ids)
        take(rows + page.filter { !known.contains($0.id) }, next: next)
    }

    /// Takes a page of a list that only grows at its head: of the first one the rows behind it stay, for they still hold.
    package mutating func takeGrowing(_ page: [Row], after place: Place?, next: Place?) {
        guard place == nil, next != nil, let end = page.last,
            let known = rows.firstIndex(where: { $0.id == end.id }), known + 1 < rows.count
        else { return take(page, after: place, next: next) }
        take(page + rows[(known + 1)...], next: self.next)
    }

    /// Puts the rows that were read in another order; the selection stays on its row.
    package mutating func sort(by precedes: (Row, Row) -> Bool) {
        rows.sort(by: precedes)
        cursor.update(rows.map(\.id))
    }

    /// Forgets everything: other rows are asked for.
    package mutating func clear() { self = PagedList() }

    private mutating func take(_ rows: [Row], next: Place?) {
        (self.rows, self.next, isLoaded, isReadingOn) = (rows, next, true, false)
        cursor.update(rows.map(\.id))
        if let id = place?.id, let index = rows.firstIndex(where: { $0.id == id }) {
            cursor.select(at: index)
        }
        place = nil
    }
}

/// The picture.
extension PagedList {
    /// Draws the visible rows into a part of the region, and the heads of their columns in the row above it.
    ///
    /// - Parameters:
    ///   - room: where the rows stand.
    ///   - heads: the heads of the columns; nil for none. An empty list has none.
    ///   - rowsPerItem: how high every row is.
    ///   - empty: what is said when there are no rows.
    ///   - marks: the rows that carry a mark.
    ///   - lines: a row's text.
    package func draw(
        in canvas: inout Canvas, _ room: Rectangle, theme: Theme, heads: StyledLine? = nil,
        rowsPerItem: Int = 1, empty: String, isFocused: Bool = true, marks: Set<Row.ID> = [],
        _ lines: (Row) -> [StyledLine]
    ) {
        if let heads, !rows.isEmpty {
            canvas.draw(
                heads, at: Position(column: 2, row: room.minRow - 1), theme: theme,
                limit: canvas.size.columns - 3)
        }
        canvas.within(room) { part in
            cursor.drawItems(
                in: &part, theme: theme, rowsPerItem: rowsPerItem, empty: isLoaded ? empty : "Reading",
                isFocused: isFocused, isMarked: { marks.contains(rows[$0].id) }
            ) { lines(rows[$0]) }
        }
    }
}

/// Which item of a list is selected and which is on top; the selection follows its item when items change.
package struct ListCursor<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The items' ids in the order shown.
    package private(set) var ids: [ID] = []
    /// The number of the selected item.
    package private(set) var index = 0
    private var top = 0

    /// A cursor in a list without items.
    package init() {}

    /// The selected item; nil when there are none.
    package var selectedID: ID? { ids.isEmpty ? nil : ids[min(index, ids.count - 1)] }

    /// Takes the items' ids anew; the selection stays on its item and on its line.
    package mutating func update(_ newIDs: [ID]) {
        let selected = selectedID
        ids = newIDs
        let found = newIDs.firstIndex { $0 == selected } ?? max(0, min(index, newIDs.count - 1))
        top = max(0, top + found - index)
        index = found
    }

    /// Selects an item by its number.
    package mutating func select(at number: Int) { index = max(0, min(number, ids.count - 1)) }

    /// Selects an item by its number and brings it to the top, as far as the list reaches.
    mutating func bringToTop(_ number: Int) {
        select(at: number)
        top = index
    }

    /// Takes a key that moves; `page` is how many items are visible. False for every other key.
    package mutating func handle(_ key: Key, page: Int) -> Bool {
        guard let move = Navigation(key) else { return false }
        guard !ids.isEmpty else { return true }
        top = first(page)
        index = move.index(from: index, count: ids.count, page: page)
        top = first(page)
        return true
    }

    /// Draws items of the same height each; only those visible are asked for.
    package func draw(
        in canvas: inout Canvas, theme: Theme, rowsPerItem: Int, empty: String, isFocused: Bool = true,
        _ lines: (ID) -> [StyledLine]
    ) {
        drawItems(
            in: &canvas, theme: theme, rowsPerItem: rowsPerItem, empty: empty, isFocused: isFocused,
            isMarked: { _ in false }
        ) { lines(ids[$0]) }
    }

    /// Draws items by their numbers.
    fileprivate func drawItems(
        in canvas: inout Canvas, theme: Theme, rowsPerItem rows: Int, empty: String, isFocused: Bool,
        isMarked: (Int) -> Bool, _ lines: (Int) -> [StyledLine]
    ) {
        guard !ids.isEmpty else {
            let text = StyledLine(empty, .dim).wrapped(to: canvas.size.columns - 3)
            for (row, line) in text.prefix(canvas.size.rows).enumerated() {
                canvas.draw(
                    line, at: Position(column: 2, row: row), theme: theme, limit: canvas.size.columns - 3)
            }
            return
        }
        let page = max(1, canvas.size.rows / rows)
        let first = first(page)
        for (offset, number) in ids.indices.dropFirst(first).prefix(page).enumerated() {
            let room = Rectangle(column: 0, row: offset * rows, columns: canvas.size.columns, rows: rows)
            canvas.within(room) { item in
                draw(
                    lines(number).prefix(rows), in: &item, theme: theme, isSelected: number == index,
                    isFocused: isFocused)
                guard isMarked(number) else { return }
                let base: StyleName = number == index && isFocused ? .selection : .key
                item.draw(item.glyphs.mark, at: Position(column: 1, row: 0), theme: theme, base)
            }
        }
        canvas.drawEnds(above: first > 0, below: first + page < ids.count, theme: theme)
    }

    /// The first item to show so that the selected one is visible.
    private func first(_ page: Int) -> Int {
        let lowest = max(0, index - max(1, page) + 1)
        return max(lowest, min(top, index, max(lowest, ids.count - page)))
    }

    private func draw(
        _ lines: some Collection<StyledLine>, in item: inout Canvas, theme: Theme, isSelected: Bool,
        isFocused: Bool
    ) {
        let base: StyleName? = isSelected ? (isFocused ? .selection : .inactiveSelection) : nil
        if let base {
            item.fill(item.bounds.row(0), style: theme.style(base))
            item.draw(item.glyphs.pointer, at: .zero, theme: theme, base)
        }
        for (row, line) in lines.enumerated() {
            item.draw(
                line, at: Position(column: 2, row: row), theme: theme, over: row == 0 ? base : nil,
                limit: item.size.columns - 3)
        }
        if isSelected, isFocused { item.placeCursor(at: .zero) }
    }
}
