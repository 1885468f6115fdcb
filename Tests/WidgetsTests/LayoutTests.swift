import TerminalCore
import Testing
import Widgets

/// Splits lose no cell, and lines wrap and scroll.
@Suite struct LayoutTests {
    @Test func splitsFillTheRectangle() {
        let area = Rectangle(column: 2, row: 1, columns: 31, rows: 10)
        #expect(area.split(rows: [.fixed(1), .rest, .fixed(2)]).map(\.rows) == [1, 7, 2])
        #expect(area.split(columns: [.share(1), .share(2)], gap: 1).map(\.columns) == [10, 20])
        #expect(area.split(columns: [.share(1), .share(2)], gap: 1).map(\.minColumn) == [2, 13])
        #expect(area.split(rows: [.fixed(8), .fixed(8), .rest]).map(\.rows) == [8, 2, 0])
        #expect(area.split(columns: [.rest, .rest, .rest]).map(\.columns).reduce(0, +) == 31)
    }

    @Test func linesWrapWithTheirScopes() {
        let line: StyledLine = ["one ", TextSpan("two three", .strong), " four"]
        #expect(line.wrapped(to: 9, indent: 2).map(\.text) == ["one two ", "  three ", "  four"])
        #expect(line.wrapped(to: 80) == [line])
        #expect(StyledLine("one two three").wrapped(to: 7, indent: 2).map(\.text) == ["one two", "  three"])
        #expect(StyledLine("one two  three").wrapped(to: 7).map(\.text) == ["one two", "three"])
        #expect(StyledLine("one two ").wrapped(to: 7).map(\.text) == ["one two"])
        #expect(StyledLine("  one two").wrapped(to: 7).map(\.text) == ["  one ", "two"])
        #expect(StyledLine("山田太郎さん").wrapped(to: 5).map(\.text) == ["山田", "太郎", "さん"])
    }

    @Test func scrollingStopsAtTheEnd() {
        var view = ScrollView((0..<30).map { StyledLine("line \($0)") })
        let size = Size(columns: 20, rows: 10)
        _ = view.handle("G", in: size)
        #expect(view.offset == 20)
        _ = view.handle("j", in: size)
        #expect(view.offset == 20)
        _ = view.handle(.control("u"), in: size)
        #expect(view.offset == 15)
        let other = view.handle("x", in: size)
        #expect(!other)
    }
}
