import ArgumentParser
import Foundation
import JSONAnswers
import Wording

/// The program `makegood-server`: its commands. Most of what they do is in the rooms `Server` and `AppStoreSimulator`.
@main
struct MakegoodServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "makegood-server",
        abstract: "The server: hears Apple, asks Apple, answers the app, and tells its backend.",
        discussion: """
            It talks with the console through the store alone. On a real store it acts as the login that runs it, which a \
            lead has given the role service; on a practice store --agent names one.
            """,
        version: Release.text,
        subcommands: [
            RunCommand.self, CheckCommand.self, KeyCommand.self, WebhooksCommand.self, SimulateCommand.self,
            DemoCommand.self, ManualCommand.self,
        ])

    @OptionGroup var global: ServerOptions

    /// Settles what a full disk does, reads the arguments and runs what they name.
    static func main() async {
        // A file that may not grow, and a reader that left, are errors of the write, and not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        StandardOutput.secureStreams()
        do {
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            await leave(with: error)
        }
    }

    /// Ends the program as an error asks for: help and versions are errors to the parser, and answers to people.
    private static func leave(with error: any Error) async -> Never {
        let text = fullMessage(for: error)
        guard exitCode(for: error) == .success, !text.isEmpty else { exit(withError: error) }
        do {
            try await Answer.saying(isJSON: false) {
                StandardOutput.write(text + "\n")
                try Answer.requireArrived()
            }
        } catch {
            exit(withError: error)
        }
        exit(withError: ExitCode.success)
    }
}
