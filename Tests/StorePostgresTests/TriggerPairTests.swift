import Persistence
import PersistenceTesting
import PostgresTesting
import Testing

@testable import StorePostgres

/// Triggers of both engines, given the same statements.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.remedy)"))
struct TriggerPairTests {
    /// Calls with an empty store on each engine.
    private func withStores(_ body: (SQLiteStore, PostgresConnection, PostgresSchema) throws -> Void) throws {
        let folder = try StoreFolder()
        _ = try folder.create()
        let file = try SQLiteStore(at: folder.path)
        let schema = try PostgresSchema(of: file)
        let sqlite = try SQLiteStore()
        let parts = try file.statement(
            """
            SELECT sql FROM sqlite_master
            WHERE sql IS NOT NULL AND name NOT LIKE 'customers_search_%' ORDER BY rowid
            """)
        while try parts.step() { try sqlite.execute(parts.text(at: 0)) }
        try PostgresServer.shared.get().withDatabase(
            like: "template_triggers",
            madeBy: { db in for statement in schema.statements { try db.execute(statement) } },
            { try body(sqlite, PostgresConnection(to: $0), schema) })
    }

    @Test(arguments: 1...6) func keepTheSameSums(seed: UInt64) throws {
        try withStores { sqlite, postgres, schema in
            var changes = TicketChanges(seed: seed)
            for statement in TicketChanges.ground + (0..<250).map({ _ in changes.next() }) {
                try sqlite.execute(statement)
                try postgres.execute(statement)
            }
            #expect(try StoreComparison(schema, sqlite, postgres).differences() == [])
            let figures = try postgres.statement("SELECT count(*) FROM loss_figures")
            #expect(try figures.step())
            #expect(figures.integer(at: 0) > 0)
        }
    }

    /// What makes rows to guard.
    private static let guarded = [
        "INSERT INTO audit VALUES (1, 0, 'a', 'b', 'c', 'd', 'e', 'f')",
        "INSERT INTO audit_texts VALUES ('t', 1, 'salt', 'body', NULL)",
        "INSERT INTO idempotency VALUES ('one', 'h', '{}', 0)",
        "INSERT INTO idempotency VALUES ('http:old', 'h', '{\"documents\":[]}', 5)",
        "INSERT INTO idempotency VALUES ('http:other', 'h', '{}', 5)",
        "INSERT INTO store_state VALUES ('pruning_before_ms', '10')",
        """
        INSERT INTO grants
          (id, app_user_id, entitlement, starts_at_ms, reason, note, granted_by, granted_at_ms)
        VALUES (1, 'u', 'e', 0, 'r', 'n', 'g', 0)
        """,
    ]

    private static let attempts = [
        "UPDATE audit SET agent = 'x'", "DELETE FROM audit",
        "INSERT INTO audit VALUES (3, 0, 'a', 'b', 'c', 'd', 'e', 'f')",
        "INSERT INTO audit VALUES (2, 0, 'a', 'b', 'c', 'd', 'e', 'f')",
        "DELETE FROM audit_texts", "UPDATE audit_texts SET body = NULL, salt = NULL, erased_in = 1",
        "INSERT INTO audit_texts VALUES ('t', 1, 's', 'b', NULL)",
        "INSERT INTO audit_texts VALUES ('u', 1, NULL, NULL, 1)", "UPDATE idempotency SET result = 'x'",
        "INSERT INTO idempotency VALUES ('one', 'h', '{}', 0)", "DELETE FROM idempotency WHERE key = 'one'",
        "DELETE FROM idempotency WHERE key = 'http:other'", "DELETE FROM idempotency WHERE key = 'http:old'",
        "DELETE FROM grants", "UPDATE grants SET ends_at_ms = 7", "UPDATE grants SET note = NULL",
        "UPDATE grants SET reason = 'other', revoked_at_ms = 9",
        """
        INSERT INTO grants (id, app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms)
        VALUES (1, 'u', 'e', 0, 'r', 'g', 0)
        """,
        """
        INSERT INTO grants
          (id, app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms, revoked_at_ms)
        VALUES (2, 'u', 'e', 0, 'r', 'g', 0, 1)
        """,
        "UPDATE grants SET revoked_at_ms = 9, revoked_by = 'x', revoked_note = 'y'",
        "UPDATE grants SET revoked_at_ms = 10", "UPDATE grants SET revoked_note = NULL",
        "INSERT INTO store_state VALUES ('erasing', '1')", "UPDATE grants SET note = 'other'",
        "UPDATE grants SET note = NULL, revoked_note = NULL",
        "UPDATE audit_texts SET body = 'other'",
        "UPDATE audit_texts SET body = NULL, salt = NULL, erased_in = 1",
        "UPDATE audit_texts SET erased_in = 2",
    ]

    @Test func refuseTheSame() throws {
        try withStores { sqlite, postgres, schema in
            for statement in TriggerPairTests.guarded {
                try sqlite.execute(statement)
                try postgres.execute(statement)
            }
            for statement in TriggerPairTests.attempts {
                let (left, right) = (
                    Result { try sqlite.execute(statement) }, Result { try postgres.execute(statement) }
                )
                switch (left, right) {
                case (.success, .success): break
                case (.failure(let left as SQLiteStore.Failure), .failure(let right as PostgresError)):
                    guard case .refused(let refusal) = right else {
                        Issue.record("\(statement): \(right)")
                        continue
                    }
                    #expect(left.message == refusal.message, "\(statement)")
                default: Issue.record("\(statement): \(left) on SQLite, \(right) on PostgreSQL")
                }
            }
            #expect(try StoreComparison(schema, sqlite, postgres).differences() == [])
        }
    }
}

/// Changes of tickets in every column that sums look at.
private struct TicketChanges {
    private var random: UInt64
    private var count = 0

    init(seed: UInt64) { random = seed &* 0x9E37_79B9_7F4A_7C15 }

    static let ground = [
        """
        INSERT INTO incidents (id, kind, key, from_ms, until_ms, opened_ms)
        VALUES (1, 'cause', 'a', 0, 1, 0), (2, 'cause', 'b', 0, 1, 0)
        """,
        "INSERT INTO chains (id, environment, original_transaction_id) VALUES (1, 'Production', '1')",
        """
        INSERT INTO transactions (id, chain_id, transaction_id, known_ms, told_ms, told_signed, told_sha256)
        VALUES (1, 1, '1', 0, 0, 0, '')
        """,
        "INSERT INTO incident_search (id, revision, seen) VALUES (1, 0, 0)",
    ]

    private mutating func below(_ limit: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % limit
    }

    private mutating func one(of values: String...) -> String { values[below(values.count)] }

    /// A column with one of its values.
    private mutating func column() -> (name: String, value: String) {
        switch below(16) {
        case 0: ("\"group\"", one(of: "1", "2", "3", "3"))
        case 1: ("resolved_by", one(of: "NULL", "'ana'"))
        case 2: ("is_without_proof", one(of: "0", "1"))
        case 3: ("\"transaction\"", one(of: "NULL", "1"))
        case 4: ("is_unproved", one(of: "0", "0", "1"))
        case 5: ("environment", one(of: "'Production'", "'Sandbox'"))
        case 6: ("charged_at_ms", one(of: "NULL", "0", "86399999", "90000000000", "-1"))
        case 7: ("waiting_since_ms", one(of: "0", "7200000", "86400000"))
        case 8: ("price_milliunits", one(of: "NULL", "0", "-5", "4990", "1000000000000", "1000000000001"))
        case 9: ("currency", one(of: "NULL", "''", "'EUR'", "'USD'"))
        case 10: ("cause", one(of: "'a'", "'b'"))
        case 11: ("product_id", one(of: "NULL", "'p'"))
        case 12: ("app_version", one(of: "NULL", "'1.0'"))
        case 13: ("storefront", one(of: "NULL", "'DEU'"))
        case 14: ("placed_ms", one(of: "NULL", "0", "3600000"))
        default: ("incident_id", one(of: "NULL", "1", "2"))
        }
    }

    private mutating func standing() -> String {
        let resolution = one(
            of: "made_good", "credited", "refunded", "written_off", "delivered", "duplicate", "superseded",
            "not_charged")
        return below(2) == 0
            ? "state = 'open', resolution = NULL" : "state = 'resolved', resolution = '\(resolution)'"
    }

    mutating func next() -> String {
        switch below(6) {
        case 0, 1:
            count += 1
            return """
                INSERT INTO tickets
                  (id, "group", state, environment, waiting_since_ms, opened_at_ms, cause, attempts,
                  attempt_limit, blocks_repurchase, placed_ms, price_milliunits, currency)
                VALUES
                  (\(count), \(below(3) + 1), 'open', 'Production', 0, 0, 'a', 1, 1, 0, 0, \(below(3)), 'EUR')
                """
        case 2:
            return
                """
                DELETE FROM tickets
                WHERE id = \(below(count + 1)) AND id NOT IN (SELECT coalesce(merged_into, 0) FROM tickets)
                """
        case 3: return "UPDATE tickets SET \(standing()) WHERE id = \(below(count + 1))"
        case 4:
            return """
                UPDATE tickets SET merged_into = (SELECT min(o.id) FROM tickets AS o WHERE o.id < tickets.id)
                WHERE id = \(below(count + 1)) AND id % 7 = 0
                """
        default:
            let (first, second) = (column(), column())
            let rest = first.name == second.name ? "" : ", \(second.name) = \(second.value)"
            return "UPDATE tickets SET \(first.name) = \(first.value)\(rest) WHERE id >= \(below(count + 1))"
        }
    }
}
