import Foundation
import Intake
import Persistence
import Purchases

/// Imports by kind: into an empty store, and into a copy of the full one.
struct ImportFigures {
    /// The figures' names.
    static let names = ["empty", "full"].flatMap { place in
        DocumentWriter.Kind.allCases.flatMap { names($0, into: place) }
    }

    private let bench: Bench
    private let scratch: Scratch

    /// The figures on a copy of a bench's store.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        var figures: [Figure] = []
        for kind in kinds(into: "empty") { figures += try empty(kind) }
        for kind in kinds(into: "full") { figures += try full(kind) }
        return figures.filter { bench.settings.wants($0.name) }
    }

    private var rounds: Int { bench.settings.imports }

    private func kinds(into place: String) -> [DocumentWriter.Kind] {
        DocumentWriter.Kind.allCases.filter { kind in
            ImportFigures.names(kind, into: place).contains { bench.settings.wants($0) }
        }
    }

    private func empty(_ kind: DocumentWriter.Kind) throws -> [Figure] {
        let model = bench.place("empty")
        try StoreBuilder.empty(at: model).close()
        try StoreFiles(model).settle()
        defer { StoreFiles(model).remove() }
        var (found, bare) = ([Double](), [Double]())
        for _ in 0..<rounds {
            let bytes = documents(kind, 0)
            let bring: Scratch.Act = { try ImportFigures.bring(bytes, to: $0) }
            let replayed = try Scratch(of: model, at: bench.place("replayed"))
            bare += try replayed.play(replayed.record([bring]))
            replayed.remove()
            let fresh = try Scratch(of: model, at: bench.place("fresh"))
            found += try fresh.time([bring])
            fresh.remove()
        }
        return rates(kind, "empty", found, bare)
    }

    private func full(_ kind: DocumentWriter.Kind) throws -> [Figure] {
        var (found, bare) = ([Double](), [Double]())
        for round in 0..<rounds {
            let (recorded, timed) = (documents(kind, 2 * round), documents(kind, 2 * round + 1))
            bare += try scratch.play(scratch.record([{ try ImportFigures.bring(recorded, to: $0) }]))
            found += try scratch.time([{ try ImportFigures.bring(timed, to: $0) }])
        }
        return rates(kind, "full", found, bare)
    }

    /// Documents that the full store has not got, of another round each.
    private func documents(_ kind: DocumentWriter.Kind, _ round: Int) -> Data {
        let population = bench.population
        let first = kind == .purchaseReport ? population.reports : population.customers
        let start = first + round * bench.settings.documents
        return DocumentWriter(population: population).documents(
            kind, start..<start + bench.settings.documents)
    }

    private func rates(
        _ kind: DocumentWriter.Kind, _ place: String, _ found: [Double], _ bare: [Double]
    ) -> [Figure] {
        let (names, documents) = (ImportFigures.names(kind, into: place), Double(bench.settings.documents))
        // People to come buy as many times as the mean.
        let purchases = documents * Double(max(1, bench.population.transactions / bench.population.customers))
        return zip(names, [documents, purchases]).map { name, count in
            Figure(name, .perSecond, found.map { count / $0 }, bare: bare.map { count / $0 })
        }
    }

    private static func names(_ kind: DocumentWriter.Kind, into place: String) -> [String] {
        let units = kind == .verifyReceipt ? ["documents", "transactions"] : ["documents"]
        return units.map { "import.\(place).\(kind.rawValue).\($0)" }
    }

    /// Brings documents, none of which may be refused.
    static func bring(_ bytes: Data, to store: Store) throws {
        let importer = try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now)
        let report = try importer.run(bytes, named: "bench")
        guard report.rejected.isEmpty else { throw BenchError("the store refused documents of the bench") }
    }
}
