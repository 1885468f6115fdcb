import ArgumentParser
import Foundation
import Persistence

/// Processes that write five times a second, all at the same moments, beside eight that read customer pages.
struct Burst {
    /// What the writers do.
    enum Work: String, ExpressibleByArgument {
        /// Nine leads grant.
        case grants
        /// Eight agents work tickets.
        case tickets

        /// How many write.
        var writers: Int { self == .grants ? 9 : 8 }

        /// How much all writers do in some seconds.
        func acts(in seconds: Int) -> Int { writers * Burst.perSecond * seconds }
    }

    /// How many read.
    static let readers = 8
    /// How much each writer does in a second.
    static let perSecond = 5
    /// How long a reader pauses after a page, in seconds.
    static let pause = 0.02

    private let work: Work
    private let bench: Bench
    private let path: String
    private let seconds: Int

    /// A burst on the store at a path.
    init(_ work: Work, _ bench: Bench, on path: String, seconds: Int) {
        (self.work, self.bench, self.path, self.seconds) = (work, bench, path, seconds)
    }

    /// The pages that the readers read.
    static func pages(_ bench: Bench) -> [Scratch.Act] {
        bench.population.sample(bench.settings.questions, salt: 21).map { person in
            { _ = try $0.wholePage(of: CustomerQuery(person.id), at: BenchPopulation.now) }
        }
    }

    /// Waits for the moment of a turn.
    static func await(_ turn: Int, from begin: Double) {
        let moment = begin + Double(turn) / Double(perSecond)
        Thread.sleep(forTimeInterval: max(0, moment - SteadyClock.seconds))
    }

    /// Has the product do it; answers how long each act took, in seconds.
    func product() throws -> [Double] { try run(writer: "writer", reader: "reader") }

    /// Has bare SQLite repeat as much, and pages recorded after it; answers how long each act took.
    func bare(_ recording: Recording) throws -> [Double] {
        let tape = bench.place("tape")
        defer { for file in [tape, tape + ".turn"] { try? FileManager.default.removeItem(atPath: file) } }
        try recording.write(to: tape)
        return try run(writer: "bare-writer", reader: "bare-reader", ["--tape", tape])
    }

    private func run(writer: String, reader: String, _ arguments: [String] = []) throws -> [Double] {
        let crew = BenchCrew(bench, on: path, seconds: seconds)
        let reports = (0..<work.writers).map { bench.place("writer\($0)") }
        defer { for report in reports { try? FileManager.default.removeItem(atPath: report) } }
        let arguments = arguments + ["--work", work.rawValue]
        let processes =
            try (0..<Burst.readers).map { try crew.start(reader, number: $0, arguments) }
            + reports.enumerated().map { number, report in
                try crew.start(writer, number: number, arguments + ["--report", report])
            }
        for process in processes { try process.wait() }
        return try reports.flatMap { report in
            try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n").compactMap {
                Double($0)
            }
        }
    }
}
