internal import Foundation

/// Which file a path names, whatever the file is called.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The file at a path; nil when there is none.
    init?(ofFileAt path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        (device, inode) = (UInt64(found.st_dev), UInt64(found.st_ino))
    }
}

extension StoreError {
    /// The path of an open store names another file by now, or none.
    static func moved(_ path: String) -> StoreError {
        StoreError(
            .unavailable, "\(path) was renamed after it was opened",
            remedy: "leave, and open the store where it is now")
    }
}
