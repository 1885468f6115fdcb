import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Everything the console shows: tabs with their stacks of screens, what lies over them, and the message line.
///
/// It is a value and does no I/O: keys and answers change it, and what it wants done comes back as ``AppEffect``s,
/// which `ConsoleApplication` carries out. Other parts of it stand in files of their own: the commands that work
/// everywhere in `ConsoleCommands.swift`, batches in `BatchCarrying.swift`, what the next start remembers in
/// `ConsoleMemory.swift`.
struct ConsoleState: Sendable {
    /// What screens may know.
    var context: ConsoleContext
    /// The tab that is shown.
    private(set) var tab = ConsoleTab.customers
    /// What lies over the screens; nil for nothing.
    var overlay: Overlay?
    /// What happened last; nil for nothing.
    var message: MessageLine? {
        didSet { if let message, !isRemark { messages.note(message, at: context.now) } }
    }
    /// Whether what is said now only says how keys are taken, which nobody looks up later.
    private var isRemark = false
    /// What was said so far.
    private(set) var messages = MessageHistory()
    /// What is shown beside the list in front; nil where nothing is.
    private(set) var pane: BesidePane?
    /// Whether what the pane shows may have changed.
    private var isPaneOld = false
    /// How many writes are under way.
    var writesUnderWay = 0
    /// Why nothing is shown and done any more; nil while who sits here may look.
    private(set) var closure: ConsoleClosure?
    /// Why nothing is read or written any more; nil while the store is the one that was opened.
    private(set) var loss: StoreFailure?
    private var stacks: [ConsoleTab: [ScreenLayer]] = [:]
    private var lastLayer = 0
    private var requests: RequestWatch
    /// The keys that wait for what they were typed for; nil while none does.
    private(set) var ahead: TypeAhead?
    /// Whether a form was sent without a question, and no key was typed since: the `y` of habit answers nothing then.
    private var isUnasked = false
    /// Whether the last key was refused, or did nothing.
    private var wasRefused = false
    /// The screens of which something could not be read.
    private var unreadable: Set<Int> = []
    /// The screens that asked for the next ticket, which takes their place when it comes.
    private var leadingOn: Set<Int> = []
    /// The reads (`StoreQuery.slot`) under way for a screen since the one over it was closed. Until they are answered
    /// it shows what was before, and keys wait.
    private var rereading: [Int: Set<ObjectIdentifier>] = [:]
    private let newID: @Sendable () -> String

    /// The layer of requests that no screen asked for, but the console itself: counts, the role, views, batches.
    static let ownLayer = 0
    /// How often it is looked whether the server still is there†.
    private static let serverPace = TimeLength.seconds(5)
    /// The most screens of a tab: a search or the server's page over so many drops the lowest over the tab's own.
    private static let deepest = 32

    /// A console that shows its first screen.
    init(context: ConsoleContext, newID: @escaping @Sendable () -> String) {
        self.context = context
        self.newID = newID
        requests = RequestWatch(since: context.now)
        message = context.options.notice.map {
            MessageLine(.warning, $0.line(ofStoreAt: context.options.storeName))
        }
        if let message { messages.note(message, at: context.now) }
        for tab in ConsoleTab.allCases {
            lastLayer += 1
            stacks[tab] = [ScreenLayer(id: lastLayer, screen: tab.root())]
        }
    }

    /// The screens of the shown tab, the one in front last.
    var stack: [ScreenLayer] { stacks[tab] ?? [] }

    var front: ScreenLayer? { stack.last }

    /// The ticket or customer in front, or below what was opened from its page; nil in lists.
    var attention: Attention? {
        for layer in stack.reversed() {
            if let attention = layer.screen.attention(context) { return attention }
            if layer.screen is CustomersScreen || layer.screen is TicketsScreen { return nil }
        }
        return nil
    }

    /// What can be done now: on the screen in front first, then everywhere.
    var keyMap: KeyMap {
        if closure != nil {
            return KeyMap(inOrder: ConsoleClosure.commands.map { $0.command(for: self, in: context) })
        }
        let own = front?.screen.keys(context) ?? []
        return KeyMap(inOrder: own + general.map { $0.command(for: self, in: context) })
    }

    /// The commands that work everywhere now.
    private var general: Commands {
        if closure != nil { return ConsoleClosure.commands }
        return front?.screen.isTyping == true ? Self.everywhereWhileTyping : Self.everywhere
    }

    /// Reads everything that is shown, again.
    mutating func load() -> [AppEffect] {
        if closure != nil { return [askForRole] }
        if loss != nil { return askAboutLoss() }
        isPaneOld = true
        if let front { unreadable.remove(front.id) }
        let views = readViews()
        var counts: [any StoreQuery] = [
            TicketCountsQuery(), RequestNewsQuery(since: requests.since), ServerStatusQuery(),
            ProductNamesQuery(),
        ]
        if tab == .tickets || tab == .review {
            counts += [SilentLossCountQuery(), UnconfirmedDeliveryCountQuery()] as [any StoreQuery]
        }
        return changeFront { $0.load($1) }
            + counts.map { .ask(.read($0, at: context.now), layer: ConsoleState.ownLayer) } + [askForRole]
            + views
    }

    /// Takes a key: at once, or when what it was typed for is there.
    mutating func handle(_ key: Key) -> [AppEffect] {
        let (shown, waited) = (front?.id, ahead)
        let effects = respond(to: key)
        // Keys that were typed ahead were meant for the screen that is left.
        if let waited, front?.id != shown { drop(waited.keys) }
        return effects + goOn()
    }

    /// Does what a key means: what lies over the screens first, then the screen in front, then the table of commands.
    private mutating func respond(to key: Key) -> [AppEffect] {
        if key == .control("c"), leavesAtOnce { return leave() }
        if overlay != nil { return handleOverlay(key) }
        if closure != nil { return keyMap.command(for: key).map { run($0) } ?? [] }
        if keeps(key) { return [] }
        let said = message
        message = nil
        let answersNothing = isUnasked && key == Dialog.yes
        isUnasked = false
        guard !answersNothing else {
            remark(
                MessageLine(
                    said?.kind ?? .note,
                    ([said?.text].compactMap { $0 } + ["Nothing was asked: \(key.label) did nothing"])
                        .joined(separator: ". ")))
            return []
        }
        var taken: [Effect]?
        let effects = changeFront { screen, context in
            taken = screen.handle(key, in: context)
            return taken ?? []
        }
        if taken != nil { return effects }
        guard let command = keyMap.command(for: key) else {
            wasRefused = true
            let help = keyMap.command(.help)?.keys.first.map { ": \($0.label) lists the keys" } ?? ""
            message = MessageLine(.note, "\(key.label) does nothing here\(help)")
            return effects
        }
        return effects + run(command)
    }

    /// Takes a pasted text, never as commands: into what takes text, else into a search over the screen in front.
    mutating func paste(_ text: String) -> [AppEffect] {
        guard closure == nil else { return [] }
        if case .palette(var palette) = overlay {
            palette.paste(text)
            overlay = .palette(palette)
            return []
        }
        if case .views(var menu) = overlay {
            menu.paste(text)
            overlay = .views(menu)
            return []
        }
        guard overlay == nil else { return [] }
        var taken: [Effect]?
        let effects = changeFront { screen, context in
            taken = screen.paste(text, in: context)
            return taken ?? []
        }
        guard taken == nil, let front else { return effects }
        guard !front.screen.isTyping else {
            message = MessageLine(.note, "Nothing here takes text; F3 goes to the search box")
            return effects
        }
        // What the next customer sent needs no key at all.
        return openSearch() + changeFront { $0.paste(text, in: $1) ?? [] }
    }

    /// Gives a key to the screen in front alone.
    mutating func press(_ key: Key) -> [AppEffect] { changeFront { $0.handle(key, in: $1) ?? [] } }

    /// Gives an answer to the screen that asked, wherever it is by now, and then the keys that waited for it.
    mutating func receive(_ answer: Answer, to request: StoreRequest, layer: Int) -> [AppEffect] {
        if request.leadsOn { leadingOn.remove(layer) }
        if case .read(let query, _) = request {
            if case .failed = answer { unreadable.insert(layer) }
            rereading[layer]?.remove(query.slot)
            if rereading[layer]?.isEmpty == true { rereading[layer] = nil }
        }
        return take(answer, to: request, layer: layer) + goOn()
    }

    /// Hands an answer to its place: what concerns the console itself first, all else to the screen that asked.
    private mutating func take(_ answer: Answer, to request: StoreRequest, layer: Int) -> [AppEffect] {
        if let effects = noteStanding(answer) { return effects }
        if case .failed(let failure) = answer, loss == nil, StoreLoss.isMeant(by: failure.error) {
            return lose(failure.error) + take(answer, to: request, layer: layer)
        }
        // A form says beside its fields why a preview fails; everything else is said on the message line.
        if case .failed(let failure) = answer, !request.isSaidElsewhere {
            message = MessageLine(failure.isRefusal ? .warning : .error, failure.text(context))
        }
        if case (.done, .write(.keepCustomer(_, _, .some(let item)), _)) = (answer, request) {
            return copied(item)
        }
        if case (.done, .write(.keepCustomer(let id, .look, _), let at)) = (answer, request) {
            context.revealed[id] = at
            return change(layer) { $0.receive(answer, to: request, in: $1) } + tick()
        }
        if case .read(let query, _) = request, let subject = query as? Beside {
            if pane?.subject == subject { take(answer) }
            return []
        }
        if let views = answer.page(of: SavedViewsQuery.self) {
            guard case .views(var menu) = overlay else { return [] }
            let outcome = menu.take(views)
            overlay = .views(menu)
            return act(on: outcome)
        }
        if keep(answer) { return [] }
        if let effects = takePart(answer, to: request) { return effects }
        keepOffers(after: answer, to: request)
        // What is approved is carried out at once.
        var begun: [AppEffect] = []
        if case .decided(.begun(_, let batch)) = answer { begun = carryOn(batch.id) }
        // The news of a form that was left while its deed was on the way is told all the same.
        if !isOpen(layer), let news = request.news(answer) { message = MessageLine(.success, news) }
        if layer == ConsoleState.ownLayer { return begun + readViews() }
        return begun + change(layer) { $0.receive(answer, to: request, in: $1) }
    }

    /// Keeps the counts that every screen may show; whether it was one of them.
    private mutating func keep(_ answer: Answer) -> Bool {
        if let counts = answer.page(of: TicketCountsQuery.self) {
            context.ticketCounts = counts
        } else if let names = answer.page(of: ProductNamesQuery.self) {
            context.products = names
        } else if let standing = answer.page(of: ServerStatusQuery.self) {
            (context.server, context.serverReadAt) = (standing, context.now)
        } else if let count = answer.page(of: SilentLossCountQuery.self) {
            context.silentLosses = count
        } else if let count = answer.page(of: UnconfirmedDeliveryCountQuery.self) {
            context.unconfirmedDeliveries = count
        } else if let news = answer.page(of: RequestNewsQuery.self) {
            context.openRequests = news.open
            if let told = requests.take(news, in: context) { message = told }
        } else {
            return false
        }
        return true
    }

    /// Lets the screen in front notice that time went on.
    mutating func tick() -> [AppEffect] {
        context.cancellable = context.cancellable.compactMap { $0.standing(at: context.now) }
        guard closure == nil else { return [askForRole] }
        return changeFront { $0.tick($1) } + [askForRole] + lookAtServer()
    }

    /// Looks every few seconds whether the server still is there, where one ever was: its beats are no changes of the
    /// store.
    private mutating func lookAtServer() -> [AppEffect] {
        guard let server = context.server, server.presence != .never, let readAt = context.serverReadAt,
            context.now < readAt || context.now - readAt >= ConsoleState.serverPace
        else { return [] }
        context.serverReadAt = context.now
        return [.ask(.read(ServerStatusQuery(), at: context.now), layer: ConsoleState.ownLayer)]
    }

    /// Keeps what was given or opened while it can be taken back, and forgets what was or cannot be.
    private mutating func keepOffers(after answer: Answer, to request: StoreRequest) {
        switch (answer, request) {
        case (.granted(let outcome), _), (.decided(.approved(_, let outcome)), _):
            keep(CancelOffer(outcome, in: context))
        case (.worked(.some(let page)), .write(.openTicket, _)),
            (.worked(.some(let page)), .write(.openSilentLoss, _)):
            guard page.told.allSatisfy({ $0.agent == context.agent }) else { return }
            keep(CancelOffer(opened: [page.ticket], until: page.withdrawableUntil, in: context))
        case (.silentLossesOpened(let outcome), _):
            keep(CancelOffer(opened: outcome.opened, until: outcome.withdrawableUntil, in: context))
        case (.cancelled, .write(let write, _)), (.ticketsWithdrawn, .write(let write, _)),
            (.failed, .write(let write, _)):
            context.cancellable.removeAll { $0.write == write }
        default: break
        }
    }

    /// Keeps an offer once, as the newest.
    private mutating func keep(_ offer: CancelOffer?) {
        guard let offer else { return }
        context.cancellable.removeAll { $0.deed == offer.deed }
        context.cancellable.append(offer)
    }

    /// Takes back what was given or opened last.
    mutating func takeBack() -> [AppEffect] {
        context.cancellable = context.cancellable.compactMap { $0.standing(at: context.now) }
        guard let offer = context.cancellable.last else {
            message = MessageLine(.warning, "The time to cancel it is over")
            return []
        }
        return [.ask(.write(offer.write, at: context.now), layer: ConsoleState.ownLayer)]
    }

    /// Does a command, or says why not.
    mutating func run(_ command: Command) -> [AppEffect] {
        if let reason = command.disabledReason {
            wasRefused = true
            let what = command.id == .submit ? "Cannot send: " : "\(command.title): not now, "
            message = MessageLine(.warning, what + reason)
            return []
        }
        let screens = stacks.values.joined().map(\.screen)
        if let question = Leaving(before: command.id, front: front?.screen, all: screens, in: context) {
            overlay = .leaving(question)
            return []
        }
        return perform(command.id)
    }

    /// Does a command of the screen in front, else one that works everywhere.
    private mutating func perform(_ command: CommandID) -> [AppEffect] {
        var own: [Effect]?
        let effects = changeFront { screen, context in
            own = screen.perform(command, in: context)
            return own ?? []
        }
        if own != nil { return effects }
        return general.first { $0.command.id == command }?.perform(on: &self, in: context) ?? []
    }

    /// Gives a key to what lies over the screens: it stays, closes, or leads to something.
    private mutating func handleOverlay(_ key: Key) -> [AppEffect] {
        if key == .control("z") { return [.suspend] }
        switch overlay {
        case .text(var panel, let closing):
            if panel.handle(key, in: context.body) {
                overlay = .text(panel, closedBy: closing)
            } else if ([.escape, "q", .enter] + closing).contains(key) {
                overlay = nil
            }
        case .palette(var palette):
            let outcome = palette.handle(key)
            overlay = [.handled, .nothing].contains(outcome) ? .palette(palette) : nil
            if outcome == .handled { message = nil }
            if outcome == .nothing { message = MessageLine(.note, "Nothing fits: try another word, or Esc") }
            if case .refused(let reason) = outcome { message = MessageLine(.warning, "Not now: \(reason)") }
            if case .chosen(let id) = outcome, let command = keyMap.command(id) { return run(command) }
        case .copy(var menu):
            let outcome = menu.handle(key)
            overlay = outcome == .open ? .copy(menu) : nil
            if case .chosen(let item) = outcome { return copy(item) }
        case .views(var menu):
            message = nil
            let outcome = menu.handle(key)
            overlay = .views(menu)
            return act(on: outcome)
        case .leaving(let question):
            let outcome = question.handle(key)
            guard outcome != .open else { break }
            overlay = nil
            return outcome == .leave ? perform(question.command) : askAboutLoss()
        case .lost(let loss):
            switch loss.handle(key) {
            case .stay: break
            case .open: return [.reopen]
            case .look:
                overlay = nil
                message = MessageLine(.warning, "Nothing is written any more; R asks again")
            }
        case nil: break
        }
        return []
    }
}

/// Typing ahead.
extension ConsoleState {
    /// What the screen in front waits for; nil when it takes keys.
    private var awaited: Awaited? {
        guard loss == nil, let front else { return nil }
        if leadingOn.contains(front.id) { return .next }
        if rereading[front.id] != nil { return .page }
        let awaited = front.screen.awaited
        // What cannot be read does not come.
        return awaited == .page && unreadable.contains(front.id) ? nil : awaited
    }

    /// Keeps a key for what it was typed for; false where that is there, or nothing but the key is needed.
    private mutating func keeps(_ key: Key) -> Bool {
        guard let front, let awaited, !isDoneAtOnce(key, awaiting: awaited) else { return false }
        // Once more what was sent and answered already.
        let isRepeated = key == .control("s") || (key == Dialog.yes && !isUnasked)
        if isRepeated, front.screen is any Submitting { return true }
        if ahead?.layer != front.id || ahead?.awaited != awaited {
            ahead = TypeAhead(layer: front.id, awaited: awaited, said: message)
        }
        if ahead?.keep(key) != true { drop(ahead?.keys ?? []) }
        if let ahead { remark(ahead.waiting) }
        return true
    }

    /// Says how keys are taken.
    private mutating func remark(_ line: MessageLine?) {
        isRemark = true
        message = line
        isRemark = false
    }

    /// Whether a key need not wait: it leaves, or means the same everywhere, or is a command that works everywhere,
    /// while a page is read and no key waits before it.
    private func isDoneAtOnce(_ key: Key, awaiting awaited: Awaited) -> Bool {
        if [.escape, .control("c"), .control("z")].contains(key) { return true }
        guard let command = keyMap.command(for: key), command.isEnabled else { return false }
        if CommandID.everywhereTheSame.contains(command.id) {
            // A letter behind a key that waits may belong to what that one opens.
            guard case .character = key else { return true }
            return ahead?.keys.isEmpty ?? true
        }
        return awaited == .page && ahead == nil && Navigation(key) == nil
            && general.contains { $0.command.id == command.id }
    }

    /// Gives the keys that waited to what they waited for, as though they were typed now; what follows one that was
    /// refused was typed for what did not come of it.
    private mutating func goOn() -> [AppEffect] {
        guard let waiting = ahead, overlay == nil, closure == nil else { return [] }
        // Not yet: the screen still waits for the same.
        let isInFront = front?.id == waiting.layer
        guard !isInFront || awaited != waiting.awaited else { return [] }
        ahead = nil
        // What was said before the keys were typed is news for as long as nothing else is.
        if message == waiting.waiting { remark(waiting.said) }
        // A page is read on the screen where the keys were typed; what comes next is another screen.
        guard isInFront == (waiting.awaited == .page), !(isInFront && unreadable.contains(waiting.layer))
        else {
            drop(waiting.keys)
            return []
        }
        var effects: [AppEffect] = []
        for (index, key) in waiting.keys.enumerated() {
            wasRefused = false
            effects += respond(to: key)
            guard wasRefused, index + 1 < waiting.keys.count else { continue }
            drop(Array(waiting.keys[(index + 1)...]))
            break
        }
        return effects
    }

    /// Drops keys that were typed for what does not come, and says so.
    private mutating func drop(_ keys: [Key]) {
        ahead = nil
        guard !keys.isEmpty else { return }
        message = TypeAhead.dropped(keys, before: message)
    }
}

extension ConsoleState {
    /// Notes that another file stands in the store's place.
    mutating func lose(_ error: StoreError) -> [AppEffect] {
        guard loss == nil else { return [] }
        loss = StoreFailure(error: error)
        return askAboutLoss()
    }

    /// Answers what is asked of a store that is lost: a deed with why it is not done, a question with nothing.
    mutating func refuse(_ request: StoreRequest, layer: Int) -> [AppEffect] {
        guard let loss, case .write = request else { return [] }
        return receive(.failed(loss), to: request, layer: layer) + askAboutLoss()
    }

    /// The same console over a store that was opened anew: tabs, views and typed words stay, what was read is read again.
    func continued(in context: ConsoleContext) -> ConsoleState {
        var other = self
        other.context = context
        other.context.searches = self.context.searches
        (other.overlay, other.loss, other.writesUnderWay, other.pane) = (nil, nil, 0, nil)
        other.closure = nil
        (other.ahead, other.isUnasked) = (nil, false)
        (other.unreadable, other.leadingOn, other.rereading) = ([], [], [:])
        other.requests = RequestWatch(since: context.now)
        other.message = StoreLoss.opened(typed: holdsTypedText)
        return other
    }

    private var holdsTypedText: Bool { stacks.values.joined().contains { $0.screen.holdsTypedText } }

    private mutating func askAboutLoss() -> [AppEffect] {
        guard let loss else { return [] }
        // A question that is being answered is not exchanged for another under the fingers: this one comes after it.
        if case .leaving = overlay { return [] }
        overlay = .lost(StoreLoss(loss, typed: holdsTypedText, in: context))
        return []
    }
}

extension ConsoleState {
    /// Copies at once, but personal data only when the audit log has noted it.
    private mutating func copy(_ item: CopyItem) -> [AppEffect] {
        if let refusal = item.refusal {
            message = MessageLine(.warning, "The \(item.label) is not copied: \(refusal)")
            return []
        }
        if let owner = item.owner, let front {
            let write = StoreRequest.Write.keepCustomer(
                owner.customer, .takeOut(field: owner.field), copying: item)
            return [.ask(.write(write, at: context.now), layer: front.id)]
        }
        return copied(item)
    }

    /// Copies what may be copied by now.
    private mutating func copied(_ item: CopyItem) -> [AppEffect] {
        message = MessageLine(.success, "Copied, if the terminal allows it: the \(item.label)")
        return [.copy(item.text)]
    }

    /// The lists at the bottom of the tabs.
    var roots: [any LookedAt] {
        ConsoleTab.allCases.compactMap { stacks[$0]?.first?.screen as? any LookedAt }
    }

    /// Changes the lists at the bottom of the tabs, before anything was read.
    mutating func changeRoots(_ body: (inout any LookedAt, ConsoleContext) -> Void) {
        for tab in ConsoleTab.allCases {
            guard var screen = stacks[tab]?.first?.screen as? any LookedAt else { continue }
            body(&screen, context)
            stacks[tab]?[0].screen = screen
        }
    }

    /// Reads the kept views again while their menu is open.
    private func readViews() -> [AppEffect] {
        guard case .views(let menu) = overlay else { return [] }
        return [
            .ask(.read(SavedViewsQuery(of: menu.look.list), at: context.now), layer: ConsoleState.ownLayer)
        ]
    }

    /// Does what the menu of kept views led to.
    private mutating func act(on outcome: ViewMenu.Outcome) -> [AppEffect] {
        switch outcome {
        case .open: return []
        case .cancelled: overlay = nil
        case .refused(let reason): message = MessageLine(.warning, "Not now: \(reason)")
        case .write(let write): return [.ask(.write(write, at: context.now), layer: ConsoleState.ownLayer)]
        case .chosen(let view):
            overlay = nil
            return changeFront { screen, context in
                guard var list = screen as? any LookedAt else { return [] }
                let effects = list.show(ListLook(view), in: context)
                screen = list
                return effects
            }
        }
        return []
    }

    /// What a screen may know: a pane beside it takes a part of its room.
    func context(of screen: any Screen) -> ConsoleContext {
        var known = context
        known.body.columns -= paneColumns(beside: screen)
        return known
    }

    /// The columns that the pane beside a screen takes; screen readers get none.
    func paneColumns(beside screen: any Screen) -> Int {
        guard !context.isPlain, screen.beside != nil else { return 0 }
        return BesidePane.columns(in: context.body.columns)
    }

    /// Looks where the cursor is by now, and asks for what is to be shown beside it.
    mutating func lookBeside() -> [AppEffect] {
        guard closure == nil, let screen = front?.screen, let subject = screen.beside,
            paneColumns(beside: screen) > 0
        else {
            pane = nil
            return []
        }
        guard isPaneOld || pane?.subject != subject else { return [] }
        // What is read again stays in sight until the answer comes.
        pane = BesidePane(subject: subject, page: pane?.subject == subject ? pane?.page : nil)
        isPaneOld = false
        return subject.isRead
            ? [.ask(.read(subject, at: context.now), layer: ConsoleState.ownLayer)] : []
    }

    /// Takes what was read for the pane beside the list.
    private mutating func take(_ answer: Answer) {
        if let page = answer.page(of: Beside.self) { pane?.page = page }
        if case .failed = answer { pane?.hasFailed = true }
    }

    private func isOpen(_ layer: Int) -> Bool {
        stacks.values.contains { $0.contains { $0.id == layer } }
    }

    mutating func show(_ other: ConsoleTab) -> [AppEffect] {
        tab = other
        return load()
    }

    /// Begins a search: in the box of the screen in front, or in one over it.
    mutating func search() -> [AppEffect] {
        var begun: [Effect]?
        let effects = changeFront { screen, context in
            begun = screen.searchAnew(context)
            return begun ?? []
        }
        return begun == nil ? openSearch() : effects
    }

    /// Opens an empty search over the screen in front, which Escape leads back to.
    private mutating func openSearch() -> [AppEffect] {
        // From customer to customer one search follows the other, and nobody goes back so far.
        if stack.count >= ConsoleState.deepest { stacks[tab]?.remove(at: 1) }
        return push(.search, in: tab)
    }

    /// Opens how the server stands over the screen in front, which Escape leads back to.
    mutating func openServer() -> [AppEffect] {
        guard !(front?.screen is ServerScreen) else { return [] }
        if stack.count >= ConsoleState.deepest { stacks[tab]?.remove(at: 1) }
        return push(.server, in: tab)
    }

    /// Keeps a search as the last one.
    private mutating func remember(_ search: String) {
        context.searches = Array(([search] + context.searches.filter { $0 != search }).prefix(20))
    }

    /// Back to the view before; at the bottom of its tab the screen takes it.
    mutating func back() -> [AppEffect] {
        guard stack.count > 1 else { return changeFront { $0.back($1) } }
        stacks[tab]?.removeLast()
        return load()
    }

    private mutating func changeFront(
        _ body: (inout any Screen, ConsoleContext) -> [Effect]
    ) -> [AppEffect] {
        guard let front else { return [] }
        return change(front.id, body)
    }

    /// Lets a screen change, wherever its layer lies, and carries out what it asks for.
    private mutating func change(
        _ layer: Int, _ body: (inout any Screen, ConsoleContext) -> [Effect]
    ) -> [AppEffect] {
        for tab in ConsoleTab.allCases {
            guard var stack = stacks[tab], let index = stack.firstIndex(where: { $0.id == layer }) else {
                continue
            }
            let before = (stack[index].screen as? any Submitting)?.submission
            let effects = body(&stack[index].screen, context(of: stack[index].screen))
            stacks[tab] = stack
            let after = (stack[index].screen as? any Submitting)?.submission
            // From filled in to sent in one step: no question was asked.
            if before?.isEditing == true, after?.isUnsent == false { isUnasked = true }
            if before?.isUnsent == false, after?.isEditing == true { isUnasked = false }
            return effects.flatMap { apply($0, from: layer, in: tab) }
        }
        return []
    }

    private mutating func apply(_ effect: Effect, from layer: Int, in tab: ConsoleTab) -> [AppEffect] {
        switch effect {
        case .ask(let request):
            if request.leadsOn { leadingOn.insert(layer) }
            return [.ask(request, layer: layer)]
        case .say(let message): self.message = message
        case .offerCopies(let items): overlay = .copy(CopyMenu(items))
        case .offerViews(let look):
            overlay = .views(ViewMenu(look, in: context))
            return readViews()
        case .remember(let search): remember(search)
        case .carryOn(let batch): return carryOn(batch)
        case .hold(let batch): hold(batch)
        case .open(let route): return open(route, in: tab)
        case .close: return close(layer, in: tab)
        case .closeSaying(let message, let levels):
            let effects = close(layer, in: tab, levels: levels)
            self.message = message
            return effects
        }
        return []
    }

    private mutating func open(_ route: Route, in tab: ConsoleTab) -> [AppEffect] {
        // To and fro between two screens is no longer way than there and back.
        if stacks[tab]?.dropLast().last?.route == route {
            stacks[tab]?.removeLast()
            return load()
        }
        return push(route, in: tab)
    }

    private mutating func push(_ route: Route, in tab: ConsoleTab) -> [AppEffect] {
        lastLayer += 1
        let screen = route.screen(context, newID: newID)
        stacks[tab]?.append(ScreenLayer(id: lastLayer, screen: screen, route: route))
        return load()
    }

    /// Closes a screen with everything over it, and as many levels down from it as told, but never the tab's own. What
    /// comes to the front is read again, and keys wait for that.
    private mutating func close(_ layer: Int, in tab: ConsoleTab, levels: Int = 1) -> [AppEffect] {
        guard let index = stacks[tab]?.firstIndex(where: { $0.id == layer }), index > 0 else { return [] }
        stacks[tab]?.removeSubrange(max(1, index + 1 - levels)...)
        let effects = load()
        guard let front else { return effects }
        let slots = effects.compactMap { effect -> ObjectIdentifier? in
            guard case .ask(.read(let query, _), layer: front.id) = effect else { return nil }
            return query.slot
        }
        rereading[front.id] = slots.isEmpty ? nil : Set(slots)
        return effects
    }
}

extension ConsoleState {
    private var askForRole: AppEffect {
        .ask(.read(OwnRoleQuery(), at: context.now), layer: ConsoleState.ownLayer)
    }

    /// Takes what an answer says of who sits here; nil when it says nothing new of that.
    ///
    /// What was read for another role is forgotten, and read again as the new one may see it: only screens that were
    /// never drawn hold nothing that is hidden by now.
    private mutating func noteStanding(_ answer: Answer) -> [AppEffect]? {
        if let role = answer.page(of: OwnRoleQuery.self) { return take(role) }
        switch answer {
        case .failed(let failure):
            guard let reason = ConsoleClosure(failure.error, of: context.agent) else { return nil }
            guard closure != reason else { return [] }
            closure = reason
            context.carriedBatches = [:]
            // What a newer program changed is no secret, and typed words may be wanted yet.
            if case .agent(_, .notListed) = failure.error { forget() }
            return []
        default: return closure == nil ? nil : []
        }
    }

    private mutating func take(_ role: Role) -> [AppEffect] {
        let wasClosed = closure != nil
        closure = nil
        guard role != context.role || wasClosed else { return [] }
        let losesSight = context.role.may(.reveal) && !role.may(.reveal)
        context.role = role
        if losesSight { forget() }
        message = MessageLine(.warning, "Your role is now \(role.rawValue): everything is read again")
        return load()
    }

    /// Drops everything that was read, and what was typed with it.
    private mutating func forget() {
        (overlay, pane, message, messages, ahead) = (nil, nil, nil, MessageHistory(), nil)
        (context.revealed, context.cancellable, context.searches) = ([:], [], [])
        (context.ticketCounts, context.silentLosses, context.unconfirmedDeliveries) = (nil, nil, nil)
        (context.openRequests, context.server) = (nil, nil)
        for tab in ConsoleTab.allCases {
            lastLayer += 1
            stacks[tab] = [ScreenLayer(id: lastLayer, screen: tab.root())]
        }
    }

    /// Whether `^C` leaves the console: everywhere but in the question whether to, and where it stops what is about to
    /// be sent.
    private var leavesAtOnce: Bool {
        if case .leaving = overlay { return false }
        return (front?.screen as? any Submitting)?.submission.isHeldBack != true
    }

    private mutating func leave() -> [AppEffect] {
        overlay = nil
        message = nil
        return keyMap.command(.quit).map { run($0) } ?? [.quit]
    }
}

/// What the state of the console asks the world to do.
enum AppEffect: Equatable, Sendable {
    /// Ask the store, on behalf of a screen.
    case ask(StoreRequest, layer: Int)
    /// Put a text on the person's clipboard.
    case copy(String)
    /// Stop the process as ^Z does.
    case suspend
    /// End, to go on over what stands in the store's place now.
    case reopen
    case quit
}
