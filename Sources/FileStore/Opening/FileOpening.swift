internal import Foundation
internal import GRDB
package import Persistence
package import Purchases

extension Store {
    /// The path that was asked for, else MAKEGOOD_STORE, else the place where data of the user belongs.
    ///
    /// Source: XDG Base Directory Specification, `XDG_DATA_HOME`.
    package static func path(_ asked: String?) -> String {
        let environment = ProcessInfo.processInfo.environment
        if let asked { return asked }
        if let path = environment["MAKEGOOD_STORE"], !path.isEmpty { return path }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/makegood/store.sqlite"
    }

    /// Opens the store at a path.
    ///
    /// ```swift
    /// let store = try Store.open(at: "/var/lib/makegood/store.sqlite")
    /// defer { try? store.close() }
    /// ```
    ///
    /// - Parameters:
    ///   - session: the user id of the login that the process belongs to, as the kernel keeps it; nil where it keeps none.
    ///   - program: what the log calls whatever opens it, where that does something by itself.
    /// - Throws: `StoreError`: missing, foreign, damaged, made by a newer program or before the first release, on a network file system, busy.
    package static func open(
        at path: String, readOnly: Bool = false, lockTimeout: TimeLength = .seconds(5),
        session: UInt32? = nil, program: ProgramKind? = nil
    ) throws(StoreError) -> Store {
        try StoreError.translating {
            try open(
                at: path, readOnly: readOnly, lockTimeout: lockTimeout, faults: nil, session: session,
                program: program)
        }
    }

    /// The same, failing where tests want it to; without faults a practice store takes those of the environment.
    package static func open(
        at link: String, readOnly: Bool, lockTimeout: TimeLength, faults: StoreFaults?,
        session: UInt32? = nil,
        program: ProgramKind? = nil
    ) throws -> Store {
        let path = StoreFile.target(of: link)
        // Before the lock file exists: nothing is left behind beside what is no store.
        try StoreFile(path: path).check()
        if !readOnly { DraftFolder(of: path).sweepPlace() }
        try SideFiles(path: path).checkKinds()
        let lock = StoreLock(store: path, timeout: lockTimeout)
        return try StoreError.translating(path) {
            try lock.hold {
                try openHeld(
                    path, readOnly: readOnly, lock: lock, faults: faults, session: session, program: program)
            }
        }
    }

    /// Looks into the store at a path for a moment, beside whoever works with it.
    ///
    /// No lock is taken, no file is made, nothing is brought up to date or written: for what is asked between two keys.
    ///
    /// - Throws: `StoreError` for what is no store of the present version, and for one whose -wal cannot be read as it is.
    package static func glimpse(at link: String) throws -> Store {
        let path = StoreFile.target(of: link)
        let file = StoreFile(path: path)
        try file.checkSideFiles()
        try file.check()
        // Without the lock a journal may be that of somebody who opens a copy for the first time.
        try SideFiles(path: path).checkKinds()
        try file.checkContent(readOnly: true)
        return try StoreError.translating(path) {
            var configuration = Connections.configuration(readOnly: true)
            configuration.busyMode = .timeout(0.2)
            return try Store(
                on: FileEngine(
                    path: path, isReadOnly: true,
                    database: DatabaseQueue(path: path, configuration: configuration), lock: nil,
                    wal: WALCounter()), faults: .none)
        }
    }

    private static func openHeld(
        _ path: String, readOnly: Bool, lock: StoreLock, faults: StoreFaults?, session: UInt32?,
        program: ProgramKind?
    ) throws -> Store {
        // Again, now that nobody else works on them, and before SQLite plays a -wal that is another's.
        try SideFiles(path: path).check()
        let head = try HeadFile(of: path).read(readOnly: readOnly)
        try StoreHead.checkWAL(of: path, head: head)
        try StoreFile(path: path).checkContent(readOnly: readOnly, faults: faults ?? .none)
        let wal = WALCounter()
        let pool = try Connections.open(path, readOnly: readOnly, wal: wal)
        if !readOnly { try Migrations.run(on: pool, faults: faults ?? .none) }
        let isPractice = try pool.read { try StoreState.isPractice($0.connection) }
        let notice = try pool.read { db in
            try StoreNotice(
                on: StoreFound(db.connection, at: path, head: head), head: head, at: path, readOnly: readOnly)
        }
        // Beside another file's head no -wal may hold anything, and making the connections has begun one.
        if !readOnly, case .whole(let other) = head, let id = RawStore(path: path).fileID(), !other.isOf(id) {
            try pool.writeWithoutTransaction { try FileEngine.checkpoint(.truncate, in: $0) }
        }
        return try Store(
            on: FileEngine(
                path: path, isReadOnly: readOnly, database: pool, lock: lock.bound(), wal: wal,
                notice: notice),
            faults: faults ?? (isPractice ? .environment() : .none), session: session, program: program)
    }

    /// A store in memory, for tests of what stands on it.
    package static func inMemory(
        practice: Bool = true, serves: [AppStoreEnvironment] = [.production], by agent: AgentName,
        at now: Instant
    ) throws(StoreError) -> Store {
        let founding = StoreCreation(
            isPractice: practice, serves: serves, bundleIDs: [], appAppleIDs: [], lead: agent, at: now)
        return try StoreError.translating {
            let queue = try DatabaseQueue(configuration: Configuration())
            try unfounded.get().backup(to: queue)
            try queue.write { try founding.write($0.connection) }
            return try Store(
                on: FileEngine(path: nil, isReadOnly: false, database: queue, lock: nil, wal: WALCounter()),
                faults: .none)
        }
    }

    /// What stores in memory are copied from: making the tables is most of making one.
    private static let unfounded = Result {
        let queue = try DatabaseQueue(configuration: Configuration())
        try Migrations.run(on: queue, faults: .none)
        return queue
    }
}
