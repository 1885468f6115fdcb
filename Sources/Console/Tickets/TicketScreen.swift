import Persistence
import Purchases
import TerminalCore
import Widgets

/// A ticket: what happened and why, its timeline, and everything that can be done about it.
struct TicketScreen: PaneSearchable {
    /// Which.
    let id: TicketID
    /// What was read; nil before the first answer.
    private(set) var reading: Reading<TicketPage>?
    /// Whether the store knows no such ticket.
    private(set) var isMissing = false
    /// The pane that is shown.
    private(set) var pane = TicketPane.timeline
    /// Which entry of the timeline is selected.
    private(set) var events = ListCursor<TicketEvent>()
    /// How far the other panes are scrolled.
    private(set) var text = ScrollView([], wraps: false)
    /// The search in the shown pane.
    var search: PaneSearch?

    /// A ticket.
    init(_ id: TicketID) { self.id = id }

    var place: KeyContext { .ticket }

    func title(_ context: ConsoleContext) -> String { "Ticket \(id)" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [.ask(.ticket(id, at: context.now))] }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        guard let page = reading?.page else {
            let all = ConsoleCommands.ticket.map { ($0.id, "nothing is read yet") }
            return Dictionary(all, uniquingKeysWith: { first, _ in first })
        }
        let reasons = TicketReasons(ticket: page.ticket, context: context)
        var disabled: [CommandID: String?] = [
            .makeGood: context.refusal ?? reasons.makeGood(page.entitlements),
            .claim: context.ticketRefusal ?? reasons.claim,
            .resolve: context.ticketRefusal ?? reasons.resolve,
            .reopen: context.ticketRefusal ?? reasons.reopen, .note: context.ticketRefusal,
            .copy: context.copyRefusal,
        ]
        if pane != .timeline { disabled[.open] = "the timeline is not shown" }
        if page.ticket.customer == nil { disabled[.ticketCustomer] = "nobody knows whose ticket it is" }
        if page.ticket.originalTransactionID == nil { disabled[.raw] = "the ticket names no chain" }
        return disabled.compactMapValues { $0 }
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        if let effects = searchKey(key, context) { return effects }
        guard let page = reading?.page, Navigation(key) != nil else { return nil }
        let view = TicketView(screen: self, page: page, context: context)
        let room = view.paneRoom(in: bodySize(context.body))
        guard pane == .timeline else {
            text.lines = view.textLines(columns: room.columns - 3, context.options.glyphs)
            return text.handle(key, in: room.size) ? [] : nil
        }
        return events.handle(key, page: max(1, room.rows / view.rowsPerItem(in: room))) ? [] : nil
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? { searchPaste(text, context) }

    var isSearchable: Bool { reading != nil }

    var searchPosition: Int { pane == .timeline ? events.index : text.offset }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        guard let page = reading?.page else { return [] }
        let view = TicketView(screen: self, page: page, context: context)
        guard pane == .timeline else {
            let columns = view.paneRoom(in: bodySize(context.body)).columns - 3
            return view.textLines(columns: columns, context.options.glyphs).map(\.text)
        }
        return events.ids.map { TicketEventText(event: $0, time: context.time).said.text }
    }

    mutating func show(match index: Int) {
        if pane == .timeline { events.select(at: index) } else { text.scroll(to: index) }
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        if pane != .timeline, let page = reading?.page {
            let view = TicketView(screen: self, page: page, context: context)
            let room = view.paneRoom(in: bodySize(context.body))
            text.lines = view.textLines(columns: room.columns - 3, context.options.glyphs)
        }
        if searchCommand(command, context) { return [] }
        switch command {
        case .nextPane: show(pane.moved(by: 1))
        case .previousPane: show(pane.moved(by: -1))
        case .open: return events.selectedID.map { [.open(.ticketEntry($0))] } ?? []
        default: return reading.map { perform(command, $0.page, context) } ?? []
        }
        return []
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        switch answer {
        case .ticket(let page): take(page)
        case .worked(let page, let text):
            take(page)
            return [.say(MessageLine(.success, text))]
        case .failed where request.isWrite: return load(context)
        default: break
        }
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        guard let shown = reading?.page.at else { return [] }
        return context.now - shown >= .seconds(60) ? load(context) : []
    }

    func copies(_ context: ConsoleContext) -> [CopyItem] {
        guard let page = reading?.page else { return [] }
        let email = page.customer.flatMap { CopyItem.email($0, context) }
        return CopyItem.items(of: page.ticket) + [email].compactMap { $0 }
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        guard let reading else {
            let text = isMissing ? "The store knows no ticket \(id)" : "Reading"
            canvas.draw(text, at: Position(column: 1, row: 0), theme: theme, .dim)
            return
        }
        drawSearching(in: &canvas, theme: theme) {
            TicketView(screen: self, page: reading.page, context: context).draw(in: &$0, theme: theme)
        }
    }

    private func perform(_ command: CommandID, _ page: TicketPage, _ context: ConsoleContext) -> [Effect] {
        let ticket = page.ticket
        switch command {
        case .makeGood: return MakeGoodSubject(page, context).map { [.open(.makeGood($0))] } ?? []
        case .claim:
            let isMine = ticket.claimedBy == context.agent
            return [.ask(.work(isMine ? .release(id) : .claim(id), at: context.now))]
        case .resolve:
            let subject = ResolveSubject(
                ticket: ticket, expectedEnd: page.expectedEnd, makeGood: MakeGoodSubject(page, context))
            return [.open(.resolve(subject))]
        case .reopen: return [.open(.note(.reopening(id)))]
        case .note: return [.open(.note(.ticket(id)))]
        case .similar: return [.open(.tickets(TicketQuery(cause: ticket.cause), ticket.group))]
        case .ticketCustomer: return ticket.customer.map { [.open(.customer($0, asOf: nil))] } ?? []
        case .raw: return ticket.originalTransactionID.map { [.open(.documents($0, selecting: nil))] } ?? []
        default: return []
        }
    }

    private mutating func take(_ page: TicketPage?) {
        isMissing = page == nil
        guard let page else { return }
        reading = Reading(page: page, number: (reading?.number ?? 0) + 1)
        events.update(page.events)
    }

    private mutating func show(_ other: TicketPane) {
        (pane, search) = (other, nil)
        text = ScrollView([], wraps: false)
    }
}

/// The panes of a ticket.
enum TicketPane: Int, CaseIterable, Hashable, Sendable {
    /// Everything that happened.
    case timeline
    /// The purchase attempts that the app reported.
    case attempts
    /// What agents wrote.
    case notes
    /// The moves between groups.
    case moves
    /// Facts, code and figures at full length.
    case why

    /// The pane's name with its number of things.
    func title(_ page: TicketPage) -> String {
        switch self {
        case .timeline: "Timeline \(page.events.count)"
        case .attempts: "Attempts \(page.attempts.count)"
        case .notes: "Notes \(page.notes.count)"
        case .moves: "Moves \(page.moves.count)"
        case .why: "Why"
        }
    }

    /// The pane that many steps on, round and round.
    func moved(by steps: Int) -> TicketPane {
        let count = TicketPane.allCases.count
        return TicketPane.allCases[((rawValue + steps) % count + count) % count]
    }
}

/// Why something cannot be done to a ticket now; nil when it can.
struct TicketReasons {
    /// The ticket.
    let ticket: Ticket
    /// What may be known.
    let context: ConsoleContext

    /// Why it cannot be resolved.
    var resolve: String? { ended }

    /// Why it can neither be claimed nor given back.
    var claim: String? {
        if let ended { return ended }
        guard let holder = ticket.claimedBy, holder != context.agent else { return nil }
        return "\(holder) holds it"
    }

    /// Why it cannot be taken up again.
    var reopen: String? {
        if ticket.isUnresolved { return "it is not resolved" }
        return ticket.resolution == .duplicate ? "it is a duplicate of another ticket" : nil
    }

    /// Why it cannot be made good with an entitlement of a product.
    func makeGood(_ entitlements: [EntitlementID]) -> String? {
        if let ended { return ended }
        if ticket.group == .notCharged { return "nobody was charged; u goes to the customer" }
        if ticket.customer == nil { return "nobody knows whose it is: attach the chain first" }
        return entitlements.isEmpty
            ? "the product unlocks nothing: credit it in the app, then r resolves as credited" : nil
    }

    private var ended: String? {
        guard let end = ticket.resolvedAt else { return nil }
        return "resolved already as \(ticket.resolution?.title ?? "done"), \(context.time.moment(end))"
    }
}
