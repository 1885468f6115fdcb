public import ArgumentParser
import Persistence
public import Purchases

/// What every act on a ticket may say beside itself.
struct TicketActOptions: ParsableArguments {
    @Option(help: "The helpdesk's case.") var ref: String?
    @Option(help: "The version that you saw: refused if the ticket changed since.") var version: Int?
}

extension TicketCommand {
    /// Hands a ticket over.
    struct Assign: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "assign", abstract: "Hand a ticket over to an agent.",
            discussion:
                "The agent who hands it over no longer holds it, and `next` gives it to nobody but the new one."
        )
        static let permission = Permission.workTickets

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Argument(help: "The agent's login.", completion: .agents) var to: String
        @OptionGroup var act: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the ticket was handed over" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.assignTicket(
                    TicketID(ticket), to: AgentName(to), reference: act.ref, version: act.version,
                    by: invocation.agent, at: invocation.now), invocation)
        }
    }

    /// Notes a contact.
    struct Contacted: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "contacted", abstract: "Note that the customer was written to or spoken with.")
        static let permission = Permission.workTickets

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(help: "How.") var by: ContactChannel
        @OptionGroup var act: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the contact was noted" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.noteContact(
                    on: TicketID(ticket), by: by, reference: act.ref, version: act.version,
                    agent: invocation.agent, at: invocation.now), invocation)
        }
    }

    /// Lets a ticket wait.
    struct Wait: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "wait", abstract: "Let a ticket wait for somebody's answer.",
            discussion: """
                It is not due meanwhile, and comes back by itself: when the time comes, when a document tells something \
                new, and when somebody else writes a note.
                """)
        static let permission = Permission.workTickets

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(name: .customLong("for"), help: "For whom.") var party: WaitingParty
        @Option(
            help: "Until when: RFC 3339, or a date for 00:00Z.", transform: TimeArgument.parse)
        var until: Instant
        @OptionGroup var act: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the ticket waits" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.letTicketWait(
                    TicketID(ticket), for: party, until: until, reference: act.ref, version: act.version,
                    by: invocation.agent, at: invocation.now), invocation)
        }
    }

    /// Passes a ticket over.
    struct Skip: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Pass a ticket over, and say why; leads see it.",
            discussion:
                "`next` does not give it to you again for as long as the setting policy.skip_hours says.")
        static let permission = Permission.workTickets

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(help: "Why.") var reason: String
        @OptionGroup var act: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the ticket was passed over" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.skipTicket(
                    TicketID(ticket), reason: reason, reference: act.ref, version: act.version,
                    by: invocation.agent, at: invocation.now), invocation)
        }
    }

    /// Links two tickets.
    struct Link: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "link", abstract: "Note that two tickets belong together.")
        static let permission = Permission.workTickets

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Argument(help: "The other ticket's number.", completion: .tickets) var other: String
        @OptionGroup var act: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the tickets were linked" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.linkTicket(
                    TicketID(ticket), to: TicketID(other), reference: act.ref, version: act.version,
                    by: invocation.agent, at: invocation.now), invocation)
        }
    }

    /// Asks for another try.
    struct Retry: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Ask for another try to deliver.",
            discussion: "It waits in the store until a server takes it: one at a time.")
        static let permission = Permission.workTickets

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var act: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the try was asked for" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.askForRetry(
                    of: TicketID(ticket), reference: act.ref, version: act.version, by: invocation.agent,
                    at: invocation.now), invocation)
        }
    }
}

extension ContactChannel: ExpressibleByArgument {}
extension WaitingParty: ExpressibleByArgument {}
