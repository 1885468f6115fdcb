internal import Foundation

/// The checks of a store's files.
struct DoctorFiles {
    /// Where the store is; nil in memory.
    let path: String?
    /// Its lock.
    let lock: StoreLock?

    /// What was found.
    func findings() -> [Finding] {
        guard let path else { return [] }
        return [wal(path + "-wal"), modes(path), drafts(beside: path), holder()]
    }

    private func drafts(beside store: String) -> Finding {
        let folder = DraftFolder(of: store)
        let left = folder.abandoned()
        guard !left.isEmpty else { return Finding("drafts", "nobody left a half-made copy") }
        let size = left.reduce(0) { $0 + $1.size }
        let names = left.prefix(5).map(\.name).joined(separator: ", ") + (left.count > 5 ? ", …" : "")
        return Finding(
            "drafts", .warning,
            "\(left.count) half-made \(left.count == 1 ? "copy" : "copies") of a killed run, \(max(1, size >> 10)) KB, in \(folder.path): \(names)",
            fix: "their owner removes them, or makes a backup there, which does")
    }

    private func wal(_ file: String) -> Finding {
        let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
        let text = "\(size >> 20) MB wait to be written back"
        guard size > 256 << 20 else { return Finding("wal", text) }
        return Finding("wal", .warning, text, fix: "close consoles that were left open reading")
    }

    private func modes(_ store: String) -> Finding {
        let open = [store, store + "-wal", store + "-shm", store + ".lock"].filter {
            (mode($0) ?? 0) & 0o007 != 0
        }
        guard open.isEmpty else {
            return Finding(
                "modes", .warning, "everybody on this host may use \(open.joined(separator: ", "))",
                fix: "chmod o-rwx")
        }
        guard let lockMode = mode(store + ".lock"), lockMode != mode(store) else {
            return Finding("modes", "only its owner and group may use the store")
        }
        return Finding(
            "modes", .warning, "the lock's mode is not the store's",
            fix: "chmod --reference=\(store) \(store).lock")
    }

    private func holder() -> Finding {
        guard let holder = lock?.holder() else { return Finding("lock", "nobody holds it") }
        return Finding(
            "lock", .warning, "process \(holder) holds it", fix: "wait, or see what that process does")
    }

    private func mode(_ file: String) -> mode_t? {
        var found = stat()
        return stat(file, &found) == 0 ? found.st_mode & 0o777 : nil
    }
}
