import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Why a running console shows nothing any more and does nothing: who sits at it has no role by now, or a newer program
/// brought the store up to a schema that this one does not know.
///
/// The role is asked again every second, so that an agent who has one again goes on without starting anew.
struct ConsoleClosure: Equatable, Sendable {
    /// What the store said.
    let error: StoreError

    /// The closure that an error means; nil for one after which a console goes on.
    init?(_ error: StoreError, of agent: AgentName) {
        switch error {
        case .agent(agent, .notListed), .store(.newer), .store(.older): self.error = error
        default: return nil
        }
    }

    /// What can be done then.
    static let commands: ConsoleState.Commands = [
        ConsoleState.quit(keys: ["Q", "q", .control("c")]), ConsoleState.suspend,
    ]

    /// Draws why in place of the screen.
    func draw(in body: inout Canvas, theme: Theme, at now: Instant) {
        body.hideCursor()
        let words = ErrorText.console(error, at: now)
        let lines = [
            StyledLine([TextSpan("Closed: \(words.what).", .warning)]),
            StyledLine("Nothing is shown and nothing is written."),
            StyledLine("What helps: \(words.remedy)."),
        ]
        for (row, line) in lines.enumerated() {
            body.draw(line, at: Position(column: 2, row: row + 1), theme: theme)
        }
    }
}
