import TerminalCore
import TerminalTesting
import Testing
import Widgets

/// The selection follows its row, and pages are read where they are needed.
@Suite struct ListTests {
    private struct Row: Equatable, Identifiable {
        let id: Int
    }

    private func list(_ ids: some Sequence<Int>, next: Int? = nil) -> PagedList<Row, Int> {
        var list = PagedList<Row, Int>()
        list.take(ids.map { Row(id: $0) }, after: nil, next: next)
        return list
    }

    @Test func theSelectionFollowsItsRow() {
        var list = list(1...6)
        list.select(2)
        list.take((1...6).reversed().map { Row(id: $0) }, after: nil, next: nil)
        #expect(list.selected?.id == 2 && list.cursor.index == 4)
        list.take([6, 5, 4, 3, 1].map { Row(id: $0) }, after: nil, next: nil)
        #expect(list.selected?.id == 1)
        list.take([], after: nil, next: nil)
        #expect(list.selected == nil && list.isLoaded)
    }

    @Test func theSelectedLineStaysWhereItIsOnTheScreen() {
        var list = list(100..<200)
        for key in Array(repeating: Key.character("j"), count: 30)
            + Array(repeating: .character("k"), count: 4)
        {
            _ = list.handle(key, page: 10)
        }
        let before = selectedLine(list)
        list.take((50..<200).map { Row(id: $0) }, after: nil, next: nil)
        #expect(list.selected?.id == 126)
        #expect(selectedLine(list) == before)
    }

    @Test(arguments: [
        ("j", 11), ("k", 9), ("<Down>", 11), ("g", 0), ("G", 99), ("<C-d>", 15), ("<C-u>", 5), ("<PgDn>", 20),
        ("<PgUp>", 0), ("<Home>", 0), ("<End>", 99),
    ]) func keysMove(_ notation: String, _ expected: Int) throws {
        var list = list(0..<100)
        list.select(10)
        let key = try #require(Key.sequence(notation)?.first)
        let isTaken = list.handle(key, page: 10)
        #expect(isTaken)
        #expect(list.selected?.id == expected)
    }

    @Test func aFurtherPageIsReadOnceNearTheEnd() {
        var list = list(0..<100, next: 100)
        #expect(list.standing() == "1 of 100+")
        let early = list.readOn()
        _ = list.handle("G", page: 10)
        let (near, again) = (list.readOn(), list.readOn())
        #expect(early == nil && near == 100 && again == nil)
        list.failed()
        let retried = list.readOn()
        #expect(retried == 100)
        list.take((90..<120).map { Row(id: $0) }, after: 100, next: nil)
        #expect(list.rows.map(\.id) == Array(0..<120) && list.selected?.id == 99)
        #expect(list.standing() == "100 of 120" && list.reload() == 120)
    }

    @Test func ofAGrowingListWhatWasReadFurtherBackStays() {
        var list = list((1...6).reversed(), next: 1)
        list.takeGrowing([7, 6, 5].map { Row(id: $0) }, after: nil, next: 5)
        #expect(list.rows.map(\.id) == [7, 6, 5, 4, 3, 2, 1] && list.next == 1)
        // More is new than a page: what lies between was never read, so what is further back is read again.
        list.takeGrowing([20, 19, 18].map { Row(id: $0) }, after: nil, next: 18)
        #expect(list.rows.map(\.id) == [20, 19, 18] && list.next == 18)
    }

    private func selectedLine(_ list: PagedList<Row, Int>) -> Int? {
        var canvas = Canvas(size: Size(columns: 10, rows: 10))
        list.draw(
            in: &canvas, canvas.bounds, theme: ThemeLibrary.builtIn(for: .monochrome), empty: "nothing"
        ) { [StyledLine("\($0.id)")] }
        return canvas.cursor?.row
    }
}
