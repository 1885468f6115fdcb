internal import CStore
internal import Foundation
internal import Purchases

/// The lock that every write, open, migration and checkpoint of a store holds, in whatever process.
///
/// SQLite before 3.51.3 can lose commits when two connections write or checkpoint one WAL at the same instant. A
/// blocking flock stands in the kernel's queue, which is also the fairest way to wait.
struct StoreLock: Sendable {
    /// The lock file.
    let path: String
    /// How long to wait.
    let timeout: TimeLength
    /// The file that it was opened for; nil before that.
    let file: FileIdentity?

    /// The lock of the store at a path.
    init(store: String, timeout: TimeLength = .seconds(5), file: FileIdentity? = nil) {
        (path, self.timeout, self.file) = (store + ".lock", timeout, file)
    }

    /// The same lock for whoever would rather leave than wait.
    var impatient: StoreLock { StoreLock(store: store, timeout: .zero, file: file) }

    /// The same lock, held only while the path names the file that it names now.
    func bound() -> StoreLock {
        StoreLock(store: store, timeout: timeout, file: FileIdentity(ofFileAt: store))
    }

    private var store: String { String(path.dropLast(5)) }

    /// Holds the lock for the time of some work.
    ///
    /// - Throws: `StoreError`: busy; unavailable when the store was renamed, for whoever opens it there holds another lock.
    func hold<Value>(_ body: () throws -> Value) throws -> Value {
        let descriptor = try acquire()
        defer { cstore_unlock(descriptor) }
        if let file, FileIdentity(ofFileAt: store) != file { throw StoreError.moved(store) }
        return try body()
    }

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
        let probe = open(path, O_RDONLY | O_CLOEXEC)
        guard probe >= 0 else { return nil }
        guard cstore_lock(probe, 0) != 0 else {
            cstore_unlock(probe)
            return nil
        }
        return presentHolder()
    }

    private func acquire() throws -> Int32 {
        let descriptor = try openFile()
        let result = cstore_lock(descriptor, timeout.count)
        guard result == 0 else {
            throw result == ETIMEDOUT
                ? StoreError.busy(holder: presentHolder()) : StoreError.locksRefused(path)
        }
        note(getpid(), descriptor: descriptor)
        return descriptor
    }

    /// A description of its own each time: locks belong to it, so threads and stores of one process exclude each other.
    private func openFile() throws -> Int32 {
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw StoreError.lockNotOpened(path)
        }
        adoptMode(descriptor)
        return descriptor
    }

    /// Whoever may write the store must be able to take its lock.
    private func adoptMode(_ descriptor: Int32) {
        var (store, lock) = (stat(), stat())
        guard stat(self.store, &store) == 0, fstat(descriptor, &lock) == 0,
            store.st_mode & 0o777 != lock.st_mode & 0o777, lock.st_uid == geteuid()
        else { return }
        _ = fchmod(descriptor, store.st_mode & 0o777)
    }

    private func note(_ process: Int32, descriptor: Int32) {
        let text = Array("\(process)\n".utf8)
        // A reader without write access cannot sign; the lock holds all the same.
        if pwrite(descriptor, text, text.count, 0) == text.count {
            _ = ftruncate(descriptor, off_t(text.count))
        }
    }

    /// Who the kernel says holds it; where it does not say, whoever signed last and still runs.
    private func presentHolder() -> Int32? {
        if let holder = KernelLocks.holder(of: path) { return holder }
        return notedHolder().flatMap { kill($0, 0) == 0 || errno == EPERM ? $0 : nil }
    }

    private func notedHolder() -> Int32? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
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

    /// Whose lock a line tells of, from its kind on; nil when it is of another file or kind.
    private static func process(_ fields: ArraySlice<Substring>, of inode: UInt64) -> Int32? {
        let fields = Array(fields)
        guard fields.count > 4, fields[0] == "FLOCK",
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
