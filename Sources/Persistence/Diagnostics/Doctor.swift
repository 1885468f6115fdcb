package import Purchases

extension Store {
    /// Checks the store's health; a finding per check, an error among them when something is broken.
    ///
    /// Damage that is found stops all writing, where the agent who asks may write.
    package func doctor(at now: Instant, by agent: AgentName? = nil) throws(StoreError) -> [Finding] {
        // Each for itself: a broken table must not hide what the other checks would say.
        let checks: [(Connection) throws -> Finding] = [
            Doctor.audit, Doctor.trust, Doctor.quarantine, Doctor.secrets, Doctor.products,
            { try Doctor.clock($0, at: now) },
        ]
        var findings =
            engine.examine(.content, of: self)
            + checks.map { check in Doctor.guarded { try read(check) } }
        for finding in findings where finding.level == .error {
            if let stop = StoreStop(finding: finding.code) { damage.see(stop) }
        }
        if let agent { stopWhereDamaged(by: agent) }
        findings += engine.examine(.place, of: self)
        return findings + examination(at: now) + engine.examine(.host, of: self)
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

/// The checks of a store's content.
package enum Doctor {
    /// A check's finding, or that it failed.
    package static func guarded(_ check: () throws -> Finding) -> Finding {
        do { return try check() } catch { return Finding(StoreError(of: error)) }
    }

    /// What is said behind a check that looked at a sample.
    static func hint(_ isSample: Bool) -> String { isSample ? "; `doctor --all` looks at all" : "" }

    /// Whether the guards are there and unchanged.
    package static func guards(_ db: Connection) throws -> Finding {
        let (found, expected) = try db.guards()
        let wrong = expected.filter { found[$0.key] != $0.value }.keys.sorted()
        guard wrong.isEmpty else {
            return Finding(
                "guards", .error, "missing or changed: \(wrong.joined(separator: ", "))",
                fix: "find out who removed them, then restore a backup")
        }
        return Finding("guards", "all are in place")
    }

    /// Whether the audit log and the grants are as they were written.
    package static func audit(_ db: Connection) throws -> Finding {
        let verdict = try AuditVerification.run(db, expecting: nil)
        guard let breach = verdict.broken else {
            return Finding("audit", "\(verdict.entries) entries, head \(verdict.head)")
        }
        return Finding(
            "audit", .error, "\(breach.about): \(breach.why)",
            fix: "run `makegood audit verify` and compare backups")
    }

    /// How many documents wait in quarantine.
    static func quarantine(_ db: Connection) throws -> Finding {
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
    static func secrets(_ db: Connection) throws -> Finding {
        let count: Int = try db.value("SELECT count(*) FROM secrets") ?? 0
        guard count == 0 else { return Finding("shared_secret", "\(count) configured") }
        return Finding(
            "shared_secret", .warning, "none is configured, version 1 notifications are taken in unchecked",
            fix: "a lead runs `makegood settings secret add`")
    }

    /// Whether every product that was bought is in the catalogue.
    static func products(_ db: Connection) throws -> Finding {
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
    static func clock(_ db: Connection, at now: Instant) throws -> Finding {
        let newest: Int64 = try db.value("SELECT max(at_ms) FROM audit") ?? 0
        guard newest > (now + .seconds(60)).milliseconds else { return Finding("clock", "it runs forward") }
        return Finding(
            "clock", .warning, "the newest entry is of \(Instant(milliseconds: newest)), later than now",
            fix: "check this host's clock")
    }
}
