public import ArgumentParser
import Persistence
public import Purchases

extension TicketCommand {
    /// Ends a ticket.
    struct Resolve: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "resolve", abstract: "End a ticket; writing off is a lead's.",
            discussion: "What is credited needs --quantity and --note, what is written off --note.")
        static let permission = Permission.workTickets

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(name: .customLong("as"), help: "How it ends.") var resolution: TicketResolution
        @Option(help: "What the next agent should know.") var note: String?
        @Option(help: "How many of a consumable were credited.") var quantity: Int?
        @Option(help: "The helpdesk's case.") var ref: String?
        @Option(help: "The version that you saw: refused if the ticket changed since.") var version: Int?

        var deed: String? { "the ticket was resolved" }

        func run(in invocation: Invocation) throws -> ExitCode {
            guard TicketResolution.choices.contains(resolution) else { throw noChoice }
            let ending = ResolveRequest(resolution, note: note, quantity: quantity, reference: ref)
            let page = try invocation.store.resolveTicket(
                TicketID(ticket), ending, version: version, by: invocation.agent, at: invocation.now)
            warnings(page, invocation.agent).forEach { Output.note("makegood: \($0)") }
            return try TicketCommand.answer(page, invocation)
        }

        /// What whoever ended it should know: that somebody else worked on it, and that the facts say something else.
        private func warnings(_ page: TicketPage, _ agent: AgentName) -> [String] {
            let holder = page.ticket.claimedBy.flatMap { $0 == agent ? nil : "\($0) works on this ticket" }
            let isContradicted =
                resolution == .delivered && page.facts.charged.value && !page.facts.extended.value
            let facts =
                "the facts say that it was not delivered, \(page.facts.extended.evidence): "
                + "`makegood ticket reopen \(ticket) --note WHY` takes it up again"
            return [holder, isContradicted ? facts : nil].compactMap { $0 }
        }

        private var noChoice: StoreError {
            let grant =
                "run `makegood grant CUSTOMER --entitlement E --for lost --reason CODE --ticket \(ticket)`"
            return resolution == .madeGood
                ? StoreError(.usage, "a grant makes a ticket good", remedy: grant)
                : StoreError(
                    .usage, "nobody resolves a ticket as \(resolution.rawValue)",
                    remedy: "the facts find that by themselves; \(grant) to make it good")
        }
    }

    /// Takes a ticket up again.
    struct Reopen: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "reopen", abstract: "Take a resolved ticket up again.")
        static let permission = Permission.workTickets

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The ticket's number.", completion: .resolvedTickets) var ticket: String
        @Option(help: "Why.") var note: String
        @Option(help: "The helpdesk's case.") var ref: String?

        var deed: String? { "the ticket was reopened" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try TicketCommand.answer(
                invocation.store.reopenTicket(
                    TicketID(ticket), note: note, reference: ref, by: invocation.agent, at: invocation.now),
                invocation)
        }
    }
}

extension TicketResolution: ExpressibleByArgument {
    /// Those that a person may choose.
    public static var allValueStrings: [String] { choices.map(\.rawValue) }
}
