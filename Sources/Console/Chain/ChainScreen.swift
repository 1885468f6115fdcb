import Persistence
import Purchases
import TerminalCore
import Widgets

/// A chain: its coverage to scale, then its transactions and everything known of it.
struct ChainScreen: PaneSearchable, SubjectScreen {
    typealias Question = ChainQuery

    let id: OriginalTransactionID
    /// Where it was bought; nil until that is read.
    private(set) var environment: AppStoreEnvironment?
    /// The moment that is shown.
    private(set) var asOf: AsOf
    var reading = Reading<ChainPage>()
    /// The pane that is shown.
    private(set) var pane = ChainPane.transactions
    /// Which transaction is selected.
    private(set) var transactions = ListCursor<TransactionID>()
    /// Which notification is selected.
    private(set) var notifications = ListCursor<StoreNotification>()
    /// How far the other panes are scrolled.
    private(set) var text = ScrollView([], wraps: false)
    /// The search in the shown pane.
    var search: PaneSearch?

    /// A chain, as of a moment or now; without an environment that of Production first.
    init(_ id: OriginalTransactionID, _ environment: AppStoreEnvironment? = nil, asOf: Instant? = nil) {
        self.id = id
        self.environment = environment
        self.asOf = AsOf(asOf)
    }

    var isTyping: Bool { asOf.prompt != nil || (isSearchable && search?.isTyping == true) }

    func commands(_ context: ConsoleContext) -> Commands {
        asOf.prompt == nil ? searching(Self.commands) : Self.answering
    }

    var awaited: Awaited? { reading.isOpen && asOf.prompt == nil ? .page : nil }

    func title(_ context: ConsoleContext) -> String { id.rawValue }

    var question: Question { Question(id, in: environment) }

    var absence: String { "The store knows no chain \(id)" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        [.ask(.read(question, at: asOf.instant ?? context.now))]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        if let isChanged = asOf.handle(key, at: context.now) { return isChanged ? load(context) : [] }
        if let effects = searchKey(key, in: context) { return effects }
        guard let page, Navigation(key) != nil else { return nil }
        let view = ChainView(screen: self, page: page, context: context)
        let room = view.paneRoom(in: bodySize(context.body))
        switch pane {
        case .transactions:
            return transactions.handle(key, page: max(1, room.rows / view.rowsPerItem(in: room))) ? [] : nil
        case .notifications:
            let rows = view.notifications(in: room).rowsPerItem
            return notifications.handle(key, page: max(1, room.rows / rows)) ? [] : nil
        case .facts, .claims:
            text.lines = view.textLines(columns: room.columns - 3, glyphs: context.options.glyphs)
            return text.handle(key, in: room.size) ? [] : nil
        }
    }

    var isSearchable: Bool { page != nil }

    var searchPosition: Int {
        switch pane {
        case .transactions: transactions.index
        case .notifications: notifications.index
        case .facts, .claims: text.offset
        }
    }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        page.map { ChainView(screen: self, page: $0, context: context).searchTexts } ?? []
    }

    mutating func show(match index: Int) {
        switch pane {
        case .transactions: transactions.select(at: index)
        case .notifications: notifications.select(at: index)
        case .facts, .claims: text.scroll(to: index)
        }
    }

    mutating func arrange(_ context: ConsoleContext) {
        guard pane == .facts || pane == .claims, let page else { return }
        let view = ChainView(screen: self, page: page, context: context)
        let room = view.paneRoom(in: bodySize(context.body))
        text.lines = view.textLines(columns: room.columns - 3, glyphs: context.options.glyphs)
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        asOf.paste(text) ? [] : searchPaste(text, in: context)
    }

    mutating func show(_ page: ChainPage, after before: ChainPage?, in context: ConsoleContext) {
        environment = page.chain.id.environment
        transactions.update(page.chain.transactions.reversed().map { $0.shownID(in: page.chain.id) })
        notifications.update(page.notifications.reversed())
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if case .asked = answer { say(request.news(answer)) + load(context) } else { [] }
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        asOf.instant == nil ? loadMinutely(since: page?.at, in: context) : []
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawPage(in: &canvas, theme: theme, context: context)
        asOf.prompt?.draw(in: &canvas, theme: theme)
    }

    func draw(_ page: ChainPage, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawSearching(in: &canvas, theme: theme) {
            ChainView(screen: self, page: page, context: context).draw(in: &$0, theme: theme)
        }
    }

    /// The transaction that is selected.
    var selectedTransaction: Transaction? {
        transactions.selectedID.flatMap { page?.transaction($0) }
    }

    /// What the selected transaction or notification rests on.
    private var evidence: Evidence? {
        switch pane {
        case .transactions: selectedTransaction.flatMap { page?.evidence.of($0) }
        case .notifications: notifications.selectedID.flatMap { page?.evidence.of($0) }
        case .facts, .claims: nil
        }
    }

    private mutating func turn(by steps: Int) -> [Effect] {
        (pane, search) = (ChainPane.allCases.turned(by: steps, from: pane), nil)
        text = ScrollView([], wraps: false)
        return []
    }
}

extension ChainScreen {
    /// What can be done about a chain.
    static let commands: Commands = Binding.section(
        "Chain",
        [
            Binding(
                "chain.owner", "Open the chain's customer", keys: ["p"], label: "customer", footer: 2,
                unless: { screen, _ in screen.page?.owner == nil ? "the chain has no customer" : nil }
            ) { screen, _ in
                screen.page?.owner.map { [.open(.customer($0.id, asOf: screen.asOf.instant))] } ?? []
            },
            Binding(
                "chain.attach", "Attach the chain to a customer", keys: ["a"], label: "attach", footer: 3,
                unless: { $1.refusal ?? unread($0, in: $1) }
            ) { screen, _ in
                screen.environment.map { [.open(.attach(ChainID(screen.id, in: $0)))] } ?? []
            },
            Binding("pane.next", "Next pane", keys: [.tab], label: "pane", footer: 1) { screen, _ in
                screen.turn(by: 1)
            },
            Binding("pane.previous", "Previous pane", keys: [.backtab]) { screen, _ in screen.turn(by: -1) },
            Binding(
                "as-of", "Look at the page as of another day", keys: ["t"], label: "as of…", footer: 4
            ) { screen, _ in
                screen.asOf.ask()
                return []
            },
            Binding(
                "raw", "Documents about the chain", keys: ["o"], label: "raw", footer: 5,
                unless: unread
            ) { screen, _ in [.open(.documents(screen.id, selecting: screen.evidence?.document))] },
            copying(footer: 6, unless: unread) { screen, context in
                let transaction = screen.pane == .transactions ? screen.transactions.selectedID : nil
                let owner = screen.page?.owner
                return [
                    CopyItem("h", "chain id", screen.id.rawValue),
                    transaction.map { CopyItem("t", "transaction id", $0.rawValue) },
                    owner.map { CopyItem("i", "customer id", $0.id.rawValue) },
                    owner.flatMap { CopyItem.email($0, in: context) },
                ].compactMap { $0 }
            },
            Binding(
                "order.record", "Record an order id on the chain", keys: ["O"], label: "order id", footer: 27,
                unless: { _, context in context.refusal }
            ) { screen, _ in [.open(.recordOrder(order: nil, chain: screen.id))] },
            refreshing(
                "Ask the App Store for news of the chain: history, status, refunds", unless: unread,
                missing: "there is no chain"
            ) { [$0.id] },
            Binding(
                "chain.extend", "Have Apple renew the chain later", keys: ["x"], label: "renew later",
                footer: 7, unless: { $1.extendRefusal ?? unread($0, in: $1) }
            ) { screen, _ in
                guard let page = screen.page else { return [] }
                let lost = page.coverage.pieces.last { $0.kind == .lost }?.span.length
                return [.open(.extend(page.chain.id, lost: lost))]
            },
            cancellingAsked(unless: unread) { $0.page?.asked ?? [] },
        ])
}

/// The panes of a chain.
enum ChainPane: Int, CaseIterable, Hashable, Sendable {
    case transactions
    /// Renewal, commission, lapses, history.
    case facts
    /// Whose it is, and who says so.
    case claims
    case notifications

    /// The pane's name with its number of things.
    func title(_ page: ChainPage) -> String {
        switch self {
        case .transactions: "Transactions \(page.chain.transactions.count)"
        case .facts: "Facts"
        case .claims: "Claims \(page.claims.count)"
        case .notifications: "Notifications \(page.notifications.count)"
        }
    }
}
