internal import FileStore
import Intake
import Persistence
import Purchases

/// The silent losses of a store most of whose charges nobody is to be told of: of an environment that is not served, and
/// of an app that never reported anything. All of them are newer than nearly every loss, so that the first page has to
/// get past them.
struct ElsewhereFigures {
    static let names = ["review.silent.elsewhere", "review.silent.elsewhere.count"]
    /// How many documents are brought at once.
    private static let part = 5000

    private let bench: Bench
    private let scratch: Scratch

    /// The figures on a copy of a bench's store, to which the charges are added.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        let names = ElsewhereFigures.names.filter(bench.settings.wants)
        guard !names.isEmpty else { return [] }
        let charges = try Durability.$current.withValue(.none) {
            try ElsewhereFigures.bring(bench.population, to: scratch.path)
        }
        try StoreFiles(scratch.path).settle()
        let reads = try ReadBench(bench, on: scratch.path)
        let figures = try ElsewhereFigures.reads.filter { names.contains($0.name) }.map { read in
            try reads.figure(
                read.name, .milliseconds, samples: bench.settings.longReads,
                note: "\(charges) charges that are nobody's loss", [{ _ = try read.act($0) }])
        }
        try reads.close()
        return figures
    }

    /// The page and the count, by their figures; each answers how many it found.
    static let reads: [(name: String, act: @Sendable (Store) throws -> Int)] = [
        (names[0], { try $0.wholePage(of: SilentLossListQuery(), at: BenchPopulation.now).losses.count }),
        (names[1], { try $0.wholePage(of: SilentLossCountQuery(), at: BenchPopulation.now).count.counted }),
    ]

    /// Brings the charges of outsiders to the store at a path; answers how many.
    static func bring(_ population: BenchPopulation, to path: String) throws -> Int {
        let store = try Store.open(at: path)
        try store.add(
            DocumentWriter.otherBundle, to: .bundleIDs, by: StoreBuilder.lead, at: BenchPopulation.now)
        var charges = 0
        for start in stride(from: 0, to: population.outsiders, by: part) {
            let documents = DocumentWriter(population: population).outsiders(
                start..<min(population.outsiders, start + part))
            let importer = try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now)
            let report = try importer.run(documents, named: "outsiders")
            guard report.rejected.isEmpty else { throw BenchError("the store refused outsiders") }
            charges += report.newTransactions
        }
        try store.close()
        return charges
    }
}
