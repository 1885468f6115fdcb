import Synchronization

/// What happened at a terminal and waits to be looked at: put in from any thread, taken out in batches by one reader.
///
/// A request to end goes ahead of everything. ^C discards what was typed before it when much of that still waits, as
/// the interrupt character of a terminal does, so that it need not wait for the rest. A `Terminal` puts in,
/// `ConsoleApplication` takes out.
package final class EventQueue: Sendable {
    private struct State {
        var events: [Event] = []
        var reader: CheckedContinuation<Void, Never>?
        var isFinished = false

        mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }
    }

    /// The most events of one batch, so that somebody who types without end still sees what it does.
    package static let batchLimit = 256
    /// From how much waiting input on ^C discards it.
    package static let backlog = 64

    private let state = Mutex(State())

    /// An empty queue.
    package init() {}

    /// Puts an event in.
    package func post(_ event: Event) {
        let reader = state.withLock { state in
            guard !state.isFinished else { return nil as CheckedContinuation<Void, Never>? }
            switch event {
            case .terminate, .hangup: state.events.insert(event, at: 0)
            case .key(.control("c")): Self.interrupt(&state.events)
            default: state.events.append(event)
            }
            return state.takeReader()
        }
        reader?.resume()
    }

    /// Ends the queue; what waits in it is still taken out.
    package func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.takeReader()
        }
        reader?.resume()
    }

    /// Waits until something is there and takes it out, in order; nil when the queue is finished and empty.
    package func next() async -> [Event]? {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if !state.events.isEmpty || state.isFinished { return true }
                state.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { state in
            let batch = Array(state.events.prefix(Self.batchLimit))
            state.events.removeFirst(batch.count)
            return batch.isEmpty ? nil : batch
        }
    }

    private static func interrupt(_ events: inout [Event]) {
        if events.count(where: \.isInput) >= backlog { events.removeAll(where: \.isInput) }
        events.append(.key(.control("c")))
    }
}

extension Event {
    /// Whether a person typed or pasted it.
    fileprivate var isInput: Bool {
        switch self {
        case .key, .paste, .pasteCut: true
        case .resize, .resumed, .terminate, .hangup, .wakeup: false
        }
    }
}
