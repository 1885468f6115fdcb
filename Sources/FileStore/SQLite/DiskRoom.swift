internal import Foundation

/// Whether a file system can still hold more. `ResultCodes.swift` asks it when SQLite could not make its -shm file
/// larger, to tell a full disk from one that fails.
enum DiskRoom {
    /// What a -shm grows by, in bytes. Source: SQLite's wal.c, WALINDEX_PGSZ.
    private static let least: UInt64 = 32_768

    /// Whether room for that is left where a path is; true where the file system cannot be asked.
    static func isLeft(at path: String) -> Bool {
        var found = statvfs()
        guard statvfs(path, &found) == 0 else { return true }
        return UInt64(found.f_bavail) * UInt64(found.f_frsize) >= least
    }
}
