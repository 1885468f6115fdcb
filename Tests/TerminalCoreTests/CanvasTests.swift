import TerminalCore
import Testing

/// Drawing keeps the grid whole and never leaves its region.
@Suite struct CanvasTests {
    private let bold = Style(attributes: .bold)

    @Test(arguments: UInt64(1)...100) func everyWideGraphemeHasBothHalves(seed: UInt64) {
        var random = SeededRandom(seed)
        var canvas = Canvas(size: Size(columns: 17, rows: 5))
        let inside = Rectangle(column: 3, row: 1, columns: 9, rows: 3)
        canvas.fill(with: "·", style: .plain)
        for row in 0..<5 { canvas.draw("山山山山山山山山", at: Position(column: row % 2, row: row), style: .plain) }
        let before = canvas.grid
        for _ in 0..<40 {
            let position = Position(
                column: .random(in: -4...12, using: &random), row: .random(in: -1...4, using: &random))
            let text = random.text(length: 12)
            canvas.within(inside) { $0.draw(text, at: position, style: bold) }
        }
        expectWhole(canvas.grid)
        for row in 0..<5 {
            for column in 0..<17 where !inside.contains(Position(column: column, row: row)) {
                let cell = canvas.grid[column: column, row: row]
                // Only the other half of what was overwritten may have become a blank.
                let neighbour = before[column: column, row: row]
                #expect(cell == neighbour || neighbour.grapheme.columns == 2 && cell.grapheme == .blank)
            }
        }
    }

    @Test func aWideGraphemeNeverStandsInTheLastColumn() {
        var grid = CellGrid(size: Size(columns: 3, rows: 1))
        let wide = DisplayText("山").graphemes[0]
        let fits = grid.place(wide, at: Position(column: 1, row: 0), style: .plain)
        let refused = !grid.place(wide, at: Position(column: 2, row: 0), style: .plain)
        #expect(fits && refused)
        #expect(grid.text(row: 0) == " 山")
    }

    @Test func overwritingAHalfBlanksTheOther() {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        canvas.draw("山田", at: .zero, style: .plain)
        canvas.draw("x", at: Position(column: 1, row: 0), style: .plain)
        #expect(canvas.grid.text(row: 0) == " x田  ")
        canvas.draw("y", at: Position(column: 2, row: 0), style: .plain)
        #expect(canvas.grid.text(row: 0) == " xy   ")
    }

    @Test func nestedRegionsClipAndPlaceTheCursor() {
        var canvas = Canvas(size: Size(columns: 10, rows: 4))
        canvas.within(Rectangle(column: 2, row: 1, columns: 6, rows: 2)) { outer in
            outer.within(Rectangle(column: 3, row: 0, columns: 9, rows: 9)) { inner in
                inner.draw("abcdef", at: .zero, style: .plain)
                inner.placeCursor(at: Position(column: 1, row: 1))
                inner.placeCursor(at: Position(column: 5, row: 1))
            }
        }
        #expect(canvas.grid.lines == ["          ", "     abc  ", "          ", "          "])
        #expect(canvas.cursor == Position(column: 6, row: 2))
    }

    @Test func aTextTooLongEndsWithAnEllipsis() {
        var canvas = Canvas(size: Size(columns: 5, rows: 2), glyphs: .ascii)
        let all = canvas.draw("abcdef", at: .zero, style: .plain)
        let limited = canvas.draw("abcdef", at: Position(column: 0, row: 1), style: .plain, limit: 3)
        #expect([all, limited] == [5, 3])
        #expect(canvas.grid.lines == ["abcd~", "ab~  "])
    }

    private func expectWhole(_ grid: CellGrid) {
        for row in 0..<grid.size.rows {
            for column in 0..<grid.size.columns {
                let cell = grid[column: column, row: row]
                let next = grid[column: column + 1, row: row]
                if cell.isWide { #expect(next.isContinuation && next.grapheme == cell.grapheme) }
                if next.isContinuation { #expect(cell.isWide) }
            }
            #expect(!grid[column: 0, row: row].isContinuation)
            #expect(DisplayText.columns(of: grid.text(row: row)) == grid.size.columns)
        }
    }
}
