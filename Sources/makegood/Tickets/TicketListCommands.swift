public import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
public import Purchases
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

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let filter = try filter(at: invocation.now)
        if form.csv { return try writeAll(of: filter, in: invocation) }
        let page = try invocation.page(of: TicketListQuery(filter, after: paging.after, limit: paging.most))
        invocation.output.answer(
            .tickets(page, at: invocation.now), Answers.tickets(page, at: invocation.now))
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
            .skips(page, at: invocation.now), Answers.skips(page, at: invocation.now))
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
        let page = try invocation.page(of: WordDeliveryListQuery(after: paging.after, limit: paging.most))
        invocation.output.answer(
            .wordDeliveries(page), Answers.wordDeliveries(page, at: invocation.now))
        return .success
    }
}

extension Answers {
    /// A page of tickets.
    static func tickets(_ page: TicketListPage, at now: Instant) -> Listing {
        Listing(
            table: ticketTable(page.tickets, at: now), empty: "no ticket fits",
            remarks: next(page.next))
    }

    /// A page of purchases that only the app says were delivered.
    static func wordDeliveries(_ page: WordDeliveryPage, at now: Instant) -> Listing {
        let columns: [Table.Column] = [
            .decisive("customer", "app_user_id"), .extra("name", "name"), .useful("product", "product_id"),
            .decisive("charged", "charged_at"), .extra("waits", nil),
            .useful("transaction", "transaction_id"), .extra("attempt", "attempt_id"),
            .value("environment"),
        ]
        let rows = page.deliveries.map { delivery -> [Table.Cell] in
            [
                .init(
                    shown: delivery.customer?.rawValue ?? "no customer", value: delivery.customer?.rawValue),
                .init(delivery.customerName?.text),
                .init(delivery.product?.rawValue), .init(delivery.chargedAt, asOf: now),
                .init(age(now - delivery.chargedAt)), .init(delivery.transactionID?.rawValue),
                .init(delivery.attempt.rawValue), .init(delivery.environment.rawValue),
            ]
        }
        return Listing(
            table: Table(columns: columns, rows: rows),
            empty:
                "no delivery is unconfirmed: the App Store's record of every purchase has come",
            remarks: next(page.next))
    }

    /// A page of tickets that were passed over.
    static func skips(_ page: TicketSkipPage, at now: Instant) -> Listing {
        let columns: [Table.Column] = [
            .number("ticket", "id"), .decisive("when", "at"), .decisive("agent", "agent"),
            .useful("customer", "app_user_id"), .useful("state", "state"), .sentences("why", "reason"),
        ]
        let rows = page.skips.map { skip -> [Table.Cell] in
            [
                .init(skip.ticket.id.rawValue), .init(skip.at, asOf: now), .init(skip.agent.rawValue),
                .init(
                    shown: skip.ticket.customer?.rawValue ?? "no customer",
                    value: skip.ticket.customer?.rawValue
                ),
                .init(shown: standing(skip.ticket, at: now), value: skip.ticket.state.rawValue),
                .init(skip.reason.text),
            ]
        }
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "no ticket was passed over",
            remarks: next(page.next))
    }

    /// Tickets as rows.
    static func ticketTable(_ tickets: [Ticket], at now: Instant) -> Table {
        let columns: [Table.Column] = [
            .number("ticket", "id"), .number("group", "group"), .extra("which is", nil),
            .decisive("customer", "app_user_id"), .extra("name", "name"), .useful("product", "product_id"),
            .decisive("money", nil), .useful("cause", "cause"),
            Table.Column(head: "tries", key: nil, rank: .extra, isNumber: true), .decisive("state", "state"),
            .extra("buying again", nil),
        ]
        let values = [
            "amount", "currency", "charged_at", "opened_at", "attempts", "attempt_limit", "claimed_by",
            "resolution", "blocks_repurchase", "ref", "due_at", "overdue", "assigned_to", "contacted_at",
            "waiting_for", "waiting_until", "unproved", "skips",
        ]
        return Table(
            columns: columns + values.map(Table.Column.value),
            rows: tickets.map {
                shown($0, at: now) + self.values(of: $0) + work(on: $0, at: now)
            })
    }

    private static func shown(_ ticket: Ticket, at now: Instant) -> [Table.Cell] {
        [
            .init(ticket.id.rawValue), .init(ticket.group.rawValue), .init(ticket.title),
            .init(shown: ticket.customer?.rawValue ?? "no customer", value: ticket.customer?.rawValue),
            .init(ticket.customerName?.text), .init(ticket.product?.rawValue),
            .init(money(ticket.money)), .init(ticket.cause.rawValue),
            .init("\(ticket.attempts)/\(ticket.attemptLimit)"),
            .init(shown: standing(ticket, at: now), value: ticket.state.rawValue),
            .init(ticket.isUnresolved && ticket.blocksRepurchase ? "blocked" : ""),
        ]
    }

    private static func values(of ticket: Ticket) -> [Table.Cell] {
        [
            .init(ticket.money?.amount), .init(ticket.money?.currency), .init(ticket.chargedAt?.description),
            .init(ticket.openedAt.description), .init(ticket.attempts), .init(ticket.attemptLimit),
            .init(ticket.claimedBy?.rawValue), .init(ticket.resolution?.rawValue),
            .init(ticket.blocksRepurchase ? "true" : "false"),
        ]
    }

    private static func work(on ticket: Ticket, at now: Instant) -> [Table.Cell] {
        [
            .init(ticket.reference), .init(ticket.dueAt?.description),
            .init(ticket.isOverdue(at: now) ? "true" : "false"), .init(ticket.assignedTo?.rawValue),
            .init(ticket.contactedAt?.description), .init(ticket.waitingFor?.rawValue),
            .init(ticket.waitingUntil?.description), .init(ticket.isUnproved ? "true" : "false"),
            .init(ticket.skips),
        ]
    }

    /// How far the work is: who has it and since when the customer waits, or how it ended.
    private static func standing(_ ticket: Ticket, at now: Instant) -> String {
        if let end = ticket.endTitle {
            return end + (ticket.resolvedBy.map { " by \($0)" } ?? "")
        }
        let holder = ticket.claimedBy.map { "\(ticket.state.rawValue) by \($0)" } ?? ticket.state.rawValue
        let handed = ticket.assignedTo.flatMap { $0 == ticket.claimedBy ? nil : " for \($0)" } ?? ""
        let overdue = ticket.isOverdue(at: now) ? ", overdue" : ""
        return "\(holder)\(handed), \(age(now - ticket.waitingSince))\(overdue)"
    }
}
