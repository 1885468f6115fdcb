internal import CStore
internal import GRDB
internal import Persistence
internal import Purchases

extension FileEngine {
    /// Above this a checkpoint waits for its turn and for readers, and empties the -wal.
    static let truncateLimit = 32 << 20
    /// How long an emptying checkpoint waits for readers, in milliseconds: everybody who writes waits with it.
    private static let readerPatience = 10

    /// Writes the -wal back when it has grown, once the present write has answered.
    func scheduleCheckpoint() {
        guard let lock, wal.isDue else { return }
        database.asyncWriteWithoutTransaction { [self, wal] db in
            // Whoever holds the lock just now will checkpoint after its own write; where all write all the time,
            // nobody finds it free, and the -wal would grow for ever.
            let isUrgent = wal.bytes > FileEngine.truncateLimit
            try? (isUrgent ? lock : lock.impatient).hold {
                wal.noteCheckpoint()
                try checkpoint(isUrgent ? .truncate : .passive, in: db)
            }
        }
    }

    /// Writes back what no reader keeps in the -wal, now.
    func writeBackWAL() throws { try checkpoint(.passive) }

    /// Writes everything back and empties the -wal now, unless readers keep some of it.
    func emptyWAL() throws { try checkpoint(.truncate) }

    private func checkpoint(_ mode: Database.CheckpointMode) throws {
        try StoreError.translating(name) {
            try database.writeWithoutTransaction { db in
                try holdingLock { try checkpoint(mode, in: db) }
            }
        }
    }

    /// Checkpoints while holding the lock, and lets the head know what the file says by itself now.
    private func checkpoint(_ mode: Database.CheckpointMode, in db: Database) throws {
        try FileEngine.checkpoint(mode, in: db)
        if let path { StoreHead.settleID(of: path) }
    }

    /// Checkpoints while holding the lock; what readers keep is left for the next time.
    static func checkpoint(_ mode: Database.CheckpointMode, in db: Database) throws {
        try db.execute(sql: "PRAGMA busy_timeout = \(readerPatience)")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Connections.busyTimeout.count)") }
        do { _ = try db.checkpoint(mode) } catch let error as DatabaseError {
            guard error.resultCode == .SQLITE_BUSY else { throw error }
        }
    }
}

extension Store {
    /// Writes back what no reader keeps in the -wal, now.
    package func writeBackWAL() throws { try file?.writeBackWAL() }

    /// Writes everything back and empties the -wal now, unless readers keep some of it.
    package func emptyWAL() throws { try file?.emptyWAL() }
}

/// How many pages wait in the -wal, as the writer's last commit saw it.
final class WALCounter: @unchecked Sendable {
    /// Above this a checkpoint copies what it can, after the answer was given.
    static let passiveLimit = 8 << 20
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

    /// The size of the -wal in bytes, to be asked on the writer's queue: a page has 4096, SQLite's default.
    var bytes: Int { Int(frames.pointee) * 4096 }

    /// Whether a checkpoint is due: the -wal is large, and has grown since the last one or was begun anew.
    var isDue: Bool {
        let hardlyGrown = bytesAtCheckpoint..<bytesAtCheckpoint + WALCounter.step
        return bytes > WALCounter.passiveLimit && !hardlyGrown.contains(bytes)
    }

    /// Notes that a checkpoint is made: readers may keep it from getting anywhere, so it is not tried at every commit.
    func noteCheckpoint() { bytesAtCheckpoint = bytes }
}
