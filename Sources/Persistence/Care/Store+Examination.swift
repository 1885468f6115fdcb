internal import GRDB
internal import Purchases

extension Store {
    /// The findings on what a store derives, took in and rests on.
    func examination(at now: Instant) -> [Finding] {
        let checks: [(Database) throws -> Finding] = [
            { try DoctorSample($0).finding(at: now) }, Doctor.imports, Doctor.uncheckedNotifications,
            { try Doctor.documents($0, at: now) }, Doctor.owners, Doctor.disputes,
            { try Doctor.tickets($0, at: now) }, Doctor.alarms,
        ]
        let findings = checks.map { check in Doctor.guarded { try read(check) } }
        guard let path else { return findings }
        return findings + [
            Doctor.guarded(durability), Doctor.guarded { try DoctorHost.disk(ofStore: path) },
        ]
    }

    private func durability() throws -> Finding {
        let journal = try read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } ?? "unknown"
        let synchronous = try StoreError.translating(name) {
            try isReadOnly
                ? nil : database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        }
        return DoctorHost.durability(journal: journal, synchronous: synchronous)
    }
}
