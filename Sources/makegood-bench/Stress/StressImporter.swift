import Foundation
import Intake
import Persistence
import Purchases

/// Imports people to come with their purchases and reports, every fourth batch twice.
struct StressImporter {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "importer"

    private static let batch = 40
    /// How long it pauses between batches, in microseconds.
    private static let pause: UInt32 = 50_000

    /// Imports until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try Store.open(at: folder.store)
        try folder.await(as: StressImporter.name)
        var (round, documents) = (0, 0)
        while !folder.isOver {
            for _ in 0..<(round % 4 == 3 ? 2 : 1) { documents += try bring(round, to: store) }
            round += 1
            usleep(StressImporter.pause)
        }
        try folder.keep(String(documents), as: StressImporter.name)
        try store.close()
    }

    private func bring(_ round: Int, to store: Store) throws -> Int {
        let first = plan.customers + round * StressImporter.batch
        let importer = try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now)
        return try DocumentWriter.Kind.allCases.reduce(0) { sum, kind in
            let bytes = DocumentWriter(population: plan.population)
                .documents(kind, first..<first + StressImporter.batch)
            let report = try importer.run(bytes, named: kind.rawValue)
            if let refused = report.rejected.first {
                throw BenchError("the store refused \(refused.source): \(refused.detail)")
            }
            return sum + report.accepted
        }
    }
}
