internal import CStore
internal import GRDB

/// How many pages wait in the -wal, as the writer's last commit saw it.
final class WALCounter: @unchecked Sendable {
    /// How much more there must be, in bytes, before the next checkpoint is tried.
    private static let step = 1 << 20

    // Only the writer's queue touches these, and the store lets go of its connections before them.
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var bytesAtCheckpoint = 0

    /// A counter of an empty -wal.
    init() { frames.initialize(to: 0) }

    deinit { frames.deallocate() }

    /// Follows the commits of a connection.
    func follow(_ db: Database) {
        cstore_count_wal_frames(UnsafeMutableRawPointer(db.sqliteConnection), frames)
    }

    /// The size of the -wal in bytes, to be asked on the writer's queue.
    var bytes: Int { Int(frames.pointee) * 4096 }

    /// Whether a checkpoint is due: the -wal is large, and has grown since the last one or was begun anew.
    var isDue: Bool {
        let hardlyGrown = bytesAtCheckpoint..<bytesAtCheckpoint + WALCounter.step
        return bytes > Store.passiveLimit && !hardlyGrown.contains(bytes)
    }

    /// Notes that a checkpoint is made: readers may keep it from getting anywhere, so it is not tried at every commit.
    func noteCheckpoint() { bytesAtCheckpoint = bytes }
}
