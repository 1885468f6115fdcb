import Persistence
import Purchases
import TerminalCore
import Widgets

/// The failed purchases in three queues, each worst first.
struct TicketsScreen: PaneSearchable, ListScreen, Filtered, Marking {
    /// The queue that is shown.
    private(set) var queue: ErrorGroup
    /// Which of its tickets are shown.
    private(set) var query: TicketsFilter
    var list = PagedList<Ticket, String>()
    /// The order that was chosen; nil for the queue's own.
    var sort: TicketSort?
    var marks = Marks<Ticket>()
    /// What is to be done to them; nil while nothing is.
    var bulk: TicketBulk?
    /// The search in the list; nil while there is none.
    var search: PaneSearch?
    var names = FilterNames()
    var prompt: Prompt?
    /// The incident of the queue; nil when there is none.
    private(set) var incident: Incident?
    /// Whether it was opened from a ticket, so that Escape leads back there.
    let isPushed: Bool

    /// The worst queue, at the bottom of its tab.
    init() { (query, queue, isPushed) = (TicketsFilter(), .lossOfFunds, false) }

    /// A queue of the tickets that pass a filter, opened from elsewhere.
    init(_ query: TicketsFilter, queue: ErrorGroup) {
        (self.query, self.queue, isPushed) = (query, queue, true)
    }

    func commands(_ context: ConsoleContext) -> Commands {
        let isMine = selected?.claimedBy == context.agent
        return searching(Self.everything).map {
            isMine && $0.command.id == "ticket.claim" ? $0.labelled("give back") : $0
        }
    }

    var awaited: Awaited? {
        list.isLoaded || prompt != nil || bulk != nil || search != nil ? nil : .page
    }

    func title(_ context: ConsoleContext) -> String { query.title }

    var selected: Ticket? { list.selected }

    var beside: Beside? { selected.map { .ticket($0.id) } ?? .nothing }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        readRows(in: context) + [.ask(.read(QueueIncidentQuery(in: queue), at: context.now))]
    }

    func question(after place: String?, limit: Int) -> TicketListQuery {
        TicketListQuery(query.filter(of: queue), sortedBy: sort, after: place, limit: limit)
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        filterKey(key, in: context) ?? actKey(key, in: context) ?? searchKey(key, in: context)
            ?? move(key, in: context)
    }

    mutating func back(_ context: ConsoleContext) -> [Effect] {
        if !marks.isEmpty {
            marks.clear()
            return []
        }
        guard !query.isEmpty else { return [.say(MessageLine(.note, "Q leaves Makegood"))] }
        return show(TicketsFilter(), in: queue, context: context)
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        guard prompt != nil || bulk != nil else { return searchPaste(text, in: context) }
        prompt?.paste(text)
        bulk?.paste(text)
        return []
    }

    mutating func receive(
        _ page: TicketListPage, to question: TicketListQuery, in context: ConsoleContext
    ) -> [Effect] {
        guard question.filter == query.filter(of: queue), question.sort == sort else { return [] }
        list.take(page.tickets, after: question.after, next: page.next)
        marks.refresh(page.tickets)
        return []
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if let effects = actAnswer(answer, to: request, in: context) { return effects }
        if let found = answer.page(of: FilterNamesQuery.self) {
            take(found)
            bulk?.agents = found.agents
        } else if let found = answer.answered(QueueIncidentQuery.self), found.query.queue == queue {
            incident = found.page
        }
        switch (answer, request) {
        case (.failed, .write): return load(context)
        case (.worked(nil), _): return say(request.news(answer), .note)
        case (.worked(.some(let page)), .write(.claimNext, _)):
            return [.open(.ticket(page.ticket.id))] + say(request.news(answer))
        case (.worked, _): return load(context) + say(request.news(answer))
        default: break
        }
        return []
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawSearching(in: &canvas, theme: theme) {
            drawHead(in: &$0, theme: theme, context: context)
            drawRows(in: &$0, theme: theme, context: context, marks: marks.ids, search: search)
            view(context).drawBelow(in: &$0, theme: theme)
        }
        prompt?.draw(in: &canvas, theme: theme)
        bulk?.draw(in: &canvas, theme: theme, context: context)
    }

    /// Looks at other tickets, of which nothing is read yet.
    mutating func take(_ query: TicketsFilter, in queue: ErrorGroup) {
        if queue != self.queue { incident = nil }
        (self.query, self.queue) = (query, queue)
        list.clear()
    }

    /// Shows other tickets from their first on.
    mutating func show(_ query: TicketsFilter, in queue: ErrorGroup, context: ConsoleContext) -> [Effect] {
        take(query, in: queue)
        return load(context)
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine { view(context).queues(in: size) }

    func corner(in size: Size, _ context: ConsoleContext) -> String {
        query.isEmpty && (size.columns >= 90 || !marks.isEmpty) ? view(context).caption : ""
    }

    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine] { view(context).notes(in: size) }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle { view(context).listRoom(in: size) }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Ticket> {
        view(context).layout(in: size)
    }

    func empty(_ context: ConsoleContext) -> String { view(context).emptyText }

    private func view(_ context: ConsoleContext) -> TicketsView {
        TicketsView(screen: self, context: context)
    }
}

extension TicketsScreen {
    static let filterExample = "group:3 age>2d cause:21005 agent:none"

    var filterText: String { query.text }

    var filterWords: [FilterWord] { FilterWord.ofTickets(list.rows, names) }

    /// A group that is named shows its queue.
    mutating func narrow(to text: String, in context: ConsoleContext) -> String? {
        do {
            let query = try TicketsFilter(text, at: context.now)
            take(query, in: query.filter.group ?? queue)
            return nil
        } catch {
            return error.part
        }
    }

    /// What can be done with a queue and its selected ticket.
    static let commands: Commands = Binding.section(
        "Tickets",
        [
            onSelected("open", "Open the selected ticket", keys: [.enter], label: "open", footer: 1) {
                ticket, _ in [.open(.ticket(ticket.id))]
            },
            Binding(
                "ticket.next", "Claim the next ticket and open it", keys: ["w"], label: "work", footer: 2,
                unless: { _, context in context.ticketRefusal }
            ) { _, context in [.ask(.write(.claimNext, at: context.now))] },
            onSelected(
                "ticket.claim", "Claim the selected ticket; once more gives it back", keys: ["c"],
                label: "claim", footer: 3,
                unless: { $1.ticketRefusal ?? TicketReasons(ticket: $0, context: $1).claim }
            ) { ticket, context in
                let isMine = ticket.claimedBy == context.agent
                return [.ask(.write(.act(isMine ? .release : .claim, on: ticket.id), at: context.now))]
            },
            Binding("pane.next", "Next queue", keys: [.tab, "l"], label: "queue", footer: 4) {
                $0.turn(by: 1, $1)
            },
            Binding("pane.previous", "Previous queue", keys: [.backtab, "h"]) {
                $0.turn(by: -1, $1)
            },
            Binding(
                "ticket.incident", "Only the tickets of the incident that matters most here", keys: ["i"],
                label: "incident", footer: 10,
                unless: { screen, _ in
                    screen.incident == nil
                        ? "no ticket of this queue belongs to an incident" : nil
                }
            ) { $0.showIncident($1) },
            Binding(
                "ticket.similar", "Only tickets with the cause of the selected one", keys: ["s"],
                label: "cause", footer: 12,
                unless: unselected
            ) { screen, context in
                guard let cause = screen.selected?.cause else { return [] }
                return screen.show(TicketsFilter(cause: cause), in: screen.queue, context: context)
            },
            filtering(footer: 7),
            toCustomer("ticket.customer", "Go to the ticket's customer", footer: 13) { $0.customer },
            Binding(
                "ticket.silent", "Charges that no app reported as delivered", keys: ["S"],
                label: "silent losses", footer: 14,
                unless: { _, context in
                    (context.silentLosses?.count.counted ?? 0) == 0 ? "there are none" : nil
                }
            ) { _, _ in [.open(.silentLosses)] },
            Binding(
                "ticket.byWord", "Unconfirmed deliveries", keys: ["b"],
                label: "unconfirmed",
                footer: 15,
                unless: { _, context in
                    context.unconfirmedDeliveries?.counted == 0
                        ? "no delivery is unconfirmed" : nil
                }
            ) { _, _ in [.open(.unconfirmedDeliveries)] },
            copyingSelected("Copy the ticket's, the transaction's or the customer's id", footer: 25) {
                CopyItem.items(of: $0)
            },
        ] + ticketWork(missing: nothing, footer: 5) { $0.selected })

    /// All of that, and what concerns the whole list.
    static let everything = commands + markingMany + ordering + viewing

    static let nothing = "there is no ticket"

    /// Shows the queue that many steps on, the worst first.
    private mutating func turn(by steps: Int, _ context: ConsoleContext) -> [Effect] {
        show(query, in: TicketsView.queues.turned(by: steps, from: queue), context: context)
    }

    /// Shows the tickets of the incident.
    private mutating func showIncident(_ context: ConsoleContext) -> [Effect] {
        guard let incident else { return [] }
        return show(TicketsFilter(incident), in: queue, context: context)
    }
}

extension TicketsScreen {
    var isSearchable: Bool { prompt == nil && bulk == nil }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        list.rows.map { ticket in
            let text = TicketText(ticket: ticket, context: context)
            let parts = [
                ticket.id.rawValue, text.who.text, ticket.customer?.rawValue, ticket.product?.rawValue,
                ticket.product.map(context.shown),
                text.cause(columns: .max).text, text.state.text, text.money.text, ticket.claimedBy?.rawValue,
            ]
            return parts.compactMap { $0 }.joined(separator: " ")
        }
    }

}

extension Ticket: Identifiable {}
