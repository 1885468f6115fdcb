import PersistenceTesting
import Purchases

@testable import Persistence

/// A store with as many of everything as a test wants: one chain, ticket, grant, note and document for each customer.
enum FullStore {
    static func store(of count: Int) throws -> Store {
        let store = try People.inMemory()
        try fill(store, with: people + purchases + work, count: count)
        return store
    }

    /// Runs statements that make a row of each `n.i`, of which there are so many.
    static func fill(_ store: Store, with statements: [String], count: Int) throws {
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))\n"
        for sql in statements {
            try Raw.write(
                store,
                numbers
                    + sql.replacing("#told#", with: told()).replacing(
                        "#wish#", with: ColumnText.json(People.request())))
        }
    }

    /// The texts that name a customer, by what they are.
    static func names(_ number: Int) -> [String: String] {
        let digits = String(number)
        let zeros = { String(repeating: "0", count: $0 - digits.count) + digits }
        return [
            "app_user_id": "c\(zeros(6))", "email": "c\(zeros(6))@example.com", "name": "person \(zeros(6))",
            "app_account_token": "00000000-0000-4000-8000-\(zeros(12))", "order_id": "MK\(zeros(6))",
            "original_transaction_id": "10\(zeros(13))", "transaction_id": "20\(zeros(13))",
            "web_order_line_item_id": "70\(zeros(13))",
        ]
    }

    private static func told() throws -> String {
        try ColumnText.json(
            MergedFacts(
                PurchaseReportValues(),
                precedence: Precedence(documentTime: People.now, isSigned: false, digest: "")))
    }

    private static let people = [
        """
        INSERT INTO customers (id, app_user_id, app_user_id_key, email, email_key, name, name_key, app_account_token)
        SELECT 1000 + i, printf('c%06d', i), printf('c%06d', i), printf('c%06d@example.com', i),
          printf('c%06d@example.com', i), printf('Person %06d', i), printf('person %06d', i),
          printf('00000000-0000-4000-8000-%012d', i) FROM n
        """,
        """
        INSERT INTO notes (customer_id, at_ms, agent, body) SELECT 1000 + i, i, 'ada', 'note' FROM n
        """,
        """
        INSERT INTO grants (app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms)
        SELECT printf('c%06d', i), 'premium', i, 'goodwill', 'ada', i FROM n
        """,
        """
        INSERT INTO audit (sequence, at_ms, agent, action, subject, details, previous_hash, hash)
        SELECT (SELECT max(sequence) FROM audit) + i, i, 'ada', 'grant', printf('c%06d', i), '{}', '', '' FROM n
        """,
        """
        INSERT INTO approval_requests (kind, app_user_id, request, because, evidence, facts, asked_by, asked_at_ms,
          state, decided_by, decided_at_ms)
        SELECT 'grant', printf('c%06d', i), '#wish#', '{"lifetime":{}}', '{}', '{}', 'ada', i,
          iif(i % 2, 'open', 'declined'), iif(i % 2, NULL, 'lena'), iif(i % 2, NULL, i) FROM n
        """,
        """
        INSERT INTO audit_subjects SELECT printf('c%06d', i), 'customer', i FROM n WHERE i > 20
        """,
    ]

    private static let purchases = [
        """
        INSERT INTO chains (id, environment, original_transaction_id, product_id, customer_id, auto_renew)
        SELECT i, 'Production', printf('10%013d', i), 'basic', 1000 + i, 1 FROM n
        """,
        """
        INSERT INTO chain_claims (chain_id, kind, app_user_id, token, at_ms)
        SELECT i, 'customer', printf('c%06d', i), printf('00000000-0000-4000-8000-%012d', i), 1 FROM n
        """,
        """
        UPDATE chains SET renewal_concern = iif(id % 2, 'downgrade', 'price_increase'),
          renewal_concern_until_ms = iif(id > 200 AND id <= 240, 9000000000000, 1)
        """,
        "INSERT INTO orders SELECT printf('MK%06d', i), i, 1, 'ada' FROM n",
        """
        INSERT INTO transactions (id, chain_id, transaction_id, web_order_line_item_id, product_id, purchased_at_ms, expires_at_ms,
          known_ms, told_ms, told_signed, told_sha256)
        SELECT i, i, printf('20%013d', i), printf('70%013d', i), 'basic', i, 9000000000000, 1, 1, 0, printf('%d', i) FROM n
        """,
        "INSERT INTO access_periods SELECT i, 'basic', 1, NULL FROM n",
        "INSERT INTO status_periods SELECT i, 'active', 1, NULL FROM n",
        """
        INSERT INTO documents (id, sha256, kind, document_ms, imported_ms, checked)
        SELECT i, printf('%d', i), iif(i = 7, 'server_api', 'notification_v2'), i, i,
          iif(i % 100 = 7, 'secret', 'signed') FROM n
        """,
        "INSERT INTO document_chains SELECT i, i FROM n",
        """
        INSERT INTO notifications (id, document_id, chain_id, type, subtype, signed_ms, checked)
        SELECT i, i, i, 'DID_RENEW', iif(i = 7, 'BILLING_RECOVERY', NULL), i, 'signed' FROM n
        """,
        "INSERT INTO notification_documents SELECT i, i, 0 FROM n",
        """
        INSERT INTO refund_requests (id, environment, transaction_id, original_transaction_id, product_id, asked_ms, due_ms,
          known_ms, outcome)
        SELECT i, 'Production', printf('20%013d', i), printf('10%013d', i), 'basic', i, 9000000000000, i,
          iif(i % 2, NULL, 'declined') FROM n
        """,
        """
        INSERT INTO refund_askings (environment, transaction_id, notification, original_transaction_id, product_id, asked_ms,
          known_ms, request_id)
        SELECT environment, transaction_id, CAST(id AS TEXT), original_transaction_id, product_id, asked_ms, known_ms, id
        FROM refund_requests
        """,
    ]

    private static let work = [
        """
        INSERT INTO tickets (id, "group", state, customer_id, product_id, environment, transaction_id,
          waiting_since_ms, opened_at_ms, cause, attempts, attempt_limit, blocks_repurchase, resolution, resolved_at_ms)
        SELECT i, 1 + i % 3, iif(i % 2, 'open', 'resolved'), 1000 + i, 'basic', 'Production', printf('20%013d', i),
          i * 864000000, i, '21002', 1, 5, 0, iif(i % 2, NULL, 'delivered'), iif(i % 2, NULL, i) FROM n
        """,
        """
        INSERT INTO attempts (id, attempt_id, ticket_id, environment, told, received_ms, transaction_id, customer_id)
        SELECT i, printf('a%d', i), i, 'Production', '#told#', i, printf('20%013d', i), 1000 + i FROM n
        """,
        "UPDATE attempts SET outcome = 'by_word', charged_ms = id WHERE id % 2",
        """
        INSERT INTO attempt_events (attempt, at_ms, event, step, received_ms, is_receipt_told)
        SELECT i, i, '{}', 'purchased', i, 0 FROM n
        """,
        """
        INSERT INTO ticket_moves (ticket_id, moved_to, happened_ms, learned_ms, cause)
        SELECT i, 1, i, i, '{"reported_finished":{}}' FROM n
        """,
        """
        INSERT INTO alarms (ticket_id, at_ms, next_ms, failure)
        SELECT i, i, \((People.now + .seconds(30)).milliseconds), iif(i = 7, 'exit 1', NULL) FROM n
        """,
        "INSERT INTO notes (ticket_id, at_ms, agent, body) SELECT i, i, 'ada', 'note' FROM n",
    ]
}
