import ArgumentParser
import Persistence
import Purchases

/// A command that works on a store and says its failures in one line.
protocol StoreCommand: AsyncParsableCommand {
    /// The options that stand before or after every command.
    var global: GlobalOptions { get }

    /// What the agent must be allowed to, at the least.
    static var permission: Permission { get }

    /// What the work has done to the store, or beside it, when it returns: the beginning of a sentence.
    ///
    /// It is said when the answer cannot be written, so that nobody does it twice. Nil when nothing was changed.
    var deed: String? { get }

    /// Does the work; the answer is the exit code.
    func run(in invocation: Invocation) throws -> ExitCode
}

extension StoreCommand {
    /// Reading, unless a command says otherwise.
    static var permission: Permission { .read }

    /// Nothing, unless a command says otherwise.
    var deed: String? { nil }

    /// Opens the store, does the work, and rings for the losses that it brought to light.
    func run() async throws {
        let isJSON = global.json
        let invocation = try Failure.saying(isJSON: isJSON) {
            try Invocation(global, needing: Self.permission)
        }
        // What was grown by writing is written back before the process ends.
        defer { try? invocation.store.close() }
        try await AlarmDispatcher(invocation)
            .ringing(during: { try Failure.exiting(isJSON: isJSON, deed: deed) { try run(in: invocation) } })
    }
}
