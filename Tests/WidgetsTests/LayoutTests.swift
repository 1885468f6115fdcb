import TerminalCore
import Testing
import Widgets

/// Lines wrap and scroll.
@Suite struct LayoutTests {
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
