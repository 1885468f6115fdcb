import ArgumentParser
import Persistence
import Purchases

/// A command that works on a store and says its failures in one line.
protocol StoreCommand: AsyncParsableCommand {
    /// The options that stand before or after every command.
    var global: GlobalOptions { get }

    /// What the agent must be allowed to, at the least.
    static var permission: Permission { get }

    /// Does the work; the answer is the exit code.
    func run(in invocation: Invocation) throws -> ExitCode
}

extension StoreCommand {
    /// Reading, unless a command says otherwise.
    static var permission: Permission { .read }

    /// Opens the store and does the work.
    func run() async throws {
        try Failure.exiting(isJSON: global.json) {
            let invocation = try Invocation(global, needing: Self.permission)
            // What was grown by writing is written back before the process ends.
            defer { try? invocation.store.close() }
            return try run(in: invocation)
        }
    }
}
