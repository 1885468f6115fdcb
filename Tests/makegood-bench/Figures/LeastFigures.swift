import Persistence

extension FigureGroup {
    /// The least work of an import of receipts: how much it is, and what each part of the schema costs of it.
    static let least = FigureGroup(names: LeastFigures.names, families: [LeastFigures.costs]) { bench in
        try LeastFigures(bench).figures()
    }
}

/// The rows of receipts, which the product took in just before, put into an empty store by nothing but inserts.
struct LeastFigures {
    /// The figures' names, but for those of the schema's parts.
    static let names = lengths.flatMap { [rate($0), rate($0) + ".cpu", rate($0) + ".written"] }
    /// How the names of what the schema's parts cost begin.
    static let costs = "least.cost."
    /// How many transactions make a part.
    private static let lengths = [500, 2000, 5000]
    /// Of so many documents one is among those that costs are measured with, which are many.
    private static let share = 10
    /// What looking for all that rows refer to is called, beside the names of tables, indexes and triggers.
    private static let references = "references"

    private let bench: Bench

    /// The figures of a bench, whose kept store they do not touch.
    init(_ bench: Bench) { self.bench = bench }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        let least = try work()
        var figures = try LeastFigures.lengths.filter { length in
            LeastFigures.names.contains {
                $0.hasPrefix(LeastFigures.rate(length)) && bench.settings.wants($0)
            }
        }.flatMap { try parts(of: $0, least) }
        if bench.settings.wantsAny(of: LeastFigures.costs) { figures += try costs(least) }
        return figures.filter { bench.settings.wants($0.name) }
    }

    private static func rate(_ length: Int) -> String { "least.verify_receipt.part.\(length)" }

    /// The work that is left of an import when only its rows are.
    private func work() throws -> LeastWork {
        let place = bench.place("least-source")
        let store = try StoreBuilder.empty(at: place)
        defer { StoreFiles(place).remove() }
        let first = bench.population.customers
        try ImportFigures.bring(
            DocumentWriter(population: bench.population).documents(
                .verifyReceipt, first..<first + bench.settings.leastDocuments), to: store)
        try store.close()
        return LeastWork(try TableRows(of: place))
    }

    private func parts(of length: Int, _ least: LeastWork) throws -> [Figure] {
        let parts = least.parts(of: length)
        let outcomes = try (0..<bench.settings.imports).map { _ in
            try put(least) { try least.put(into: $0, parts: parts, of: parts) }
        }
        let name = LeastFigures.rate(length)
        return [
            Figure(
                name, .perSecond, outcomes.map { $0.units / $0.seconds },
                note: "\(parts) transactions of SQLite's"),
            Figure(name + ".cpu", .microseconds, outcomes.map(\.costOfEach.processor)),
            Figure(name + ".written", .bytes, outcomes.map(\.costOfEach.written)),
        ]
    }

    /// What each table, index and trigger costs a transaction: what is saved when it alone is left out.
    ///
    /// A table costs its rows with all that belongs to them. Without indexes that SQLite makes for itself, and without
    /// parts of which a receipt hardly ever has a row. Each is measured beside the whole, just before: a machine is not
    /// the same for long.
    private func costs(_ least: LeastWork) throws -> [Figure] {
        let all = max(LeastFigures.share, least.parts(of: LeastFigures.lengths[1]))
        let parts = max(1, all / LeastFigures.share)
        let counted = least.rows.parts.filter { part in
            LeastWork.fills(part.table)
                && least.rows.count(of: part.table) >= bench.settings.leastDocuments / 2
                && (part.kind != .trigger || part.sql.contains("INSERT ON"))
        }
        var saved: [String: [OwnWork]] = [:]
        for _ in 0..<bench.settings.imports {
            for part in counted {
                let whole = try cost(of: least, parts: parts, of: all)
                let rest = try cost(of: least, parts: parts, of: all, without: part)
                saved[part.name, default: []].append(whole - rest)
            }
            let unchecked = try cost(of: least, parts: 1, of: LeastFigures.share)
            let checked = try cost(of: least, parts: 1, of: LeastFigures.share, checksReferences: true)
            saved[LeastFigures.references, default: []].append(checked - unchecked)
        }
        let names = counted.map { ($0.name, $0.kind.rawValue) }
        return (names + [(LeastFigures.references, "foreign keys, all in one part")]).flatMap { name, note in
            let (name, costs) = (LeastFigures.costs + name, saved[name, default: []])
            return [
                Figure(name, .microseconds, costs.map(\.processor), note: note),
                Figure(name + ".written", .bytes, costs.map(\.written)),
            ]
        }
    }

    /// What each transaction costs without a part of the schema, the -wal written back once, so that no part is charged with
    /// when that happened.
    private func cost(
        of least: LeastWork, parts: Int, of all: Int, without part: TableRows.Part? = nil,
        checksReferences: Bool = false
    ) throws -> OwnWork {
        try put(least, without: part) { path in
            try least.put(
                into: path, parts: parts, of: all, skipping: part?.kind == .table ? part?.name : nil,
                checksReferences: checksReferences, writesBack: false)
        }.costOfEach
    }

    /// Puts rows into an empty store, which goes again.
    private func put(
        _ least: LeastWork, without part: TableRows.Part? = nil,
        _ work: (String) throws -> LeastWork.Outcome
    ) throws -> LeastWork.Outcome {
        let store = StoreFiles(bench.place("least"))
        store.remove()
        defer { store.remove() }
        try least.rows.makeStore(at: store.path, without: part)
        return try work(store.path)
    }
}
