import Persistence
import TerminalCore
import Widgets

/// A screen of lines that were read with the screen before it: it only scrolls.
protocol TextScreen: Screen {
    /// How far it is scrolled.
    var view: ScrollView { get set }

    /// What it says.
    func lines(_ context: ConsoleContext) -> [StyledLine]
}

extension TextScreen {
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
}
