import ArgumentParser
import CTerminal
import Glibc

/// The program: a command, or the console when none is named.
@main
struct Makegood: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "makegood",
        abstract:
            "A support console for App Store purchases: see why a customer has no access, and make it good.",
        discussion: "With no command it opens the console. Only `init` and `demo` create a store.",
        version: Version.text,
        subcommands: [
            ConsoleCommand.self, DemoCommand.self, InitCommand.self, SettingsCommand.self, ImportCommand.self,
            CatalogCommand.self, LookupCommand.self, CustomerCommand.self, CustomersCommand.self,
            AccessCommand.self, ChainCommand.self, TicketsCommand.self, TicketCommand.self, NextCommand.self,
            GrantCommand.self, RevokeCommand.self, AuditCommand.self, AgentsCommand.self,
            DocumentsCommand.self, ReportCommand.self, QuarantineCommand.self, ExplainCommand.self,
            BackupCommand.self, DoctorCommand.self, ReceiptCommand.self,
        ],
        defaultSubcommand: ConsoleCommand.self)

    @OptionGroup var global: GlobalOptions

    /// Settles what a crash and a full disk do, and runs the command that is named.
    static func main() async {
        ct_crash_quietly(
            """
            makegood: the program failed in itself and was ended; what was acknowledged is in the store. \
            With SWIFT_BACKTRACE=enable=yes,interactive=no it says where.

            """)
        // A file that may not grow is an error of the write, which is said, and not the end of the process.
        ct_ignore_signal(SIGXFSZ)
        await main(nil)
    }
}
