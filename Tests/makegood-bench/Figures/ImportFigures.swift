import Foundation
import Intake
import Persistence
import Purchases

/// Imports by kind: into an empty store, and into a copy of the full one; with the least work that the same needs.
struct ImportFigures {
    static let names = ["empty", "full"].flatMap { place in
        DocumentWriter.Kind.allCases.flatMap { names($0, into: place) + leastName($0, into: place) }
    }

    private let bench: Bench
    private let scratch: Scratch

    /// The figures on a copy of a bench's store.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        let (intoEmpty, intoFull) = (kinds(into: "empty"), kinds(into: "full"))
        guard !intoEmpty.isEmpty || !intoFull.isEmpty else { return [] }
        // For what is read and goes nowhere.
        let unwritten = bench.place("unwritten")
        let reader = try StoreBuilder.empty(at: unwritten)
        defer { StoreFiles(unwritten).remove() }
        var figures: [Figure] = []
        for kind in intoEmpty { figures += try empty(kind, reader) }
        for kind in intoFull { figures += try full(kind, reader) }
        try reader.close()
        return figures.filter { bench.settings.wants($0.name) }
    }

    private var rounds: Int { bench.settings.imports }

    private func kinds(into place: String) -> [DocumentWriter.Kind] {
        DocumentWriter.Kind.allCases.filter { kind in
            (ImportFigures.names(kind, into: place) + ImportFigures.leastName(kind, into: place)).contains {
                bench.settings.wants($0)
            }
        }
    }

    private func empty(_ kind: DocumentWriter.Kind, _ reader: Store) throws -> [Figure] {
        let model = bench.place("empty")
        try StoreBuilder.empty(at: model).close()
        try StoreFiles(model).settle()
        defer { StoreFiles(model).remove() }
        var times = Times()
        for _ in 0..<rounds {
            let bytes = documents(kind, 0)
            let bring: Scratch.Act = { try ImportFigures.bring(bytes, to: $0) }
            let replayed = try Scratch(of: model, at: bench.place("replayed"))
            times.bare += try replayed.play(replayed.record([bring]))
            replayed.remove()
            let fresh = try Scratch(of: model, at: bench.place("fresh"))
            times.found += try fresh.time([bring])
            if kind.hasLeast {
                let rows = try TableRows(of: fresh.path)
                let least = StoreFiles(bench.place("least"))
                try rows.makeStore(at: least.path)
                times.least.append(
                    try LeastWork(rows, kind).timeBesideReading(bytes, for: reader, into: least.path))
                least.remove()
            }
            fresh.remove()
        }
        return figures(kind, "empty", times)
    }

    private func full(_ kind: DocumentWriter.Kind, _ reader: Store) throws -> [Figure] {
        var times = Times()
        for round in 0..<rounds {
            let (recorded, timed) = (documents(kind, 3 * round), documents(kind, 3 * round + 1))
            times.bare += try scratch.play(scratch.record([{ try ImportFigures.bring(recorded, to: $0) }]))
            times.found += try scratch.time([{ try ImportFigures.bring(timed, to: $0) }])
            guard kind.hasLeast else { continue }
            let least = documents(kind, 3 * round + 2)
            let rows = try scratch.rows { try ImportFigures.bring(least, to: $0) }
            times.least.append(
                try LeastWork(rows, kind).timeBesideReading(least, for: reader, into: scratch.path))
        }
        return figures(kind, "full", times)
    }

    /// Documents that the full store has not got, of another round each.
    private func documents(_ kind: DocumentWriter.Kind, _ round: Int) -> Data {
        let population = bench.population
        let first = kind == .purchaseReport ? population.reports : population.customers
        let start = first + round * bench.settings.documents
        return DocumentWriter(population: population).documents(
            kind, start..<start + bench.settings.documents)
    }

    /// How long the product took, in seconds, the replay of its statements, and the least work beside its reading.
    private struct Times {
        var found: [Double] = []
        var bare: [Double] = []
        var least: [Double] = []
    }

    private func figures(_ kind: DocumentWriter.Kind, _ place: String, _ times: Times) -> [Figure] {
        let documents = Double(bench.settings.documents)
        // People to come buy as many times as the mean.
        let purchases = documents * Double(max(1, bench.population.transactions / bench.population.customers))
        let names = ImportFigures.names(kind, into: place)
        return zip(names, [documents, purchases]).map { name, count in
            Figure(name, .perSecond, times.found.map { count / $0 }, bare: times.bare.map { count / $0 })
        }
            + ImportFigures.leastName(kind, into: place).map { name in
                let count = kind == .verifyReceipt ? purchases : documents
                return Figure(
                    name, .perSecond, times.least.map { count / $0 },
                    note: "the rows by inserts alone, beside the reading")
            }
    }

    private static func names(_ kind: DocumentWriter.Kind, into place: String) -> [String] {
        let units = kind == .verifyReceipt ? ["documents", "transactions"] : ["documents"]
        return units.map { "import.\(place).\(kind.rawValue).\($0)" }
    }

    private static func leastName(_ kind: DocumentWriter.Kind, into place: String) -> [String] {
        kind.hasLeast ? names(kind, into: place).suffix(1).map { leastName(of: $0) } : []
    }

    /// What the figure of the least work is called that belongs to a figure of imports.
    static func leastName(of name: String) -> String { "least." + name.dropFirst("import.".count) }

    /// Brings documents, none of which may be refused.
    static func bring(_ bytes: Data, to store: Store) throws {
        let importer = try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now)
        let report = try importer.run(bytes, named: "bench")
        guard report.rejected.isEmpty else { throw BenchError("the store refused documents of the bench") }
    }
}

extension DocumentWriter.Kind {
    /// Whether the least work of importing it is measured.
    fileprivate var hasLeast: Bool { self != .customers }
}
