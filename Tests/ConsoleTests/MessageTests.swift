import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// What the message line says, and what can be read of it again.
struct MessageTests {
    private static let size = Size(columns: 80, rows: 24)
    private static let long =
        "The first half of a message that is far too long for one line of a terminal, and its second half ends here"

    private static func rows(_ state: ConsoleState, _ size: Size = size) -> [String] {
        Frames.draw(state, size).grid.lines
    }

    @Test func aLongMessageStandsOnTwoLines() {
        var state = Frames.state(Self.size)
        state.message = MessageLine(.success, Self.long)
        let rows = Self.rows(state)
        #expect(rows[22].contains("✓ The first half") && rows[23].contains("second half ends here"))
        state.message = MessageLine(.success, "Short")
        let short = Self.rows(state)
        #expect(short[23].contains("✓ Short") && !short[22].contains("✓"))
    }

    @Test func whatIsLongerSaysTheKeyThatShowsItWhole() {
        var state = Frames.state(Self.size)
        state.message = MessageLine(.error, Self.long + ", " + Self.long)
        // The search box is typed into: letters are text there.
        #expect(Self.rows(state)[23].contains("F12 whole"))
    }

    @Test func everyMessageCanBeReadAgainTheNewestFirst() {
        var state = Frames.state(Self.size)
        state.message = MessageLine(.success, "First")
        state.context.now = state.context.now + .seconds(5)
        state.message = MessageLine(.warning, "Second")
        state.message = MessageLine(.warning, "Second")
        _ = state.handle(.function(12))
        #expect(state.message == nil)
        let rows = Self.rows(state)
        let first = rows.firstIndex { $0.contains("14:02:00  ✓ First") }
        let second = rows.firstIndex { $0.contains("14:02:05  ▲ Second  (2 times)") }
        #expect(first != nil && second != nil && (second ?? 99) < (first ?? 0))
        _ = state.handle(.escape)
        #expect(state.overlay == nil)
    }

    @Test func aTerminalOfTenRowsHasThemToo() {
        let small = Size(columns: 40, rows: 10)
        var state = Frames.state(small)
        state.message = MessageLine(.warning, Self.long)
        let rows = Self.rows(state, small)
        #expect(rows[8].contains("▲ The first half") && rows[9].contains("F12 whole"))
    }
}
