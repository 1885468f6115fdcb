import Persistence
import Purchases
import TerminalCore
import Widgets

/// A customer: the verdict first, then chains, tickets, grants, notes and the timeline.
struct CustomerScreen: PaneSearchable {
    /// Who.
    let id: AppUserID
    /// The moment that is shown.
    private(set) var asOf: AsOf
    /// What was read; nil before the first answer.
    private(set) var reading: Reading<CustomerPage>?
    /// Whether the store knows nobody of that name.
    private(set) var isMissing = false
    /// The pane that is shown.
    private(set) var pane = CustomerPane.chains
    /// Whether the verdict has the focus rather than the pane: it does at first where something is owed.
    private(set) var isOnVerdict = false
    /// Which chain is selected.
    private(set) var chains = ListCursor<ChainKey>()
    /// Which ticket is selected.
    private(set) var tickets = ListCursor<TicketID>()
    /// Which grant is selected.
    private(set) var grants = ListCursor<GrantID>()
    /// Which event is selected.
    private(set) var events = ListCursor<TimelineEvent>()
    /// How far the notes are scrolled.
    private(set) var notes = ScrollView([], indent: 2)
    /// How far the walk is scrolled.
    private(set) var walk = ScrollView([], wraps: false)
    /// The search in the timeline.
    var search: PaneSearch?

    /// A customer, as of a moment or now.
    init(_ id: AppUserID, asOf: Instant? = nil) {
        self.id = id
        self.asOf = AsOf(asOf)
    }

    var place: KeyContext { .customer }

    func title(_ context: ConsoleContext) -> String { id.rawValue }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        [.ask(.customer(id, at: asOf.instant ?? context.now))]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        var reasons: [CommandID: String] = [:]
        if openable(context) == nil { reasons[.open] = "no chain, ticket or timeline entry is selected" }
        if tickets.ids.isEmpty { reasons[.ticket] = "there is no ticket" }
        if raw == nil { reasons[.raw] = "there is no chain" }
        if toldBy != nil, let concealment = context.concealment { reasons[.raw] = concealment }
        if reading == nil { reasons[.copy] = "nothing is read yet" }
        if let refusal = context.copyRefusal { reasons[.copy] = refusal }
        if grant(context) == nil {
            reasons[.revoke] = "no grant that still runs is selected in the grants pane"
        }
        for command in [CommandID.makeGood, .note, .revoke, .openTicket] {
            if reading == nil { reasons[command] = "nothing is read yet" }
            if asOf.instant != nil {
                reasons[command] = "the page shows another day; t and Enter go back to now"
            }
            if let refusal = context.refusal { reasons[command] = refusal }
        }
        return reasons
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        if let isChanged = asOf.handle(key, at: context.now) { return isChanged ? load(context) : [] }
        if let effects = searchKey(key, context) { return effects }
        if key == .escape, search == nil, asOf.instant != nil {
            asOf = AsOf()
            return load(context)
        }
        guard let reading, let move = Navigation(key) else { return nil }
        if isOnVerdict {
            isOnVerdict = move == .up || move == .first
            return []
        }
        if move == .up, isAtTop, !reading.page.owed.isEmpty {
            isOnVerdict = true
            return []
        }
        let view = CustomerView(screen: self, page: reading.page, context: context)
        let room = view.paneRoom(in: bodySize(context.body), context.options.glyphs)
        let list = view.listRoom(in: room, columns: room.columns - 4)
        let page = max(1, list.rows / view.rowsPerItem(in: room))
        switch pane {
        case .chains: return chains.handle(key, page: page) ? [] : nil
        case .tickets: return tickets.handle(key, page: page) ? [] : nil
        case .grants: return grants.handle(key, page: page) ? [] : nil
        case .timeline: return events.handle(key, page: page) ? [] : nil
        case .notes:
            notes.lines = view.noteLines
            return notes.handle(key, in: room.size) ? [] : nil
        case .why:
            walk.lines = view.walkLines(columns: room.columns - 2, context.options.glyphs)
            return walk.handle(key, in: room.size) ? [] : nil
        }
    }

    func keyMap(_ context: ConsoleContext) -> KeyMap {
        var keys = ConsoleCommands.keyMap(of: place)
        if isOnVerdict {
            let isGrant = if case .makeGood = owedDestination(context) { true } else { false }
            keys = ConsoleCommands.openingOwed(keys, isGrant: isGrant)
        }
        return searching(keys.disabling(disabled(context)))
    }

    /// Whether the shown pane cannot be scrolled further up.
    private var isAtTop: Bool {
        switch pane {
        case .chains: chains.index == 0
        case .tickets: tickets.index == 0
        case .grants: grants.index == 0
        case .timeline: events.index == 0
        case .notes: notes.offset == 0
        case .why: walk.offset == 0
        }
    }

    /// Elsewhere on the page a search is for another customer.
    var isSearchable: Bool { pane == .timeline && reading != nil }

    var searchPosition: Int { events.index }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        let at = reading?.page.at ?? context.now
        return events.ids.map { event in
            let text = EventText(event: event, time: context.time, momentWidth: 0, at: at)
            return "\(text.word) \(text.said)"
        }
    }

    mutating func show(match index: Int) { events.select(at: index) }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        if searchCommand(command, context) { return [] }
        switch command {
        case .open: return openable(context).map { [.open($0)] } ?? []
        case .raw: return raw.map { [.open($0)] } ?? []
        case .nextPane: (pane, search, isOnVerdict) = (pane.moved(by: 1), nil, false)
        case .previousPane: (pane, search, isOnVerdict) = (pane.moved(by: -1), nil, false)
        case .asOf: asOf.ask()
        case .makeGood: return subject(context).map { [.open(.makeGood($0))] } ?? []
        case .ticket: return ticket.map { [.open(.ticket($0))] } ?? []
        case .openTicket: return [.open(.openTicket(id))]
        case .note: return [.open(.note(.customer(id)))]
        case .revoke: return grant(context).map { [.open(.revoke($0))] } ?? []
        default: break
        }
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        asOf.paste(text) ? [] : searchPaste(text, context)
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        guard case .customer(let page) = answer else { return [] }
        isMissing = page == nil
        guard let page else { return [] }
        if page.owed.isEmpty {
            isOnVerdict = false
        } else if reading == nil {
            isOnVerdict = true
        }
        reading = Reading(page: page, number: (reading?.number ?? 0) + 1)
        chains.update(page.chains.map { ChainKey(id: $0.chain.id, environment: $0.chain.environment) })
        tickets.update(page.tickets.map(\.id))
        grants.update(page.grants.reversed().map(\.id))
        events.update(page.events.reversed())
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        // A state changes with the clock and no write happens: once a minute the page is worked out anew.
        guard asOf.instant == nil, let shown = reading?.page.at else { return [] }
        return context.now - shown >= .seconds(60) ? load(context) : []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        if let reading {
            drawSearching(in: &canvas, theme: theme) {
                CustomerView(screen: self, page: reading.page, context: context).draw(in: &$0, theme: theme)
            }
        } else {
            let text = isMissing ? "The store knows no customer \(id)" : "Reading"
            canvas.draw(text, at: Position(column: 1, row: 0), theme: theme, .dim)
        }
        asOf.prompt?.draw(in: &canvas, theme: theme)
    }
}
