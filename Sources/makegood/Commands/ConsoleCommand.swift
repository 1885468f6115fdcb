import ArgumentParser
import CTerminal
import Console
import Foundation
import Persistence
import Purchases
import TerminalCore
import TerminalCurses
import Widgets

/// Opens the console.
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "console", abstract: "Open the console.")

    /// What a console looks like.
    struct Options: ParsableArguments {
        @Option(help: "A theme's name or file.", completion: .themes) var theme: String?
        @Flag(help: "Lines of text without frames, for screen readers.") var plain = false
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: Options

    func run() async throws { try await ConsoleCommand.open(global, options) }

    /// Opens the console on the store that the options name.
    static func open(_ global: GlobalOptions, _ options: Options) async throws {
        // An arena for each thread that ever asked the store held more memory than all that is shown.
        ct_share_memory_arenas()
        do {
            let invocation = try Invocation(global, needing: .read)
            try await AlarmDispatcher(invocation)
                .ringing(behind: { try await ConsoleSession(invocation, options).run() })
            try invocation.store.close()
        } catch let error as StoreError {
            Failure.report(code: error.code.rawValue, message: error.description, isJSON: global.json)
            throw ExitCode(error.code.exitCode)
        }
    }
}
