import Persistence
import Purchases
import TerminalCore
import Widgets

/// The failed purchases in three queues, each worst first.
struct TicketsScreen: Screen {
    /// The queue that is shown.
    private(set) var queue: ErrorGroup
    /// Which of its tickets are shown.
    private(set) var query: TicketQuery
    /// The tickets.
    private(set) var rows: [Ticket] = []
    /// Which ticket is selected.
    private(set) var cursor = ListCursor<TicketID>()
    /// The question for the filter, while it is asked.
    var prompt: Prompt?
    /// Whether the store was read.
    private(set) var isLoaded = false
    /// Where the next page begins; nil at the end.
    private(set) var next: String?
    /// The incident of the queue; nil when there is none.
    private(set) var incident: Incident?
    private var isLoadingMore = false
    /// Whether it was opened from a ticket, so that Escape leads back there.
    let isPushed: Bool

    /// How many tickets a page has.
    static let pageSize = 100

    /// The worst queue, at the bottom of its tab.
    init() { (query, queue, isPushed) = (TicketQuery(), .lossOfFunds, false) }

    /// A queue of the tickets that pass a filter, opened from elsewhere.
    init(_ query: TicketQuery, queue: ErrorGroup) {
        (self.query, self.queue, isPushed) = (query, queue, true)
    }

    var place: KeyContext { .tickets }

    func title(_ context: ConsoleContext) -> String { query.isEmpty ? "Tickets" : query.words(context.time) }

    /// The selected ticket.
    var selected: Ticket? { rows.first { $0.id == cursor.selectedID } }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        isLoadingMore = false
        // As many as were read before are read again at once, so that selection and scroll survive.
        return [
            ask(after: nil, count: max(TicketsScreen.pageSize, rows.count), context),
            .ask(.incident(queue, at: context.now)),
        ]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        var reasons: [CommandID: String] = [:]
        if let selected {
            reasons[.claim] = TicketReasons(ticket: selected, context: context).claim
            if selected.customer == nil { reasons[.ticketCustomer] = "nobody knows whose ticket it is" }
        } else {
            for command in [CommandID.open, .claim, .similar, .ticketCustomer, .copy] {
                reasons[command] = "there is no ticket"
            }
        }
        if (context.silentLosses?.count.counted ?? 0) == 0 {
            reasons[.silentLosses] = "there are none"
        }
        if incident == nil {
            reasons[.incident] = "no incident: \(Incident.threshold) tickets within 6 hours make one"
        }
        if context.wordDeliveries?.counted == 0 {
            reasons[.wordDeliveries] = "nothing was delivered by the app's word alone"
        }
        if let refusal = context.copyRefusal { reasons[.copy] = refusal }
        if let refusal = context.ticketRefusal {
            for command in [CommandID.claim, .workNext] { reasons[command] = refusal }
        }
        return reasons
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        if prompt != nil { return answerPrompt(key, context) }
        guard cursor.handle(key, page: view(context).visibleRows(in: context.body)) else { return nil }
        guard let next, !isLoadingMore, cursor.index >= rows.count - 50 else { return [] }
        isLoadingMore = true
        return [ask(after: next, count: TicketsScreen.pageSize, context)]
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        switch command {
        case .nextPane: return show(query, queue.next(1), context)
        case .previousPane: return show(query, queue.next(2), context)
        case .filter: askForFilter()
        case .back:
            guard !query.isEmpty else { return [.say(MessageLine(.note, "Q leaves Makegood"))] }
            return show(TicketQuery(), queue, context)
        case .incident: return showIncident(context)
        case .workNext: return [.ask(.work(.next, at: context.now))]
        case .silentLosses: return [.open(.silentLosses)]
        case .wordDeliveries: return [.open(.wordDeliveries)]
        default: return performOnSelected(command, context)
        }
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        guard prompt != nil else { return nil }
        prompt?.paste(text)
        return []
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        switch (answer, request) {
        case (.tickets(let page), .tickets(let filter, let after, _, _))
        where filter == query.filter(of: queue):
            take(page, isFurther: after != nil)
        case (.failed, .tickets): isLoadingMore = false
        case (.incident(let found), .incident(let asked, _)) where asked == queue: incident = found
        case (.failed, .work): return load(context)
        case (.worked(nil, let text), _): return [.say(MessageLine(.note, text))]
        case (.worked(.some(let page), let text), .work(.next, _)):
            return [.open(.ticket(page.ticket.id)), .say(MessageLine(.success, text))]
        case (.worked(_, let text), _): return load(context) + [.say(MessageLine(.success, text))]
        default: break
        }
        return []
    }

    func copies(_ context: ConsoleContext) -> [CopyItem] { selected.map { CopyItem.items(of: $0) } ?? [] }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        view(context).draw(in: &canvas, theme: theme)
        prompt?.draw(in: &canvas, theme: theme)
    }

    /// Shows other tickets from their first on.
    mutating func show(_ query: TicketQuery, _ queue: ErrorGroup, _ context: ConsoleContext) -> [Effect] {
        if queue != self.queue { incident = nil }
        (self.query, self.queue) = (query, queue)
        (rows, next, cursor, isLoaded) = ([], nil, ListCursor(), false)
        return load(context)
    }

    private mutating func performOnSelected(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard let selected else { return [] }
        switch command {
        case .open: return [.open(.ticket(selected.id))]
        case .claim:
            let isMine = selected.claimedBy == context.agent
            return [.ask(.work(isMine ? .release(selected.id) : .claim(selected.id), at: context.now))]
        case .similar: return show(TicketQuery(cause: selected.cause), queue, context)
        case .ticketCustomer: return selected.customer.map { [.open(.customer($0, asOf: nil))] } ?? []
        default: return []
        }
    }

    private mutating func take(_ page: TicketListPage, isFurther: Bool) {
        (isLoadingMore, isLoaded, next) = (false, true, page.next)
        let known = Set(isFurther ? rows.map(\.id) : [])
        rows = (isFurther ? rows : []) + page.tickets.filter { !known.contains($0.id) }
        cursor.update(rows.map(\.id))
    }

    private func ask(after: String?, count: Int, _ context: ConsoleContext) -> Effect {
        .ask(.tickets(query.filter(of: queue), after: after, count: count, at: context.now))
    }

    private func view(_ context: ConsoleContext) -> TicketsView {
        TicketsView(screen: self, context: context)
    }
}

extension ErrorGroup {
    /// The queue that many steps on, the worst first, round and round.
    fileprivate func next(_ steps: Int) -> ErrorGroup {
        let queues = TicketsView.queues
        let index = queues.firstIndex(of: self) ?? 0
        return queues[(index + steps) % queues.count]
    }
}

extension TicketsScreen {
    /// Asks which tickets to show.
    mutating func askForFilter() {
        prompt = Prompt(
            "filter", "Filter", text: query.text, placeholder: ConsoleCommands.filterExample)
    }

    /// Shows the tickets of the incident.
    mutating func showIncident(_ context: ConsoleContext) -> [Effect] {
        guard let incident, let query = try? TicketQuery(incident, at: context.now) else { return [] }
        return show(query, queue, context)
    }

    /// Takes a key while that is asked; a group that is named shows its queue.
    mutating func answerPrompt(_ key: Key, _ context: ConsoleContext) -> [Effect] {
        guard var asked = prompt else { return [] }
        let outcome = asked.handle(key)
        prompt = outcome == .editing ? asked : nil
        guard case .answered(let text) = outcome else { return [] }
        do {
            let query = try TicketQuery(text, at: context.now)
            return show(query, query.filter.group ?? queue, context)
        } catch {
            asked.problem = error.description
            prompt = asked
            return []
        }
    }
}
