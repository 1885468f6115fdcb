public import ArgumentParser
import Persistence
public import Purchases

/// Lists tickets.
struct TicketsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract: "List failed purchases: unresolved ones in queue order, then the rest.",
        discussion: "A query is made of \(TicketFilter.syntax).",
        subcommands: [Silent.self, TicketsByWordCommand.self])

    @OptionGroup var global: GlobalOptions
    @Option(
        help: "Only this group: 1 no payment, 2 paid and not delivered yet, 3 loss of funds.",
        completion: .list(["1", "2", "3"]))
    var group: ErrorGroup?
    @Option(
        help: "Only this state; unresolved is the queue as the console shows it.",
        completion: .list(StateChoice.allValueStrings))
    var state: StateChoice?
    @Option(help: "Only what fits, as the console's filter: 'age>2d cause:21005'.") var query: String?
    @Option(help: "How many at most.") var limit = 50
    @Option(help: "Tickets after this cursor: the page's next.") var after: String?

    /// What state may be asked for.
    enum StateChoice: ExpressibleByArgument, Equatable {
        /// Every state of a ticket that is still in a queue.
        case unresolved
        /// One state.
        case one(TicketState)

        static let allValueStrings = ["unresolved"] + TicketState.allCases.map(\.rawValue)

        init?(argument: String) {
            if argument == "unresolved" {
                self = .unresolved
            } else {
                guard let state = TicketState(rawValue: argument) else { return nil }
                self = .one(state)
            }
        }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.store.tickets(
            filter(at: invocation.now), after: after, limit: max(1, min(limit, 10_000)), at: invocation.now)
        let masks = try invocation.masksPersons()
        invocation.output.answer(.tickets(page), Wording.tickets(page, at: invocation.now, isMasked: masks))
        return .success
    }

    /// What the query says, and what the options say beside it.
    private func filter(at now: Instant) throws -> TicketFilter {
        var filter: TicketFilter
        do {
            filter = try TicketFilter(parsing: query ?? "", at: now)
        } catch {
            throw StoreError(
                .usage, "\(error.part) filters nothing", remedy: "use \(TicketFilter.syntax)")
        }
        filter.group = group ?? filter.group
        switch state {
        case .unresolved?: filter.isUnresolvedOnly = true
        case .one(let state)?: filter.state = state
        case nil: break
        }
        return filter
    }
}

extension TicketsCommand {
    /// Lists silent losses, or opens a ticket for one of them.
    struct Silent: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "silent",
            abstract: "List charges that the App Store knows of and no app reported as delivered.",
            discussion: """
                They have no ticket, so nobody works on them. Counted are charges of served environments, no trials, \
                after the first purchase report of their app, and older than the setting policy.silent_loss_hours.
                """)

        @OptionGroup var global: GlobalOptions
        @Option(help: "Open a ticket for this one, named by its transaction's id.") var open: String?
        @Option(help: "How many at most.") var limit = 50
        @Option(help: "Losses after this cursor: the page's next.") var after: String?

        var deed: String? { open.map { _ in "the ticket was opened" } }

        func run(in invocation: Invocation) throws -> ExitCode {
            let (store, now) = (invocation.store, invocation.now)
            if let open {
                return try TicketCommand.answer(
                    store.openTicket(
                        forSilentLoss: TransactionID(open), by: invocation.agent, at: now), invocation)
            }
            let count = try store.silentLossCount(at: now)
            let page = try store.silentLosses(after: after, limit: max(1, min(limit, 10_000)), at: now)
            let masks = try invocation.masksPersons()
            invocation.output.answer(
                .silentLosses(page, count), Wording.silentLosses(page, count, at: now, isMasked: masks))
            return .success
        }
    }
}

extension ErrorGroup: ExpressibleByArgument {}
