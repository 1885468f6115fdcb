import Foundation
import Persistence

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

    /// Runs it.
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
