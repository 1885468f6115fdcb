internal import GRDB
public import Purchases

extension Store {
    /// Checks the store's health; a finding per check, an error among them when something is broken.
    public func doctor(at now: Instant) throws -> [Finding] {
        let checks: [(Database) throws -> Finding] = [
            Doctor.integrity, Doctor.foreignKeys, Doctor.guards, Doctor.audit, Doctor.quarantine,
            Doctor.secrets,
            Doctor.products, { try Doctor.clock($0, at: now) },
        ]
        // Each for itself: a broken table must not hide what the other checks would say.
        var findings = checks.map { check in Doctor.guarded { try read(check) } }
        findings.append(Doctor.guarded(searchIndex))
        return findings + DoctorFiles(path: path, lock: lock).findings() + examination(at: now)
    }

    /// The index's own check is an INSERT, so it needs the writer; a read-only run leaves it out.
    private func searchIndex() throws -> Finding {
        if isReadOnly { return Finding("search_index", "not checked, this run writes nothing") }
        return try StoreError.translating(name) {
            try database.writeWithoutTransaction { db in try holdingLock { try Doctor.searchIndex(db) } }
        }
    }
}
