import Console
internal import FileStore
import Foundation
import Persistence
import TerminalCore
import Widgets

extension FigureGroup {
    /// From the start to the first screen with customers on it.
    static let openings = FigureGroup(names: ["open.process", "open.inprocess"]) { bench in
        var figures: [Figure] = []
        if bench.settings.wants("open.process") { figures.append(try wholeProcess(bench)) }
        if bench.settings.wants("open.inprocess") { figures.append(try await inProcess(bench)) }
        return figures
    }

    /// Beside it `cat` in a terminal, writing the same number of bytes.
    private static func wholeProcess(_ bench: Bench) throws -> Figure {
        let frame = bench.place("frame")
        defer { try? FileManager.default.removeItem(atPath: frame) }
        var (found, bare) = ([Double](), [Double]())
        for turn in 0...bench.settings.starts {
            let (seconds, bytes) = try start(bench.program, ConsoleProbe.arguments(on: bench.path))
            try Data(repeating: UInt8(ascii: " "), count: bytes).write(to: URL(filePath: frame))
            let limit = try start("/bin/cat", [frame]).seconds
            // The first start reads the program from the disk.
            if turn > 0 { (found, bare) = (found + [seconds], bare + [limit]) }
        }
        return Figure("open.process", .milliseconds, found, bare: bare, note: "bare: cat of the same bytes")
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> (
        seconds: Double, bytes: Int
    ) {
        let begin = SteadyClock.seconds
        let probe = try ConsoleProbe(program, arguments)
        defer { probe.close() }
        guard let reaction = probe.listen(silence: 150) else { throw BenchError("\(program) draws nothing") }
        return (reaction.last - begin, reaction.bytes)
    }

    /// Beside it opening the file and running the statements of the first screen.
    @MainActor
    private static func inProcess(_ bench: Bench) async throws -> Figure {
        let recorder = StatementRecorder()
        _ = try await StatementRecorder.$current.withValue(recorder) { try await firstScreen(bench) }
        var tape = StatementTrace()
        // Two readers ran at once: their transactions cannot be told apart, their queries can.
        let stretch = tape.append(
            recorder.take().filter { $0.sql.hasPrefix("SELECT") || $0.sql.hasPrefix("WITH") })
        var (found, bare) = ([Double](), [Double]())
        for _ in 0..<bench.settings.starts {
            found.append(try await firstScreen(bench))
            bare.append(
                try SteadyClock.time {
                    let connection = try BareConnection(bench.path)
                    try connection.prepare(tape)
                    _ = try connection.play(tape, stretch)
                })
        }
        return Figure("open.inprocess", .milliseconds, found, bare: bare)
    }

    /// Opens the store and the console until it is idle; answers how long that took, in seconds.
    @MainActor
    static func firstScreen(_ bench: Bench) async throws -> Double {
        let begin = SteadyClock.seconds
        let store = try Store.open(at: bench.path)
        let terminal = MemoryTerminal()
        let application = ConsoleApplication(
            store: store, agent: StoreBuilder.lead, role: try store.role(of: StoreBuilder.lead),
            options: ConsoleOptions(storeName: "bench", isPractice: true, tickMilliseconds: nil),
            terminal: terminal, theme: ThemeLibrary.builtIn(for: terminal.depth),
            now: { BenchPopulation.now },
            newID: { UUID().uuidString })
        let run = Task { _ = await application.run() }
        await application.idle()
        let seconds = SteadyClock.seconds - begin
        terminal.post(.terminate)
        await run.value
        try store.close()
        return seconds
    }
}
