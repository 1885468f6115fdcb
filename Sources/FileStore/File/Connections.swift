internal import CStore
internal import Foundation
internal import GRDB
internal import Purchases

/// How connections to a store are set up.
enum Connections {
    /// How long a connection waits for a foreign writer: ours queue at the lock.
    static let busyTimeout = TimeLength.seconds(5)

    /// What every connection of a store has.
    static func configuration(readOnly: Bool, cache: PageCache = .reading) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.maximumReaderCount = 2
        configuration.busyMode = .timeout(Double(busyTimeout.count) / 1000)
        configuration.prepareDatabase { db in
            try cache.use(db)
            guard cstore_prepare_connection(UnsafeMutableRawPointer(db.sqliteConnection)) == 0 else {
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
            }
        }
        StatementRecorder.current?.follow(&configuration)
        return configuration
    }

    /// Opens the connections, to be done while holding the lock: the first opening of a -wal writes.
    static func open(_ path: String, readOnly: Bool, wal: WALCounter) throws -> DatabasePool {
        let pool = try FirstWrite.sparing(readOnly ? nil : path) {
            try DatabasePool(path: path, configuration: configuration(readOnly: readOnly))
        }
        let durability = Durability.current
        if !readOnly {
            try pool.writeWithoutTransaction { try prepareWriter($0, durability: durability, wal: wal) }
        }
        return pool
    }

    /// GRDB sets NORMAL when it makes the pool: an acknowledged grant must survive a power cut.
    private static func prepareWriter(_ db: Database, durability: Durability, wal: WALCounter) throws {
        let synchronous = durability == .none ? "OFF" : "FULL"
        try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        try PageCache.writing.use(db)
        // Following the commits takes the place of SQLite's own checkpoints.
        if durability == .onlyWAL { return try db.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
        wal.follow(db)
    }
}

/// A pool that finds an empty -wal makes a table and drops it again, so that its snapshots work, which are not used here:
/// every look into a store at rest would leave a -wal to write back.
///
/// Source: GRDB, `Database.setUpWALMode`.
private enum FirstWrite {
    /// Opens a pool while the -wal of its store is not empty: one byte is less than SQLite looks at. The caller holds the
    /// lock.
    static func sparing(_ store: String?, open body: () throws -> DatabasePool) throws -> DatabasePool {
        // To SQLite a -wal beside a file that is not in WAL mode yet would mean that it is, and it would stay as it is.
        guard let store, isWAL(store) else { return try body() }
        let path = store + "-wal"
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            FileKind.adopt(from: store, descriptor)
        } else {
            descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        guard FileKind(of: descriptor).size == 0, pwrite(descriptor, [0], 1, 0) == 1 else {
            return try body()
        }
        defer { if FileKind(of: descriptor).size == 1 { _ = ftruncate(descriptor, 0) } }
        return try body()
    }

    /// Whether a file says that it is in WAL mode.
    ///
    /// Source: SQLite file format, 1.3.3: both versions are 2.
    private static func isWAL(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var versions: [UInt8] = [0, 0]
        return pread(descriptor, &versions, 2, 18) == 2 && versions == [2, 2]
    }
}

/// How commits reach the disk; less than everything is for stores that are made up, in a scope that asks for it.
package enum Durability: Sendable {
    /// A commit is on the disk before it is acknowledged, and the -wal is written back as it grows.
    case everyCommit
    /// No commit waits for the disk: after a power cut the store is to be made anew.
    case none
    /// Nothing is written back: without its -wal the file is as it was.
    case onlyWAL

    /// What stores opened in this scope keep to.
    @TaskLocal package static var current = Durability.everyCommit
}

/// How much of a store a connection keeps in memory, in KiB.
enum PageCache: Int {
    /// A look at the log of changes.
    case watching = 512
    /// The small writes of agents.
    case writing = 4096
    /// The pages and searches of a console.
    case reading = 8192
    /// An import, which changes pages all over a large store.
    case importing = 65_536

    /// Gives a connection so much from now on.
    func use(_ db: Database) throws { try db.execute(sql: "PRAGMA cache_size = -\(rawValue)") }
}
