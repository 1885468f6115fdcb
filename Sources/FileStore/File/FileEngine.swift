package import GRDB
package import Persistence
internal import Purchases

/// A store in a file of SQLite's, or in memory for tests: the connections, the lock that every write holds, and the head
/// beside the file that says what was acknowledged.
package final class FileEngine: Engine {
    package let path: String?
    package let isReadOnly: Bool
    package let knowsLogins: Bool
    package let notice: StoreNotice?

    /// What tests look at behind the store's back.
    package let database: any DatabaseWriter
    let lock: StoreLock?
    let wal: WALCounter
    private let durability = Durability.current

    /// A file that was opened.
    init(
        path: String?, isReadOnly: Bool, database: any DatabaseWriter, lock: StoreLock?, wal: WALCounter,
        notice: StoreNotice? = nil
    ) {
        (self.path, self.isReadOnly, self.database, self.lock) = (path, isReadOnly, database, lock)
        (self.wal, self.notice) = (wal, notice)
        knowsLogins = path.map(UserNamespace.knowsOwner) ?? true
    }

    package var name: String { path ?? "the store in memory" }

    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try StoreError.translating(name) {
            try database.unsafeRead { db in
                try db.inOneMoment { connection in
                    try db.tellingFailedReads(of: name) { try body(connection) }
                }
            }
        }
    }

    /// Under the lock, on the files that were opened, with a head that fits before and is noted after. Every commit passes
    /// here.
    package func write<Value>(_ body: (any WriterTurn) throws -> Value) throws -> Value {
        try StoreError.translating(name) {
            try database.writeWithoutTransaction { db in
                let (value, mayWriteBack) = try committing(db) { turn in (try body(turn), turn.mayWriteBack) }
                if mayWriteBack { scheduleCheckpoint() }
                return value
            }
        }
    }

    /// Works on the file itself rather than on what it holds, in a turn of its own; no audit entry tells of it.
    func outsideTransaction<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try StoreError.translating(name) {
            try database.writeWithoutTransaction { db in try committing(db) { _ in try work(db) } }
        }
    }

    private func committing<Value>(_ db: Database, _ body: (HeadKeeping) throws -> Value) throws -> Value {
        guard let lock else { return try body(HeadKeeping(db, name: name, path: nil, lock: nil)) }
        return try lock.holding { held in
            let keeping = try HeadKeeping(db, name: name, path: path, lock: held)
            defer { keeping.note() }
            return try body(keeping)
        }
    }

    package var isAwaited: Bool { lock?.isAwaited ?? false }

    package func letOthersFirst() { lock?.letOthersFirst() }

    package func expect(_ work: ExpectedWork) throws {
        let cache: PageCache =
            switch work {
            case .usual: .writing
            case .importing: .importing
            }
        try StoreError.translating(name) { try database.writeWithoutTransaction { try cache.use($0) } }
    }

    package func watch(
        since sequence: Int64, lost: @escaping @Sendable (StoreError) -> Void,
        deliver: @escaping @Sendable ([Change]) -> Void
    ) throws -> StoreWatcher {
        let watcher = try FileWatcher(self, since: sequence, lost: lost, deliver: deliver)
        return StoreWatcher { watcher.cancel() }
    }

    package func sweep(_ texts: Set<String>) throws -> Bool { try Sweep(self, of: texts).run() }

    /// Does some work while no other process writes.
    func holdingLock<Value>(_ body: () throws -> Value) throws -> Value {
        guard let lock else { return try body() }
        return try lock.hold(body)
    }

    /// Closes all connections after finishing what was begun, a checkpoint due included. Who is the last to close writes
    /// the -wal back and empties it, so that a store at rest is one file.
    package func close() throws {
        // Without the lock: closing writes nothing, and a checkpoint under way takes the lock itself.
        try StoreError.translating(name) { try database.close() }
        guard let path, let lock, !isReadOnly, durability != .onlyWAL else { return }
        LastClose(path: path, lock: lock, durability: durability).settle()
    }
}

extension Store {
    /// The file that it stands on; nil for a store of another engine.
    package var file: FileEngine? { engine as? FileEngine }
}
