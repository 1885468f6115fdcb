internal import Foundation

/// Whether the kernel can tell who opens a store. `FileEngine` asks it (`knowsLogins`): where it cannot, everybody is a
/// viewer and nobody writes (`Persistence/Settings/Agents.swift`). `Restore` asks it, too.
///
/// In a user namespace anybody can be root, or any other user. Where the owner of the store's file has no number in the
/// namespace, somebody else made it, and the logins in it prove nothing.
package enum UserNamespace {
    /// Whether logins mean something beside the file at a path; yes where there is none.
    package static func knowsOwner(ofFileAt path: String) -> Bool {
        var file = stat()
        guard stat(path, &file) == 0 else { return true }
        let overflow = text("/proc/sys/kernel/overflowuid").flatMap { UInt32($0) } ?? 65_534
        return knows(owner: file.st_uid, map: text("/proc/self/uid_map"), overflow: overflow)
    }

    /// Whether an owner's number is a person's: the kernel gives the number of overflow for everybody whom the namespace
    /// does not have; only in the first namespace, which has everybody, is it somebody's.
    ///
    /// Source: user_namespaces(7), "User and group ID mappings" and "Unmapped user and group IDs".
    static func knows(owner: UInt32, map: String?, overflow: UInt32) -> Bool {
        guard owner == overflow else { return true }
        guard let map else { return false }
        let words = map.split(whereSeparator: \.isWhitespace)
        return words == ["0", "0", "4294967295"]
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path)
            .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}
