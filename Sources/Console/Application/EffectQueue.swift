import Dispatch
import Persistence
import Purchases

/// Runs the requests of `ConsoleApplication` off the main actor and off the cooperative pool: writes one after the
/// other, and at most one read at a time per screen and slot (`StoreQuery.slot`), then the newest one that waits.
///
/// A slow read holds up no other slot. A search that was overtaken is cancelled, because the store has few readers.
@MainActor
final class EffectQueue {
    /// Where reads supersede each other: one slot of one screen.
    private struct Slot: Hashable {
        let layer: Int
        let slot: ObjectIdentifier
    }

    /// The read under way in a slot, and the one that waits for its end.
    private struct Run {
        let query: any StoreQuery
        let task: Task<Void, Never>
        var next: (query: any StoreQuery, at: Instant)?
    }

    private let reads = ReadExecutor()
    private let writes = DispatchQueue(label: "makegood.console.writes")
    private let perform: @Sendable (StoreRequest) -> Answer
    private let deliver: @Sendable (Answer, StoreRequest, _ layer: Int) -> Void
    private var running: [Slot: Run] = [:]
    /// How many writes are under way.
    private(set) var writesUnderWay = 0

    /// A queue that asks with one closure, off the main actor, and hands answers to another, from any thread.
    init(
        perform: @escaping @Sendable (StoreRequest) -> Answer,
        deliver: @escaping @Sendable (Answer, StoreRequest, _ layer: Int) -> Void
    ) {
        (self.perform, self.deliver) = (perform, deliver)
    }

    /// Whether nothing is under way and nothing waits.
    var isIdle: Bool { running.isEmpty && writesUnderWay == 0 }

    /// Asks on behalf of a screen.
    func ask(_ request: StoreRequest, layer: Int) {
        switch request {
        case .write:
            writesUnderWay += 1
            writes.async { [perform, deliver] in deliver(perform(request), request, layer) }
        case .read(let query, let at):
            cancelSearch(of: layer, overtakenBy: query)
            let slot = Slot(layer: layer, slot: query.slot)
            guard running[slot] == nil else {
                running[slot]?.next = (query, at)
                return
            }
            start(query, at: at, in: slot)
        }
    }

    /// Notes that a request was answered; false when a newer one made the answer stale.
    func finish(_ request: StoreRequest, layer: Int) -> Bool {
        guard case .read(let query, _) = request else {
            writesUnderWay -= 1
            return true
        }
        let slot = Slot(layer: layer, slot: query.slot)
        guard let run = running.removeValue(forKey: slot) else { return false }
        let isWhole = !run.task.isCancelled
        guard let next = run.next else { return isWhole }
        start(next.query, at: next.at, in: slot)
        // The same text is searched again: frequent changes of the store must not keep its answer away for ever.
        return isWhole && query.searchText != nil && next.query.searchText == query.searchText
    }

    /// Cancels the search of a screen that searches for something else by now.
    private func cancelSearch(of layer: Int, overtakenBy query: any StoreQuery) {
        let run = running[Slot(layer: layer, slot: ObjectIdentifier(SearchQuery.self))]
        if let run, run.query.searchText != query.searchText { run.task.cancel() }
    }

    private func start(_ query: any StoreQuery, at now: Instant, in slot: Slot) {
        let task = Task(executorPreference: reads) { [perform, deliver] in
            let request = StoreRequest.read(query, at: now)
            deliver(perform(request), request, slot.layer)
        }
        running[slot] = Run(query: query, task: task)
    }
}

/// Runs tasks on threads of its own, because asking the store blocks and the cooperative pool never waits.
private final class ReadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "makegood.console.reads", attributes: .concurrent)

    /// Runs a piece of a task as soon as a thread is free.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
