internal import Foundation

/// What the kernel tells of the locks that are held, for programs that lock the file without signing it.
enum KernelLocks {
    /// The process that took the lock of a file; nil when nobody holds it or the kernel does not say.
    ///
    /// Source: proc_locks(5); a waiting process has an arrow before the kind.
    static func holder(of path: String) -> Int32? {
        var status = stat()
        guard stat(path, &status) == 0,
            let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return nil }
        return holder(of: UInt64(status.st_ino), in: table)
    }

    /// The process that holds the lock of an inode, in a table as the kernel writes it.
    ///
    /// The device is left out: file systems laid over others do not agree with the kernel about it.
    static func holder(of inode: UInt64, in table: String) -> Int32? {
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "FLOCK",
                fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode,
                let process = Int32(fields[4]), process > 0
            else { continue }
            return process
        }
        return nil
    }
}
