import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// Every screen in any terminal: no size is too small to be survived, and ASCII is ASCII.
struct SizeTests {
    private static let customers: [KeyScript] = [
        "", "zo", "zo<Enter>", "zo<Enter><Tab><Tab>", "zo<Enter><Tab><Tab><Tab>", "zo<Enter><S-Tab>",
        "zo<Enter><S-Tab><S-Tab>", "zo<Enter><S-Tab><S-Tab>jjjj<Enter>", "zo<Enter>t20", "zo<Enter>j<Enter>",
        "zo<Enter>j<Enter><Tab>", "zo<Enter>j<Enter><Tab><Tab>", "zo<Enter>j<Enter><S-Tab>", "zo<Enter>o",
        "zo<Enter>o<Enter>", "zo<Enter>oj<Enter>o", "zo<Enter>y", "zo<Enter>m", "zo<Enter>m<C-s>",
        "zo<Enter>m<C-s>y", "zo<Enter>j<Enter>au_99", "zo<Enter><Tab><Tab>x", "zo<Enter>N", "<Esc>5",
        "<Esc>5<Enter>", "<Esc>5f", "<Esc>fstatus:lapsed<Enter>", "zo<Enter>?", "zo<Enter>:",
    ]
    private static let tickets: [KeyScript] = [
        "<Esc>2", "<Esc>2<Tab>", "<Esc>2h", "<Esc>2<Enter>", "<Esc>2<Enter><Tab>", "<Esc>2<Enter><Tab><Tab>",
        "<Esc>2<Enter><S-Tab>", "<Esc>2<Enter>m", "<Esc>2<Enter>r", "<Esc>2<Enter>r<Left>", "zo<Enter>O",
        "zo<Enter><Tab>", "<Esc>2<Enter>?", "<Esc>2i", "<Esc>2f", "<Esc>2S", "<Esc>2b", "<Esc>3L",
        "<Esc>3L<Enter>", "<Esc>3Lj<Enter>", "<Esc>3U", "<Esc>3B", "<Esc>4",
    ]
    private static let review: [KeyScript] = [
        "<Esc>3", "<Esc>3<Tab>$", "<Esc>3<Tab><Tab><Tab><Tab>", "<Esc>3<S-Tab><S-Tab>",
        "<Esc>3<S-Tab><S-Tab><S-Tab>",
        "<Esc>3<Enter>", "<Esc>3<Enter><Tab><Tab>", "<Esc>2S", "<Esc>2S *A", "<Esc>2b",
    ]
    private static let sizes = [
        Size(columns: 0, rows: 0), Size(columns: 1, rows: 24), Size(columns: 2, rows: 24),
        Size(columns: 3, rows: 5), Size(columns: 40, rows: 1), Size(columns: 120, rows: 2),
        Size(columns: 39, rows: 9), Size(columns: 40, rows: 10),
    ]
    private static let theme = ThemeLibrary.builtIn(for: .monochrome)
    private static let keys: [Key] = ["j", .end, .tab]

    @Test func everyScreenOfCustomersSurvivesAnySize() {
        for script in Self.customers { sweep(script, Answers.all) }
    }

    @Test func everyScreenOfTheReviewSurvivesAnySize() {
        for script in Self.review { sweep(script, Answers.all) }
    }

    @Test func everyScreenOfTicketsSurvivesAnySize() throws {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        for script in Self.tickets { sweep(script, gateway.perform) }
    }

    /// Every size up to a dozen columns and eight rows, and far larger ones than any desk has.
    @Test func everyScreenIsDrawnInEverySmallSize() throws {
        let small = (1...12).flatMap { columns in
            [1, 2, 3, 4, 5, 8].map { Size(columns: columns, rows: $0) }
        }
        let sizes = small + [Size(columns: 400, rows: 3), Size(columns: 13, rows: 200)]
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        for script in Self.customers + Self.review { draw(script, in: sizes, Answers.all) }
        for script in Self.tickets { draw(script, in: sizes, gateway.perform) }
    }

    private func draw(_ script: KeyScript, in sizes: [Size], _ answers: (StoreRequest) -> Answer?) {
        var state = Frames.state(Frames.sizes[0])
        state.play(script, answers)
        for size in sizes {
            state.context.body = FrameLayout(size: size).body.size
            draw(state, size)
        }
    }

    @Test func whereOnlyASCIIIsDrawnAllSignsAreASCII() throws {
        for script in Self.customers + Self.review { expectASCII(script, Answers.all) }
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        for script in Self.tickets { expectASCII(script, gateway.perform) }
    }

    /// Screen readers read lines: nothing on them ends in an ellipsis, and no row is told in part.
    @Test func inPlainModeNoTextIsCut() throws {
        for script in Self.customers + Self.review { expectWhole(script, Answers.all) }
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        for script in Self.tickets { expectWhole(script, gateway.perform) }
    }

    private func expectWhole(_ script: KeyScript, _ answers: (StoreRequest) -> Answer?) {
        var options = Frames.options
        options.isPlain = true
        let size = Frames.sizes[0]
        var state = Frames.state(size, options: options)
        state.play(script, answers)
        // A menu of what can be done, or copied, shows how each begins; the selected one stands whole.
        guard state.overlay == nil else { return }
        let cut = Frames.draw(state, size).grid.lines.filter {
            $0.replacing("as of…", with: "").contains("…")
        }
        #expect(cut.isEmpty, "“\(script)”")
    }

    /// Opens a screen at a usual size, then makes the terminal another one and works on.
    private func sweep(_ script: KeyScript, _ answers: (StoreRequest) -> Answer?) {
        var opened = Frames.state(Frames.sizes[0])
        opened.play(script, answers)
        for size in Self.sizes {
            var state = opened
            state.context.body = FrameLayout(size: size).body.size
            for key in Self.keys {
                state.settle(state.handle(key), answers)
                draw(state, size)
            }
        }
    }

    /// The frame, and the screen alone, too: what is drawn only in larger terminals must not break in small ones.
    private func draw(_ state: ConsoleState, _ size: Size) {
        var canvas = Canvas(size: size)
        ConsoleFrame(state: state, theme: Self.theme).draw(in: &canvas)
        #expect(canvas.size == size)
        state.front?.screen.draw(in: &canvas, theme: Self.theme, context: state.context)
        state.overlay?.draw(in: &canvas, theme: Self.theme)
    }

    private func expectASCII(_ script: KeyScript, _ answers: (StoreRequest) -> Answer?) {
        var options = Frames.options
        options.glyphs = .ascii
        var state = Frames.state(Frames.sizes[1], options: options)
        state.play(script, answers)
        for line in Frames.draw(state, Frames.sizes[1], glyphs: .ascii).grid.lines {
            // What people are called stays as they write it.
            let signs = line.filter { !$0.isASCII && !$0.isLetter && !"👩␛".contains($0) }
            #expect(signs.isEmpty, "“\(signs)” in \(line)")
        }
    }
}
