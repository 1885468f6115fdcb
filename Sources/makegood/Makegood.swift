import ArgumentParser

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
}
