internal import Foundation
internal import GRDB

/// The checks of what a store rests on.
enum DoctorHost {
    /// Below this an import or a checkpoint may soon find the disk full.
    private static let scarce: Int64 = 256 << 20

    /// Whether an acknowledged write survives a power cut: a -wal, synced with every commit.
    static func durability(journal: String, synchronous: Int?) -> Finding {
        guard journal == "wal" else {
            return Finding(
                "durability", .error, "the journal is \(journal), not wal",
                fix: "close every other program that opened the file, then open the store again")
        }
        guard synchronous ?? 2 >= 2 else {
            return Finding(
                "durability", .error, "commits are not synced (synchronous is \(synchronous ?? 0))",
                fix: "report it; until then a power cut may lose what was acknowledged")
        }
        return Finding("durability", "a commit is on the disk before it is acknowledged")
    }

    /// Whether there is room where a store lies.
    static func disk(ofStore path: String) throws -> Finding {
        let folder = (path as NSString).deletingLastPathComponent
        let attributes = try FileManager.default.attributesOfFileSystem(
            forPath: folder.isEmpty ? "." : folder)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? .max
        let text = "\(free >> 20) MB are free"
        guard free < scarce else { return Finding("disk", text) }
        return Finding("disk", .warning, text, fix: "make room, \(scarce >> 20) MB at least")
    }
}
