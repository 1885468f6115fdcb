import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// A customer: the verdict first, then chains, tickets, grants, notes and the timeline.
struct CustomerScreen: PaneSearchable, SubjectScreen {
    typealias Question = CustomerQuery

    let id: AppUserID
    /// The moment that is shown.
    private(set) var asOf: AsOf
    var reading = Reading<CustomerPage>()
    /// The pane that is shown.
    private(set) var pane = CustomerPane.chains
    /// Whether the verdicts have the focus rather than the pane: they do at first where something is owed, and where there
    /// is no room for all of them.
    private(set) var isOnVerdict = false
    /// How far the verdicts are scrolled where there is no room for all of them.
    private(set) var verdictOffset = 0
    /// Which chain is selected.
    private(set) var chains = ListCursor<ChainID>()
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
    /// Whether what is hidden otherwise was asked for last.
    private var isRevealed = false

    /// A customer, as of a moment or now.
    init(_ id: AppUserID, asOf: Instant? = nil) {
        self.id = id
        self.asOf = AsOf(asOf)
    }

    var isTyping: Bool { asOf.prompt != nil || (isSearchable && search?.isTyping == true) }

    func commands(_ context: ConsoleContext) -> Commands {
        guard asOf.prompt == nil else { return Self.answering }
        guard isOnVerdict, page?.owed.isEmpty == false else { return searching(Self.commands) }
        let isGrant = if case .makeGood = owedDestination(context) { true } else { false }
        return searching(Self.onVerdict(owedIsGranted: isGrant))
    }

    var awaited: Awaited? { reading.isOpen && asOf.prompt == nil ? .page : nil }

    func title(_ context: ConsoleContext) -> String { id.rawValue }

    func attention(_ context: ConsoleContext) -> Attention? {
        reading.isMissing ? nil : Attention(.views, customer: id)
    }

    var question: Question { Question(id, isRevealed: isRevealed && asOf.instant == nil) }

    var absence: String { "The store knows no customer \(id)" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        let isNow = context.secondsRevealed(id) != nil
        if isRevealed, !isNow {
            // Hidden at once, not only when the store has answered.
            reading = Reading()
            events.update([])
        }
        isRevealed = isNow
        return [.ask(.read(question, at: asOf.instant ?? context.now))]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        if let isChanged = asOf.handle(key, at: context.now) { return isChanged ? load(context) : [] }
        if let effects = searchKey(key, in: context) { return effects }
        if key == .escape, search == nil, asOf.instant != nil {
            asOf = AsOf()
            return load(context)
        }
        guard let page, let move = Navigation(key) else { return nil }
        let view = CustomerView(screen: self, page: page, context: context)
        let verdicts = VerdictLayout(view, in: bodySize(context.body), glyphs: context.options.glyphs)
        if isOnVerdict {
            let place = move.index(
                from: verdicts.offset, count: verdicts.furthest + 1, page: verdicts.lines.count)
            // Further down than the last verdict are the panes.
            isOnVerdict = place != verdicts.offset || [.up, .first, .halfPageUp, .pageUp].contains(move)
            verdictOffset = place
            return []
        }
        if move == .up, isAtTop, !page.owed.isEmpty || verdicts.hasMore || verdicts.furthest > 0 {
            isOnVerdict = true
            return []
        }
        let room = view.paneRoom(in: bodySize(context.body), glyphs: context.options.glyphs)
        let list = view.listRoom(of: pane, in: room, columns: room.columns - 4)
        let rows = max(1, list.rows / view.rowsPerItem(in: room))
        switch pane {
        case .chains: return chains.handle(key, page: rows) ? [] : nil
        case .tickets: return tickets.handle(key, page: rows) ? [] : nil
        case .grants: return grants.handle(key, page: rows) ? [] : nil
        case .timeline: return events.handle(key, page: rows) ? [] : nil
        case .notes:
            notes.lines = view.noteLines
            return notes.handle(key, in: room.size) ? [] : nil
        case .why:
            walk.lines = view.walkLines(columns: room.columns - 2, glyphs: context.options.glyphs)
            return walk.handle(key, in: room.size) ? [] : nil
        }
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
    var isSearchable: Bool { pane == .timeline && page != nil }

    var searchPosition: Int { events.index }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        let at = page?.at ?? context.now
        return events.ids.map { event in
            let text = EventText(event: event, time: context.time, momentWidth: 0, at: at)
            return "\(text.word) \(text.said)"
        }
    }

    mutating func show(match index: Int) { events.select(at: index) }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        asOf.paste(text) ? [] : searchPaste(text, in: context)
    }

    mutating func show(_ page: CustomerPage, after before: CustomerPage?, in context: ConsoleContext) {
        chains.update(page.chains.map(\.chain.id))
        tickets.update(page.tickets.map(\.id))
        grants.update(page.grants.reversed().map(\.id))
        events.update(page.events.reversed())
        guard let before else {
            isOnVerdict = !page.owed.isEmpty
            guard !isOnVerdict else { return }
            let view = CustomerView(screen: self, page: page, context: context)
            let verdicts = VerdictLayout(view, in: bodySize(context.body), glyphs: context.options.glyphs)
            isOnVerdict = verdicts.furthest > 0
            return
        }
        // What was owed is settled: there is nothing any more that Enter makes good.
        if page.owed.isEmpty, !before.owed.isEmpty { isOnVerdict = false }
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if case .asked = answer { return say(request.news(answer)) + load(context) }
        if case .worked = answer { return say(request.news(answer)) + load(context) }
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        if isRevealed != (context.secondsRevealed(id) != nil) {
            let news = MessageLine(.note, "Personal data of \(id) is hidden again")
            return (isRevealed ? [.say(news)] : []) + load(context)
        }
        // A state changes with the clock and no write happens: once a minute the page is worked out anew.
        return asOf.instant == nil ? loadMinutely(since: page?.at, in: context) : []
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawPage(in: &canvas, theme: theme, context: context)
        asOf.prompt?.draw(in: &canvas, theme: theme)
    }

    func draw(_ page: CustomerPage, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        guard !isRevealed || context.secondsRevealed(id) != nil else { return }
        drawSearching(in: &canvas, theme: theme) {
            CustomerView(screen: self, page: page, context: context).draw(in: &$0, theme: theme)
        }
    }
}

extension CustomerScreen {
    /// Opens what Enter opens; of a page of another day a ticket is shown as it is now, and that is said.
    func open(_ context: ConsoleContext) -> [Effect] {
        guard let route = openable(context) else { return [] }
        guard case .ticket(let id) = route, asOf.instant != nil else { return [.open(route)] }
        return [.open(route), .say(MessageLine(.note, "Ticket \(id) is shown as it is now"))]
    }

    /// What Enter opens; nil when the shown pane has nothing to open.
    func openable(_ context: ConsoleContext) -> Route? {
        if isOnVerdict { return owedDestination(context) }
        return switch pane {
        case .chains: chains.selectedID.map { .chain($0.original, $0.environment, asOf: asOf.instant) }
        case .tickets: tickets.selectedID.map { .ticket($0) }
        case .timeline: events.selectedID.map { .event($0) }
        case .grants, .notes, .why: nil
        }
    }

    /// The document that told the selected entry of the timeline.
    var toldBy: Int64? { pane == .timeline ? events.selectedID?.evidence?.document : nil }

    /// What is shown raw: the document of a timeline entry, else those of the selected chain.
    var raw: Route? {
        toldBy.map { .document($0) } ?? chains.selectedID.map { .documents($0.original, selecting: nil) }
    }

    /// The ticket whose transaction one key has finished: the selected one in its pane, else the first that blocks the next
    /// purchase and may be unblocked.
    private var blocking: Ticket? {
        let tickets = page?.tickets ?? []
        if pane == .tickets, let id = ticket { return tickets.first { $0.id == id } }
        let asked = page?.asked ?? []
        let free = tickets.filter { $0.finishRefusal == nil }
        let waits = { (ticket: Ticket) in
            asked.contains {
                $0.request.kind == .finish && $0.request.state == .waiting
                    && $0.request.subject == ticket.id.rawValue
            }
        }
        return free.first { !waits($0) } ?? free.first ?? tickets.first { $0.blocksRepurchase }
    }

    /// The ticket whose purchase one key has tried again: the selected one in its pane, else the worst.
    private var undelivered: Ticket? { page?.tickets.first { $0.id == ticket } }

    /// The chains of which news are asked for, the newest first, so many at most†: the App Store tells all of a customer's
    /// chains with any of them.
    private var refreshable: [OriginalTransactionID] {
        (page?.chains ?? []).map(\.chain.id.original).prefix(8).reduce(into: []) { known, id in
            if !known.contains(id) { known.append(id) }
        }
    }

    /// The ticket that one key leads to: the selected one in its pane, else the worst.
    var ticket: TicketID? { pane == .tickets ? tickets.selectedID : tickets.ids.first }

    private func copies(_ context: ConsoleContext) -> [CopyItem] {
        guard let page else { return [] }
        let chain = chains.selectedID?.original.rawValue
        let verdicts = page.verdicts.map {
            VerdictText(verdict: $0, time: context.time, isUnchecked: page.restsOnUnchecked($0)).sentence
        }
        // Nobody is written today what another day's page says.
        let isPresent = asOf.instant == nil
        return [
            isPresent ? CopyItem.reply("r", "reply", Reply(on: page), in: context) : nil,
            CopyItem.reply("w", "reply: refund", Reply(on: page, as: .refundWanted), in: context),
            CopyItem("i", "customer id", id.rawValue), CopyItem.email(page.customer, in: context),
            chain.map { CopyItem("h", "chain id", $0) },
            ticket.map { CopyItem("d", "ticket id", $0.rawValue) },
            verdicts.isEmpty
                ? nil : CopyItem("v", "verdict", "\(id): \(verdicts.joined(separator: " "))"),
        ].compactMap { $0 }
    }

    /// The selected grant, when it can still be taken back.
    func grant(_ context: ConsoleContext) -> Grant? {
        guard pane == .grants, let selected = grants.selectedID else { return nil }
        let grant = page?.grants.first { $0.id == selected }
        return grant.flatMap { [.active, .upcoming].contains($0.state(at: context.now)) ? $0 : nil }
    }

    /// Whom the form makes good.
    func subject(_ context: ConsoleContext) -> MakeGoodSubject? {
        page.map { MakeGoodSubject($0, in: context) }
    }

    /// What Enter leads to while the verdict has the focus: the form that makes good what is owed, or the ticket where a
    /// grant is not what its advice says.
    func owedDestination(_ context: ConsoleContext) -> Route? {
        guard let owed = page?.owed.first else { return nil }
        let isGrant =
            !owed.entitlements.isEmpty && owed.askedEnd == nil
            && (owed.expectedEnd == .madeGood || owed.group == .undelivered)
        guard isGrant, context.refusal == nil, asOf.instant == nil else { return .ticket(owed.ticket) }
        return subject(context).map { .makeGood($0) }
    }
}

extension CustomerScreen {
    /// What can be done about a customer.
    static let commands: Commands = Binding.section(
        "Customer",
        [
            Binding(
                "grant.make", "Make good", keys: ["m"], label: "make good", footer: 1, unless: unchangeable
            ) { $0.makeGood($1) },
            Binding(
                "open", "Open the selected chain, ticket or timeline entry", keys: [.enter], label: "open",
                footer: 2,
                unless: {
                    $0.openable($1) == nil ? "no chain, ticket or timeline entry is selected" : nil
                }
            ) { $0.open($1) },
            Binding("pane.next", "Next pane", keys: [.tab], label: "pane", footer: 3) { screen, _ in
                screen.turn(by: 1)
            },
            Binding("pane.previous", "Previous pane", keys: [.backtab]) { screen, _ in screen.turn(by: -1) },
            Binding(
                "as-of", "Look at the page as of another day", keys: ["t"], label: "as of…", footer: 5
            ) { screen, _ in
                screen.asOf.ask()
                return []
            },
            Binding("note.add", "Write a note", keys: ["N"], label: "note", footer: 7, unless: unchangeable) {
                screen, _ in [.open(.note(.customer(screen.id)))]
            },
            Binding(
                "customer.reveal", "Show the customer's hidden data for a minute, with a reason",
                keys: ["V"], label: "reveal", footer: 8, unless: { $1.revealRefusal }
            ) { screen, _ in [.open(.reveal(screen.id))] },
            Binding(
                "customer.erase", "Erase the person behind the customer", keys: ["E"], label: "erase",
                unless: { $1.erasureRefusal ?? unread($0, in: $1) }
            ) { screen, _ in [.open(.erase(screen.id))] },
            Binding(
                "ticket.show", "Go to the customer's ticket, the selected or the worst one", keys: ["T"],
                label: "ticket", footer: 4,
                unless: { screen, _ in screen.tickets.ids.isEmpty ? "there is no ticket" : nil }
            ) { screen, _ in screen.ticket.map { [.open(.ticket($0))] } ?? [] },
            Binding(
                "ticket.open", "Open a ticket by hand", keys: ["O"], label: "open ticket", footer: 26,
                unless: unchangeable
            ) { screen, _ in [.open(.openTicket(screen.id))] },
            Binding(
                "grant.revoke", "Take the selected grant back", keys: ["x"], label: "take back", footer: 4,
                unless: { screen, context in
                    unchangeable(screen, in: context)
                        ?? (screen.grant(context) == nil
                            ? "no grant that still runs is selected in the grants pane" : nil)
                }
            ) { $0.grant($1).map { [.open(.revoke($0))] } ?? [] },
            Binding(
                "raw", "Documents of the selected chain or entry", keys: ["o"], label: "raw", footer: 25,
                unless: { screen, context in
                    if screen.toldBy != nil, let refusal = context.documentRefusal { return refusal }
                    return screen.raw == nil ? "there is no chain" : nil
                }
            ) { screen, _ in screen.raw.map { [.open($0)] } ?? [] },
            copying(footer: 6, unless: unread) { $0.copies($1) },
            finishing(footer: 9, missing: "no ticket blocks buying again") { $0.blocking },
            Binding(
                "ticket.retry", "Ask the server to try again to deliver the ticket's purchase",
                keys: ["D"], label: "try again",
                unless: { screen, context in
                    if let refusal = context.ticketRefusal { return refusal }
                    guard let ticket = screen.undelivered else { return "there is no ticket to try again" }
                    return TicketReasons(ticket: ticket, context: context).retry
                }
            ) { screen, context in
                screen.undelivered.map {
                    [.ask(.write(.act(.retry, on: $0.id), at: context.now))]
                } ?? []
            },
            refreshing(
                "Ask the App Store for news of all chains: history, status, refunds", unless: unchangeable,
                missing: "there is no chain"
            ) { $0.refreshable },
            cancellingAsked(unless: unchangeable) { $0.page?.asked ?? [] },
        ])

    /// The commands while the verdict has the focus: Enter makes good what is owed, or goes to its ticket.
    private static func onVerdict(owedIsGranted: Bool) -> Commands {
        let owed = Binding<CustomerScreen, Effect>.section(
            "Customer",
            [
                Binding(
                    "open", owedIsGranted ? "Make good what is owed" : "Go to the ticket of what is owed",
                    keys: [.enter], label: owedIsGranted ? "make good" : "ticket", footer: 1,
                ) { $0.openable($1).map { [.open($0)] } ?? [] },
                // Where Enter does the same, the footer says it once.
                Binding("grant.make", "Make good", keys: ["m"], unless: unchangeable) { $0.makeGood($1) },
            ])
        let ids = Set(owed.map(\.command.id))
        return owed + commands.filter { !ids.contains($0.command.id) }
    }

    /// Why nothing can be changed on the page.
    private static func unchangeable(_ screen: CustomerScreen, in context: ConsoleContext) -> String? {
        if let refusal = context.refusal { return refusal }
        if screen.asOf.instant != nil { return "the page shows another day; t and Enter go back to now" }
        return unread(screen, in: context)
    }

    private mutating func turn(by steps: Int) -> [Effect] {
        (pane, search, isOnVerdict) = (CustomerPane.allCases.turned(by: steps, from: pane), nil, false)
        return []
    }

    private func makeGood(_ context: ConsoleContext) -> [Effect] {
        subject(context).map { [.open(.makeGood($0))] } ?? []
    }
}

/// The panes of a customer.
enum CustomerPane: Int, CaseIterable, Hashable, Sendable {
    case chains, tickets, grants, notes, timeline
    /// The whole walk to every verdict.
    case why

    /// The pane's name with its number of things.
    func title(_ page: CustomerPage) -> String {
        switch self {
        case .chains: "Chains \(page.chains.count)"
        case .tickets: "Tickets \(page.tickets.count)"
        case .grants: "Grants \(page.grants.count)"
        case .notes: "Notes \(page.notes.count)"
        case .timeline: "Timeline \(page.events.count)"
        case .why: "Why"
        }
    }
}
