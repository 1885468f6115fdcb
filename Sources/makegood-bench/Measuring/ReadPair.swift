import Persistence

/// Measures reads of the product beside the same statements on bare SQLite, one after the other in turn.
struct ReadPair {
    /// A read of the product.
    typealias Act = (Store) throws -> Void

    private let bench: Bench

    /// Reads of a bench's store.
    init(_ bench: Bench) { self.bench = bench }

    /// Measures some reads; each is asked in turn until there are enough samples.
    func figure(
        _ name: String, _ unit: Unit = .microseconds, samples: Int, note: String? = nil, _ acts: [Act]
    ) throws -> Figure {
        var tape = Tape()
        let stretches = try acts.map { act in tape.append(try bench.recorded.record(act)) }
        guard tape.missed == 0 else {
            throw BenchError("\(name): \(tape.missed) statements cannot be replayed")
        }
        let bare = try BareConnection(bench.path)
        try bare.prepare(tape)
        // Once for both, so that neither pays for what the other finds in the cache.
        for (act, stretch) in zip(acts, stretches) {
            try act(bench.store)
            _ = try bare.play(tape, stretch)
        }
        var (found, limits) = ([Double](), [Double]())
        for turn in 0..<samples where !acts.isEmpty {
            found.append(try SteadyClock.time { try acts[turn % acts.count](bench.store) })
            limits.append(try bare.play(tape, stretches[turn % acts.count]))
        }
        return Figure(name, unit, found, bare: limits, note: note)
    }
}
