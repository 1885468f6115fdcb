internal import GRDB

extension Store {
    /// Above this a checkpoint copies what it can, after the answer was given.
    static let passiveLimit = 8 << 20
    /// Above this a checkpoint waits for readers and empties the -wal.
    static let truncateLimit = 64 << 20

    /// Writes the -wal back when it has grown, once the present write has answered.
    func scheduleCheckpoint() {
        guard lock != nil, wal.bytes > Store.passiveLimit else { return }
        database.asyncWriteWithoutTransaction { [lock, wal] db in
            // Whoever holds the lock just now will checkpoint after its own write.
            try? lock?.impatient.hold {
                _ = try db.checkpoint(wal.bytes > Store.truncateLimit ? .truncate : .passive)
            }
        }
    }
}
