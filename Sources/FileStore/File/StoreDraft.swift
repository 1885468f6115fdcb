internal import CStore
internal import Foundation
internal import Persistence

/// A store or a backup that is not finished: a file beside its place, under a name of its own, which is linked to its
/// place when it is whole. So nobody ever sees one half made, and none overwrites another.
///
/// Whoever makes it holds its flock. A maker that was killed lets go of the lock and leaves the file, a copy of personal
/// data; whoever makes the next one in that folder, or opens the store that it was to be, removes it.
struct StoreDraft: ~Copyable {
    /// Where it is made.
    let path: String
    private let place: String
    private let descriptor: Int32

    /// Begins a draft of the file at a path, empty and for its owner's eyes only, and removes what killed makers left.
    ///
    /// - Throws: `StoreError`: unavailable when no file can be made there.
    init(of place: String) throws {
        DraftFolder(of: place).sweep()
        self.place = place
        path = "\(place).new-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.disk(place, .draftNotMade)
        }
        // SQLite's own locks are of another kind, and know nothing of this one.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    var identity: FileIdentity? { FileIdentity(ofFileAt: path) }

    /// Gives it the mode, the group and, where this process may, the owner of the file in whose place it is to stand: who
    /// shares that one shares this one.
    func adoptRights() throws {
        var found = stat()
        guard lstat(place, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return }
        if geteuid() == 0 {
            _ = fchown(descriptor, found.st_uid, found.st_gid)
        } else if found.st_gid != getegid() {
            _ = fchown(descriptor, uid_t.max, found.st_gid)
        }
        // Last, and whatever became of the group: a mode of a group that it has not would open it to others.
        var ours = stat()
        guard fstat(descriptor, &ours) == 0 else { throw StoreError.disk(place, .notReplaced) }
        let mode = found.st_mode & (ours.st_gid == found.st_gid ? 0o777 : 0o707)
        guard fchmod(descriptor, mode) == 0 else { throw StoreError.disk(place, .notReplaced) }
    }

    /// Puts the finished file in its place: on the disk, with its name, before anybody is told of it.
    ///
    /// - Throws: `StoreError`: conflict when the place is taken; unavailable when it cannot be written out.
    func publish() throws {
        try DraftFolder.flush(path)
        try takePlace()
        try flushFolder()
    }

    /// In one step: a store of two names is not opened, for each would lead to a lock of its own. Where the file system
    /// cannot do that it has two for a moment, and whoever opens it then waits.
    private func takePlace() throws {
        let result = cstore_publish(path, place)
        if result == 0 { return }
        guard [EINVAL, ENOSYS, ENOTSUP].contains(result), link(path, place) == 0 else {
            throw StoreError.taken(.path(place))
        }
        unlink(path)
    }

    /// Puts the finished file in the place of the one that is there.
    ///
    /// - Throws: `StoreError`: unavailable when it cannot be written out or the other cannot be replaced.
    func replace() throws {
        try DraftFolder.flush(path)
        guard rename(path, place) == 0 else {
            throw StoreError.disk(place, .notReplaced)
        }
        try flushFolder()
    }

    /// Puts the finished file in the place of the one that is there, which keeps its content under another name; the place
    /// is never empty meanwhile where the file system can exchange names.
    ///
    /// - Throws: `StoreError`: unavailable when it cannot be written out or the other cannot be replaced.
    func exchange(keeping other: String) throws {
        try DraftFolder.flush(path)
        // Under the other's future name first: a draft that nobody finishes would be removed, and it is not to be the
        // replaced file to which that happens.
        guard rename(path, other) == 0 else { throw StoreError.disk(place, .notReplaced) }
        let result = cstore_exchange(other, place)
        guard result != 0 else { return try flushFolder() }
        guard [EINVAL, ENOSYS, ENOTSUP].contains(result), rename(other, path) == 0, rename(place, other) == 0,
            rename(path, place) == 0
        else { throw StoreError.disk(place, .notReplaced) }
        try flushFolder()
    }

    /// Its name is in a folder that may be written and not read: then the system writes it out in its own time.
    func flushFolder() throws {
        let folder = DraftFolder(of: place).path
        if access(folder, R_OK) == 0 { try DraftFolder.flush(folder) }
    }

    /// Removes what is left of it, and lets go of its lock.
    func discard() {
        for suffix in DraftFolder.suffixes { unlink(path + suffix) }
        close(descriptor)
    }
}

/// The folder of drafts: which there are, whose they are, and which nobody finishes any more.
struct DraftFolder {
    /// A draft that was found.
    struct Found: Hashable, Sendable {
        /// Its name in the folder.
        let name: String
        /// The name of what it was to be.
        let place: String
        /// The process that makes or made it.
        let maker: Int32
        /// Its size with its side files, in bytes.
        var size: Int64
    }

    /// What SQLite and our lock put behind the name of a file for its side files; the file itself first.
    static let suffixes = ["", "-journal", "-wal", "-shm", ".lock", ".head"]

    let path: String
    private let place: String

    /// The folder of the file at a path.
    init(of file: String) {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        path = folder.isEmpty ? "." : folder
        place = URL(filePath: file).lastPathComponent
    }

    /// Puts a file or folder on the disk.
    static func flush(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        // Some file systems cannot sync a folder, and keep its names by other means.
        guard descriptor >= 0, fsync(descriptor) == 0 || errno == EINVAL else {
            throw StoreError.disk(path, .notWrittenOut)
        }
    }

    /// Every draft, whosever it is and finished by whomever, by name.
    func drafts() -> [Found] {
        var found: [String: Found] = [:]
        for name in names() {
            let suffix = Self.suffixes.dropFirst().first { name.hasSuffix($0) } ?? ""
            let main = String(name.dropLast(suffix.count))
            guard var draft = Self.draft(main), let status = status(name) else { continue }
            draft.size = (found[main]?.size ?? 0) + Int64(status.st_size)
            found[main] = draft
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// Every name that may be a draft's; read one by one, for a folder may have ten thousands of others.
    private func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    if strstr(text, ".new-") != nil { names.append(String(cString: text)) }
                }
            }
        }
        return names
    }

    /// The drafts that nobody makes any more.
    func abandoned() -> [Found] { drafts().filter(isAbandoned) }

    /// Removes the abandoned drafts that are this user's.
    func sweep() {
        for draft in abandoned() { remove(draft) }
    }

    /// Removes those that were to be the file at this path, for whoever comes by.
    func sweepPlace() {
        for draft in abandoned() where [place, place + ".head"].contains(draft.place) { remove(draft) }
    }

    private func remove(_ draft: Found) {
        for suffix in Self.suffixes {
            guard let status = status(draft.name + suffix), status.st_uid == geteuid() else { continue }
            unlink(full(draft.name + suffix))
        }
    }

    /// Neither its maker runs nor anybody holds its lock: in another container a maker has another number.
    private func isAbandoned(_ draft: Found) -> Bool {
        guard kill(draft.maker, 0) != 0, errno == ESRCH else { return false }
        // Killed between its two names: it may be open as a store here, whose locks would go when it is closed. Taking one
        // of several names away loses nothing.
        if let status = status(draft.name), status.st_nlink > 1 { return true }
        let descriptor = open(full(draft.name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && Self.isOurs(descriptor)
    }

    /// Whether a file is empty, SQLite's or a head, as every draft is; a name alone proves nothing.
    private static func isOurs(_ descriptor: Int32) -> Bool {
        var header = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &header, header.count, 0)
        let marks = ["SQLite format 3\0", StoreHead.mark + " "].map { Array($0.utf8) }
        return count == 0 || count == header.count && marks.contains { header.starts(with: $0) }
    }

    /// A regular file's status; nil for everything else.
    private func status(_ name: String) -> stat? {
        var found = stat()
        guard lstat(full(name), &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        return found
    }

    private func full(_ name: String) -> String { path + "/" + name }

    /// The draft that a name stands for: `PLACE.new-PROCESS-NUMBER`.
    private static func draft(_ name: String) -> Found? {
        guard let mark = name.range(of: ".new-", options: .backwards), mark.lowerBound > name.startIndex
        else {
            return nil
        }
        let numbers = name[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let maker = Int32(numbers[0]), maker > 0, UInt64(numbers[1]) != nil else {
            return nil
        }
        return Found(name: name, place: String(name[..<mark.lowerBound]), maker: maker, size: 0)
    }
}
