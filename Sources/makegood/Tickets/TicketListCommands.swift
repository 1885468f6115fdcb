import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
package import Purchases
import Wording

/// Lists tickets.
struct TicketsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract: "List failed purchases: unresolved ones in queue order, then the rest.",
        discussion: "A query is made of \(TicketFilter.syntax).",
        subcommands: [SilentLossesCommand.self, TicketsByWordCommand.self, TicketsSkipsCommand.self])

    @Option(
        help: "Only this group: 1 no payment, 2 paid and not delivered yet, 3 loss of funds.",
        completion: .list(["1", "2", "3"]))
    var group: ErrorGroup?
    @Option(
        help: "Only this state; unresolved is the queue as the console shows it.",
        completion: .list(StateChoice.allValueStrings))
    var state: StateChoice?
    @Option(help: "Only tickets that a filter finds, as in the console: 'age>2d cause:21005'.")
    var query: String?
    @OptionGroup var paging: PagingOptions
    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    /// What state may be asked for.
    enum StateChoice: ExpressibleByArgument, Equatable {
        /// Every state of a ticket that is still in a queue.
        case unresolved
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

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let filter = try filter(at: invocation.now)
        if form.csv { return try writeAll(of: filter, in: invocation) }
        let page = try invocation.page(of: TicketListQuery(filter, after: paging.after, limit: paging.most))
        invocation.output.answer(
            page.json(at: invocation.now), Answers.tickets(page, at: invocation.now))
        return .success
    }

    private func writeAll(
        of filter: TicketFilter, in invocation: Invocation
    ) throws -> ExitCode {
        let list = WholeList<Ticket, String>(limit: paging.limit, after: paging.after) { after, count in
            let page = try invocation.page(of: TicketListQuery(filter, after: after, limit: count))
            return (rows: page.tickets, next: page.next)
        }
        let people = try invocation.masksPersons() ? 0 : list.people(\.customer)
        try invocation.noteExport(of: "tickets", people: people)
        let next = try list.write {
            Answers.ticketTable($0, at: invocation.now).values
        }
        Answers.next(next).forEach(Output.note)
        return .success
    }

    /// What the query says, and what the options say beside it.
    private func filter(at now: Instant) throws -> TicketFilter {
        var filter: TicketFilter
        do {
            filter = try TicketFilter(parsing: query ?? "", at: now)
        } catch {
            throw CommandError(
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

/// Lists who passed tickets over.
struct TicketsSkipsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "skips", abstract: "List tickets that were passed over, by whom and why, newest first.")

    @OptionGroup var paging: PagingOptions
    @OptionGroup var global: GlobalOptions

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.page(of: TicketSkipsQuery(after: paging.after, limit: paging.most))
        invocation.output.answer(
            page.json(at: invocation.now), Answers.skips(page, at: invocation.now))
        return .success
    }
}

/// Lists purchases that nothing but the app's own word says were delivered.
struct TicketsByWordCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "by-word", abstract: "List unconfirmed deliveries, which only the app's word tells of.",
        discussion: """
            The app reported these purchases as paid and delivered, and the App Store's record of them has not come for \
            a day. They are no losses, and have no tickets; look why the record is missing.
            """)

    @OptionGroup var paging: PagingOptions
    @OptionGroup var global: GlobalOptions

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.page(
            of: UnconfirmedDeliveryListQuery(after: paging.after, limit: paging.most))
        invocation.output.answer(
            page.json, Answers.unconfirmedDeliveries(page, at: invocation.now))
        return .success
    }
}

extension Answers {
    static func tickets(_ page: TicketListPage, at now: Instant) -> Listing<Ticket> {
        Listing(
            table: ticketTable(page.tickets, at: now), empty: "no ticket fits",
            remarks: next(page.next))
    }

    /// A page of purchases that only the app says were delivered.
    static func unconfirmedDeliveries(
        _ page: UnconfirmedDeliveryPage, at now: Instant
    ) -> Listing<UnconfirmedDelivery> {
        let table = Table<UnconfirmedDelivery>(
            page.deliveries,
            [
                .customer, .extra("name", "name") { .personal($0.customerName) }, .product, .charged,
                .extra("waits") { .waiting(since: $0.chargedAt) }, .transaction,
                .extra("attempt", "attempt_id") { .text($0.attempt.rawValue) },
                .value("environment") { .text($0.environment.rawValue) },
            ], at: now)
        return Listing(
            table: table,
            empty:
                "no delivery is unconfirmed: the App Store's record of every purchase has come",
            remarks: next(page.next))
    }

    /// A page of tickets that were passed over.
    static func skips(_ page: TicketSkipPage, at now: Instant) -> Listing<TicketSkip> {
        Listing(
            page.skips,
            [
                .number("ticket", "id") { .text($0.ticket.id.rawValue) },
                .decisive("when", "at") { .moment($0.at) },
                .decisive("agent", "agent") { .text($0.agent.rawValue) },
                .useful("customer", "app_user_id") { .customer($0.ticket.customer) },
                .useful("state", "state") { ListColumn<Ticket>.state.cell($0.ticket) },
                .sentences("why", "reason") { .text($0.reason.text) },
            ], at: now, empty: "no ticket was passed over",
            remarks: next(page.next))
    }

    /// Tickets as rows.
    static func ticketTable(_ tickets: [Ticket], at now: Instant) -> Table<Ticket> {
        Table(
            tickets,
            [
                .number("ticket", "id") { .text($0.id.rawValue) },
                .number("group", "group") { .number($0.group.rawValue) },
                .extra("which is") { .text($0.title) }, .customer,
                .extra("name", "name") { .personal($0.customerName) }, .product, .money, .cause, .tries,
                .state,
                .extra("buying again") { .text($0.isUnresolved && $0.blocksRepurchase ? "blocked" : "") },
                .value("amount") { .text($0.money?.amount) },
                .value("currency") { .text($0.money?.currency) },
                .value("charged_at") { .moment($0.chargedAt) }, .value("opened_at") { .moment($0.openedAt) },
                .value("attempts") { .number($0.attempts) },
                .value("attempt_limit") { .number($0.attemptLimit) },
                .value("claimed_by") { .text($0.claimedBy?.rawValue) },
                .value("resolution") { .text($0.resolution?.rawValue) },
                .value("blocks_repurchase") { .flag($0.blocksRepurchase) },
                .value("ref") { .text($0.reference) }, .value("due_at") { .moment($0.dueAt) },
                .value("overdue") { .flag($0.isOverdue(at: now)) },
                .value("assigned_to") { .text($0.assignedTo?.rawValue) },
                .value("contacted_at") { .moment($0.contactedAt) },
                .value("waiting_for") { .text($0.waitingFor?.rawValue) },
                .value("waiting_until") { .moment($0.waitingUntil) },
                .value("unproved") { .flag($0.isUnproved) }, .value("skips") { .number($0.skips) },
            ], at: now)
    }
}
