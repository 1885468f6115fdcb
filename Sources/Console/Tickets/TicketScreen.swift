import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// A ticket: what happened and why, its timeline, and everything that can be done about it.
struct TicketScreen: PaneSearchable, SubjectScreen {
    typealias Question = TicketQuery

    let id: TicketID
    var reading = Reading<TicketPage>()
    /// The pane that is shown.
    private(set) var pane = TicketPane.timeline
    /// Which entry of the timeline is selected.
    private(set) var events = ListCursor<TicketEvent>()
    /// How far the other panes are scrolled.
    private(set) var text = ScrollView([], wraps: false)
    /// The search in the shown pane.
    var search: PaneSearch?

    init(_ id: TicketID) { self.id = id }

    func commands(_ context: ConsoleContext) -> Commands {
        let isMine = page?.ticket.claimedBy == context.agent
        return searching(
            Self.commands.map {
                isMine && $0.command.id == "ticket.claim" ? $0.labelled("give back") : $0
            })
    }

    func title(_ context: ConsoleContext) -> String { "Ticket \(id)" }

    func attention(_ context: ConsoleContext) -> Attention? {
        reading.isMissing ? nil : Attention(.views, ticket: id, customer: page?.ticket.customer)
    }

    var question: Question { Question(id) }

    var absence: String { "The store knows no ticket \(id)" }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        if let effects = searchKey(key, in: context) { return effects }
        guard let page, Navigation(key) != nil else { return nil }
        let view = TicketView(screen: self, page: page, context: context)
        let room = view.paneRoom(in: bodySize(context.body))
        guard pane == .timeline else {
            text.lines = view.textLines(of: pane, columns: room.columns - 3, glyphs: context.options.glyphs)
            return text.handle(key, in: room.size) ? [] : nil
        }
        return events.handle(key, page: max(1, room.rows / view.rowsPerItem(in: room))) ? [] : nil
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        searchPaste(text, in: context)
    }

    var isSearchable: Bool { page != nil }

    var searchPosition: Int { pane == .timeline ? events.index : text.offset }

    mutating func arrange(_ context: ConsoleContext) {
        guard pane != .timeline, let page else { return }
        let view = TicketView(screen: self, page: page, context: context)
        let room = view.paneRoom(in: bodySize(context.body))
        text.lines = view.textLines(of: pane, columns: room.columns - 3, glyphs: context.options.glyphs)
    }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        guard pane == .timeline else { return text.lines.map(\.text) }
        return events.ids.map { TicketEventText(event: $0, time: context.time).said.text }
    }

    mutating func show(match index: Int) {
        if pane == .timeline { events.select(at: index) } else { text.scroll(to: index) }
    }

    mutating func show(_ page: TicketPage, after before: TicketPage?, in context: ConsoleContext) {
        events.update(page.events)
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        switch answer {
        case .worked(let page):
            if case .write(.claimNext, _) = request { return goOn(to: page, after: answer, to: request) }
            return receive(page, to: question, in: context) + say(request.news(answer))
        case .written: return say(request.news(answer))
        case .asked: return say(request.news(answer)) + load(context)
        case .failed where request.isWrite: return load(context)
        default: break
        }
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] { loadMinutely(since: page?.at, in: context) }

    func draw(_ page: TicketPage, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawSearching(in: &canvas, theme: theme) {
            TicketView(screen: self, page: page, context: context).draw(in: &$0, theme: theme)
        }
    }

    /// The next ticket takes this one's place.
    private func goOn(to page: TicketPage?, after answer: Answer, to request: StoreRequest) -> [Effect] {
        guard let page, let news = request.news(answer) else { return say(request.news(answer), .note) }
        return [.closeSaying(MessageLine(.success, news)), .open(.ticket(page.ticket.id))]
    }

    private mutating func turn(by steps: Int) -> [Effect] {
        (pane, search) = (TicketPane.allCases.turned(by: steps, from: pane), nil)
        text = ScrollView([], wraps: false)
        return []
    }
}

extension TicketScreen {
    /// What can be done about a ticket, once it is read.
    static let commands: Commands = Binding.section(
        "Ticket",
        [
            onPage(
                "grant.make", "Make good", keys: ["m"], label: "make good", footer: 1,
                unless: { page, context in
                    context.refusal
                        ?? TicketReasons(ticket: page.ticket, context: context).makeGood(page.entitlements)
                }
            ) { page, context in MakeGoodSubject(page, in: context).map { [.open(.makeGood($0))] } ?? [] },
            onPage(
                "ticket.claim", "Claim the ticket; once more gives it back", keys: ["c"], label: "claim",
                footer: 2,
                unless: { $1.ticketRefusal ?? TicketReasons(ticket: $0.ticket, context: $1).claim }
            ) { page, context in
                let (id, isMine) = (page.ticket.id, page.ticket.claimedBy == context.agent)
                return [.ask(.write(.act(isMine ? .release : .claim, on: id), at: context.now))]
            },
            onPage(
                "ticket.resolve", "Resolve the ticket another way", keys: ["r"], label: "resolve", footer: 3,
                unless: { $1.ticketRefusal ?? TicketReasons(ticket: $0.ticket, context: $1).resolve }
            ) { page, context in
                let subject = ResolveSubject(
                    ticket: page.ticket, expectedEnd: page.expectedEnd,
                    makeGood: MakeGoodSubject(page, in: context), facts: page.endingFacts,
                    rule: page.endingRule)
                return [.open(.resolve(subject))]
            },
            onPage(
                "ticket.customer", "Go to the ticket's customer", keys: ["p"], label: "customer", footer: 10,
                unless: { page, _ in
                    page.ticket.customer == nil ? "no customer is known for it" : nil
                }
            ) { page, _ in page.ticket.customer.map { [.open(.customer($0, asOf: nil))] } ?? [] },
            Binding("pane.next", "Next pane", keys: [.tab], label: "pane", footer: 11, unless: unread) {
                screen, _ in screen.turn(by: 1)
            },
            Binding("pane.previous", "Previous pane", keys: [.backtab], unless: unread) { screen, _ in
                screen.turn(by: -1)
            },
            Binding(
                "open", "Explain the selected timeline entry", keys: [.enter], label: "explain", footer: 12,
                unless: { unread($0, in: $1) ?? ($0.pane == .timeline ? nil : "the timeline is not shown") }
            ) { screen, _ in screen.events.selectedID.map { [.open(.ticketEntry($0))] } ?? [] },
            onPage(
                "ticket.similar", "Show the tickets with the same cause", keys: ["s"], label: "like this",
                footer: 13
            ) { page, _ in [.open(.tickets(TicketsFilter(cause: page.ticket.cause), page.ticket.group))] },
            onPage(
                "note.add", "Write a note", keys: ["N"], label: "note", footer: 14,
                unless: { _, context in context.ticketRefusal }
            ) { page, _ in [.open(.note(.ticket(page.ticket.id)))] },
            onPage(
                "ticket.reopen", "Reopen the resolved ticket", keys: ["O"], label: "reopen", footer: 9,
                unless: { $1.ticketRefusal ?? TicketReasons(ticket: $0.ticket, context: $1).reopen }
            ) { page, _ in [.open(.note(.reopening(page.ticket.id)))] },
            onPage(
                "ticket.next", "Work the next ticket; one that is yours is passed over first, with a reason",
                keys: ["w"], label: "next", footer: 4, unless: { $1.ticketRefusal }
            ) { page, context in
                let ticket = page.ticket
                guard ticket.state == .claimed, ticket.claimedBy == context.agent else {
                    return [.ask(.write(.claimNext, at: context.now))]
                }
                return [.open(.act(TicketActSubject(form: .skipAndNext, ticket: ticket)))]
            },
            onPage(
                "raw", "Documents about the ticket's chain", keys: ["o"], label: "raw", footer: 25,
                unless: { page, _ in
                    page.ticket.originalTransactionID == nil ? "the ticket names no chain" : nil
                }
            ) { page, _ in
                page.ticket.originalTransactionID.map { [.open(.documents($0, selecting: nil))] } ?? []
            },
            onPage(
                "ticket.evidence", "Write everything known about the ticket to a file, for a refund or Apple",
                keys: ["X"], label: "evidence", footer: 26, unless: { $1.exportRefusal }
            ) { page, context in [.ask(.write(.exportEvidence(page.ticket.id), at: context.now))] },
            copying(
                "Copy an answer to the customer, an id or the address", footer: 7, unless: unread
            ) { screen, context in
                guard let page = screen.page else { return [] }
                let email = page.customer.flatMap { CopyItem.email($0, in: context) }
                let replies = [
                    CopyItem.reply("r", "reply", Reply(on: page), in: context),
                    CopyItem.reply("w", "reply: refund", Reply(on: page, as: .refundWanted), in: context),
                ]
                return replies + CopyItem.items(of: page.ticket) + [email].compactMap { $0 }
            },
            finishing(footer: 6, missing: loading) { $0.page?.ticket },
            refreshing(
                "Ask the App Store for news of the ticket's chain: history, status, refunds", unless: unread,
                missing: "the ticket names no chain"
            ) { [$0.page?.ticket.originalTransactionID].compactMap { $0 } },
            cancellingAsked(unless: unread) { $0.page?.asked ?? [] },
        ] + ticketWork(missing: loading, footer: 5) { $0.page?.ticket })
}

/// The panes of a ticket.
enum TicketPane: Int, CaseIterable, Hashable, Sendable {
    case timeline, attempts, notes
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
}
