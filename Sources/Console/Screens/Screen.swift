import TerminalCore
import Widgets

/// One view of the console: a value that takes keys and answers, asks for effects and draws itself.
protocol Screen: Equatable, Sendable {
    /// Which table of commands works here.
    var place: KeyContext { get }

    /// What it is called in the breadcrumbs.
    func title(_ context: ConsoleContext) -> String

    /// Asks for everything it shows, at first and whenever the store changed.
    mutating func load(_ context: ConsoleContext) -> [Effect]

    /// Why commands of its table are not possible now.
    func disabled(_ context: ConsoleContext) -> [CommandID: String]

    /// The commands that work here, before those that work everywhere.
    func keyMap(_ context: ConsoleContext) -> KeyMap

    /// Takes a key that is no command: typing, moving, answering its own questions. Nil when it has no use for it.
    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]?

    /// Does a command of its table.
    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect]

    /// Takes a pasted text; nil when nothing here takes text.
    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]?

    /// Takes what an effect of its own led to.
    mutating func receive(_ answer: Answer, to effect: StoreRequest, _ context: ConsoleContext) -> [Effect]

    /// Notices that time went on.
    mutating func tick(_ context: ConsoleContext) -> [Effect]

    /// Whether closing it now would lose words that a person typed into it; they are asked first.
    var holdsTypedText: Bool { get }

    /// What can be copied from it.
    func copies(_ context: ConsoleContext) -> [CopyItem]

    /// Draws its body.
    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext)
}

extension Screen {
    /// Nothing takes text.
    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? { nil }

    /// Time changes nothing.
    mutating func tick(_ context: ConsoleContext) -> [Effect] { [] }

    /// Nothing is typed here that would be missed.
    var holdsTypedText: Bool { false }

    /// Nothing can be copied.
    func copies(_ context: ConsoleContext) -> [CopyItem] { [] }

    /// The commands of its place, those that are not possible now with their reasons.
    func keyMap(_ context: ConsoleContext) -> KeyMap {
        ConsoleCommands.keyMap(of: place).disabling(disabled(context))
    }
}
