import Dispatch
import Persistence
import Purchases
import Synchronization

/// What this console tells the other consoles on the store, and hears of them: who sits at which, with which ticket or
/// customer in front. The store keeps it in files, which are written and read on a queue of their own.
final class ConsolePresence: Sendable {
    /// What the application hears.
    enum News: Sendable {
        /// Which other consoles there are now.
        case others([PresentConsole])
        /// Nobody can be told of this one.
        case unannounced
    }

    private struct Held {
        var presence: Presence?
        var watcher: StoreWatcher?
        var attention: Attention?
        var wasRefused = false
    }

    private let queue = DispatchQueue(label: "makegood.console.presence")
    private let held = Mutex(Held())
    private let store: Store
    private let agent: AgentName
    private let deliver: @Sendable (News) -> Void

    /// The presence of an agent at this console; news are delivered from any thread.
    init(store: Store, agent: AgentName, deliver: @escaping @Sendable (News) -> Void) {
        (self.store, self.agent, self.deliver) = (store, agent, deliver)
    }

    /// Begins to tell and to hear, at first and after a stop.
    func enter(at now: Instant) {
        queue.async { [self] in
            guard held.withLock({ $0.watcher == nil }) else { return }
            let presence = announced(at: now)
            let watcher = store.watchPresences(besides: presence) { [deliver] in deliver(.others($0)) }
            let attention = held.withLock { held in
                (held.presence, held.watcher) = (presence, watcher)
                return held.attention
            }
            if let attention { presence?.show(attention, at: now) }
        }
    }

    /// Tells what is in front, when that changed.
    func show(_ attention: Attention?, at now: Instant) {
        let isNews = held.withLock { held in
            defer { held.attention = attention }
            return held.attention != attention
        }
        guard isNews else { return }
        queue.async { [self] in held.withLock { $0.presence }?.show(attention, at: now) }
    }

    /// Tells that nobody sits here, before the process stops or ends: returns when it is told.
    func leave() {
        queue.sync {
            let left = held.withLock { held in
                defer { (held.presence, held.watcher) = (nil, nil) }
                return (held.presence, held.watcher)
            }
            left.1?.cancel()
            left.0?.leave()
        }
    }

    /// Without a file the console works as well; that is said once.
    private func announced(at now: Instant) -> Presence? {
        do {
            return try store.enterPresence(as: agent, at: now)
        } catch {
            let isFirst = held.withLock { held in
                defer { held.wasRefused = true }
                return !held.wasRefused
            }
            if isFirst { deliver(.unannounced) }
            return nil
        }
    }
}
