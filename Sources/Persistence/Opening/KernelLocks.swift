internal import Foundation

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
