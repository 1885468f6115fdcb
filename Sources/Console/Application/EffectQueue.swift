import Dispatch
import Synchronization

/// Runs requests off the cooperative pool: at most one read per screen and kind at a time, the newest next.
///
/// A reader that is held up holds nobody else up, and a search that was overtaken is cancelled: there are few readers.
@MainActor
final class EffectQueue {
    /// Reads of one screen and kind supersede each other.
    struct Slot: Hashable, Sendable {
        let layer: Int
        let kind: StoreRequest.Kind
    }

    /// A request whose answer came.
    struct Arrival: Sendable {
        let request: StoreRequest
        let layer: Int
        let token: Int
        let answer: Answer
    }

    private struct Run {
        let request: StoreRequest
        let token: Int
        let task: Task<Void, Never>
    }

    private let reads = StoreExecutor()
    private let writes = DispatchQueue(label: "makegood.console.writes")
    private let perform: @Sendable (StoreRequest) -> Answer
    private let deliver: @Sendable (Arrival) -> Void
    private var lastToken = 0
    private var running: [Slot: Run] = [:]
    private var waiting: [Slot: StoreRequest] = [:]
    /// How many writes are under way.
    private(set) var writesUnderWay = 0

    /// A queue that asks with one closure, off the main actor, and hands answers to another, from any thread.
    init(
        perform: @escaping @Sendable (StoreRequest) -> Answer, deliver: @escaping @Sendable (Arrival) -> Void
    ) {
        (self.perform, self.deliver) = (perform, deliver)
    }

    /// Whether nothing is under way and nothing waits.
    var isIdle: Bool { running.isEmpty && waiting.isEmpty && writesUnderWay == 0 }

    /// Asks on behalf of a screen.
    func ask(_ request: StoreRequest, layer: Int) {
        if request.isWrite {
            writesUnderWay += 1
            return write(request, layer: layer)
        }
        cancelSearch(of: layer, overtakenBy: request)
        let slot = Slot(layer: layer, kind: request.kind)
        guard running[slot] == nil else {
            waiting[slot] = request
            return
        }
        start(request, in: slot)
    }

    /// Takes an arrival in; false when a newer request made it stale.
    func accept(_ arrival: Arrival) -> Bool {
        guard !arrival.request.isWrite else {
            writesUnderWay -= 1
            return true
        }
        let slot = Slot(layer: arrival.layer, kind: arrival.request.kind)
        guard let run = running[slot], run.token == arrival.token else { return false }
        running[slot] = nil
        guard let next = waiting.removeValue(forKey: slot) else { return !run.task.isCancelled }
        start(next, in: slot)
        // The same text again: whoever keeps changing the store must not keep the answer away.
        return next.searchText != nil && next.searchText == run.request.searchText
    }

    private func cancelSearch(of layer: Int, overtakenBy request: StoreRequest) {
        let run = running[Slot(layer: layer, kind: .search)]
        if let run, run.request.searchText != request.searchText { run.task.cancel() }
    }

    private func start(_ request: StoreRequest, in slot: Slot) {
        lastToken += 1
        let task = Task(executorPreference: reads) { [perform, deliver, token = lastToken] in
            deliver(Arrival(request: request, layer: slot.layer, token: token, answer: perform(request)))
        }
        running[slot] = Run(request: request, token: lastToken, task: task)
    }

    private func write(_ request: StoreRequest, layer: Int) {
        lastToken += 1
        writes.async { [perform, deliver, token = lastToken] in
            deliver(Arrival(request: request, layer: layer, token: token, answer: perform(request)))
        }
    }
}

/// Runs tasks on threads of its own, because asking the store blocks and the cooperative pool never waits.
final class StoreExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "makegood.console.reads", attributes: .concurrent)

    /// Runs a piece of a task as soon as a thread is free.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
