import AppStore
import ArgumentParser
import Persistence

/// A command that works on a store and says its failures in one line.
protocol StoreCommand: AsyncParsableCommand {
    /// The options that stand before or after every command.
    var global: GlobalOptions { get }

    /// Does the work; the answer is the exit code.
    func run(in invocation: Invocation) throws -> ExitCode
}

extension StoreCommand {
    /// Opens the store and does the work.
    func run() async throws {
        try Failure.exiting(isJSON: global.json) { try run(in: Invocation(global)) }
    }
}
