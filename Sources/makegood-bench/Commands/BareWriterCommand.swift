import ArgumentParser
import Foundation

/// One of the nine who repeat recorded grants in bursts.
struct BareWriterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bare-writer", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var tape: String
    @Option var report: String

    func run() throws {
        let (recording, path) = (try Recording(contentsOf: tape), try options.path())
        let connection = try BareConnection(path, cache: BareConnection.writerCache)
        try connection.prepare(recording.tape)
        let lock = try BareLock(store: path)
        let counter = open(tape + ".turn", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(counter) }
        let times = try (0..<options.seconds * GrantBurst.perSecond).map { turn in
            GrantBurst.await(turn, from: options.begin)
            let begin = SteadyClock.seconds
            try lock.hold {
                let number = BareWriterCommand.next(counter)
                _ = try connection.play(recording.tape, recording.stretches[number])
            }
            // As in the product: after the answer, and not by somebody for whom others wait.
            defer { lock.holdIfFree { connection.writeBack() } }
            return SteadyClock.seconds - begin
        }
        try Data(times.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: report))
    }

    /// Whose turn it is, counted under the lock: what was recorded fits only in its order.
    private static func next(_ counter: Int32) -> Int {
        var number = 0
        _ = pread(counter, &number, MemoryLayout<Int>.size, 0)
        var following = number + 1
        _ = pwrite(counter, &following, MemoryLayout<Int>.size, 0)
        return number
    }
}
