import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
package import Purchases
import Wording

/// Shows one failed purchase, and works on it.
struct TicketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket", abstract: "Show a failed purchase, or work on it.",
        usage: "makegood ticket <ticket>\nmakegood ticket <ticket> <subcommand> [<options>]",
        discussion: """
            The number stands before or behind what is done: `ticket 34 claim` and `ticket claim 34` are the same, and \
            `ticket 34` shows the ticket.
            """,
        subcommands: [
            Show.self, Open.self, Claim.self, Release.self, Assign.self, Note.self, Contacted.self,
            Wait.self, Skip.self, Retry.self, Link.self, Resolve.self, Reopen.self,
        ], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows a ticket.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show everything about a failed purchase.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            guard let page = try invocation.page(of: TicketQuery(TicketID(ticket))) else {
                throw CommandError(.notFound, "there is no ticket \(ticket)", remedy: remedy)
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
    struct Claim: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "claim", abstract: "Claim a ticket, so that nobody else works on it.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .claim }
    }

    /// Gives a ticket back.
    struct Release: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "release", abstract: "Give a claimed ticket back to its queue.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .release }
    }

    /// Writes a note.
    struct Note: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Write a note on a ticket.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Argument(help: "The note.") var text: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .note(text) }
    }

    /// Answers with the ticket as it is now; warnings for the agent go to standard error.
    static func answer(_ page: TicketPage, _ invocation: Invocation) throws -> ExitCode {
        for warning in page.warnings { Output.note("makegood: \(Reader.program.words(of: warning))") }
        invocation.output.answer(page.json, Answers.ticket(page))
        return .success
    }
}

extension TicketCommand {
    /// Opens a ticket.
    struct Open: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Open a ticket for a purchase that the app did not report.",
            discussion: "Without --charged and --not-charged the customer was charged now.")
        static let permission = Permission.workTickets

        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Option(help: "What was bought.", completion: .products) var product: String
        @Option(help: "When the customer was charged (RFC 3339).", transform: TimeArgument.parse)
        var charged: Instant?
        @Flag(help: "The customer was not charged.") var notCharged = false
        @Flag(help: "The app closed the payment transaction without delivering.") var finished = false
        @Option(help: "The transaction's id, where an invoice or the app shows it.") var transaction: String?
        @Option(help: "What it cost, such as 9.99.") var price: String?
        @Option(help: "The price's currency, such as EUR.") var currency: String?
        @Option(help: "What the customer said.") var note: String?
        @Option(help: "The helpdesk's case.") var ref: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard charged == nil || !notCharged else {
                throw ValidationError("Say either --charged or --not-charged, not both.")
            }
            guard (price == nil) == (currency == nil) else {
                throw ValidationError("A price needs its currency: say both --price and --currency.")
            }
            guard price == nil || money != nil else {
                throw ValidationError("That is no price: write it as --price 9.99 --currency EUR.")
            }
        }

        var deed: String? { "the ticket was opened" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let chargedAt = notCharged ? nil : charged ?? invocation.now
            let opening = OpenTicketRequest(
                customer: AppUserID(customer), product: ProductID(product), chargedAt: chargedAt,
                isFinished: finished, transactionID: transaction.map(TransactionID.init), price: money,
                note: note, reference: ref)
            return try TicketCommand.answer(
                invocation.store.openTicket(opening, by: invocation.agent, at: invocation.now), invocation)
        }

        private var money: Money? {
            guard let price, let currency else { return nil }
            return Money(amount: price, currency: currency.uppercased())
        }
    }
}

extension TicketCommand {
    /// Ends a ticket.
    struct Resolve: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "resolve", abstract: "End a ticket; writing off is a lead's.",
            discussion: """
                What is credited needs --quantity and --note, what is written off --note. The agent who opened a ticket by \
                mistake, or a lead, takes it back as withdrawn in the moment after (policy.cancel_seconds).

                What no fact shows needs --note and a case, --ref or a contact that was noted: refunded and delivered against \
                the facts, not_charged where a charge is told, credited of anything but a consumable, and duplicate, which \
                names the other ticket with --of. Its charge stands in the balance as closed without proof until a record \
                comes. Agents ask a lead for refunded, not_charged and duplicate, and under `policy.delivered_by_word` lead \
                for delivered, too: exit code 2, and `makegood requests` tells what became of it.
                """)

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(name: .customLong("as"), help: "How it ends.") var resolution: TicketResolution
        @Option(help: "What the next agent should know.") var note: String?
        @Option(help: "How many of a consumable were credited.") var quantity: Int?
        @Option(help: "The ticket that it is a duplicate of.", completion: .tickets) var of: String?
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct {
            get throws {
                guard (TicketResolution.choices + [.withdrawn]).contains(resolution) else { throw noChoice }
                let end = TicketEnd(
                    resolution, note: FreeText(note), quantity: quantity, of: of.map { TicketID($0) })
                return .resolve(end)
            }
        }

        /// That the facts say something else.
        func note(on page: TicketPage) -> String? {
            let isContradicted =
                resolution == .delivered && page.facts.charged.value && !page.facts.extended.value
            let facts =
                "the facts say that it was not delivered, \(Reader.program.words(of: page.facts.extended.evidence)): "
                + "`makegood ticket reopen \(ticket) --note WHY` reopens it"
            return isContradicted ? facts : nil
        }

        private var noChoice: CommandError {
            let grant =
                "run `makegood grant CUSTOMER --entitlement E --for lost --reason CODE --ticket \(ticket)`"
            return resolution == .madeGood
                ? CommandError(.usage, "a grant makes a ticket good", remedy: grant)
                : CommandError(
                    .usage, "a ticket cannot be resolved as \(resolution.rawValue)",
                    remedy: "the facts find that by themselves; \(grant) to make it good")
        }
    }

    /// Takes a ticket up again.
    struct Reopen: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "reopen", abstract: "Reopen a resolved ticket.")

        @Argument(help: "The ticket's number.", completion: .resolvedTickets) var ticket: String
        @Option(help: "Why.") var note: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .reopen(note: note) }
    }
}

/// What every act on a ticket may say beside itself.
struct TicketActOptions: ParsableArguments {
    @Option(help: "The helpdesk's case.") var ref: String?
    @Option(help: "The version that you saw: refused if the ticket changed since.") var version: Int?
}

/// A command that does one act to a ticket: what differs is the act, and what it is made of.
protocol TicketActCommand: StoreCommand {
    /// The ticket's number.
    var ticket: String { get }
    /// What every act may say beside itself.
    var options: TicketActOptions { get }
    var act: TicketAct { get throws }

    /// What the agent should know beside the ticket once it is done; nil for nothing.
    func note(on page: TicketPage) -> String?
}

extension TicketActCommand {
    static var permission: Permission { .workTickets }
    var deed: String? { (try? act)?.deed }

    func note(on page: TicketPage) -> String? { nil }

    func run(in invocation: Invocation) throws -> ExitCode {
        let answer = try invocation.store.act(
            act, on: TicketID(ticket), reference: options.ref, version: options.version,
            by: invocation.agent, at: invocation.now)
        switch answer {
        case .worked(let page):
            if let note = note(on: page) { Output.note("makegood: \(note)") }
            return try TicketCommand.answer(page, invocation)
        case .filed(let request):
            invocation.output.answer(.object(["request": request.filedJSON]), Answers.filed(request))
            return .filed
        }
    }
}

extension TicketCommand {
    /// Hands a ticket over.
    struct Assign: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "assign", abstract: "Hand a ticket over to an agent.",
            discussion:
                "The agent who hands it over no longer holds it, and `next` gives it to nobody but the new one."
        )

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Argument(help: "The agent's login.", completion: .agents) var to: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .assign(to: AgentName(to)) }
    }

    /// Notes a contact.
    struct Contacted: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "contacted", abstract: "Note that the customer was written to or spoken with.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(help: "How.") var by: ContactChannel
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .contacted(by: by) }
    }

    /// Lets a ticket wait.
    struct Wait: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "wait", abstract: "Let a ticket wait for somebody's answer.",
            discussion: """
                It is not due meanwhile, and comes back by itself: when the time comes, when a document tells something \
                new, and when somebody else writes a note.
                """)

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(name: .customLong("for"), help: "For whom.") var party: WaitingParty
        @Option(
            help: "Until when: RFC 3339, or a date for 00:00Z.", transform: TimeArgument.parse)
        var until: Instant
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .wait(for: party, until: until) }
    }

    /// Passes a ticket over.
    struct Skip: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Pass a ticket over, and say why; leads see it.",
            discussion:
                "`next` does not give it to you again for as long as the setting policy.skip_hours says.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Option(help: "Why.") var reason: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .skip(reason: reason) }
    }

    /// Links two tickets.
    struct Link: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "link", abstract: "Note that two tickets belong together.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @Argument(help: "The other ticket's number.", completion: .tickets) var other: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .link(to: TicketID(other)) }
    }

    /// Asks for another try.
    struct Retry: TicketActCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Ask for another try to deliver.",
            discussion: "It waits in the store until a server takes it: one at a time.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var options: TicketActOptions
        @OptionGroup var global: GlobalOptions

        var act: TicketAct { .retry }
    }
}

extension ContactChannel: ExpressibleByArgument {}
extension WaitingParty: ExpressibleByArgument {}

extension TicketResolution: ExpressibleByArgument {
    /// Those that a person may choose.
    package static var allValueStrings: [String] { (choices + [.withdrawn]).map(\.rawValue) }
}

/// Claims the next ticket.
struct NextCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Claim the first ticket in queue order that nobody works on.",
        discussion:
            "Losses of funds come first, then what is paid and not delivered; what is overdue before the rest. Passed "
            + "over are tickets that wait, that were handed to somebody else, that you skipped, and at which somebody "
            + "else looks. Exits with 1 if none is left.")
    static let permission = Permission.workTickets

    @OptionGroup var global: GlobalOptions

    var deed: String? { "the next ticket was claimed, if one waited" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.store.claimNextTicket(by: invocation.agent, at: invocation.now)
        guard let page else {
            let sentence =
                "no ticket is left for you: every loss and every undelivered purchase is in somebody's hands, waits, or was "
                + "passed over by you"
            invocation.output.answer(
                .object(["ticket": JSONValue.null, "because": sentence]), [sentence])
            return .no
        }
        return try TicketCommand.answer(page, invocation)
    }
}
