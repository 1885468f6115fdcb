import Purchases
import Testing

@testable import Persistence

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
        let grant = try store.grant(try People.request(), by: People.agent, at: People.now).grant
        _ = try store.revoke(grant.id, reason: "test", by: People.agent, at: People.now)
        #expect(throws: (any Error).self) { try Raw.write(store, "UPDATE grants SET revoked_at_ms = 5") }
        let error = failure {
            _ = try store.revoke(grant.id, reason: "test", by: People.agent, at: People.now)
        }
        #expect(error?.code == .conflict)
    }
}
