internal import GRDB
internal import Purchases

/// The checks of a store's content.
enum Doctor {
    /// A check's finding, or that it failed.
    static func guarded(_ check: () throws -> Finding) -> Finding {
        do { return try check() } catch {
            return Finding("check_failed", .error, "\(error)", fix: "keep the file and restore a backup")
        }
    }

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
        guard let breach = verdict.firstBroken else {
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
        ) { row in (reason: row[0] as String, count: row[1] as Int) }
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
