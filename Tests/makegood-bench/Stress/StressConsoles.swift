import Foundation
import Persistence
import Purchases
import Synchronization

/// Two consoles that stay open through a stress run: one on a customer's notes, one on the audit log.
struct StressConsoles {
    private let plan: StressPlan
    private let notes: WatchedConsole
    private let audit: WatchedConsole

    /// Starts both and goes to their screens.
    init(_ plan: StressPlan, program: String, on path: String) throws {
        self.plan = plan
        notes = try WatchedConsole(program, on: path)
        audit = try WatchedConsole(program, on: path)
        let person = StressAgenda.watched(plan)
        try StressConsoles.go(
            notes, [("", "F5 Customers"), (person.idText, "1 found"), ("\r", "Customers ›")])
        try StressConsoles.go(notes, [("\t\t\t", "[Notes")])
        try StressConsoles.go(
            audit, [("", "F5 Customers"), (KeyNames.escape, "1 Customers"), ("5", "[5 Audit]")])
    }

    /// What keeps them from showing the store's present, which a last note to a customer each makes plain.
    func problems(in store: Store) throws -> [String] {
        let note = plan.name(of: "seen")
        try tell(note, StressAgenda.watched(plan), in: store)
        var problems = StressConsoles.problem(of: notes, "notes", showing: note)
        let reserved = StressAgenda.reserved(plan)
        try tell(note, reserved, in: store)
        // The list stays where it was, whatever comes in above.
        problems += StressConsoles.problem(of: audit, "audit", showing: reserved.idText, pressing: "g")
        return problems
    }

    /// Ends both; answers those that had to be made to.
    func close() -> [String] {
        [("notes", notes), ("audit", audit)].compactMap { name, console in
            console.close() ? nil : "the console on \(name) did not end when it was asked to"
        }
    }

    private func tell(_ note: String, _ person: BenchPerson, in store: Store) throws {
        try store.act(.note(note), on: person.id, by: StoreBuilder.lead, at: BenchPopulation.now + .days(6))
    }

    private static func go(_ console: WatchedConsole, _ way: [(keys: String, screen: String)]) throws {
        for (keys, screen) in way {
            console.press(keys)
            guard console.shows(screen) else { throw BenchError("a console never showed “\(screen)”") }
        }
    }

    private static func problem(
        of console: WatchedConsole, _ name: String, showing text: String, pressing keys: String = ""
    ) -> [String] {
        guard console.isAlive else { return ["the console on \(name) ended"] }
        return console.shows(text, pressing: keys) ? [] : ["the console on \(name) never showed “\(text)”"]
    }
}

/// A console in a terminal of its own, read all the time: one that nobody reads stops when its terminal is full.
final class WatchedConsole: Sendable {
    private static let kept = 1 << 20
    /// How long a console may take to show something, in seconds.
    private static let patience = 20.0
    /// How long what a repaint brings is waited for, in microseconds.
    private static let look: UInt32 = 200_000

    private let process: pid_t
    private let master: Int32
    private let heard = Mutex<[UInt8]>([])
    private let rows = Mutex<UInt16>(UInt16(ConsoleProbe.rows))

    /// Starts the product's console on a store.
    init(_ program: String, on store: String) throws {
        (process, master) = try ConsoleProbe.start(program, ConsoleProbe.arguments(on: store))
        Thread.detachNewThread { [self] in listen() }
    }

    /// Types keys.
    func press(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Whether a text is on the screen, sooner or later; keys are pressed and all is painted anew before every look.
    func shows(_ text: String, pressing keys: String = "") -> Bool {
        let deadline = SteadyClock.seconds + WatchedConsole.patience
        while SteadyClock.seconds < deadline, isAlive {
            press(keys)
            repaint()
            usleep(WatchedConsole.look)
            if heard.withLock({ $0.firstRange(of: Array(text.utf8)) }) != nil { return true }
        }
        return false
    }

    /// Whether the program still runs.
    var isAlive: Bool {
        var found = siginfo_t()
        return waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo == 0
    }

    /// Asks the program to end, and makes it after a while; answers whether it gave the terminal back by itself.
    func close() -> Bool {
        kill(process, SIGTERM)
        let deadline = SteadyClock.seconds + 5
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if SteadyClock.seconds > deadline { kill(process, SIGKILL) }
            usleep(2000)
        }
        Foundation.close(master)
        return status & 0x7F != SIGKILL
    }

    /// Another size makes a program paint every cell.
    private func repaint() {
        heard.withLock { $0 = [] }
        let count = rows.withLock { rows in
            rows = rows == UInt16(ConsoleProbe.rows) ? rows + 1 : UInt16(ConsoleProbe.rows)
            return rows
        }
        var size = winsize()
        (size.ws_row, size.ws_col) = (count, UInt16(ConsoleProbe.columns))
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    private func listen() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return }
            heard.withLock { heard in
                heard += buffer[..<count]
                if heard.count > WatchedConsole.kept { heard.removeFirst(heard.count - WatchedConsole.kept) }
            }
        }
    }
}

/// Hears what a store's watcher tells, which must be every change once and in order.
final class ChangeWatch: Sendable {
    private struct State {
        var newest: Int64
        var gap: String?
    }

    private static let patience = 10.0
    private let state: Mutex<State>

    /// Hears on from a sequence.
    init(since sequence: Int64) { state = Mutex(State(newest: sequence)) }

    func hear(_ changes: [Change]) {
        state.withLock { state in
            for change in changes {
                if change.sequence != state.newest + 1, state.gap == nil {
                    state.gap = "the watcher told of change \(change.sequence) after \(state.newest)"
                }
                state.newest = change.sequence
            }
        }
    }

    /// What was not told of all changes up to the newest.
    func problems(upTo newest: Int64) -> [String] {
        let deadline = SteadyClock.seconds + ChangeWatch.patience
        while state.withLock({ $0.newest }) < newest, SteadyClock.seconds < deadline { usleep(5000) }
        return state.withLock { state in
            let end = state.newest < newest ? "the watcher told of no change after \(state.newest)" : nil
            return [state.gap, end].compactMap { $0 }
        }
    }
}
