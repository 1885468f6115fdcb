internal import Foundation
internal import Persistence

/// What lies beside a place at which a store is to be made: side files of one that stood there before.
///
/// SQLite plays a -wal or a -journal with content into whatever file has their name, so a new store would begin with the
/// deeds of another. What has no content, or is only ours, stands for nothing once its store is gone.
struct Leftovers {
    /// Side files whose content SQLite would play into a new file.
    private static let played = ["-wal", "-journal"]
    /// Side files that say nothing without their store.
    private static let empty = ["-wal", "-journal", "-shm", ".head"]
    private static let lock = ".lock"

    let place: String

    /// Refuses a place beside which another store's deeds wait to be played.
    ///
    /// - Throws: `StoreError`: conflict.
    func refuseDeeds() throws {
        for suffix in Leftovers.played {
            guard let found = status(suffix) else { continue }
            // A folder or a link is nobody's empty file.
            guard found.st_mode & S_IFMT == S_IFREG, found.st_size == 0 else {
                throw StoreError.replacing(place + suffix, .leftBehind(bytes: Int64(found.st_size)))
            }
        }
    }

    /// Puts a finished file in the place, while nobody else makes or opens a store there.
    ///
    /// - Throws: as ``clear()``; `StoreError`: conflict where something stands there by now.
    func publish(_ draft: borrowing StoreDraft) throws {
        // What is no file is no lock that anybody holds.
        if let found = status(Leftovers.lock), found.st_mode & S_IFMT != S_IFREG {
            try remove(Leftovers.lock)
        }
        try StoreLock(store: place).hold {
            // Somebody else's store was made there meanwhile, and what lies beside it is its own.
            guard status("") == nil else { throw StoreError.taken(.path(place)) }
            // Whoever opens the store first makes its lock with the store's own rights.
            defer { unlink(place + Leftovers.lock) }
            try clear()
            try draft.publish()
        }
    }

    /// Removes what a store that is gone left beside its place, once nobody has it open; links themselves are removed, and
    /// never what they lead to.
    ///
    /// - Throws: `StoreError`: conflict where deeds wait there or somebody has the store that is gone open; unavailable where something
    /// cannot be removed.
    private func clear() throws {
        try refuseDeeds()
        if let process = StoreUsers.one(of: place) {
            throw StoreError.replacing(place, .openElsewhere(process: process))
        }
        for suffix in Leftovers.empty where status(suffix) != nil { try remove(suffix) }
    }

    private func remove(_ suffix: String) throws {
        guard unlink(place + suffix) == 0 || errno == ENOENT else {
            throw StoreError.disk(place + suffix, .notReplaced)
        }
    }

    /// What lies there; a link is not followed.
    private func status(_ suffix: String) -> stat? {
        var found = stat()
        return lstat(place + suffix, &found) == 0 ? found : nil
    }
}

/// Who has a store open, as far as the kernel says.
enum StoreUsers {
    /// The byte of the -shm that every connection to a store in WAL mode keeps locked.
    ///
    /// Source: SQLite, os_unix.c, `UNIX_SHM_DMS`.
    private static let sign: off_t = 128

    /// A process other than this one that has the store at a path open; nil when none has. Not to be asked while this
    /// process has it open: closing the file would give up SQLite's own locks.
    static func one(of path: String) -> Int32? {
        let file = open(path + "-shm", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var question = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: sign, l_len: 1, l_pid: 0)
        guard fcntl(file, F_GETLK, &question) == 0, question.l_type != Int16(F_UNLCK) else { return nil }
        return question.l_pid
    }
}
