import CBench
import Foundation
import Purchases
import TerminalCore

/// A program in a terminal of its own, watched at the terminal's other end.
final class ConsoleProbe {
    /// How the program answered something.
    struct Reaction {
        /// When its first byte was read.
        let first: Double
        /// When its last byte was read, before it fell silent.
        let last: Double
        /// How many bytes it wrote.
        let bytes: Int
    }

    /// The terminal's size.
    static let (rows, columns): (Int32, Int32) = (30, 100)
    /// How long a program that has drawn stays silent, in milliseconds.
    static let silence: Int32 = 40
    /// How long a program may take until it draws, in milliseconds.
    static let patience: Int32 = 2000

    /// The program's process.
    let process: pid_t
    private let master: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var isOpen = true

    init(_ program: String, _ arguments: [String]) throws {
        (process, master) = try ConsoleProbe.start(program, arguments)
    }

    /// Starts a program in a terminal of its own; answers its process and the terminal's other end.
    static func start(_ program: String, _ arguments: [String]) throws -> (process: pid_t, master: Int32) {
        let words = ([program] + arguments).map { strdup($0) }
        let values = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + values { free(text) } }
        var master: Int32 = -1
        let process = cbench_spawn(rows, columns, words + [nil], values + [nil], &master)
        guard process > 0 else {
            throw BenchError("\(program) cannot be started in a terminal: errno \(-process)")
        }
        return (process, master)
    }

    /// Starts the product's console on a store and waits for its first screen.
    static func console(_ program: String, on store: String) throws -> ConsoleProbe {
        let probe = try ConsoleProbe(program, arguments(on: store))
        guard probe.listen(silence: 150) != nil else {
            throw BenchError("\(program) draws nothing on \(store)")
        }
        return probe
    }

    /// How the console is started on a store.
    static func arguments(on store: String) -> [String] {
        [
            "console", "--store", store, "--agent", StoreBuilder.lead.rawValue, "--now",
            BenchPopulation.now.description,
        ]
    }

    /// Presses keys one after the other, each after a longer silence: what opens a screen may be read for a while.
    func go(_ way: [String]) {
        for key in way { _ = press(key, silence: 150) }
    }

    /// Presses keys and waits until what they do is drawn; nil when nothing is.
    func press(
        _ keys: String, silence: Int32 = ConsoleProbe.silence, patience: Int32 = ConsoleProbe.patience
    ) -> Reaction? {
        drain()
        let (bytes, begin) = (Array(keys.utf8), SteadyClock.seconds)
        guard write(master, bytes, bytes.count) == bytes.count else { return nil }
        return listen(silence: silence, patience: patience).map {
            Reaction(first: $0.first - begin, last: $0.last - begin, bytes: $0.bytes)
        }
    }

    /// Waits for something to be drawn, until silence follows it; nil when nothing comes.
    func listen(
        silence: Int32 = ConsoleProbe.silence, patience: Int32 = ConsoleProbe.patience
    ) -> Reaction? {
        guard cbench_wait_readable(master, patience) == 1 else { return nil }
        let first = SteadyClock.seconds
        var (last, bytes) = (first, 0)
        repeat {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            (last, bytes) = (SteadyClock.seconds, bytes + count)
        } while cbench_wait_readable(master, silence) == 1
        return bytes > 0 ? Reaction(first: first, last: last, bytes: bytes) : nil
    }

    /// Reads away what was drawn unasked.
    func drain() {
        while cbench_wait_readable(master, 0) == 1, read(master, &buffer, buffer.count) > 0 {}
    }

    /// Ends the program: it is asked to, and made to after a while.
    func close() {
        guard isOpen else { return }
        isOpen = false
        kill(process, SIGTERM)
        let deadline = SteadyClock.seconds + 5
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            // A program cannot end while its last words find no reader.
            drain()
            if SteadyClock.seconds > deadline { kill(process, SIGKILL) }
            usleep(2000)
        }
        Foundation.close(master)
    }

    deinit { close() }

    /// What a program in such a terminal finds in its environment.
    private static var environment: [String: String] {
        var values = ProcessInfo.processInfo.environment.filter { ["HOME", "PATH"].contains($0.key) }
        values["TERM"] = "xterm-256color"
        values["LC_ALL"] = "C.UTF-8"
        values["SWIFT_BACKTRACE"] = "enable=no"
        return values
    }
}

/// A terminal with nothing in it: how long bytes take from one end to the other.
final class BareTerminal {
    private let master: Int32
    private let slave: Int32

    /// Opens one.
    init() throws {
        var (master, slave) = (Int32(-1), Int32(-1))
        let result = cbench_open_pty(Int32(ConsoleProbe.rows), ConsoleProbe.columns, &master, &slave)
        guard result == 0 else { throw BenchError("no terminal can be opened: errno \(result)") }
        (self.master, self.slave) = (master, slave)
    }

    deinit {
        close(master)
        close(slave)
    }

    /// Writes so many bytes; answers how long it took until the first was read, in seconds.
    func echo(_ bytes: Int) throws -> Double {
        let nanoseconds = cbench_echo(slave, master, Int64(max(1, bytes)))
        guard nanoseconds >= 0 else { throw BenchError("the bare terminal failed: errno \(-nanoseconds)") }
        return Double(nanoseconds) / 1e9
    }
}

/// A terminal that keeps nothing: what is drawn is the application's work alone.
@MainActor
final class MemoryTerminal: Terminal {
    let size = Size(columns: Int(ConsoleProbe.columns), rows: Int(ConsoleProbe.rows))
    let depth = ColorDepth.trueColor
    nonisolated let events = EventQueue()
    /// How many frames were shown.
    private(set) var frames = 0

    init() {}

    func present(_ grid: CellGrid, cursor: Position?) { frames += 1 }

    func suspend() { post(.resumed) }

    func copy(_ text: String) -> Bool { true }

    func close() { events.finish() }

    nonisolated func post(_ event: Event) { events.post(event) }
}
