import TerminalCore

/// A terminal that keeps nothing: what is drawn is the application's work alone.
@MainActor
final class MemoryTerminal: Terminal {
    let size = Size(columns: Int(ConsoleProbe.columns), rows: Int(ConsoleProbe.rows))
    let depth = ColorDepth.trueColor
    nonisolated let events = EventQueue()
    /// How many frames were shown.
    private(set) var frames = 0

    /// A terminal.
    init() {}

    func present(_ grid: CellGrid, cursor: Position?) { frames += 1 }

    func suspend() { post(.resumed) }

    func yieldScreen(to work: () throws -> Void) rethrows {
        try work()
        post(.resumed)
    }

    func copy(_ text: String) -> Bool { true }

    func close() { events.finish() }

    nonisolated func post(_ event: Event) { events.post(event) }
}
