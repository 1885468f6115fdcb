import Foundation
package import Logging
import Persistence
import Purchases
import ServiceLifecycle
import Synchronization

/// Runs what the server does by itself, each at its own pace, and says every few seconds in the store how that goes.
///
/// A worker goes on when it said that it would, or sooner when something changed in the store. One that fails is tried
/// again after a pause that grows; nothing that it throws ends it, and nothing makes it spin.
package struct WorkerLoop: Service {
    /// The shortest pause between two runs that a change brought†.
    private static let breath = Duration.milliseconds(100)
    /// The longest pause after a failure†.
    private static let longestPause = TimeLength.seconds(300)

    private let workers: [any Worker]
    private let access: StoreAccess
    private let clock: ServerClock
    private let beats: ServerClock
    private let release: String?
    private let company: @Sendable (Int) async -> Void
    private let logger: Logger
    private let notes = WorkerNotes()

    /// Runs workers on a store.
    ///
    /// - Parameters:
    ///   - beats: the clock of the server's signs of life, where it is another one: consoles compare them with the
    ///     system's.
    ///   - release: which release of the program it is.
    ///   - company: told with each beat how many servers are there.
    package init(
        _ workers: [any Worker], on access: StoreAccess, clock: ServerClock, beats: ServerClock? = nil,
        release: String? = nil, company: @escaping @Sendable (Int) async -> Void = { _ in }, logger: Logger
    ) {
        (self.workers, self.access, self.clock, self.logger) = (workers, access, clock, logger)
        (self.release, self.company) = (release, company)
        self.beats = beats ?? clock
    }

    /// Runs them until the server ends.
    package func run() async throws {
        let started = beats.now()
        let bells = workers.map { _ in Bell() }
        let watcher = try? access.store.watch { changes in
            // What only says how the server stands is nothing to do.
            if changes.contains(where: { $0.entity != .server }) { for bell in bells { bell.ring() } }
        }
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { tasks in
                for (worker, bell) in zip(workers, bells) { tasks.addTask { await run(worker, bell) } }
                tasks.addTask { await beat(since: started) }
            }
        }
        watcher?.cancel()
        let now = beats.now()
        // In a task of its own: this one may have been cancelled, and the console would wait for a server that is gone.
        await Task { [access] in
            let server = access.server
            try? await access.run { store, agent in try store.noteServerEnd(server, by: agent, at: now) }
        }.value
    }

    private func run(_ worker: any Worker, _ bell: Bell) async {
        var failures = 0
        while !Task.isCancelled {
            let now = clock.now()
            let next: Instant
            do {
                let done = try await worker.work(at: now)
                failures = 0
                // With nothing done there is nothing to go on with at once.
                next = done.count == 0 ? max(done.next, now + .seconds(1)) : done.next
                notes.note(
                    WorkerNote(
                        worker.name.rawValue, didAt: done.count > 0 ? now : nil, nextAt: next,
                        failure: done.failure))
            } catch {
                guard !Task.isCancelled else { return }
                failures += 1
                let pause = TimeLength(min(WorkerLoop.longestPause.count, 1000 << min(failures, 10)))
                next = now + pause
                let code = (error as? StoreError).map { "store_\($0.code.rawValue)" } ?? "internal"
                notes.note(WorkerNote(worker.name.rawValue, didAt: nil, nextAt: next, failure: code))
                logger.warning(
                    "a worker failed", metadata: ["worker": "\(worker.name.rawValue)", "code": "\(code)"])
            }
            // After a failure only time helps.
            await bell.wait(until: next, clock: clock, hears: failures == 0)
            try? await Task.sleep(for: WorkerLoop.breath)
        }
    }

    private func beat(since started: Instant) async {
        while !Task.isCancelled {
            let (now, present, taken) = (beats.now(), clock.now(), notes.take())
            let own = KnownServer(
                id: access.server, release: release, process: getpid(), startedAt: started, presence: .there)
            do {
                let count = try await access.run { store, agent in
                    try store.noteServer(own, taken, leasing: present, by: agent, at: now)
                }
                await company(count)
            } catch {
                notes.giveBack(taken)
                logger.notice(
                    "the server cannot say that it is there", metadata: ["error": "\(type(of: error))"])
            }
            guard (try? await beats.sleep(now + ServerStatus.beat)) != nil else { return }
        }
    }
}

/// What workers said since the last beat.
private final class WorkerNotes: Sendable {
    private let notes = Mutex<[String: WorkerNote]>([:])

    func note(_ note: WorkerNote) {
        notes.withLock { notes in
            let didAt = note.didAt ?? notes[note.name]?.didAt
            notes[note.name] = WorkerNote(note.name, didAt: didAt, nextAt: note.nextAt, failure: note.failure)
        }
    }

    func take() -> [WorkerNote] {
        notes.withLock { notes in
            defer { notes = [:] }
            return notes.values.sorted { $0.name < $1.name }
        }
    }

    func giveBack(_ notes: [WorkerNote]) {
        self.notes.withLock { known in
            for note in notes where known[note.name] == nil { known[note.name] = note }
        }
    }
}

/// Wakes one worker when the store changed; a ring that comes while it works is kept for its next wait.
private final class Bell: Sendable {
    private struct State {
        var hasRung = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.hasRung = state.waiting == nil
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits for a moment, or for the bell where it is to be heard.
    func wait(until moment: Instant, clock: ServerClock, hears: Bool) async {
        guard hears else {
            try? await clock.sleep(moment)
            return
        }
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try? await clock.sleep(moment) }
            tasks.addTask { await self.wait() }
            await tasks.next()
            // Cancelling resumes the wait for the bell, which nothing else would end.
            tasks.cancelAll()
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
                        return true
                    }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }
}
