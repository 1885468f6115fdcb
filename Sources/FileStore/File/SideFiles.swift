internal import Foundation
internal import Persistence
internal import Synchronization

/// What kind of thing a name leads to, as far as a store's files are concerned: regular files of one name.
struct FileKind {
    private let status: stat

    /// What a name is, itself and not what it links to; nil when there is nothing.
    init?(at path: String) {
        var found = stat()
        guard lstat(path, &found) == 0 else { return nil }
        status = found
    }

    /// What an open file is.
    init(of descriptor: Int32) {
        var found = stat()
        fstat(descriptor, &found)
        status = found
    }

    /// Its size in bytes.
    var size: Int { Int(status.st_size) }
    var identity: FileIdentity { FileIdentity(status) }
    /// How many names it has; 0 once the last was removed.
    var names: Int { Int(status.st_nlink) }

    /// Refuses what is no regular file of one name; one whose name was just taken away counts as none.
    func check(_ path: String) throws {
        switch status.st_mode & S_IFMT {
        case S_IFLNK: throw StoreError.file(path, .odd(.link))
        case S_IFREG: if names > 1 { throw StoreError.file(path, .odd(.names(names))) }
        default: throw StoreError.file(path, .odd(.noFile))
        }
    }

    /// Gives a file that was just made here the mode of the store, and its group, and from root its owner: whoever may
    /// write the store must be able to write what belongs to it.
    static func adopt(from store: String, _ descriptor: Int32) {
        var (model, own) = (stat(), stat())
        guard stat(store, &model) == 0, fstat(descriptor, &own) == 0 else { return }
        if geteuid() == 0 {
            _ = fchown(descriptor, model.st_uid, model.st_gid)
        } else if model.st_gid != own.st_gid {
            _ = fchown(descriptor, uid_t.max, model.st_gid)
        }
        _ = fchmod(descriptor, model.st_mode & 0o666)
    }
}

/// The files that lie beside a store: SQLite's, its lock and its head.
struct SideFiles {
    /// What is put behind the store's name for them.
    static let suffixes = ["-wal", "-shm", ".lock", ".head"]

    /// The store.
    let path: String

    /// Refuses, before SQLite touches anything, what cannot be a store's: links, pipes, files of several names, and a
    /// journal of another kind with content. To be asked while holding the lock: whoever opens a copy for the first time
    /// has such a journal for a moment.
    ///
    /// - Throws: `StoreError`: what lies there and must not.
    func check() throws {
        try checkKinds()
        let journal = path + "-journal"
        if FileKind(at: journal)?.size ?? 0 > 0 { throw StoreError.file(journal, .foreignJournal) }
    }

    /// Refuses links, pipes and files of several names.
    ///
    /// - Throws: `StoreError`: what lies there and must not.
    func checkKinds() throws {
        try checkNames()
        for suffix in SideFiles.suffixes + ["-journal"] {
            try FileKind(at: path + suffix)?.check(path + suffix)
        }
    }

    /// Where the file system has no way to give a new file its name at once, it has two for a moment.
    private func checkNames() throws {
        for _ in 0..<50 where FileKind(at: path).map({ $0.names > 1 }) ?? false { usleep(2000) }
        try FileKind(at: path)?.check(path)
    }

    /// Whether SQLite would find anything in the -wal: it passes over one that is no longer than its header.
    ///
    /// Source: SQLite, wal.c, `walIndexRecover`, `WAL_HDRSIZE`.
    var walHasContent: Bool { (FileKind(at: path + "-wal")?.size ?? 0) > 32 }
}

/// The files beside a store as they were when it was opened.
///
/// A connection goes on with a -wal or -shm that was removed as if nothing were, and what it writes there is gone with it.
///
/// Nor does it hear of somebody who writes over the store's own file, as `cp` does: so whenever that file's date or size
/// is another one, it is asked whose it is.
final class OpenedFiles: Sendable {
    private struct Seen {
        var files: [String: FileIdentity]
        var main: FileDate?
        var entries: Int64
    }

    private let path: String
    private let seen: Mutex<Seen>

    /// The files as they are. The caller holds the lock and has just opened them.
    init(of path: String) {
        self.path = path
        seen = Mutex(
            Seen(
                files: OpenedFiles.found(beside: path), main: FileDate(ofFileAt: path),
                entries: RawStore(path: path).entries ?? 0))
    }

    /// Refuses to go on where one of them is no more, or another one; takes note of one that came since. The caller holds
    /// the lock.
    ///
    /// - Throws: `StoreError`: damaged.
    func check() throws {
        let found = OpenedFiles.found(beside: path)
        try seen.withLock { seen in
            if let suffix = OpenedFiles.lost(of: seen.files, in: found) {
                throw StoreError.file(path + suffix, .changedUnderneath)
            }
            seen.files = found
            try look(&seen)
        }
    }

    /// What of them is no more, or another one; nil while all is as it was. For whoever has no lock: side files that are
    /// just being exchanged with the store look so for a moment.
    func loss() -> StoreError? {
        let found = OpenedFiles.found(beside: path)
        return seen.withLock { seen in
            if let suffix = OpenedFiles.lost(of: seen.files, in: found) {
                return StoreError.file(path + suffix, .changedUnderneath)
            }
            do { try look(&seen) } catch { return error as? StoreError }
            return nil
        }
    }

    /// Asks the store's file whose it is, where it was written to: by a checkpoint, or by somebody who put another file's
    /// content there.
    private func look(_ seen: inout Seen) throws {
        let date = FileDate(ofFileAt: path)
        guard date != seen.main else { return }
        let raw = RawStore(path: path)
        // What cannot be followed is being written back, or was when its writer was killed: the -wal has it whole.
        guard let id = raw.fileID(), let entries = raw.entries else { return }
        if case .whole(let head)? = try? HeadFile(of: path).read(), !head.isOf(id) {
            throw StoreError.file(path, .changedUnderneath)
        }
        // A copy of before has the same id, and knows less than the file did.
        guard entries >= seen.entries else { throw StoreError.file(path, .changedUnderneath) }
        (seen.main, seen.entries) = (date, entries)
    }

    private static func lost(
        of known: [String: FileIdentity], in found: [String: FileIdentity]
    ) -> String? {
        SideFiles.suffixes.first { known[$0] != nil && found[$0] != known[$0] }
    }

    private static func found(beside path: String) -> [String: FileIdentity] {
        var found: [String: FileIdentity] = [:]
        for suffix in SideFiles.suffixes { found[suffix] = FileKind(at: path + suffix)?.identity }
        return found
    }
}

/// When a file was last written to, and how long it is: the same as long as nobody writes to it.
private struct FileDate: Equatable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int64

    /// The date of the file at a path; nil when there is none.
    init?(ofFileAt path: String) {
        var found = stat()
        guard lstat(path, &found) == 0 else { return nil }
        (seconds, nanoseconds) = (found.st_mtim.tv_sec, found.st_mtim.tv_nsec)
        size = Int64(found.st_size)
    }
}
