internal import GRDB

extension Store {
    /// What changed after a sequence, oldest first; read on from the last one's sequence.
    public func changes(since sequence: Int64, limit: Int = 1000) throws -> [Change] {
        try read { try ChangeRows.since(sequence, limit: limit, $0) }
    }

    /// The sequence of the newest change; 0 when nothing ever changed.
    public func newestChange() throws -> Int64 { try read(ChangeRows.newest) }

    /// Tells what this process and others change, from a sequence on or from now on, until the watcher is let go.
    ///
    /// Calls back on a queue of its own, one call after the other. Errors: the store cannot be read.
    public func watch(
        since sequence: Int64? = nil, _ deliver: @escaping @Sendable ([Change]) -> Void
    ) throws -> StoreWatcher {
        try StoreWatcher(self, since: sequence ?? newestChange(), deliver: deliver)
    }

    /// What this process and others change from now on.
    public func changeStream() throws -> AsyncStream<[Change]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Change].self, bufferingPolicy: .unbounded)
        let watcher = try watch { continuation.yield($0) }
        continuation.onTermination = { _ in watcher.cancel() }
        return stream
    }
}
