import ArgumentParser
import CTerminal
import Foundation
import JSONAnswers
import Persistence
import Wording

/// The program: a command, or the console when none is named.
@main
struct Makegood: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "makegood",
        abstract:
            "A support console for App Store purchases: see why a customer has no access, and make it good.",
        discussion: """
            With no command it opens the console. Only `init` and `demo` create a store.

            On a terminal lists are as wide as it is. Behind a pipe they are tab-separated values: a line of names, then \
            one line a row with every value whole; what is beside the rows goes to standard error. When an answer cannot \
            be written, the command exits with 69 and says what was done all the same.
            """,
        version: Release.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Look up",
                subcommands: [
                    ConsoleCommand.self, LookupCommand.self, CustomerCommand.self, CustomersCommand.self,
                    AccessCommand.self, ChainCommand.self, ExplainCommand.self, AuditCommand.self,
                ]),
            CommandGroup(
                name: "Work",
                subcommands: [
                    NextCommand.self, TicketsCommand.self, TicketCommand.self, GrantCommand.self,
                    CancelCommand.self, RevokeCommand.self, ReplyCommand.self, EvidenceCommand.self,
                    AskCommand.self, ExtendCommand.self, RefundsCommand.self, RequestsCommand.self,
                ]),
            CommandGroup(
                name: "Lead",
                subcommands: [
                    RequestCommand.self, ApproveCommand.self, DeclineCommand.self, ReviewCommand.self,
                    BulkCommand.self, BalanceCommand.self, ReportCommand.self, PolicyCommand.self,
                    AgentsCommand.self,
                ]),
            CommandGroup(
                name: "Feed",
                subcommands: [
                    ImportCommand.self, CatalogCommand.self, DocumentsCommand.self, QuarantineCommand.self,
                    ReceiptCommand.self, ServerCommand.self,
                ]),
            CommandGroup(
                name: "Keep",
                subcommands: [
                    InitCommand.self, DemoCommand.self, SettingsCommand.self, AlarmsCommand.self,
                    BackupCommand.self, RestoreCommand.self, UpgradeCommand.self, DoctorCommand.self,
                    ManualCommand.self,
                ]),
        ],
        defaultSubcommand: ConsoleCommand.self)

    @OptionGroup var global: GlobalOptions

    /// How many threads a run may need at one time beside its first; with fewer it would wait for one for ever.
    private static let threads: Int32 = 6

    /// Settles what a crash and a full disk do, reads the arguments and runs what they name.
    @MainActor
    static func main() async {
        ct_crash_quietly(
            """
            makegood: the program failed and was ended; what was acknowledged is in the store. \
            With SWIFT_BACKTRACE=enable=yes,interactive=no it says where.

            """)
        // A file that may not grow is an error of the write, which is said, and not the end of the process.
        ct_ignore_signal(SIGXFSZ)
        StandardOutput.secureStreams()
        let arguments = WordOrder.parsable(ProgramArguments.present, in: Makegood.self)
        guard ct_can_make_threads(Makegood.threads) else {
            Failure.report(
                code: StoreError.Code.unavailable.rawValue,
                message:
                    "this user may start no more threads, nothing was done: end other programs, or raise ulimit -u",
                isJSON: arguments.contains("--json"))
            Foundation.exit(StoreError.Code.unavailable.exitCode)
        }
        do {
            try await Paper.$current.withValue(.ofStandardOutput) { try await run(arguments) }
        } catch {
            leave(with: error, arguments)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        var command = try await asyncParseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// Ends the program as an error asks for: help and versions are errors to the parser, and answers to people.
    private static func leave(with error: any Error, _ arguments: [String]) -> Never {
        let text = fullMessage(for: error)
        let isAnswer = exitCode(for: error) == .success && !text.isEmpty
        let advice =
            isAnswer
            ? CommandAdvice(onHelpIn: arguments, in: Makegood.self)
            : CommandAdvice(on: arguments, problem: message(for: error), in: Makegood.self)
        do {
            try Failure.saying(isJSON: false) {
                if let advice { throw advice.error }
                guard isAnswer else { return }
                Output.raw(HelpText(text).text + "\n")
                try StandardOutput.requireArrived()
            }
        } catch {
            exit(withError: error)
        }
        exit(withError: isAnswer ? ExitCode.success : error)
    }
}

extension StoreCommand {
    /// Opens the store, does the work, and rings for the losses that it brought to light.
    func run() async throws {
        let isJSON = global.json
        let invocation = try Failure.saying(isJSON: isJSON) {
            try Invocation(global, needing: Self.permission, for: Self.configuration.commandName)
        }
        // What was grown by writing is written back before the process ends.
        defer { try? invocation.close() }
        try await AlarmDispatcher(invocation)
            .ringing(during: { try Failure.exiting(isJSON: isJSON, deed: deed) { try run(in: invocation) } })
    }
}
