internal import Foundation
internal import Persistence

/// Whether everybody who is meant to work on a store can, and nobody else: its folder, its files and the folders above.
///
/// A store is for one Unix user when its group has no rights, and for a group when the group may write it. Whoever opens
/// a shared store first makes its side files: with the folder's setgid bit they are the group's, and SQLite and we give
/// them the store's mode.
struct DoctorSharing {
    /// Where the store is.
    let path: String

    func finding() -> Finding {
        guard let store = Stand(path) else { return Finding("sharing", "there is no file to look at") }
        let parent = (path as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        guard let around = Stand(folder) else { return Finding("sharing", "its folder cannot be looked at") }
        let problem =
            reachable(folder, around) ?? above(folder, of: store)
            ?? (store.mode & 0o070 == 0 ? nil : shared(store, in: folder, around))
        if let problem {
            return Finding("sharing", .warning, problem.text, fix: problem.fix)
        }
        return Finding(
            "sharing",
            store.mode & 0o070 == 0
                ? "one user alone works on it"
                : "its group works on it, in a folder that keeps it the group's")
    }

    /// What is wrong with a store that a group is meant to use.
    private func shared(_ store: Stand, in folder: String, _ around: Stand) -> Problem? {
        let members = "chgrp \(store.group)"
        guard store.mode & 0o060 == 0o060 else {
            return Problem(
                "its group may look at \(path) and not write it, which reading needs", "chmod 0660 \(path)")
        }
        if around.group != store.group {
            return Problem(
                "the folder \(folder) is not of the store's group, so that new side files are not either",
                "\(members) \(folder) && chmod 2770 \(folder)")
        }
        if around.mode & S_ISGID == 0 {
            return Problem(
                "the folder \(folder) does not keep new files the group's (no setgid bit): the account that opens the store first locks the others out",
                "chmod 2770 \(folder)")
        }
        if around.mode & 0o030 != 0o030 {
            return Problem(
                "its group may not make files in \(folder), which a store needs", "chmod 2770 \(folder)")
        }
        if around.mode & S_ISVTX != 0 {
            return Problem(
                "the folder \(folder) is sticky: a member cannot remove what another left half made",
                "chmod 2770 \(folder)"
            )
        }
        for side in SideFiles.suffixes + [".presence"] {
            guard let found = Stand(path + side) else { continue }
            let isFolder = found.mode & S_IFMT == S_IFDIR
            let mode: mode_t = isFolder ? 0o770 : 0o660
            if found.group != store.group || found.mode & mode != mode {
                return Problem(
                    "\(path + side) is not for the store's group, which the others need",
                    "\(members) \(path + side) && chmod \(isFolder ? "2770" : "0660") \(path + side)")
            }
        }
        return nil
    }

    /// Whether strangers may put other files in the store's place.
    private func reachable(_ folder: String, _ around: Stand) -> Problem? {
        guard around.mode & 0o002 != 0 else { return nil }
        return Problem("everybody on this host may put files into \(folder)", "chmod o-w \(folder)")
    }

    /// Whether somebody else may put another folder in the place of the store's, or of one above it.
    private func above(_ folder: String, of store: Stand) -> Problem? {
        guard let whole = realpath(folder, nil) else { return nil }
        defer { free(whole) }
        var place = String(cString: whole)
        while let slash = place.lastIndex(of: "/"), place != "/" {
            place = slash == place.startIndex ? "/" : String(place[..<slash])
            guard let found = Stand(place) else { return nil }
            // Sticky: others may make files there, and not move those that are not theirs.
            let isOpen = found.mode & 0o022 != 0 && found.mode & S_ISVTX == 0
            guard isOpen, found.mode & 0o002 != 0 || found.group != store.group else { continue }
            return Problem(
                "others may put another folder in the place of the store's: \(place) is open to them",
                "chmod go-w \(place)"
            )
        }
        return nil
    }

    /// What is wrong, and the command that mends it.
    private struct Problem {
        let text: String
        let fix: String

        init(_ text: String, _ fix: String) { (self.text, self.fix) = (text, fix) }
    }

    /// A file's or folder's mode and group, not followed through a link.
    private struct Stand {
        let mode: mode_t
        let group: gid_t

        init?(_ path: String) {
            var found = stat()
            guard lstat(path, &found) == 0 else { return nil }
            (mode, group) = (found.st_mode, found.st_gid)
        }
    }
}
