import Console
import Foundation
import Persistence
import Purchases
import Synchronization
import TerminalCore
import TerminalTesting
import Testing
import Widgets

/// A console on a terminal in memory, with a clock that stands still until it is moved.
@MainActor
final class Desk {
    let terminal: TestTerminal
    let store: Store
    let application: ConsoleApplication
    private let clock: Clock
    private let running: Task<Void, Never>

    private final class Clock {
        var now: Instant

        init(now: Instant) { self.now = now }
    }

    init(
        _ store: Store, size: Size = Size(columns: 80, rows: 24), agent: String = "ana", role: Role = .lead,
        now: Instant = Pages.now
    ) {
        Desk.settle(AgentName(agent), as: role, in: store)
        let terminal = TestTerminal(size: size)
        let clock = Clock(now: now)
        let ids = Mutex(0)
        let application = ConsoleApplication(
            store: store, agent: AgentName(agent), role: role, options: Frames.options, terminal: terminal,
            theme: ThemeLibrary.builtIn(for: .trueColor), now: { clock.now },
            newID: {
                ids.withLock { count in
                    count += 1
                    return "key-\(count)"
                }
            })
        (self.terminal, self.store, self.application, self.clock) = (terminal, store, application, clock)
        running = Task { await application.run() }
    }

    /// Gives who sits at the console the role in the store, too: a running console goes by what the store says.
    private static func settle(_ agent: AgentName, as role: Role, in store: Store) {
        guard let present = try? store.role(of: agent), present != role,
            var lead = try? store.wholePage(of: AgentListQuery()).first(where: { $0.role == .lead })?.login
        else { return }
        do {
            if lead == agent {
                // The last lead stays one.
                lead = AgentName("second")
                try store.addAgent(lead, role: .lead, by: agent, at: Pages.now)
            }
            try store.addAgent(agent, role: role, by: lead, at: Pages.now)
        } catch {
            Issue.record(error)
        }
    }

    /// Types and waits until everything is done.
    func type(_ script: KeyScript) async {
        terminal.type(script)
        await application.idle()
    }

    /// Moves the clock and lets the console notice.
    func pass(_ time: TimeLength) async {
        clock.now = clock.now + time
        application.tick()
        await application.idle()
    }

    /// Waits until the console has ended.
    func end() async { await running.value }

    /// Whether some row shows a text, or a sentence that goes on in the row below.
    func shows(_ text: String) -> Bool {
        let lines = terminal.grid.lines
        if lines.contains(where: { $0.contains(text) }) { return true }
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ").contains(text)
    }

    /// The selected row.
    var selectedLine: String { terminal.grid.lines.first { $0.contains("▸") } ?? "" }
}
