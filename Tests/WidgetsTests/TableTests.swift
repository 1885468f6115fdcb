import TerminalCore
import Testing

@testable import Widgets

/// Columns are dropped by priority, and the selection follows its row.
@Suite struct TableTests {
    private static let columns = Fixtures.table.columns

    @Test(arguments: [
        (120, [0, 1, 2, 3, 4]), (80, [0, 1, 2, 3, 4]), (66, [0, 1, 2, 3, 4]), (65, [0, 1, 3, 4]),
        (49, [0, 1, 4]),
        (31, [0, 1]), (21, [0]), (5, [0]),
    ]) func columnsAreDropped(_ width: Int, _ shown: [Int]) {
        let layout = TableLayout(Self.columns, width: width)
        #expect(layout.slots.map(\.index) == shown)
        #expect(layout.slots.allSatisfy { $0.start + $0.width <= width })
        if shown.contains(2) { #expect(layout.slots.last.map { $0.start + $0.width } == width) }
    }

    @Test func theSelectionFollowsItsRow() {
        var table = Fixtures.table
        table.update(Array(table.rows.reversed()))
        #expect(table.selectedID == 2)
        #expect(table.selectedIndex == 4)
        table.update(table.rows.filter { $0.id != 2 })
        #expect(table.selectedID == 1)
        table.update([])
        #expect(table.selectedID == nil)
    }

    @Test func theSelectedLineStaysWhereItIsOnTheScreen() {
        func rows(_ numbers: some Sequence<Int>) -> [TableRow<Int>] {
            numbers.map { TableRow($0, ["\($0)"]) }
        }
        var table = Table(columns: [TableColumn("n", minimum: 3)], rows: rows(100..<200))
        for _ in 0..<30 { _ = table.handle("j", page: 10) }
        for _ in 0..<4 { _ = table.handle("k", page: 10) }
        let before = selectedLine(table)
        table.update(rows(50..<200))
        #expect(table.selectedID == 126)
        #expect(selectedLine(table) == before)
    }

    @Test(arguments: [
        ("j", 11), ("k", 9), ("<Down>", 11), ("g", 0), ("G", 99), ("<C-d>", 15), ("<C-u>", 5), ("<PgDn>", 20),
        ("<PgUp>", 0), ("<Home>", 0), ("<End>", 99),
    ]) func keysMove(_ notation: String, _ expected: Int) throws {
        var table = Table(
            columns: [TableColumn("n", minimum: 3)], rows: (0..<100).map { TableRow($0, ["\($0)"]) })
        table.select(10)
        let key = try #require(Key(notation: notation))
        let isTaken = table.handle(key, page: 10)
        #expect(isTaken)
        #expect(table.selectedID == expected)
    }

    @Test func marksFollowTheirRows() {
        var table = Fixtures.table
        table.toggleMark()
        table.toggleMark()
        #expect(table.marked == [2, 3])
        table.update(table.rows.filter { $0.id != 3 })
        #expect(table.marked == [2])
    }

    private func selectedLine(_ table: Table<Int>) -> Int? {
        var canvas = Canvas(size: Size(columns: 10, rows: 11))
        table.draw(in: &canvas, theme: ThemeLibrary.builtIn(for: .monochrome))
        return canvas.cursor?.row
    }
}
