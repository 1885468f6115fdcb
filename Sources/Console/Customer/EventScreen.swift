import Persistence
import Purchases
import TerminalCore
import Widgets

/// One entry of a customer's timeline, whole, with both of its clocks.
struct EventScreen: Screen {
    /// The entry.
    let event: TimelineEvent
    /// How far it is scrolled.
    private(set) var view = ScrollView([], indent: 10)

    /// An entry.
    init(_ event: TimelineEvent) { self.event = event }

    var place: ConsolePlace { .event }

    func title(_ context: ConsoleContext) -> String { "Entry" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] { [:] }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        view.lines = lines(context)
        return view.handle(key, in: context.body) ? [] : nil
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] { [] }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        var view = view
        view.lines = lines(context)
        let room = Rectangle(column: 1, row: 0, columns: canvas.size.columns - 1, rows: canvas.size.rows)
        canvas.within(room) { view.draw(in: &$0, theme: theme) }
        canvas.placeCursor(at: Position(column: 1, row: 0))
    }

    private func lines(_ context: ConsoleContext) -> [StyledLine] {
        let words = EventText(event: event, time: context.time, momentWidth: 0, at: context.now)
        let late = event.learnedAt - event.happenedAt
        let facts: [(String, [TextSpan])?] = [
            ("what", [TextSpan(words.word, .strong), TextSpan("  \(words.said)")]),
            ("happened", [TextSpan(exact(event.happenedAt))]),
            ("learned", [TextSpan(exact(event.learnedAt))]),
            late < .seconds(60) ? nil : ("", [TextSpan("\(TimeText.length(late)) later", .warning)]),
            ("told by", [TextSpan(event.source == .agent ? "an agent" : "the App Store")]),
            event.reference.map { ("about", [TextSpan($0)]) },
        ]
        return facts.compactMap { $0 }.map { label, value in
            StyledLine([TextSpan(label + String(repeating: " ", count: 10 - label.count), .dim)] + value)
        }
    }

    private func exact(_ instant: Instant) -> String {
        "\(TimeText.date(instant)) \(TimeText.exactClock(instant)) UTC"
    }
}
