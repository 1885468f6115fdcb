import Foundation
package import Persistence
package import Purchases
import Synchronization

/// The one way in which documents get into the store: what waits is taken in together, by one thread, in one transaction
/// with one fsync.
///
/// The caller of `take` waits until its batch is committed together with others. A batch is answered exactly once:
/// with what became of it, or with why it could not be written, in which case nothing of it is in the store.
package final class Gatherer: Sendable {
    /// How much may wait.
    package struct Limits: Hashable, Sendable {
        package var batches: Int
        /// How many bytes of documents, as they came.
        package var bytes: Int
        /// How long nothing is written after the store could not be. All that wait then are told at once, and not each
        /// after a try of its own.
        package var pause: TimeLength

        /// How much may wait.
        package init(batches: Int = 4096, bytes: Int = 64 << 20, pause: TimeLength = TimeLength(250)) {
            (self.batches, self.bytes, self.pause) = (batches, bytes, pause)
        }
    }

    private let queue: GatheringQueue
    private let writer: GatheringWriter

    /// A gatherer for a store, which begins at once.
    package init(
        _ store: Store, as agent: AgentName, clock: ServerClock, limits: Limits = Limits(),
        metrics: PrometheusMetrics = PrometheusMetrics()
    ) {
        queue = GatheringQueue(limits)
        writer = GatheringWriter(store, as: agent, clock: clock, queue: queue, metrics: metrics)
        let writer = writer
        let thread = Thread { writer.run() }
        thread.name = "makegood.gatherer"
        thread.start()
    }

    deinit { queue.close() }

    /// Takes a batch in; answers once it is committed.
    ///
    /// - Parameter bytes: how many bytes its documents had when they came.
    /// - Throws: `StoreError` where the store could not be written; `GathererError` where too much waits, or where the
    ///   gatherer has ended.
    package func take(_ batch: ImportBatch, bytes: Int = 0) async throws -> ImportOutcome {
        try await withCheckedThrowingContinuation { continuation in
            let waiting = WaitingBatch(batch: batch, bytes: bytes, continuation: continuation)
            if let refusal = queue.append(waiting) { continuation.resume(throwing: refusal) }
        }
    }

    /// Since when the oldest batch waits; nil when none does.
    package var oldest: ContinuousClock.Instant? { queue.oldest }

    /// Takes no more, and writes what waits; answers whether all of it was written in the time.
    @discardableResult
    package func close(within length: TimeLength) async -> Bool {
        queue.close()
        let deadline = ContinuousClock.now + .milliseconds(length.count)
        // In a task of its own: one that was cancelled cannot wait, and what waits is written all the same.
        let hasEnded = await Task { await self.hasEnded(by: deadline) }.value
        if !hasEnded { queue.failAll(with: GathererError.closed) }
        return hasEnded
    }

    private func hasEnded(by deadline: ContinuousClock.Instant) async -> Bool {
        while !writer.hasEnded {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}

/// Why a batch was not taken.
package enum GathererError: Error, Hashable, Sendable {
    /// Too much waits for the store.
    case full
    /// The server stops.
    case closed
}

/// A batch and who waits for it.
private struct WaitingBatch: Sendable {
    let batch: ImportBatch
    let bytes: Int
    let continuation: CheckedContinuation<ImportOutcome, any Error>
    let since = ContinuousClock.now
}

/// What waits to be written.
private final class GatheringQueue: Sendable {
    private struct State {
        var waiting: [WaitingBatch] = []
        /// Handed to the writer, not answered yet: they count, too.
        var heldBytes = 0
        var held = 0
        var isClosed = false
    }

    private let limits: Gatherer.Limits
    private let state = Mutex(State())
    /// One signal for each change; the writer takes everything that waits with one.
    private let changed = DispatchSemaphore(value: 0)

    init(_ limits: Gatherer.Limits) { self.limits = limits }

    var oldest: ContinuousClock.Instant? { state.withLock { $0.waiting.first?.since } }

    /// Answers why it cannot wait; nil when it does.
    func append(_ batch: WaitingBatch) -> GathererError? {
        let refusal = state.withLock { state -> GathererError? in
            if state.isClosed { return .closed }
            let bytes = state.heldBytes + batch.bytes
            // One batch alone is taken whatever its size: its body was measured before.
            let fits = state.held == 0 && state.waiting.isEmpty || bytes <= limits.bytes
            guard fits, state.held + state.waiting.count < limits.batches else { return .full }
            state.waiting.append(batch)
            state.heldBytes = bytes
            return nil
        }
        if refusal == nil { changed.signal() }
        return refusal
    }

    /// Waits for batches; nil when no more come.
    func next() -> [WaitingBatch]? {
        while true {
            let taken = state.withLock { state -> [WaitingBatch]? in
                guard !state.waiting.isEmpty else { return state.isClosed ? nil : [] }
                defer { state.waiting = [] }
                state.held += state.waiting.count
                return state.waiting
            }
            guard let taken else { return nil }
            if !taken.isEmpty { return taken }
            changed.wait()
        }
    }

    /// Notes that some of those taken are answered.
    func answered(_ batches: some Collection<WaitingBatch>) {
        state.withLock { state in
            state.held -= batches.count
            state.heldBytes -= batches.reduce(0) { $0 + $1.bytes }
        }
    }

    /// Tells everybody who waits that it failed.
    func failAll(with error: any Error) {
        let all = state.withLock { state in
            defer { state.waiting = [] }
            state.heldBytes -= state.waiting.reduce(0) { $0 + $1.bytes }
            return state.waiting
        }
        for batch in all { batch.continuation.resume(throwing: error) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        changed.signal()
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Lets some time pass, or less when the gatherer ends.
    func rest() {
        guard !isClosed else { return }
        Thread.sleep(forTimeInterval: Double(limits.pause.count) / 1000)
    }
}

/// The thread that writes.
private final class GatheringWriter: Sendable {
    private let store: Store
    private let agent: AgentName
    private let clock: ServerClock
    private let queue: GatheringQueue
    private let metrics: PrometheusMetrics
    private let end = Mutex(false)

    init(
        _ store: Store, as agent: AgentName, clock: ServerClock, queue: GatheringQueue,
        metrics: PrometheusMetrics
    ) {
        (self.store, self.agent, self.clock) = (store, agent, clock)
        (self.queue, self.metrics) = (queue, metrics)
        metrics.begin(
            counters: [GatheringWriter.commits, GatheringWriter.batches, GatheringWriter.failures],
            durations: [GatheringWriter.lengths])
    }

    // Metrics, like the audit log, call a batch a parcel.
    private static let commits = "makegood_gathered_commits_total"
    private static let batches = "makegood_gathered_parcels_total"
    private static let failures = "makegood_gathered_failures_total"
    private static let lengths = "makegood_gathered_commit_seconds"

    var hasEnded: Bool { end.withLock { $0 } }

    func run() {
        while let batches = queue.next() { write(batches[...]) }
        end.withLock { $0 = true }
    }

    /// Writes batches, as many at a time as the store takes.
    private func write(_ batches: ArraySlice<WaitingBatch>) {
        var rest = batches
        while !rest.isEmpty {
            do {
                rest = try writePart(of: rest)
            } catch let error as StoreError where error.isAboutTheStore {
                fail(rest, with: error)
                // Batches that came meanwhile would only wait for the same answer.
                queue.failAll(with: error)
                queue.rest()
                return
            } catch {
                guard rest.count > 1 else { return fail(rest, with: error) }
                // One of them is at fault, and only that one is refused.
                for batch in rest { write([batch]) }
                return
            }
        }
    }

    /// Writes the first of some batches; answers those that are left.
    private func writePart(of batches: ArraySlice<WaitingBatch>) throws -> ArraySlice<WaitingBatch> {
        let started = ContinuousClock.now
        let outcomes = try store.importTogether(batches.map(\.batch), by: agent, at: clock.now())
        metrics.count(GatheringWriter.commits)
        metrics.count(GatheringWriter.batches, by: outcomes.count)
        metrics.note(ContinuousClock.now - started, as: GatheringWriter.lengths)
        let taken = batches.prefix(outcomes.count)
        queue.answered(taken)
        for (batch, outcome) in zip(taken, outcomes) { batch.continuation.resume(returning: outcome) }
        return batches.dropFirst(outcomes.count)
    }

    private func fail(_ batches: ArraySlice<WaitingBatch>, with error: any Error) {
        metrics.count(GatheringWriter.failures)
        queue.answered(batches)
        for batch in batches { batch.continuation.resume(throwing: error) }
    }
}

extension StoreError {
    /// Whether every write meets it, so that all batches fail; else one batch is at fault.
    fileprivate var isAboutTheStore: Bool {
        switch (self, code) {
        // A single row that cannot be read, or that the store's own guards refused, is one batch's.
        case (.file(_, .damaged(.emptyColumn)), _), (.store(.guarded), _), (.store(.unaudited), _): false
        case (_, .busy), (_, .unavailable), (_, .configuration), (_, .refused), (_, .damaged): true
        case (_, .notFound), (_, .conflict), (_, .usage): false
        }
    }
}
