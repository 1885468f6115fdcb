import Foundation
import Purchases

/// What came of a stress run, as people and programs read it.
struct StressReport {
    private let outcome: StressOutcome

    /// The report of a run.
    init(_ outcome: StressOutcome) { self.outcome = outcome }

    /// A short table, and what did not hold.
    var text: String {
        let share = TableText.number(outcome.fairness)
        let counts =
            """
            importer      \(outcome.documents) documents
            checkpoints   \(outcome.checkpoints)
            reads         \(outcome.reads)
            kills         \(outcome.kills)
            WAL           \(TableText.number(Double(outcome.highestWAL) / 1_048_576)) MB at most
            least share   \(share) of the largest
            """
        let checks = outcome.checks.map { check in
            (["\(check.problems.isEmpty ? "✓" : "✗") \(check.name)"]
                + check.problems.prefix(20).map { "    \($0)" })
                .joined(separator: "\n")
        }
        return ([TableText.aligned(rows), "", counts, ""] + checks).joined(separator: "\n")
    }

    private var rows: [[String]] {
        [["writer", "acknowledged", "replayed", "at the first end", "p50 ms", "p99 ms", ""]]
            + writers.map { writer in
                [
                    writer.name, String(writer.acknowledged), String(writer.replayed), String(writer.share),
                    TableText.number(writer.p50Ms), TableText.number(writer.p99Ms), "",
                ]
            }
    }

    private var writers: [Writer] {
        zip(outcome.writers, outcome.shares).enumerated().map { number, writer in
            let times = Samples(writer.0.map { ($0.end - $0.begin) * 1000 })
            return Writer(
                name: StressWriter.agent(number).rawValue,
                acknowledged: writer.0.count(where: \.isAcknowledged),
                replayed: writer.0.count { $0.answer == .replayed }, share: writer.1, p50Ms: times.p50,
                p99Ms: times.p99)
        }
    }

    /// One JSON document.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            held: outcome.held, writers: writers, documents: outcome.documents,
            checkpoints: outcome.checkpoints, reads: outcome.reads, kills: outcome.kills,
            walBytes: outcome.highestWAL, leastShare: outcome.fairness,
            checks: outcome.checks.map { Check(name: $0.name, problems: $0.problems) })
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    private struct Writer: Encodable {
        let name: String
        let acknowledged, replayed, share: Int
        let p50Ms, p99Ms: Double?
    }

    private struct Check: Encodable {
        let name: String
        let problems: [String]
    }

    private struct Document: Encodable {
        let held: Bool
        let writers: [Writer]
        let documents, checkpoints, reads, kills, walBytes: Int
        let leastShare: Double
        let checks: [Check]
    }
}

/// What came of a stress run.
struct StressOutcome {
    /// What each writer did.
    let writers: [[StressDeed]]
    /// How often writers were killed.
    let kills: Int
    /// How many documents were imported.
    let documents: Int
    /// How many checkpoints were made beside those that writers make.
    let checkpoints: Int
    /// How many screens and customers were read.
    let reads: Int
    /// The largest size of the -wal that was seen, in bytes.
    let highestWAL: Int
    /// What was looked at in the end.
    var checks: [StressCheck] = []

    /// Whether everything held.
    var held: Bool { checks.allSatisfy { $0.problems.isEmpty } }

    /// How many deeds each writer had been answered when the first one was done.
    var shares: [Int] {
        let end = writers.compactMap { $0.last?.end }.min() ?? 0
        return writers.map { deeds in deeds.count { $0.end <= end } }
    }

    /// The smallest share of a writer, of the largest.
    var fairness: Double { Double(shares.min() ?? 0) / Double(max(1, shares.max() ?? 0)) }
}

/// Something that must hold in the end.
struct StressCheck {
    /// What must hold.
    let name: String
    /// What speaks against it.
    let problems: [String]
}
