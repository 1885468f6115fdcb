import Persistence

/// Two copies of one store: the product writes to the first, and its recorded statements are replayed on the second.
///
/// A replay needs the state in which its statements were recorded. So everything is recorded on the first copy before
/// anything is timed, and replayed in the same order.
final class Twins {
    /// Where the product writes.
    let path: String
    /// Where bare SQLite writes.
    let barePath: String
    /// The first copy with its statements recorded.
    let recorded: RecordedStore
    /// The first copy.
    let store: Store
    /// The second copy.
    let bare: BareConnection
    /// Everything that was recorded.
    private(set) var tape = Tape()

    /// Copies a store that nobody writes to.
    init(of original: String, beside place: String) throws {
        (path, barePath) = (place + ".product", place + ".bare")
        for copy in [path, barePath] { try StoreFiles(original).copy(to: copy) }
        recorded = try RecordedStore(at: path)
        store = try Store.open(at: path)
        // Opening a copy that has no -wal makes one: both copies are then alike again.
        try Store.open(at: barePath).close()
        bare = try BareConnection(barePath, cache: BareConnection.writerCache)
    }

    /// Records some work of the product.
    func record(_ work: (Store) throws -> Void) throws -> Tape.Stretch {
        let stretch = tape.append(try recorded.record(work))
        guard tape.missed == 0 else { throw BenchError("\(tape.missed) statements cannot be replayed") }
        return stretch
    }

    /// Replays a stretch; answers how long that took, in seconds.
    func play(_ stretch: Tape.Stretch) throws -> Double {
        try bare.prepare(tape)
        return try bare.play(tape, stretch)
    }

    /// Closes and removes both copies.
    func remove() throws {
        try store.close()
        try recorded.store.close()
        StoreFiles(path).remove()
        StoreFiles(barePath).remove()
    }
}
