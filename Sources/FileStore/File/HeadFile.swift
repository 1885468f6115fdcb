internal import CStore
internal import Foundation
internal import Persistence

/// The file beside a store that holds its head, for whoever holds the store's lock.
struct HeadFile {
    let path: String
    private let store: String

    /// The head of the store at a path.
    init(of store: String) { (self.store, path) = (store, store + ".head") }

    /// What stands there; nothing, for a run that writes nothing, where this user may not read it.
    ///
    /// - Throws: as ``read()``.
    func read(readOnly: Bool) throws -> HeadReading {
        do { return try read() } catch StoreError.disk(_, .unreadable) where readOnly { return .absent }
    }

    /// What stands there.
    ///
    /// - Throws: `StoreError`: a link or no regular file; not to be read by this user.
    func read() throws -> HeadReading {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return .absent }
            throw errno == ELOOP ? StoreError.file(path, .odd(.link)) : StoreError.disk(path, .unreadable)
        }
        defer { close(descriptor) }
        try FileKind(of: descriptor).check(path)
        // Who reads without the lock may find it half written: once more then.
        for _ in 0..<3 {
            if let head = try content(of: descriptor) { return .whole(head) }
            usleep(500)
        }
        return .broken
    }

    private func content(of descriptor: Int32) throws -> StoreHead? {
        var bytes = [UInt8](repeating: 0, count: StoreHead.size + 1)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw StoreError.disk(path, .readFailed) }
        return StoreHead(text: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Writes over the head that is there: not on the disk before the next ``sync()``, a commit is, and a head only tells
    /// of commits.
    ///
    /// - Throws: `StoreError`: it is gone, is a link, or cannot be written.
    func write(_ head: StoreHead) throws {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.disk(path, .unwritable) }
        defer { close(descriptor) }
        try FileKind(of: descriptor).check(path)
        try put(head, descriptor)
    }

    /// Puts a head in place and on the disk. One that is there is written over, for others have looked at that file; a new
    /// one is never seen half made.
    ///
    /// - Throws: `StoreError`: unavailable when no file can be made there.
    func make(_ head: StoreHead) throws {
        guard FileKind(at: path) == nil else {
            try write(head)
            return sync()
        }
        try replace(head)
    }

    /// Puts a head in place and on the disk, whatever lies there, for whoever replaced the store itself.
    ///
    /// - Throws: `StoreError`: unavailable when no file can be made there.
    func replace(_ head: StoreHead) throws {
        let draft = "\(path).new-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.disk(path, .draftNotMade) }
        defer { close(descriptor) }
        // Whoever sweeps drafts away sees by the lock that this one has a maker, in whatever container that is.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        do {
            try put(head, descriptor)
            FileKind.adopt(from: store, descriptor)
            guard fsync(descriptor) == 0, rename(draft, path) == 0 else {
                throw StoreError.disk(path, .notReplaced)
            }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Puts what was written on the disk; what cannot be is still true.
    func sync() {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fdatasync(descriptor)
        close(descriptor)
    }

    private func put(_ head: StoreHead, _ descriptor: Int32) throws {
        let bytes = Array(head.text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw errno == ENOSPC ? StoreError.store(.diskFull) : StoreError.disk(path, .unwritable)
        }
    }
}

/// Where the file of a store is, and which: what ``StoreState/home`` says.
struct StoreHome {
    /// Device, inode, when the file was made where the file system knows it, and real path. An inode alone may be given to
    /// the next file: to a cold copy that takes the place of a removed store.
    let text: String
    /// The same without when it was made, as stores of before have it.
    let formerText: String

    /// The home of the store at a path; nil when there is none.
    init?(of path: String) {
        var found = stat()
        guard stat(path, &found) == 0, let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let (file, place) = ("\(found.st_dev) \(found.st_ino)", String(cString: resolved))
        let birth = cstore_birth(resolved)
        formerText = "\(file) \(place)"
        text = birth < 0 ? formerText : "\(file) \(birth) \(place)"
    }

    /// Whether a text of either form is this home's.
    func isSaid(by kept: String?) -> Bool { kept == text || kept == formerText }
}
