import ArgumentParser
import Persistence
import Purchases

/// Shows one failed purchase, and works on it.
struct TicketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket", abstract: "Show a failed purchase, or work on it.",
        subcommands: [
            Show.self, Open.self, Claim.self, Release.self, Note.self, Resolve.self, Reopen.self,
        ], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows a ticket.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show everything about a failed purchase.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String

        func run(in invocation: Invocation) throws -> ExitCode {
            guard let page = try invocation.store.ticketPage(TicketID(ticket), at: invocation.now) else {
                throw StoreError(.notFound, "there is no ticket \(ticket)", remedy: remedy)
            }
            return try TicketCommand.answer(page, invocation)
        }

        /// A word where a number should be may be a misspelt command.
        private var remedy: String {
            let isNumber = ticket.contains(where: \.isNumber)
            let meant =
                isNumber
                ? [] : CommandAdvice.commands(meantBy: ticket, in: TicketCommand.self, path: ["ticket"])
            return meant.isEmpty ? "see `makegood tickets`" : CommandAdvice.question(meant)
        }
    }

    /// Claims a ticket.
    struct Claim: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "claim", abstract: "Claim a ticket, so that nobody else works on it.")
        static let permission = Permission.workTickets

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String

        var deed: String? { "the ticket was claimed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.claimTicket(TicketID(ticket), by: invocation.agent, at: invocation.now),
                invocation)
        }
    }

    /// Gives a ticket back.
    struct Release: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "release", abstract: "Give a claimed ticket back to its queue.")
        static let permission = Permission.workTickets

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String

        var deed: String? { "the ticket was given back" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.releaseTicket(TicketID(ticket), by: invocation.agent, at: invocation.now),
                invocation)
        }
    }

    /// Writes a note.
    struct Note: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Write a note on a ticket.")
        static let permission = Permission.workTickets

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Argument(help: "The note.") var text: String
        @Option(help: "The helpdesk's case.") var ref: String?

        var deed: String? { "the note was kept" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.noteTicket(
                    TicketID(ticket), text, reference: ref, by: invocation.agent, at: invocation.now),
                invocation)
        }
    }

    /// Answers with the ticket as it is now.
    static func answer(_ page: TicketPage, _ invocation: Invocation) throws -> ExitCode {
        let masks = try invocation.masksPersons()
        invocation.output.answer(.ticketPage(page), Wording.ticket(page, isMasked: masks))
        return .success
    }
}
