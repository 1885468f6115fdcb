import Persistence
import Purchases

extension FigureGroup {
    /// What a lead opens in the morning.
    static let review = FigureGroup(names: ReviewRead.all.map(\.name)) { bench in
        let reads = try ReadBench(bench)
        let figures = try ReviewRead.all.filter { bench.settings.wants($0.name) }.map { read in
            try reads.figure(read.name, .milliseconds, samples: bench.settings.longReads, [read.act])
        }
        try reads.close()
        return figures
    }
}

/// A read of the review, by its figure.
struct ReviewRead: Sendable {
    /// The figure's name.
    let name: String
    /// The read.
    let act: ReadBench.Act

    /// All of them.
    static let all = [
        ReviewRead(name: "review.open") { _ = try $0.review(at: BenchPopulation.now) },
        ReviewRead(name: "review.incidents") { _ = try $0.incidents() },
        ReviewRead(name: "review.silent") { _ = try $0.silentLosses(at: BenchPopulation.now) },
        ReviewRead(name: "review.balance") { _ = try $0.balance(at: BenchPopulation.now) },
    ]
}
