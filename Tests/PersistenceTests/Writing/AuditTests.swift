import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

struct AuditTests {
    private static let guards = [
        "audit_no_update", "audit_no_delete", "audit_next_only", "grants_revoke_once", "grants_no_delete",
    ]

    private func storeWithGrants() throws -> Store {
        let store = try People.inMemory()
        _ = try store.grant(try People.request(), by: People.agent, at: People.now)
        let second = try store.give(try People.request(days: 20), by: People.agent, at: People.now)
        _ = try store.revoke(second.grant.id, reason: "test", by: People.agent, at: People.now + .days(1))
        return store
    }

    /// Changes rows behind the guards' backs and puts the guards back.
    private func tamper(_ store: Store, _ sql: String) throws {
        let guards = try SchemaObject.triggers(SchemaObject.expected())
        for name in AuditTests.guards { try Raw.write(store, "DROP TRIGGER \(name)") }
        try Raw.write(store, sql)
        for name in AuditTests.guards { try Raw.write(store, try #require(guards[name])) }
    }

    @Test func theHashIsThatOfTheCompactArray() {
        // Source: printf '%s' '[1,2,"a","b","c\"\\/\u0001é","{}","00"]' | sha256sum
        #expect(ColumnText.quoted("c\"\\/\u{1}é\n") == #""c\"\\/\u0001é\n""#)
        let hash = AuditHash.of(
            sequence: 1, at: 2, agent: "a", action: "b", subject: "c", details: "{}", previous: "00")
        #expect(hash == ColumnText.digest(of: #"[1,2,"a","b","c","{}","00"]"#))
        #expect(ColumnText.digest(of: "abc").hasPrefix("ba7816bf8f01cfea"))
    }

    @Test func anUntouchedLogVerifies() throws {
        let verdict = try storeWithGrants().verifyAudit()
        #expect(verdict.isOK && verdict.entries == 8)
        #expect(try storeWithGrants().verifyAudit(head: verdict.head).isOK)
    }

    @Test(arguments: [
        ("UPDATE audit SET details = details || ' ' WHERE sequence = 3", 3, "audit"),
        ("UPDATE audit SET at_ms = at_ms + 1 WHERE sequence = 1", 1, "audit"),
        ("UPDATE audit SET hash = previous_hash WHERE sequence = 8", 8, "audit"),
        ("DELETE FROM audit_subjects; DELETE FROM audit WHERE sequence = 4", 5, "audit"),
        ("DELETE FROM audit_subjects; DELETE FROM audit WHERE sequence = 8", 8, "audit"),
        ("UPDATE grants SET note = 'x' WHERE id = 1", 6, "grant:1"),
        ("UPDATE grants SET ends_at_ms = ends_at_ms + 1 WHERE id = 2", 7, "grant:2"),
        ("UPDATE grants SET revoked_at_ms = NULL WHERE id = 2", 8, "grant:2"),
        ("UPDATE grants SET revoked_reason = 'x' WHERE id = 2", 8, "grant:2"),
        ("UPDATE grants SET revoked_by = NULL WHERE id = 2", 8, "grant:2"),
        ("UPDATE grants SET revoked_at_ms = 5 WHERE id = 1", 6, "grant:1"),
        ("UPDATE grants SET revoked_by = 'x' WHERE id = 1", 6, "grant:1"),
        ("UPDATE grants SET revoked_note = 'x' WHERE id = 1", 6, "grant:1"),
        ("DELETE FROM grants WHERE id = 1", 6, "grant:1"),
        (
            "INSERT INTO grants (app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms) VALUES ('u', 'e', 1, 'r', 'a', 1)",
            nil, "grant:3"
        ),
    ])
    func everyChangeIsFound(_ sql: String, _ sequence: Int64?, _ about: String) throws {
        let store = try storeWithGrants()
        try tamper(store, sql)
        let broken = try store.verifyAudit().firstBroken
        #expect(broken?.about == about)
        #expect(broken?.sequence == sequence)
    }

    @Test func aMissingGuardIsFound() throws {
        let store = try storeWithGrants()
        try Raw.write(store, "DROP TRIGGER audit_no_update")
        #expect(try store.verifyAudit().firstBroken?.about == "trigger:audit_no_update")
    }

    @Test func theChangeIsNamedBeforeTheGuardThatWasTakenAwayForIt() throws {
        let store = try storeWithGrants()
        try Raw.write(store, "DROP TRIGGER audit_no_update; UPDATE audit SET agent = 'x' WHERE sequence = 3")
        #expect(try store.verifyAudit().firstBroken?.sequence == 3)
    }

    @Test func aHeadNotedElsewhereFindsACutThatWasCoveredUp() throws {
        let store = try storeWithGrants()
        let head = try store.verifyAudit().head
        try tamper(
            store,
            """
            DELETE FROM audit_subjects WHERE sequence = 8; DELETE FROM audit WHERE sequence = 8;
            UPDATE grants SET revoked_at_ms = NULL, revoked_by = NULL, revoked_reason = NULL, revoked_note = NULL;
            UPDATE store_state SET value = '7' WHERE key = 'audit_sequence';
            UPDATE store_state SET value = (SELECT hash FROM audit WHERE sequence = 7) WHERE key = 'audit_hash';
            """)
        #expect(try store.verifyAudit().isOK)
        #expect(try store.verifyAudit(head: head).isOK == false)
    }

    @Test func pagesGoBackByKey() throws {
        let store = try storeWithGrants()
        let first = try store.audit(limit: 5)
        #expect(first.entries.map(\.sequence) == [8, 7, 6, 5, 4])
        let second = try store.audit(after: first.next, limit: 5)
        #expect(second.entries.map(\.sequence) == [3, 2, 1] && second.next == nil)
    }

    @Test func entriesAreFoundByWhatTheySpeakOfAndWhoWrote() throws {
        let store = try storeWithGrants()
        #expect(try store.audit(about: "u_1042").entries.map(\.sequence) == [8, 7, 6, 5])
        #expect(try store.audit(about: "grant:2").entries.map(\.sequence) == [8, 7])
        #expect(try store.audit(about: "ticket:2").entries.isEmpty)
        #expect(try store.audit(by: People.lead).entries.count == 4)
        #expect(try store.audit(since: People.now + .hours(1)).entries.map(\.action) == ["revoke"])
    }

    @Test func entriesAreFoundByActionAndByItsKind() throws {
        let store = try People.inMemory()
        _ = try store.grant(try People.request(), by: People.agent, at: People.now)
        #expect(try store.audit(action: "grant").entries.map(\.action) == ["grant"])
        #expect(try store.audit(action: "customer").entries.map(\.action) == ["customer.add"])
        #expect(try store.audit(action: "custom").entries.isEmpty)
    }
}

struct GuardTests {
    @Test(arguments: [
        "UPDATE audit SET agent = 'x' WHERE sequence = 1",
        "DELETE FROM audit",
        "INSERT OR REPLACE INTO audit SELECT 1, at_ms, agent, action, subject, details, previous_hash, hash FROM audit LIMIT 1",
        "INSERT INTO audit SELECT 99, at_ms, agent, action, subject, details, previous_hash, hash FROM audit LIMIT 1",
        "UPDATE OR REPLACE audit SET sequence = 2 WHERE sequence = 1",
        "DELETE FROM grants",
        "UPDATE grants SET ends_at_ms = NULL",
        "UPDATE grants SET id = 5",
        "UPDATE grants SET revoked_at_ms = 1, note = 'x'",
        "INSERT OR REPLACE INTO grants (id, app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms) VALUES (1, 'u', 'e', 1, 'r', 'a', 1)",
        "INSERT INTO grants (app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms, revoked_at_ms) VALUES ('u', 'e', 1, 'r', 'a', 1, 1)",
        "INSERT OR REPLACE INTO idempotency VALUES ('k', 'h', 'r', 1)",
        "UPDATE idempotency SET result = ''",
        "DELETE FROM idempotency",
    ])
    func appendOnlyTablesRefuse(_ sql: String) throws {
        let store = try People.inMemory()
        _ = try store.grant(try People.request(), key: "k", by: People.agent, at: People.now)
        #expect(throws: (any Error).self) { try Raw.write(store, sql) }
        #expect(try store.verifyAudit().isOK)
    }

    @Test func aGrantIsRevokedOnce() throws {
        let store = try People.inMemory()
        let grant = try store.give(try People.request(), by: People.agent, at: People.now).grant
        _ = try store.revoke(grant.id, reason: "test", by: People.agent, at: People.now)
        #expect(throws: (any Error).self) { try Raw.write(store, "UPDATE grants SET revoked_at_ms = 5") }
        let error = failure {
            _ = try store.revoke(grant.id, reason: "test", by: People.agent, at: People.now)
        }
        #expect(error?.code == .conflict)
    }
}
