internal import Foundation
internal import Persistence

/// The side files of a store whose place another file is about to take. The caller holds the store's lock.
///
/// SQLite plays whatever -wal has the store's name into whatever file has it, and a -shm tells readers how long the file
/// is. So they go before the store does; a kill between two steps leaves a store that is whole without them.
struct FileSwap {
    /// The store.
    let path: String
    /// Where tests kill.
    let faults: StoreFaults

    /// Removes the side files of a store whose -wal was written back and emptied.
    ///
    /// - Throws: `StoreError`: conflict where something was written meanwhile.
    func emptySideFiles() throws {
        guard deeds.isEmpty else { throw StoreError.replacing(path, .justWritten) }
        for suffix in ["-shm", "-wal", "-journal"] { try remove(suffix) }
    }

    /// Keeps the side files of a store that cannot be opened under the name that it is going to be kept by.
    func setSideFilesAside(as kept: String) throws {
        try remove("-shm")
        for suffix in deeds {
            guard rename(path + suffix, kept + suffix) == 0 else {
                throw StoreError.disk(path + suffix, .notReplaced)
            }
            try faults.pass(.sideFileGone)
        }
        for suffix in ["-wal", "-journal"] { try remove(suffix) }
    }

    /// A name beside the store that nothing has, for what is replaced at a moment, written in digits.
    func freeName(_ moment: String) -> String {
        let first = path + KeptStores.mark + moment
        let names = [first] + (2...99).map { "\(first)-\($0)" }
        return names.first { name in
            ["", "-wal", "-journal", ".head"].allSatisfy { status(name + $0) == nil }
        } ?? "\(first)-\(UInt64.random(in: 100...UInt64.max))"
    }

    /// The side files that hold something, or are no files.
    private var deeds: [String] {
        ["-wal", "-journal"].filter { suffix in
            status(path + suffix).map { $0.st_size > 0 || $0.st_mode & S_IFMT != S_IFREG } ?? false
        }
    }

    private func remove(_ suffix: String) throws {
        guard unlink(path + suffix) != 0 else { return try faults.pass(.sideFileGone) }
        guard errno == ENOENT else { throw StoreError.disk(path + suffix, .notReplaced) }
    }

    private func status(_ path: String) -> stat? {
        var found = stat()
        return lstat(path, &found) == 0 ? found : nil
    }
}
