import Dispatch
import Synchronization

/// Runs requests on dispatch queues of its own: at most one read per screen and kind at a time, the newest next.
///
/// The cooperative pool never waits for the store, and a reader that is held up holds nobody else up.
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

    private let reads = DispatchQueue(label: "makegood.console.reads", attributes: .concurrent)
    private let writes = DispatchQueue(label: "makegood.console.writes")
    private let perform: @Sendable (StoreRequest) -> Answer
    private let deliver: @Sendable (Arrival) -> Void
    private var lastToken = 0
    private var running: [Slot: Int] = [:]
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
            return start(request, layer: layer, on: writes)
        }
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
        guard running[slot] == arrival.token else { return false }
        running[slot] = nil
        guard let next = waiting.removeValue(forKey: slot) else { return true }
        start(next, in: slot)
        return false
    }

    private func start(_ request: StoreRequest, in slot: Slot) {
        running[slot] = lastToken + 1
        start(request, layer: slot.layer, on: reads)
    }

    private func start(_ request: StoreRequest, layer: Int, on queue: DispatchQueue) {
        lastToken += 1
        queue.async { [perform, deliver, token = lastToken] in
            deliver(Arrival(request: request, layer: layer, token: token, answer: perform(request)))
        }
    }
}
