import Foundation

/// The files of a store: itself, its -wal, -shm and lock.
struct StoreFiles {
    /// Where the store is.
    let path: String
    private static let suffixes = ["", "-wal", "-shm", ".lock"]

    /// The files of the store at a path.
    init(_ path: String) { self.path = path }

    /// Whether there is a store.
    var exist: Bool { FileManager.default.fileExists(atPath: path) }

    /// The size of the store with its -wal, in bytes.
    var size: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }

    /// Removes them.
    func remove() {
        for suffix in StoreFiles.suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
        try? FileManager.default.removeItem(atPath: path + ".presence")
    }

    /// Drops what is in the -wal alone, while no program has the store open.
    func dropWAL() {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Writes the -wal back, while no other program has the store open, so that one file is the whole store.
    func settle() throws { try BareConnection.run("PRAGMA wal_checkpoint(TRUNCATE)", at: path) }

    /// Gives a settled store another name.
    func move(to other: String) throws {
        StoreFiles(other).remove()
        try FileManager.default.moveItem(atPath: path, toPath: other)
        remove()
    }

    /// Copies a settled store.
    func copy(to other: String) throws {
        StoreFiles(other).remove()
        try FileManager.default.copyItem(atPath: path, toPath: other)
    }
}
