import Persistence
import Purchases

extension FigureGroup {
    /// What a lead opens in the morning.
    static let review = FigureGroup(names: ReviewRead.names) { bench in
        let reads = try ReadBench(bench)
        let figures = try ReviewRead.all(in: reads.store).filter { bench.settings.wants($0.name) }.map {
            read in
            try reads.figure(read.name, .milliseconds, samples: bench.settings.longReads, [read.act])
        }
        try reads.close()
        return figures
    }
}

/// A read of the review, by its figure.
struct ReviewRead: Sendable {
    /// The figures' names.
    static let names = ["open", "incidents", "incident", "silent", "balance"].map { "review.\($0)" }

    /// The figure's name.
    let name: String
    let act: ReadBench.Act

    /// All of them, as far as a store has what they show: of incidents the largest.
    static func all(in store: Store) throws -> [ReviewRead] {
        let largest = try store.wholePage(of: IncidentListQuery(), at: BenchPopulation.now).incidents.max {
            tickets($0) < tickets($1)
        }
        guard let incident = largest?.id else { throw BenchError("the store has no incident") }
        let acts: [ReadBench.Act] = [
            { _ = try $0.wholePage(of: LossReviewQuery(), at: BenchPopulation.now) },
            { _ = try $0.wholePage(of: IncidentListQuery(), at: BenchPopulation.now) },
            { _ = try $0.wholePage(of: IncidentQuery(incident), at: BenchPopulation.now) },
            { _ = try $0.wholePage(of: SilentLossListQuery(), at: BenchPopulation.now) },
            { _ = try $0.wholePage(of: BalanceQuery(), at: BenchPopulation.now) },
        ]
        return zip(names, acts).map { ReviewRead(name: $0, act: $1) }
    }

    private static func tickets(_ incident: Incident) -> Int { incident.figures.tickets }
}
