import ArgumentParser
import Foundation

/// One of the eight who repeat recorded customer pages beside a burst.
struct BareReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bare-reader", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var tape: String

    func run() throws {
        let recording = try Recording(contentsOf: tape)
        let pages = recording.stretches.dropFirst(GrantBurst.grants(in: options.seconds))
        let connection = try BareConnection(options.path())
        try connection.prepare(recording.tape)
        var turn = options.number
        while SteadyClock.seconds < options.end {
            _ = try connection.play(recording.tape, pages[pages.startIndex + turn % pages.count])
            turn += GrantBurst.readers
            Thread.sleep(forTimeInterval: GrantBurst.pause)
        }
    }
}
