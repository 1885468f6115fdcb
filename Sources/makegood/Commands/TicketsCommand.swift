public import ArgumentParser
import Persistence
public import Purchases

/// Lists tickets.
struct TicketsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract: "List failed purchases: unresolved ones in queue order, then the rest.",
        discussion: "A query is made of \(TicketFilter.syntax).", subcommands: [TicketsByWordCommand.self])

    @OptionGroup var global: GlobalOptions
    @Option(help: "Only this group: 1 no payment, 2 paid and not delivered yet, 3 loss of funds.")
    var group: ErrorGroup?
    @Option(help: "Only this state; unresolved is the queue as the console shows it.") var state: StateChoice?
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
            filter(), after: after, limit: max(1, min(limit, 10_000)), at: invocation.now)
        let masks = try invocation.masksPersons()
        invocation.output.answer(.tickets(page), Wording.tickets(page, at: invocation.now, isMasked: masks))
        return .success
    }

    /// What the query says, and what the options say beside it.
    private func filter() throws -> TicketFilter {
        var filter: TicketFilter
        do {
            filter = try TicketFilter(parsing: query ?? "")
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

extension ErrorGroup: ExpressibleByArgument {}
