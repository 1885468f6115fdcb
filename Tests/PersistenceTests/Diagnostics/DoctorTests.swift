import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

struct DoctorTests {
    @Test func aBackupIsAStoreOfItsOwn() throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        _ = try store.grant(try People.request(), by: People.agent, at: People.now)
        let copy = folder.folder + "/copy.sqlite"
        let verified = try store.verifyAudit()
        try store.backup(to: copy, by: People.agent, at: People.now)
        let opened = try Store.open(at: copy)
        #expect(try opened.verifyAudit() == verified)
        #expect(try opened.grant(GrantID("1")) == store.grant(GrantID("1")))
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
        #expect(failure { try store.backup(to: copy, by: People.agent, at: People.now) }?.code == .conflict)
        let refused = failure { try store.backup(to: copy + "2", by: People.viewer, at: People.now) }
        #expect(refused?.code == .refused)
    }

    @Test func aHealthyStoreHasNoErrors() throws {
        let folder = try StoreFolder()
        let findings = try folder.create().doctor(at: People.now)
        #expect(!findings.contains { $0.level == .error })
        #expect(findings.first { $0.level == .warning }?.code == "shared_secret")
        #expect(findings.filter { $0.level == .warning }.count == 1)
        #expect(findings.allSatisfy { ($0.level == .ok) == ($0.fix == nil) })
    }

    @Test(arguments: [
        ("DROP TRIGGER grants_no_delete", "guards", Finding.Level.error),
        (
            "DROP TRIGGER customers_search_update; UPDATE customers SET name_key = 'xyz'", "search_index",
            .error
        ),
        ("PRAGMA foreign_keys = OFF; INSERT INTO document_chains VALUES (1, 1)", "foreign_keys", .error),
        ("DROP TRIGGER audit_no_update; UPDATE audit SET agent = 'x'", "audit", .error),
        (
            "INSERT INTO chains (environment, original_transaction_id, product_id) VALUES ('Production', 'o', 'p')",
            "products", .warning
        ),
        (
            "INSERT INTO quarantine (sha256, source, reason, body, bytes, received_ms) VALUES ('', '', 'empty', x'', 0, 1)",
            "quarantine", .warning
        ),
    ])
    func whatIsWrongIsFound(_ sql: String, _ code: String, _ level: Finding.Level) throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        try Raw.write(store, sql)
        #expect(try store.doctor(at: People.now).first { $0.code == code }?.level == level)
    }

    @Test func aCheckThatFailsSaysWhy() throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        try Raw.write(store, "DROP TABLE alarms")
        let failed = try store.doctor(at: People.now).filter { $0.code == "check_failed" }
        #expect(!failed.isEmpty && failed.allSatisfy { $0.failure == .store(.failed(code: 1)) })
        #expect(failed.allSatisfy { $0.level == .error && $0.fix != nil })
    }

    @Test func aClockThatWentBackIsNoticed() throws {
        let folder = try StoreFolder()
        let findings = try folder.create().doctor(at: People.now - .days(1))
        #expect(findings.first { $0.code == "clock" }?.level == .warning)
    }
}
