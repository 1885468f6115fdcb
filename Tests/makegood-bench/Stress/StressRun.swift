internal import FileStore
import Foundation
import Persistence
import Synchronization

/// One stress run: everybody at work on one store, and what the store holds afterwards.
struct StressRun {
    /// What everybody is told.
    private(set) var plan: StressPlan
    /// Where the store is.
    let path: String
    /// The product's program, for the consoles.
    let program: String
    /// Whether writers are killed now and then.
    let isKilling: Bool

    mutating func outcome() throws -> StressOutcome {
        let folder = StressFolder(store: path)
        try folder.make()
        let store = try Store.open(at: path)
        let table = try StoreTable(path)
        let start = try StressStart(table)
        plan.run = start.audit
        let watch = ChangeWatch(since: Int64(start.changes))
        let watcher = try store.watch(since: Int64(start.changes)) { watch.hear($0) }
        defer { watcher.cancel() }
        let gauge = WALGauge(store: path)
        let consoles = try StressConsoles(plan, program: program, on: path)
        let workers = try StressWorkers(plan, folder, killing: isKilling)
        var problems = try workers.run()
        problems += try consoles.problems(in: store)
        let logs = (0..<StressPlan.writers).map { DeedLog.deeds(at: folder.report(StressWriter.name($0))) }
        var outcome = StressOutcome(
            writers: logs, kills: workers.kills, documents: workers.count(of: StressImporter.name),
            checkpoints: workers.count(of: StressCheckpointer.name),
            reads: workers.count(of: StressReader.name) + workers.count(of: StressBackend.name),
            highestWAL: gauge.end())
        problems += watch.problems(upTo: try store.newestChange()) + consoles.close()
        outcome.checks = try StressChecks(
            plan: plan, start: start, outcome: outcome, store: store, table: table
        ).all(besides: problems)
        return outcome
    }
}

/// Where a store stood when a run began.
struct StressStart {
    /// The newest audit entry.
    let audit: Int
    /// The newest change.
    let changes: Int
    /// The newest grant.
    let grants: Int

    /// Where a store stands now.
    init(_ table: StoreTable) throws {
        audit = try table.number("SELECT max(sequence) FROM audit")
        changes = try table.number("SELECT max(sequence) FROM change_log")
        grants = try table.number("SELECT max(id) FROM grants")
    }
}

/// The processes of a stress run, apart from the consoles.
final class StressWorkers {
    private let plan: StressPlan
    private let folder: StressFolder
    private let others: [(name: String, process: WorkerProcess)]
    private let writers: [WriterKeeper]

    /// Starts everybody and waits until all have the store open.
    init(_ plan: StressPlan, _ folder: StressFolder, killing: Bool) throws {
        (self.plan, self.folder) = (plan, folder)
        let arguments = ["stress-worker"] + plan.arguments(at: folder.store)
        others = try [
            StressReader.name, StressBackend.name, StressImporter.name, StressCheckpointer.name,
        ].map { name in (name, try WorkerProcess(arguments + ["--role", name])) }
        writers = try (0..<StressPlan.writers).map { number in
            try WriterKeeper(arguments, number, plan, killing: killing)
        }
        folder.await(ready: others.map(\.name) + (0..<StressPlan.writers).map(StressWriter.name))
    }

    /// Lets everybody begin, and waits until the writers have done what they were to do; answers what went wrong.
    func run() throws -> [String] {
        try folder.start()
        let ended = DispatchGroup()
        for writer in writers {
            ended.enter()
            Thread.detachNewThread {
                writer.keep()
                ended.leave()
            }
        }
        ended.wait()
        try folder.stop()
        let failed = others.compactMap { name, process in
            (try? process.wait()) == nil ? "the \(name) failed" : nil
        }
        return writers.compactMap(\.failure) + failed
    }

    /// How often writers were killed.
    var kills: Int { writers.map(\.kills).reduce(0, +) }

    /// How much one of those who count only did.
    func count(of name: String) -> Int {
        (try? String(contentsOfFile: folder.report(name), encoding: .utf8)).flatMap { Int($0) } ?? 0
    }
}

/// Keeps one writer at work: where the plan is to kill it now and then, another takes its place.
final class WriterKeeper: Sendable {
    private struct State {
        var kills = 0
        var failure: String?
    }

    private let arguments: [String]
    private let number: Int
    private let plan: StressPlan
    private let isKilling: Bool
    private let first: WorkerProcess
    private let state = Mutex(State())

    init(_ arguments: [String], _ number: Int, _ plan: StressPlan, killing: Bool) throws {
        self.arguments = arguments + ["--role", "writer", "--number", String(number)]
        (self.number, self.plan, isKilling) = (number, plan, killing)
        first = try WorkerProcess(self.arguments)
    }

    /// How often it was killed.
    var kills: Int { state.withLock { $0.kills } }
    /// Why it did not come to its end; nil when it did.
    var failure: String? { state.withLock { $0.failure } }

    /// Waits until everything is written.
    func keep() {
        var process = first
        while isKilling, endsEarly(process) {
            state.withLock { $0.kills += 1 }
            guard let next = try? WorkerProcess(arguments + ["--replacement"]) else { break }
            process = next
        }
        do { if !isKilling { try process.wait() } } catch {
            state.withLock { $0.failure = "writer \(number): \(error)" }
        }
    }

    /// Kills a writer at a moment of its own; false when it had come to its end by itself.
    private func endsEarly(_ process: WorkerProcess) -> Bool {
        let pause = 200 + plan.random(kills, UInt64(50 + number), below: 1000)
        let deadline = SteadyClock.seconds + Double(pause) / 1000
        var status: Int32 = 0
        while waitpid(process.id, &status, WNOHANG) == 0 {
            if SteadyClock.seconds > deadline { kill(process.id, SIGKILL) }
            usleep(1000)
        }
        if status != 0, status & 0x7F != SIGKILL {
            state.withLock { $0.failure = "writer \(number) ended with status \(status)" }
        }
        return status & 0x7F == SIGKILL
    }
}
