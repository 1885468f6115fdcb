import Dispatch
internal import FileStore
import Persistence

/// Measures reads of the product beside the same statements on bare SQLite, one after the other in turn.
struct ReadBench {
    /// A read of the product.
    typealias Act = @Sendable (Store) throws -> Void

    /// How much to measure.
    let settings: BenchSettings
    /// The store, as the product opens it.
    let store: Store

    private let path: String
    private let recorded: RecordedStore
    private let queue = DispatchQueue(label: "makegood-bench.reads", attributes: .concurrent)

    /// Reads of a bench's store, or of one at another path.
    init(_ bench: Bench, on other: String? = nil) throws {
        (settings, path) = (bench.settings, other ?? bench.path)
        store = try Store.open(at: path)
        recorded = try RecordedStore(at: path)
    }

    /// Measures some reads by themselves; each is asked in turn until there are enough samples.
    func figure(
        _ name: String, _ unit: Unit = .microseconds, samples: Int, note: String? = nil, _ acts: [Act]
    ) throws -> Figure {
        let recording = try record(acts)
        let bare = try warm(acts, recording)
        var (found, limits) = ([Double](), [Double]())
        for turn in 0..<samples where !acts.isEmpty {
            found.append(try SteadyClock.time { try acts[turn % acts.count](store) })
            limits.append(try bare.play(recording.tape, recording.stretches[turn % acts.count]))
        }
        return Figure(name, unit, found, bare: limits, note: note)
    }

    /// Measures some reads by themselves and from the asking to the answer, as far as the one or the other is wanted.
    @MainActor
    func figures(_ name: String, samples: Int, _ acts: [Act]) async throws -> [Figure] {
        var figures: [Figure] = []
        if settings.wants(name) { figures.append(try figure(name, samples: samples, acts)) }
        if settings.wants(ReadBench.awaited(name)) {
            figures.append(try await awaitedFigure(ReadBench.awaited(name), samples: samples, acts))
        }
        return figures
    }

    /// What the figure of a read from the asking to the answer is called.
    static func awaited(_ name: String) -> String { "awaited.\(name)" }

    /// Closes the store.
    func close() throws {
        try store.close()
        try recorded.store.close()
    }

    @MainActor
    private func awaitedFigure(_ name: String, samples: Int, _ acts: [Act]) async throws -> Figure {
        let recording = try record(acts)
        let bare = try warm(acts, recording)
        var (found, limits) = ([Double](), [Double]())
        for turn in 0..<samples where !acts.isEmpty {
            let begin = SteadyClock.seconds
            try await answer(acts[turn % acts.count])
            found.append(SteadyClock.seconds - begin)
            limits.append(try bare.play(recording.tape, recording.stretches[turn % acts.count]))
        }
        return Figure(name, .microseconds, found, bare: limits)
    }

    /// As the console reads: on a queue beside the main actor, which takes the answer.
    @MainActor
    private func answer(_ act: @escaping Act) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try act(store) }) }
        }
    }

    private func record(_ acts: [Act]) throws -> Recording {
        var tape = StatementTrace()
        let stretches = try acts.map { act in tape.append(try recorded.record(act)) }
        return try Recording(tape, stretches)
    }

    /// Each read once for both, so that neither pays for what the other finds in the cache.
    private func warm(_ acts: [Act], _ recording: Recording) throws -> BareConnection {
        let bare = try BareConnection(path)
        try bare.prepare(recording.tape)
        for (act, stretch) in zip(acts, recording.stretches) {
            try act(store)
            _ = try bare.play(recording.tape, stretch)
        }
        return bare
    }
}

/// A store whose statements are recorded.
struct RecordedStore {
    let store: Store
    private let recorder: StatementRecorder

    /// Opens the store at a path, and keeps what its statements are bound to or how many steps they take.
    init(at path: String, keeping kept: StatementRecorder.Kept = .values) throws {
        let recorder = StatementRecorder(kept)
        self.recorder = recorder
        store = try StatementRecorder.$current.withValue(recorder) { try Store.open(at: path) }
    }

    /// The statements of some work.
    func record(_ work: (Store) throws -> Void) rethrows -> [StatementRecorder.Statement] {
        _ = recorder.take()
        try work(store)
        return recorder.take()
    }
}
