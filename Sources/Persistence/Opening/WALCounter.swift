internal import CStore
internal import GRDB

/// How many pages wait in the -wal, as the writer's last commit saw it.
final class WALCounter: @unchecked Sendable {
    // Only the writer's queue touches it, and the store lets go of its connections before it.
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// A counter of an empty -wal.
    init() { frames.initialize(to: 0) }

    deinit { frames.deallocate() }

    /// Follows the commits of a connection.
    func follow(_ db: Database) {
        cstore_count_wal_frames(UnsafeMutableRawPointer(db.sqliteConnection), frames)
    }

    /// The size of the -wal in bytes, to be asked on the writer's queue.
    var bytes: Int { Int(frames.pointee) * 4096 }
}
