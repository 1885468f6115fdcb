internal import CStore
internal import Foundation
internal import GRDB
internal import Persistence
internal import Synchronization

/// Tells when this process or another one changed a store.
///
/// The kernel tells of writes at once, and a look every second is the net below.
final class FileWatcher: Sendable {
    /// How long to look for the commit of a write that was seen: the -wal is written before the commit is visible.
    private static let pauses = [0, 1, 2, 4, 8, 16, 32, 64]

    private let wakers = Wakers(label: "makegood.store-watcher")
    private let state: WatcherState
    private let observer: CommitObserver?

    /// Watches from now on and delivers what changed after a sequence.
    ///
    /// - Parameter lost: told once, when another file stands in the store's place: with why. Nothing is delivered after it.
    /// - Throws: `StoreError`: the store cannot be read.
    init(
        _ store: FileEngine, since sequence: Int64, lost: @escaping @Sendable (StoreError) -> Void = { _ in },
        deliver: @escaping @Sendable ([Change]) -> Void
    ) throws {
        let state = try StoreError.translating(store.name) {
            try WatcherState(store: store, sequence: sequence, lost: lost, deliver: deliver)
        }
        self.state = state
        // Only this process changes a store in memory, so its own commits are all there is to hear of.
        observer =
            store.path == nil
            ? CommitObserver { [queue = wakers.queue] in queue.async { state.look() } } : nil
        if let observer { store.database.add(transactionObserver: observer, extent: .observerLifetime) }
        // Without a watch, the kernel may have none left, the clock still tells.
        if let events = store.path.flatMap({ FolderEvents(ofStore: $0) }) {
            wakers.add(events, pauses: FileWatcher.pauses) { state.look() }
        }
        wakers.addClock { state.look() }
    }

    deinit { cancel() }

    /// Stops; a call under way ends, no other begins.
    func cancel() {
        state.stop()
        wakers.cancel()
    }
}

/// What makes a watcher look: the kernel's notices of a folder, and a clock as the net below; all on one queue.
final class Wakers: Sendable {
    /// A source that is cancelled from whatever thread lets go of the watcher, which Dispatch allows.
    private struct Running: @unchecked Sendable {
        let source: any DispatchSourceProtocol
    }

    /// Where it looks.
    let queue: DispatchQueue
    private let sources = Mutex<[Running]>([])

    /// None yet.
    init(label: String) { queue = DispatchQueue(label: label, qos: .utility) }

    /// Looks every second, and at once.
    func addClock(_ look: @escaping @Sendable () -> Void) {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { look() }
        start(timer)
    }

    /// Looks when the kernel tells of something in a folder, and once more after each of some pauses, in milliseconds:
    /// what is told of may not be there to be seen yet.
    func add(_ events: FolderEvents, pauses: [Int], _ look: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: queue)
        source.setEventHandler { [queue] in
            guard events.drain() else { return }
            for pause in pauses {
                queue.asyncAfter(deadline: .now() + .milliseconds(pause), execute: look)
            }
        }
        source.setCancelHandler { events.close() }
        start(source)
    }

    /// Stops; a look under way ends, no other begins.
    func cancel() {
        for running in sources.withLock({ sources in
            defer { sources = [] }
            return sources
        }) {
            running.source.cancel()
        }
    }

    private func start(_ source: any DispatchSourceProtocol) {
        source.activate()
        sources.withLock { $0.append(Running(source: source)) }
    }
}

/// Where a watcher is in the log of changes.
final class WatcherState: Sendable {
    private struct Position {
        var sequence: Int64
        var version: Int?
        var isStopped = false
    }

    private let position: Mutex<Position>
    private let connection: DatabaseQueue?
    private let store: FileEngine
    private let lost: @Sendable (StoreError) -> Void
    private let deliver: @Sendable ([Change]) -> Void

    /// `PRAGMA data_version` only speaks of other connections, so the watcher has its own.
    init(
        store: FileEngine, sequence: Int64, lost: @escaping @Sendable (StoreError) -> Void,
        deliver: @escaping @Sendable ([Change]) -> Void
    ) throws {
        (self.store, self.lost, self.deliver) = (store, lost, deliver)
        position = Mutex(Position(sequence: sequence))
        connection = try store.path.map {
            try DatabaseQueue(
                path: $0, configuration: Connections.configuration(readOnly: true, cache: .watching))
        }
    }

    /// Delivers nothing from now on.
    func stop() { position.withLock { $0.isStopped = true } }

    /// Delivers what changed since the last look. A failing look is made up for by the next.
    func look() {
        if let lock = store.lock, let failure = loss(of: lock) { return lose(failure) }
        while let changes = try? next(), !changes.isEmpty { deliver(changes) }
    }

    /// A restored store says so itself. Whatever else is missing is sure once nobody holds the lock: whoever exchanges a
    /// store removes the files beside it first.
    private func loss(of lock: StoreLock) -> StoreError? {
        guard let doubt = lock.loss() ?? lock.lossBeside() else { return nil }
        if case .file(_, .restored) = doubt { return doubt }
        do { try lock.impatient.hold {} } catch StoreError.store(.busy) { return nil } catch {
            return error as? StoreError ?? doubt
        }
        return nil
    }

    private func lose(_ failure: StoreError) {
        let isFirst = position.withLock { position in
            defer { position.isStopped = true }
            return !position.isStopped
        }
        if isFirst { lost(failure) }
    }

    private func next() throws -> [Change] {
        let (sequence, seen) = position.withLock { ($0.isStopped ? .max : $0.sequence, $0.version) }
        guard sequence != .max else { return [] }
        let (version, changes) = try read(after: sequence, seen)
        return position.withLock { position in
            position.version = changes.isEmpty ? version : nil
            guard !position.isStopped else { return [] }
            position.sequence = changes.last?.sequence ?? position.sequence
            return changes
        }
    }

    private func read(after sequence: Int64, _ seen: Int?) throws -> (Int?, [Change]) {
        guard let connection else {
            return (nil, try store.read { try ChangeRows.since(sequence, limit: 1000, in: $0) })
        }
        return try connection.unsafeRead { db in
            let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
            if let seen, seen == version { return (version, []) }
            return (version, try ChangeRows.since(sequence, limit: 1000, in: db.connection))
        }
    }
}

/// Hears of the commits of one connection.
final class CommitObserver: TransactionObserver, @unchecked Sendable {
    private let onCommit: @Sendable () -> Void
    // Only the connection's queue touches it.
    private var known = 0

    /// An observer that tells of commits that changed something.
    init(_ onCommit: @escaping @Sendable () -> Void) { self.onCommit = onCommit }

    /// SQLite counts the changed rows anyway: hearing of each would slow an import down.
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    /// Never called.
    func databaseDidChange(with event: DatabaseEvent) {}

    /// What was undone is nothing to tell.
    func databaseDidRollback(_ db: Database) { known = db.totalChangesCount }

    /// Tells of what changed.
    func databaseDidCommit(_ db: Database) {
        if db.totalChangesCount != known { onCommit() }
        known = db.totalChangesCount
    }
}

/// The kernel's word that files of a folder changed.
struct FolderEvents: Sendable {
    /// The inotify descriptor, readable when there are events.
    let descriptor: Int32
    private let folder: String
    private let mask: UInt32
    private let names: Set<String>?

    /// Watches for writes to a store's files.
    ///
    /// The folder is watched and not the -wal, because the -wal may not exist yet, or be another one later.
    init?(ofStore path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        let name = (path as NSString).lastPathComponent
        self.init(
            of: folder.isEmpty ? "." : folder, mask: IN_MODIFY | IN_CREATE | IN_MOVED_TO,
            names: [name, name + "-wal"])
    }

    /// Watches for what happens to files of these names, or of any; nil when the kernel tells nothing any more.
    init?(of folder: String, mask: Int32, names: Set<String>? = nil) {
        (self.folder, self.mask, self.names) = (folder, UInt32(mask), names)
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        watch()
    }

    /// Begins to watch, again when the folder is another one or was not there before.
    func watch() { _ = inotify_add_watch(descriptor, folder, mask) }

    /// Takes all events that wait; answers whether one was about the files.
    func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            var isOfFiles = false
            while true {
                let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return isOfFiles }
                if speaksOfFiles(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isOfFiles = true }
            }
        }
    }

    /// Lets go of the watch.
    func close() { Foundation.close(descriptor) }

    /// Source: inotify(7), a header of 16 bytes whose last four are the length of the name that follows.
    private func speaksOfFiles(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let names else { return true }
        var offset = 0
        while offset + 16 <= bytes.count {
            let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            let end = min(offset + 16 + length, bytes.count)
            let name = bytes[(offset + 16)..<end].prefix { $0 != 0 }
            // After a lost event it may have been any file.
            let isLost = mask & UInt32(IN_Q_OVERFLOW) != 0
            if isLost || names.contains(String(decoding: name, as: UTF8.self)) { return true }
            offset = end
        }
        return false
    }
}
