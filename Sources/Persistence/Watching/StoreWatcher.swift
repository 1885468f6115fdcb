internal import Foundation
internal import GRDB
internal import Synchronization

/// Tells when this process or another one changed a store.
///
/// The kernel tells of writes at once, and a look every second is the net below.
public final class StoreWatcher: Sendable {
    /// How long to look for the commit of a write that was seen: the -wal is written before the commit is visible.
    private static let pauses = [0, 1, 2, 4, 8, 16, 32, 64]

    private let queue = DispatchQueue(label: "makegood.store-watcher", qos: .utility)
    private let state: WatcherState
    private let sources = Mutex<[RunningSource]>([])
    private let observer: CommitObserver?

    /// Watches from now on and delivers what changed after a sequence.
    ///
    /// Errors: the store cannot be read.
    public init(
        _ store: Store, since sequence: Int64, deliver: @escaping @Sendable ([Change]) -> Void
    ) throws {
        let state = try StoreError.translating(store.name) {
            try WatcherState(store: store, sequence: sequence, deliver: deliver)
        }
        self.state = state
        // Only this process changes a store in memory, so its own commits are all there is to hear of.
        observer = store.path == nil ? CommitObserver { [queue] in queue.async { state.look() } } : nil
        if let observer { store.database.add(transactionObserver: observer, extent: .observerLifetime) }
        if let path = store.path { addNotifications(of: path) }
        addTimer()
    }

    deinit { cancel() }

    /// Stops; a call under way ends, no other begins.
    public func cancel() {
        state.stop()
        for running in sources.withLock({ sources in
            defer { sources = [] }
            return sources
        }) {
            running.source.cancel()
        }
    }

    private func addTimer() {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { [state] in state.look() }
        start(timer)
    }

    /// Without a watch, the kernel may have none left, the timer still tells.
    private func addNotifications(of path: String) {
        guard let events = FolderEvents(ofStore: path) else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: queue)
        source.setEventHandler { [state, queue] in
            guard events.drain() else { return }
            for pause in StoreWatcher.pauses {
                queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { state.look() }
            }
        }
        source.setCancelHandler { events.close() }
        start(source)
    }

    private func start(_ source: any DispatchSourceProtocol) {
        source.activate()
        sources.withLock { $0.append(RunningSource(source: source)) }
    }
}

/// A source that is cancelled from whatever thread lets go of the watcher, which Dispatch allows.
private struct RunningSource: @unchecked Sendable {
    let source: any DispatchSourceProtocol
}
