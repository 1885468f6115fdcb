import Persistence

/// A copy of a store that the product and bare SQLite write to in turn.
///
/// A replay needs the state in which its statements were recorded. So what the product does is recorded first and undone:
/// nothing of it is written back, and without its -wal the file is as it was. Then bare SQLite does the same for good,
/// and the product does more of the kind.
struct Scratch {
    /// Something that the product does.
    typealias Act = (Store) throws -> Void

    /// Where the copy is.
    let path: String

    /// Copies a store that nobody writes to.
    init(of original: String, at path: String) throws {
        self.path = path
        try StoreFiles(original).copy(to: path)
    }

    /// Records what the product does, and undoes it, while nobody else has the store open.
    func record(_ acts: [Act]) throws -> Recording {
        try StoreFiles(path).settle()
        var tape = StatementTrace()
        let recorded = try Durability.$current.withValue(.onlyWAL) { try RecordedStore(at: path) }
        let stretches = try acts.map { act in tape.append(try recorded.record(act)) }
        try recorded.store.close()
        StoreFiles(path).dropWAL()
        return try Recording(tape, stretches)
    }

    /// Replays what was recorded; answers how long each act took, in seconds.
    func play(_ recording: Recording) throws -> [Double] {
        let bare = try BareConnection(path, cache: BareConnection.writerCache)
        try bare.prepare(recording.tape)
        return try recording.stretches.map { stretch in
            defer { bare.writeBack() }
            return try bare.play(recording.tape, stretch)
        }
    }

    /// Has the product do something; answers how long each act took, in seconds.
    func time(_ acts: [Act]) throws -> [Double] {
        let store = try Store.open(at: path)
        let times = try acts.map { act in try SteadyClock.time { try act(store) } }
        try store.close()
        return times
    }

    /// Removes the copy.
    func remove() { StoreFiles(path).remove() }
}
