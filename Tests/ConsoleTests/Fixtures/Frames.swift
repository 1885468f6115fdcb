import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// Draws whole frames of screens that were told what they ask for.
enum Frames {
    /// The sizes at which every screen is held to its golden file.
    static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10),
    ]

    /// A terminal over a whole large screen.
    static let widest = Size(columns: 200, rows: 60)

    /// The options of every test: a practice store.
    static let options = ConsoleOptions(storeName: "store.sqlite", isPractice: true, tickMilliseconds: nil)

    /// What screens may know in a terminal of a size.
    static func context(
        _ size: Size, role: Role = .agent, options: ConsoleOptions = options, now: Instant = Pages.now
    ) -> ConsoleContext {
        ConsoleContext(
            now: now, agent: AgentName("ana"), role: role, options: options,
            body: FrameLayout(size: size).body.size)
    }

    /// A console that has just begun.
    static func state(
        _ size: Size, role: Role = .agent, options: ConsoleOptions = options
    ) -> ConsoleState {
        ConsoleState(context: context(size, role: role, options: options), newID: { "key" })
    }

    /// The frame of a console.
    static func draw(_ state: ConsoleState, _ size: Size, glyphs: Glyphs = .unicode) -> Canvas {
        var canvas = Canvas(size: size, glyphs: glyphs)
        ConsoleFrame(state: state, theme: ThemeLibrary.builtIn(for: .trueColor)).draw(in: &canvas)
        return canvas
    }

    /// Holds a frame to its golden file.
    static func expect(_ state: ConsoleState, _ size: Size, _ name: String, glyphs: Glyphs = .unicode) {
        GoldenScreen(besides: #filePath.replacing("/Fixtures/", with: "/")).expect(
            draw(state, size, glyphs: glyphs), named: "\(name)-\(size.columns)x\(size.rows)")
    }
}

extension ConsoleState {
    /// Types keys and answers every request from a table of answers, until nothing is asked any more.
    mutating func play(_ script: KeyScript = "", _ answers: (StoreRequest) -> Answer?) {
        settle(load(), answers)
        for key in script.keys { settle(handle(key), answers) }
    }

    /// Answers requests until nothing is asked any more.
    mutating func settle(_ effects: [AppEffect], _ answers: (StoreRequest) -> Answer?) {
        var open = effects + lookBeside()
        while !open.isEmpty {
            guard case .ask(let request, let layer) = open.removeFirst(), let answer = answers(request) else {
                continue
            }
            open += receive(answer, to: request, layer: layer)
            open += lookBeside()
        }
    }
}

extension Screen {
    /// Gives a screen the page that answers a question.
    mutating func take<Query: StoreQuery>(
        _ page: Query.Page, of query: Query, in context: ConsoleContext
    ) -> [Effect] {
        receive(.page(page, of: query), to: .read(query, at: Pages.now), in: context)
    }
}
