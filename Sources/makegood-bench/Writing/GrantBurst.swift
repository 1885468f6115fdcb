import CBench
import Foundation
import Persistence
import Synchronization

/// Nine writers who give five grants a second, all at the same moments, beside eight readers of customer pages.
struct GrantBurst: Sendable {
    /// How many write.
    static let writers = 9
    /// How many read.
    static let readers = 8
    /// How many grants each writer gives in a second.
    static let perSecond = 5
    /// How long a reader pauses after a page, in seconds.
    static let pause = 0.02

    /// How long it lasts.
    let seconds: Int

    private var turns: Int { seconds * GrantBurst.perSecond }

    /// The product's writers and readers, a process each; answers how long each grant took, in seconds.
    func product(_ bench: Bench, on path: String) throws -> [Double] {
        let begin = SteadyClock.seconds + 1
        let common = [
            "--path", path, "--customers", String(bench.population.customers), "--transactions",
            String(bench.population.transactions), "--seed", String(bench.population.seed), "--seconds",
            String(seconds), "--begin", String(begin),
        ]
        let reports = (0..<GrantBurst.writers).map { bench.place("writer\($0)") }
        defer { for report in reports { try? FileManager.default.removeItem(atPath: report) } }
        let processes =
            try (0..<GrantBurst.readers).map { number in
                try WorkerProcess(["reader"] + common + ["--number", String(number)])
            }
            + reports.enumerated().map { number, report in
                try WorkerProcess(["writer"] + common + ["--number", String(number), "--report", report])
            }
        for process in processes { try process.wait() }
        return try reports.flatMap { report in
            try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n").compactMap {
                Double($0)
            }
        }
    }

    /// Bare writers and readers, a thread and a connection each, under the same lock.
    func bare(_ bench: Bench, _ twins: Twins, _ stretches: [Tape.Stretch]) throws -> [Double] {
        var pages = Tape()
        let people = bench.population.sample(bench.settings.questions, salt: 21)
        let reads = try people.map { person in
            pages.append(try bench.recorded.record { _ = try $0.customerPage(person.id, at: bench.now) })
        }
        let crew = BareCrew(path: twins.barePath, begin: SteadyClock.seconds + 1, turns: turns)
        return try crew.run(writing: twins.tape, stretches, reading: pages, reads)
    }

    /// Waits for the moment of a turn.
    static func await(_ turn: Int, from begin: Double) {
        let moment = begin + Double(turn) / Double(perSecond)
        Thread.sleep(forTimeInterval: max(0, moment - SteadyClock.seconds))
    }
}
