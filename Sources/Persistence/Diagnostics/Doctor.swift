internal import Foundation
internal import GRDB
public import Purchases

/// One finding of a health check.
public struct Finding: Hashable, Sendable {
    /// How bad it is.
    public enum Level: String, Hashable, Sendable {
        /// As it should be.
        case ok
        /// Someone should look at it.
        case warning
        /// It is broken.
        case error
    }

    /// What was checked.
    public let code: String
    /// How bad it is.
    public let level: Level
    /// What was found.
    public let text: String
    /// What to do; nil when nothing is to be done.
    public let fix: String?
    /// What kept a check from its end, which says more than the text; nil for a check that came to it.
    public let failure: StoreError?

    /// A finding that someone should do something about.
    init(_ code: String, _ level: Level, _ text: String, fix: String) {
        (self.code, self.level, self.text, self.fix, failure) = (code, level, text, fix, nil)
    }

    /// A finding that is as it should be.
    init(_ code: String, _ text: String) {
        (self.code, level, self.text, fix, failure) = (code, .ok, text, nil, nil)
    }

    /// A check that did not come to its end.
    init(_ failure: StoreError) {
        (code, level, self.failure) = ("check_failed", .error, failure)
        text = "a check failed (\(failure.code.rawValue))"
        fix = "keep the file and restore a backup"
    }
}

extension Store {
    /// Checks the store's health; a finding per check, an error among them when something is broken.
    ///
    /// Damage that is found stops all writing, where the agent who asks may write.
    public func doctor(at now: Instant, by agent: AgentName? = nil) throws -> [Finding] {
        let checks: [(Database) throws -> Finding] = [
            Doctor.integrity, Doctor.foreignKeys, Doctor.guards, Doctor.schema, Doctor.audit, Doctor.trust,
            Doctor.quarantine,
            Doctor.secrets,
            Doctor.products, { try Doctor.clock($0, at: now) },
        ]
        // Each for itself: a broken table must not hide what the other checks would say.
        var findings = checks.map { check in Doctor.guarded { try read(check) } }
        for finding in findings where finding.level == .error {
            if let stop = StoreStop(finding: finding.code) { damage.see(stop) }
        }
        if let agent { stopWhereDamaged(by: agent) }
        findings.append(Doctor.guarded(searchIndex))
        findings.append(Doctor.guarded(head))
        return findings + DoctorFiles(path: path, lock: lock).findings() + examination(at: now)
    }

    /// The index's own check is an INSERT, so it needs the writer; a read-only run leaves it out.
    private func searchIndex() throws -> Finding {
        if isReadOnly { return Finding("search_index", "not checked, this run writes nothing") }
        return try StoreError.translating(name) {
            try database.writeWithoutTransaction { db in
                try committing(db) { _ in try Doctor.searchIndex(db) }
            }
        }
    }
}

extension StoreStop {
    /// What a finding that is an error stops writing for; nil for what is no damage.
    fileprivate init?(finding code: String) {
        switch code {
        case "integrity": self = .brokenPages
        case "foreign_keys": self = .foreignKeys
        case "audit": self = .audit
        default: return nil
        }
    }
}

extension Store {
    /// Whether the head beside the store is its own and as far as it is.
    private func head() throws -> Finding {
        guard let path else { return Finding("head", "a store in memory has none") }
        let (reading, found) = try read { db in
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
        case (.refuses(let breach), _): return Finding(.breach(path, breach))
        }
    }
}

/// The checks of a store's content.
enum Doctor {
    /// A check's finding, or that it failed.
    static func guarded(_ check: () throws -> Finding) -> Finding {
        do { return try check() } catch {
            return Finding(error as? StoreError ?? .failed(code: nil))
        }
    }

    /// What is said behind a check that looked at a sample.
    static func hint(_ isSample: Bool) -> String { isSample ? "; `doctor --all` looks at all" : "" }

    /// Whether SQLite can follow its pages.
    static func integrity(_ db: Database) throws -> Finding {
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
        guard answer == "ok" else {
            return Finding("integrity", .error, answer, fix: "keep the file and restore a backup")
        }
        return Finding("integrity", "the file's pages are whole")
    }

    /// Whether every row that is named is there.
    static func foreignKeys(_ db: Database) throws -> Finding {
        let broken = try Row.fetchAll(
            db, sql: "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check LIMIT 5")
        guard broken.isEmpty else {
            let tables = broken.map { $0["table"] as String }.joined(separator: ", ")
            return Finding(
                "foreign_keys", .error, "rows of \(tables) name others that are missing",
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

    /// Whether the guards are there and unchanged.
    static func guards(_ db: Database) throws -> Finding {
        let found = try SchemaGuards.read(db)
        let wrong = try SchemaGuards.expected().filter { found[$0.key] != $0.value }.keys.sorted()
        guard wrong.isEmpty else {
            return Finding(
                "guards", .error, "missing or changed: \(wrong.joined(separator: ", "))",
                fix: "find out who removed them, then restore a backup")
        }
        return Finding("guards", "all are in place")
    }

    /// Whether the audit log and the grants are as they were written.
    static func audit(_ db: Database) throws -> Finding {
        let verdict = try AuditVerification.run(db, expecting: nil)
        guard let breach = verdict.broken else {
            return Finding("audit", "\(verdict.entries) entries, head \(verdict.head)")
        }
        return Finding(
            "audit", .error, "\(breach.about): \(breach.why)",
            fix: "run `makegood audit verify` and compare backups")
    }

    /// How many documents wait in quarantine.
    static func quarantine(_ db: Database) throws -> Finding {
        let reasons = try db.map(
            """
            SELECT reason, count(*) FROM quarantine WHERE dropped_ms IS NULL AND retried_ms IS NULL
            GROUP BY reason ORDER BY 2 DESC, 1
            """
        ) { row in (reason: try row[0] as String, count: try row[1] as Int) }
        guard !reasons.isEmpty else { return Finding("quarantine", "it is empty") }
        let count = reasons.reduce(0) { $0 + $1.count }
        let words = reasons.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
        return Finding(
            "quarantine", .warning,
            "\(count) \(count == 1 ? "document" : "documents") could not be taken in: \(words)",
            fix: "see `makegood quarantine list`")
    }

    /// Whether version 1 notifications can be told from forged ones.
    static func secrets(_ db: Database) throws -> Finding {
        let count: Int = try db.value("SELECT count(*) FROM secrets") ?? 0
        guard count == 0 else { return Finding("shared_secret", "\(count) configured") }
        return Finding(
            "shared_secret", .warning, "none is configured, version 1 notifications are taken in unchecked",
            fix: "a lead runs `makegood settings secret add`")
    }

    /// Whether every product that was bought is in the catalogue.
    static func products(_ db: Database) throws -> Finding {
        let unknown: [String] = try db.values(
            """
            SELECT DISTINCT product_id FROM chains
            WHERE product_id IS NOT NULL AND product_id NOT IN (SELECT product_id FROM products)
            ORDER BY product_id LIMIT 6
            """)
        guard !unknown.isEmpty else { return Finding("products", "all are in the catalogue") }
        let names = unknown.prefix(5).joined(separator: ", ") + (unknown.count > 5 ? ", …" : "")
        return Finding(
            "products", .warning, "not in the catalogue: \(names)",
            fix: "a lead runs `makegood catalog import`")
    }

    /// Whether the newest entry is from the future.
    static func clock(_ db: Database, at now: Instant) throws -> Finding {
        let newest: Int64 = try db.value("SELECT max(at_ms) FROM audit") ?? 0
        guard newest > (now + .seconds(60)).milliseconds else { return Finding("clock", "it runs forward") }
        return Finding(
            "clock", .warning, "the newest entry is of \(Instant(milliseconds: newest)), later than now",
            fix: "check this host's clock")
    }
}

/// The checks of a store's files.
struct DoctorFiles {
    /// Where the store is; nil in memory.
    let path: String?
    /// Its lock.
    let lock: StoreLock?

    /// What was found.
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
