import Dispatch
package import Persistence
package import Purchases
import Synchronization
package import TerminalCore
package import Widgets

/// The console: takes events from a terminal, asks the store off the main actor and draws what is to be seen. What keys
/// and answers mean, `ConsoleState` says; `ConsoleCommand` of `makegood` starts it.
@MainActor
package final class ConsoleApplication {
    private let terminal: any Terminal & Sendable
    private let theme: Theme
    private let now: () -> Instant
    private let options: ConsoleOptions
    private let gateway: StoreGateway
    private let inbox: Inbox
    private let effects: EffectQueue
    private let presence: ConsolePresence
    private var state: ConsoleState
    private let keep: @Sendable (ConsoleMemory) -> Void
    private var isRunning = false
    private var isToReopen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// A console on a store, for whoever sits at it.
    ///
    /// - Parameters:
    ///   - now: tells the time; the console reads no clock of its own.
    ///   - newID: makes the keys by which doing a thing twice is doing it once.
    ///   - memory: how lists were looked at the last time.
    ///   - place: where a console left off whose store was replaced; nil for one that begins.
    ///   - keep: takes the memory at the end, for the next time.
    package init(
        store: Store, agent: AgentName, role: Role, options: ConsoleOptions,
        terminal: any Terminal & Sendable,
        theme: Theme, now: @escaping () -> Instant, newID: @escaping @Sendable () -> String,
        memory: ConsoleMemory = ConsoleMemory(), place: ConsolePlace? = nil,
        keep: @escaping @Sendable (ConsoleMemory) -> Void = { _ in }
    ) {
        self.terminal = terminal
        self.theme = theme
        self.now = now
        self.options = options
        self.keep = keep
        let gateway = StoreGateway(store: store, agent: agent, exportFolder: options.exportFolder)
        self.gateway = gateway
        let inbox = Inbox { [terminal] in terminal.post(.wakeup) }
        self.inbox = inbox
        presence = ConsolePresence(store: store, agent: agent) { news in inbox.put { $0.take(news) } }
        effects = EffectQueue(perform: gateway.perform) { answer, request, layer in
            inbox.put { $0.take(answer, to: request, layer: layer) }
        }
        let context = ConsoleContext(
            now: now(), agent: agent, role: role, options: options,
            body: FrameLayout(size: terminal.size).body.size)
        if let place {
            state = place.state.continued(in: context)
        } else {
            state = ConsoleState(context: context, newID: newID)
            state.recall(memory)
        }
    }

    /// Runs until the person leaves or the terminal goes away; the terminal itself is closed by whoever opened it.
    ///
    /// - Returns: where to go on, when what stands in the store's place by now is to be opened.
    @discardableResult
    package func run() async -> ConsolePlace? {
        isRunning = true
        // Noted before the first read and used after the first frame: no change falls between.
        let sequence = try? gateway.store.newestChange()
        apply(state.load())
        draw()
        let watch = startWatching(since: sequence)
        let clock = startClock()
        presence.enter(at: now())
        tellOthers()
        defer {
            presence.leave()
            clock?.cancel()
            watch?.cancel()
            finishWaiting()
            keep(state.memory)
        }
        // One frame for a whole batch of events: fast typing waits for none in between.
        while let batch = await terminal.events.next() {
            for event in batch where isRunning { handle(event) }
            guard isRunning else { return isToReopen ? ConsolePlace(state: state) : nil }
            tellOthers()
            draw()
        }
        return nil
    }

    /// Waits until every event so far was handled and no effect is under way.
    package func idle() async {
        await withCheckedContinuation { waiter in inbox.put { $0.waiters.append(waiter) } }
    }

    /// Lets the console look at the clock, as it does by itself when options say how often.
    package func tick() { inbox.put { $0.apply($0.state.tick()) } }

    /// Lets the console read again what it shows, as it does by itself when it notices a change of the store.
    package func storeChanged() { inbox.put { $0.apply($0.state.load()) } }

    private func handle(_ event: Event) {
        refreshContext()
        switch event {
        case .key(let key): apply(state.handle(key))
        case .paste(let text): apply(state.paste(text))
        case .pasteCut(let cut): state.message = MessageLine(.warning, cut.words)
        case .terminate, .hangup: isRunning = false
        case .wakeup: inbox.take()?(self)
        case .resumed:
            presence.enter(at: now())
            tellOthers()
        case .resize: break
        }
        apply(state.lookBeside())
        if event == .wakeup, effects.isIdle { finishWaiting() }
    }

    /// Takes an answer, unless a newer request made it stale.
    private func take(_ answer: Answer, to request: StoreRequest, layer: Int) {
        let isNew = effects.finish(request, layer: layer)
        state.writesUnderWay = effects.writesUnderWay
        guard isNew else { return }
        apply(state.receive(answer, to: request, layer: layer))
    }

    private func apply(_ appEffects: [AppEffect]) {
        for effect in appEffects {
            switch effect {
            case .ask(let request, let layer):
                guard state.loss == nil else {
                    apply(state.refuse(request, layer: layer))
                    continue
                }
                effects.ask(request, layer: layer)
            case .copy(let text): copy(text)
            case .suspend:
                presence.leave()
                terminal.suspend()
            case .reopen: (isRunning, isToReopen) = (false, true)
            case .quit: isRunning = false
            }
        }
        state.writesUnderWay = effects.writesUnderWay
    }

    /// Tells other consoles what is in front, when that changed.
    private func tellOthers() { presence.show(state.attention, at: now()) }

    private func take(_ news: ConsolePresence.News) {
        switch news {
        case .others(let consoles): state.context.otherConsoles = consoles
        case .unannounced:
            state.message = MessageLine(
                .warning, "Others do not see what you look at: no file can be made beside the store")
        }
    }

    private func copy(_ text: String) {
        guard !terminal.copy(text) else { return }
        state.message = MessageLine(.warning, "This terminal has no clipboard: nothing was copied")
    }

    private func refreshContext() {
        state.context.now = now()
        state.context.body = FrameLayout(size: terminal.size).body.size
    }

    private func draw() {
        var canvas = Canvas(size: terminal.size, glyphs: options.glyphs)
        ConsoleFrame(state: state, theme: theme).draw(in: &canvas)
        terminal.present(canvas)
        gateway.store.pass(.frameShown)
    }

    private func finishWaiting() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Watches for changes by others; without that the console still works, and says so.
    private func startWatching(since sequence: Int64?) -> StoreWatcher? {
        do {
            return try gateway.store.watch(
                since: sequence, lost: { [inbox] error in inbox.put { $0.apply($0.state.lose(error)) } }
            ) { [inbox] _ in
                inbox.put { $0.apply($0.state.load()) }
            }
        } catch {
            state.message = MessageLine(.warning, "Changes by others are not noticed here: R reads again")
            draw()
            return nil
        }
    }

    private func startClock() -> (any DispatchSourceTimer)? {
        guard let milliseconds = options.tickMilliseconds else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "makegood.console.clock"))
        timer.schedule(deadline: .now(), repeating: .milliseconds(milliseconds), leeway: .milliseconds(50))
        // Not the main actor's: the timer fires on its own queue.
        timer.setEventHandler { @Sendable [inbox] in inbox.put { $0.apply($0.state.tick()) } }
        timer.activate()
        return timer
    }
}

/// Where a console left off: what it showed, and every word that was typed.
package struct ConsolePlace: Sendable {
    let state: ConsoleState
}

extension PasteCut {
    /// What became of the rest, in one sentence.
    fileprivate var words: String {
        switch self {
        case .tooLong(let leftOut):
            "More than 1 MB was pasted: the first megabyte is taken, \(leftOut / 1024 + 1) KB are not"
        case .unfinished: "The paste had no end: its beginning is taken"
        case .interrupted: "The paste was interrupted: nothing of it is taken"
        }
    }
}

/// What other threads want to be done on the main actor, each with the wake-up that announces it.
private final class Inbox: Sendable {
    /// Something to be done by the application.
    typealias Action = @MainActor @Sendable (ConsoleApplication) -> Void

    private let actions = Mutex<[Action]>([])
    private let wake: @Sendable () -> Void

    /// An inbox that wakes its owner, once per action.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Puts something in, from any thread.
    func put(_ action: @escaping Action) {
        // Actions and wake-ups keep one order, so that a wait for everything before means just that.
        actions.withLock { actions in
            actions.append(action)
            wake()
        }
    }

    /// Takes the oldest out.
    func take() -> Action? {
        actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
