import Foundation
import Persistence
import Purchases
import Synchronization

/// Everything that must hold after a stress run.
struct StressChecks {
    /// The largest -wal that is acceptable, in bytes.
    static let walLimit = 64 << 20
    /// The smallest share of a writer that is acceptable, of the largest.
    static let fairness = 0.3
    /// How many answers a writer has at least before shares mean anything: whoever is first has a start of some.
    static let answers = 200

    /// What everybody was told.
    let plan: StressPlan
    /// Where the store stood before.
    let start: StressStart
    /// What came of the run so far.
    let outcome: StressOutcome
    let store: Store
    let table: StoreTable

    /// Looks at everything, problems that the run itself met included.
    func all(besides met: [String]) throws -> [StressCheck] {
        let deeds = DeedCheck(plan: plan, start: start, outcome: outcome, table: table)
        return [
            StressCheck(name: "every process and both consoles reach their end", problems: met),
            StressCheck(name: "no writer is told that the store is busy", problems: answers(.busy)),
            StressCheck(name: "every answer is the right one", problems: answers(.failed)),
            StressCheck(name: "acknowledged writes are there once", problems: try deeds.problems()),
            StressCheck(name: "integrity_check", problems: try pages()),
            StressCheck(name: "audit verify", problems: try audit()),
            StressCheck(name: "doctor, periods as the rules give", problems: try health()),
            StressCheck(name: "the log of changes has no gap", problems: try changes()),
            StressCheck(name: "the WAL stays under 64 MB", problems: wal()),
            StressCheck(name: "writers are served fairly", problems: shares()),
        ]
    }

    private func answers(_ answer: StressDeed.Answer) -> [String] {
        outcome.writers.flatMap { $0 }.filter { $0.answer == answer }.map {
            "\($0.kind.rawValue) \($0.subject) \($0.key): \($0.result)"
        }
    }

    private func pages() throws -> [String] {
        try table.rows("PRAGMA integrity_check").map { $0[0] }.filter { $0 != "ok" }
            + table.rows("PRAGMA foreign_key_check").map { "\($0[0]) names what is missing" }
    }

    private func audit() throws -> [String] {
        try store.verifyAudit().firstBroken.map { ["\($0.about): \($0.why)"] } ?? []
    }

    /// The doctor looks at other chains at other times: at all of a small store, at ten samples of a big one.
    private func health() throws -> [String] {
        let last = try table.number("SELECT max(id) FROM chains")
        let problems = try (0...min(last / 200, 9)).flatMap { moment in
            try store.doctor(at: BenchPopulation.now + TimeLength(Int64(moment)))
                .filter { $0.level == .error }.map { "\($0.code): \($0.text)" }
        }
        return Array(Set(problems)).sorted()
    }

    private func changes() throws -> [String] {
        let (count, newest) = (
            try table.number("SELECT count(*) FROM change_log WHERE sequence > \(start.changes)"),
            try table.number("SELECT max(sequence) FROM change_log")
        )
        return count == newest - start.changes ? [] : ["\(newest - start.changes - count) are missing"]
    }

    private func wal() -> [String] {
        outcome.highestWAL < StressChecks.walLimit ? [] : ["it grew to \(outcome.highestWAL >> 20) MB"]
    }

    /// Killed writers lose time that nobody took from them.
    private func shares() -> [String] {
        guard outcome.kills == 0, outcome.shares.max() ?? 0 >= StressChecks.answers,
            outcome.fairness <= StressChecks.fairness
        else { return [] }
        return ["\(outcome.shares) answers when the first one was done"]
    }
}

/// Looks at the size of a -wal all the time.
final class WALGauge: Sendable {
    private struct State {
        var highest = 0
        var isOver = false
    }

    private let path: String
    private let state = Mutex(State())

    /// Begins to look.
    init(store: String) {
        path = store + "-wal"
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }) {
                look()
                usleep(5000)
            }
        }
    }

    /// Ends; answers the largest size that was seen, in bytes.
    func end() -> Int {
        look()
        return state.withLock { state in
            state.isOver = true
            return state.highest
        }
    }

    private func look() {
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
        guard let size else { return }
        state.withLock { $0.highest = max($0.highest, size) }
    }
}
