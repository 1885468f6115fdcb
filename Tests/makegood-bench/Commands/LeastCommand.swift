import ArgumentParser
import Foundation

/// Compares what the schemas of several stores cost that hold the same.
struct LeastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "least",
        abstract:
            "Put the rows of stores into empty ones of their schema by inserts alone, one store after the other.",
        discussion: """
            Each store is read, whatever its schema is, and stays as it is. They are compared with the first: two schemas \
            that were brought the same documents show what changed between them.
            """)

    @Argument(help: "The stores, each at rest.") var stores: [String]
    @Option(help: "How many transactions make a part, separated by commas.") var parts = "500,2000,5000"
    @Option(help: "How often each is measured.") var rounds = 3

    func validate() throws {
        guard lengths.allSatisfy({ $0 > 0 }), !lengths.isEmpty else {
            throw ValidationError("--parts takes numbers of at least 1, separated by commas.")
        }
        guard rounds > 0 else { throw ValidationError("--rounds takes a number of at least 1.") }
    }

    func run() throws {
        let works = try stores.map { LeastWork(try TableRows(of: $0)) }
        guard works.allSatisfy({ $0.units > 0 }) else { throw ValidationError("A store has no transaction.") }
        var rows = [["store", "part", "/s", "µs CPU each", "bytes each", "time ×", "written ×"]]
        for length in lengths {
            var outcomes = works.map { _ in [LeastWork.Outcome]() }
            // In turn, so that what disturbs one disturbs the others.
            for _ in 0..<rounds {
                for (index, work) in works.enumerated() { outcomes[index].append(try put(work, length)) }
            }
            let costs = outcomes.map(LeastCost.init)
            rows += zip(stores, costs).map { store, cost in
                [URL(filePath: store).lastPathComponent, String(length)] + cost.words(beside: costs[0])
            }
        }
        print(TableText.aligned(rows))
    }

    private var lengths: [Int] { parts.split(separator: ",").map { Int($0) ?? 0 } }

    private func put(_ work: LeastWork, _ length: Int) throws -> LeastWork.Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "least.sqlite").path
        try work.rows.makeStore(at: path)
        return try work.put(into: path, parts: work.parts(of: length), of: work.parts(of: length))
    }
}

/// What the least work of a store costs for each transaction, the median of several rounds.
private struct LeastCost {
    private let seconds: Double
    private let processor: Double
    private let written: Double

    init(_ outcomes: [LeastWork.Outcome]) {
        func median(_ value: (LeastWork.Outcome) -> Double) -> Double {
            Samples(outcomes.map(value)).p50 ?? 0
        }
        seconds = median { $0.seconds / $0.units }
        (processor, written) = (median(\.costOfEach.processor), median(\.costOfEach.written))
    }

    func words(beside first: LeastCost) -> [String] {
        [1 / seconds, processor * 1e6, written, seconds / first.seconds, written / first.written].map {
            TableText.number($0)
        }
    }
}
