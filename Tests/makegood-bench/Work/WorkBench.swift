internal import FileStore
import Persistence

/// A store in which the work of figures is counted, and a copy of it for those that write.
@MainActor
final class WorkBench {
    /// Something that a figure does; it answers how many rows it shows or changes.
    typealias Act = (Store) throws -> Int

    /// The bench, with few samples.
    let bench: Bench
    /// The copy.
    let scratch: Scratch
    private let kept: RecordedStore
    private let copy: RecordedStore
    private var hasOutsiders = false

    /// Opens a bench's store and a copy of it, in which no commit waits for the disk.
    init(_ bench: Bench) throws {
        self.bench = bench
        kept = try RecordedStore(at: bench.path, keeping: .steps)
        scratch = try Scratch(of: bench.path, at: bench.place("work"))
        copy = try Durability.$current.withValue(.none) { [scratch] in
            try RecordedStore(at: scratch.path, keeping: .steps)
        }
    }

    /// The store that nothing changes.
    var store: Store { kept.store }
    /// The store that figures change.
    var changing: Store { copy.store }
    /// Who is in it.
    var population: BenchPopulation { bench.population }

    /// Counts reads, each of which was done once before, so that nothing is prepared or read for the first time.
    func count(reads acts: [Act]) throws -> WorkCount {
        for act in acts { _ = try act(kept.store) }
        return try count(acts, in: kept)
    }

    /// Counts reads of the copy in the same way.
    func count(readsOfCopy acts: [Act]) throws -> WorkCount {
        for act in acts { _ = try act(copy.store) }
        return try count(acts, in: copy)
    }

    /// Counts writes but for the first one.
    func count(writes acts: [Act]) throws -> WorkCount {
        for act in acts.prefix(1) { _ = try act(copy.store) }
        return try count(Array(acts.dropFirst()), in: copy)
    }

    /// Adds the charges to the copy that are nobody's loss, once.
    func bringOutsiders() throws {
        guard !hasOutsiders else { return }
        hasOutsiders = true
        _ = try Durability.$current.withValue(.none) {
            try ElsewhereFigures.bring(population, to: scratch.path)
        }
    }

    /// Closes both and removes the copy.
    func close() throws {
        try kept.store.close()
        try copy.store.close()
        scratch.remove()
    }

    private func count(_ acts: [Act], in recorded: RecordedStore) throws -> WorkCount {
        var rows = 0
        let statements = try recorded.record { store in
            for act in acts { rows += try act(store) }
        }
        return WorkCount(of: acts.count, rows: rows, statements)
    }
}
