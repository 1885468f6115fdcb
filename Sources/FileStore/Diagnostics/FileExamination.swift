internal import Foundation
internal import GRDB
package import Persistence

extension FileEngine {
    /// Doctor's checks of a file, part by part; `Persistence/Diagnostics/Doctor.swift` asks for them beside its own.
    package func examine(_ part: ExaminedPart, of store: Store) -> [Finding] {
        switch part {
        case .content:
            let checks = [
                FileExamination.integrity, FileExamination.foreignKeys, Doctor.guards, FileExamination.schema,
            ]
            return checks.map { check in Doctor.guarded { try store.read(check) } }
        case .place:
            return [Doctor.guarded(searchIndex), Doctor.guarded { try head(of: store) }]
                + DoctorFiles(path: path, lock: lock).findings()
        case .host:
            guard let path else { return [] }
            return [
                Doctor.guarded { try commits(of: store) },
                Doctor.guarded { try DoctorHost.disk(ofStore: path) },
            ]
        }
    }

    /// The index's own check is an INSERT, so it needs the writer; a read-only run leaves it out.
    private func searchIndex() throws -> Finding {
        if isReadOnly { return Finding("search_index", "not checked, this run writes nothing") }
        return try outsideTransaction(FileExamination.searchIndex)
    }

    /// Whether the head beside the store is its own and as far as it is.
    private func head(of store: Store) throws -> Finding {
        guard let path else { return Finding("head", "a store in memory has none") }
        let (reading, found) = try store.read { db in
            let reading = try HeadFile(of: path).read(readOnly: isReadOnly)
            return (reading, try StoreFound(db, at: path, head: reading))
        }
        switch (HeadVerdict(on: found, head: reading), reading) {
        case (.fits, .whole(let head)) where head.standing.entries < found.standing.entries:
            let behind = found.standing.entries - head.standing.entries
            return Finding(
                "head", .warning, "\(path).head is \(behind) audit entries behind",
                fix: "let every account that writes the store write that file; the next write notes them")
        case (.fits, _): return Finding("head", "it says what the store acknowledged")
        case (.takes(.another), _):
            return Finding(
                "head", .warning, "another file was put in the store's place",
                fix:
                    "the next write goes on with it; if that is not meant, put the right one back with `makegood restore`"
            )
        case (.takes, _): return Finding("head", "the next write makes one")
        case (.refuses(let breach), _): return Finding(.file(path, .breach(breach)))
        }
    }

    /// Whether what is committed stays.
    private func commits(of store: Store) throws -> Finding {
        let journal: String = try store.read { try $0.value("PRAGMA journal_mode") } ?? "unknown"
        let synchronous = try StoreError.translating(name) {
            try isReadOnly
                ? nil : database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        }
        return DoctorHost.durability(journal: journal, synchronous: synchronous)
    }
}

/// The checks of a file's content that SQLite makes.
enum FileExamination {
    /// Whether SQLite can follow its pages.
    static func integrity(_ db: Connection) throws -> Finding {
        let answer: String = try db.value("PRAGMA quick_check(1)") ?? ""
        guard answer == "ok" else {
            return Finding("integrity", .error, answer, fix: "keep the file and restore a backup")
        }
        return Finding("integrity", "the file's pages are whole")
    }

    /// Whether every row that is named is there.
    static func foreignKeys(_ db: Connection) throws -> Finding {
        let broken: [String] = try db.values(
            "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check LIMIT 5")
        guard broken.isEmpty else {
            return Finding(
                "foreign_keys", .error,
                "rows of \(broken.joined(separator: ", ")) name others that are missing",
                fix: "restore a backup")
        }
        return Finding("foreign_keys", "every row that is named is there")
    }

    /// Whether the search index fits the customers.
    static func searchIndex(_ db: Database) throws -> Finding {
        do {
            try db.execute(
                sql: "INSERT INTO customers_search (customers_search, rank) VALUES ('integrity-check', 1)")
            return Finding("search_index", "it fits the customers")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return Finding(
                "search_index", .error, "it does not fit the customers",
                fix: "rebuild it: INSERT INTO customers_search(customers_search) VALUES('rebuild')")
        }
    }
}

/// The checks of a store's files.
struct DoctorFiles {
    /// Where the store is; nil in memory.
    let path: String?
    let lock: StoreLock?

    func findings() -> [Finding] {
        guard let path else { return [] }
        return [
            wal(path + "-wal"), modes(path), DoctorSharing(path: path).finding(), drafts(beside: path),
            replaced(beside: path), holder(),
        ]
    }

    private func replaced(beside store: String) -> Finding {
        let kept = KeptStores(beside: store)
        guard !kept.names.isEmpty else { return Finding("replaced", "no restored store left another behind") }
        let names = kept.names.prefix(5).joined(separator: ", ") + (kept.names.count > 5 ? ", …" : "")
        return Finding(
            "replaced", .warning,
            "what restores replaced is kept, \(max(1, kept.size >> 10)) KB of personal data: \(names)",
            fix: "look into each with --store, and remove those in which nothing is missed")
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
