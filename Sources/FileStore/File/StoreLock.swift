internal import CStore
internal import Foundation
internal import Persistence
internal import Purchases

/// The lock that every write, open, migration and checkpoint of a store holds, in whatever process.
///
/// SQLite before 3.51.3 can lose commits when two connections write or checkpoint one WAL at the same instant. A
/// blocking flock stands in the kernel's queue, which is also the fairest way to wait.
struct StoreLock: Sendable {
    /// How often a lock file that comes and goes is opened anew.
    private static let attempts = 20

    let path: String
    /// How long to wait.
    let timeout: TimeLength
    /// The file that it was opened for; nil before that.
    let file: FileIdentity?
    /// The files beside it as they were opened; nil before that.
    let opened: OpenedFiles?

    /// The lock of the store at a path.
    init(
        store: String, timeout: TimeLength = .seconds(5), file: FileIdentity? = nil,
        opened: OpenedFiles? = nil
    ) {
        (path, self.timeout, self.file, self.opened) = (store + ".lock", timeout, file, opened)
    }

    /// The same lock for whoever would rather leave than wait.
    var impatient: StoreLock { waiting(.zero) }

    /// The same lock with another patience.
    func waiting(_ timeout: TimeLength) -> StoreLock {
        StoreLock(store: store, timeout: timeout, file: file, opened: opened)
    }

    /// The same lock, held only while the path names the files that it names now. The caller holds it.
    func bound() -> StoreLock {
        StoreLock(
            store: store, timeout: timeout, file: FileIdentity(ofFileAt: store),
            opened: OpenedFiles(of: store))
    }

    /// The store's path: the lock's without `.lock`.
    private var store: String { String(path.dropLast(5)) }

    /// Holds the lock for the time of some work.
    ///
    /// - Throws: `StoreError`: busy; unavailable when the store was renamed, for whoever opens it there holds another lock; damaged when a
    /// file beside it is another one than was opened.
    func hold<Value>(_ body: () throws -> Value) throws -> Value { try holding { _ in try body() } }

    /// Holds the lock for the time of some work, which may sign it.
    ///
    /// - Throws: as ``hold(_:)``.
    func holding<Value>(_ body: (HeldLock) throws -> Value) throws -> Value {
        let descriptor = try acquire()
        defer { cstore_unlock(descriptor) }
        if let file, FileIdentity(ofFileAt: store) != file { throw RestoreNotice.failure(at: store) }
        try opened?.check()
        return try body(HeldLock(descriptor: descriptor))
    }

    /// Why the file that was opened is not the one that stands there now; nil while it is.
    func loss() -> StoreError? {
        guard let file, FileIdentity(ofFileAt: store) != file else { return nil }
        return RestoreNotice.failure(at: store)
    }

    /// Why the files beside it are not those that were opened, or its content is another file's; nil while all is as it
    /// was. Sure only while nobody holds the lock: a store that is just being exchanged looks so for a moment.
    func lossBeside() -> StoreError? { opened?.loss() }

    /// Whether anybody waits for the lock, as far as the kernel says.
    var isAwaited: Bool { KernelLocks.isAwaited(path) }

    /// Gives whoever waits for the lock the time to take it, for somebody who asks for it again and again.
    ///
    /// The kernel wakes those who wait, but whoever asks at once is faster than they are.
    func letOthersFirst() {
        for _ in 0..<20 where isAwaited { usleep(500) }
    }

    /// Who holds the lock just now; nil when nobody does.
    func holder() -> Int32? {
        let probe = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard probe >= 0 else { return nil }
        guard cstore_lock(probe, 0) != 0 else {
            cstore_unlock(probe)
            return nil
        }
        return presentHolder()
    }

    /// The lock file may be removed or replaced between its opening and the moment that its lock is given: then whoever
    /// comes later holds another one.
    private func acquire() throws -> Int32 {
        for _ in 0..<StoreLock.attempts {
            guard let descriptor = try openFile() else { continue }
            let result = cstore_lock(descriptor, timeout.count)
            guard result == 0 else {
                throw result == ETIMEDOUT
                    ? StoreError.store(.busy(holder: presentHolder())) : StoreError.disk(path, .locksRefused)
            }
            if FileKind(at: path)?.identity == FileKind(of: descriptor).identity { return descriptor }
            cstore_unlock(descriptor)
        }
        throw StoreError.disk(path, .lockVanishes)
    }

    /// A description of its own each time: locks belong to it, so threads and stores of one process exclude each other.
    ///
    /// Nothing is followed, changed or written that was not made here: in a folder of several people anybody may have put
    /// anything in its place. Nil when it went between two looks.
    private func openFile() throws -> Int32? {
        var whyNotMade = EEXIST
        // Nobody makes one anew for a store that was opened with another.
        if opened == nil {
            let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if made >= 0 {
                FileKind.adopt(from: store, made)
                return made
            }
            whyNotMade = errno
        }
        // Before it is opened: opening a device does something to it.
        guard let found = FileKind(at: path) else {
            if opened != nil {
                // Moved with all that belongs to it, nothing of the store was lost.
                if FileIdentity(ofFileAt: store) != file { throw RestoreNotice.failure(at: store) }
                throw StoreError.file(path, .changedUnderneath)
            }
            // It was there a moment ago, or there is none and none can be made.
            guard whyNotMade != EEXIST else { return nil }
            throw whyNotMade == ENOSPC ? StoreError.store(.diskFull) : StoreError.disk(path, .lockNotOpened)
        }
        try found.check(path)
        let careful = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var descriptor = open(path, O_RDWR | careful)
        if descriptor < 0 { descriptor = open(path, O_RDONLY | careful) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? StoreError.file(path, .odd(.link)) : StoreError.disk(path, .lockNotOpened)
        }
        do { try FileKind(of: descriptor).check(path) } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Who the kernel says holds it; where it does not say, whoever signed last and still runs.
    private func presentHolder() -> Int32? {
        if let holder = KernelLocks.holder(of: path) { return holder }
        return notedHolder().flatMap { kill($0, 0) == 0 || errno == EPERM ? $0 : nil }
    }

    private func notedHolder() -> Int32? {
        guard let found = FileKind(at: path), (try? found.check(path)) != nil,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

/// The lock while it is held.
struct HeldLock {
    private let descriptor: Int32

    /// A lock that somebody holds by this descriptor.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Signs the lock with this process's number, for whoever waits and is not told by the kernel; once the writer's role
    /// was looked up, because before that nothing is written. Who cannot write the file holds the lock all the same.
    func sign() {
        let text = Array("\(getpid())\n".utf8)
        if pwrite(descriptor, text, text.count, 0) == text.count {
            _ = ftruncate(descriptor, off_t(text.count))
        }
    }
}

/// What the kernel tells of the locks that are held, for programs that lock the file without signing it.
///
/// Source: proc_locks(5); a waiting process has an arrow before the kind. The device is left out: file systems laid
/// over others do not agree with the kernel about it.
enum KernelLocks {
    /// The process that took the lock of a file; nil when nobody holds it or the kernel does not say.
    static func holder(of path: String) -> Int32? {
        inode(of: path).flatMap { holder(of: $0, in: table()) }
    }

    /// Whether anybody waits for the lock of a file, as far as the kernel says.
    static func isAwaited(_ path: String) -> Bool {
        inode(of: path).map { isAwaited($0, in: table()) } ?? false
    }

    /// The process that holds the lock of an inode, in a table as the kernel writes it.
    static func holder(of inode: UInt64, in table: String) -> Int32? {
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")[...]
            if let process = process(fields.dropFirst(), of: inode), process > 0 { return process }
        }
        return nil
    }

    /// Whether anybody waits for the lock of an inode, in a table as the kernel writes it.
    static func isAwaited(_ inode: UInt64, in table: String) -> Bool {
        table.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count > 1 && fields[1] == "->" && process(fields.dropFirst(2), of: inode) != nil
        }
    }

    /// Whether a process other than this one has a file locked in SQLite's way, as everybody has the -shm of a store that
    /// they have open; as far as the kernel says.
    static func isUsedElsewhere(_ path: String) -> Bool {
        inode(of: path).map { isUsed($0, butBy: getpid(), in: table()) } ?? false
    }

    /// Whether a process other than one has an inode locked in SQLite's way, in a table as the kernel writes it.
    static func isUsed(_ inode: UInt64, butBy own: Int32, in table: String) -> Bool {
        table.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ").dropFirst()
            return process(fields, of: inode, kind: "POSIX").map { $0 != own } ?? false
        }
    }

    /// Whose lock a line tells of, from its kind on; nil when it is of another file or kind.
    private static func process(
        _ fields: ArraySlice<Substring>, of inode: UInt64, kind: String = "FLOCK"
    ) -> Int32? {
        let fields = Array(fields)
        guard fields.count > 4, fields[0] == kind,
            fields[4].split(separator: ":").last.flatMap({ UInt64($0) }) == inode
        else { return nil }
        return Int32(fields[3])
    }

    private static func inode(of path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    private static func table() -> String {
        (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    }
}
