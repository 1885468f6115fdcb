package import Purchases

/// A try to deliver a message to a backend's webhook, and what came of it. The server's `WebhookWorker` posts what is
/// due; `WebhookOutbox.swift` makes the messages.
package struct WebhookTry: Hashable, Sendable {
    package let message: Int64
    package let result: WebhookResult
    /// When that was known.
    package let at: Instant

    package init(_ message: Int64, _ result: WebhookResult, at moment: Instant) {
        (self.message, self.result, at) = (message, result, moment)
    }

    /// The code of a message that `WebhookProof` finds nothing for in the store: it is parked and not sent.
    static let untoldCode = "untold"

    /// What comes of a message that is not sent, because nothing in the store tells what it says.
    package static func untold(_ message: DueWebhook, at moment: Instant) -> WebhookTry {
        WebhookTry(message.message, .failed(untoldCode, notBefore: nil), at: moment)
    }
}

extension Store {
    /// Of a delivery `d` that waits: no other, `b`, of the same customer at the same receiver waits before it.
    private static let isFirstOfCustomer = """
        NOT EXISTS (SELECT 1 FROM webhook_deliveries b INDEXED BY webhook_deliveries_in_order
          WHERE b.endpoint = d.endpoint AND b.app_user_id = d.app_user_id AND b.state = 'waiting'
            AND b.message_id < d.message_id)
        """

    /// What is due at a receiver, the longest first: of each customer the first message that waits and no later one, so
    /// that everybody is told in order. A receiver that fails again and again is sent one message at a time, after a
    /// pause; one that asked to wait is sent nothing before. What it asked for counts as far as `WebhookPace.farthest`:
    /// beyond that the clock was set back since.
    package func dueWebhooks(for receiver: String, at now: Instant, limit: Int = 32) throws(StoreError)
        -> [DueWebhook]
    {
        try read { db in
            let standing = try db.first(
                """
                SELECT failures, tried_ms FROM webhook_endpoints
                WHERE name = ?1 AND disabled_ms IS NULL
                  AND (coalesce(not_before_ms, 0) <= ?2 OR not_before_ms > ?3)
                """, [receiver, now, now + WebhookPace.farthest]
            ) { (failures: try $0[0] as Int, triedAt: $0[1] as Instant?) }
            guard let standing else { return [] }
            let isProbed = standing.failures >= WebhookPace.failuresBeforeProbing
            if isProbed, let triedAt = standing.triedAt, triedAt <= now,
                triedAt + WebhookPace.probePause > now
            {
                return []
            }
            return try db.map(
                """
                SELECT m.id, m.uid, m.app_user_id, m.type, m.body, d.attempts
                FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
                  CROSS JOIN webhook_messages m ON m.id = d.message_id
                WHERE d.endpoint = ?1 AND d.state = 'waiting' AND d.next_ms <= ?2 AND \(Self.isFirstOfCustomer)
                ORDER BY d.next_ms, d.message_id LIMIT ?3
                """, [receiver, now, isProbed ? 1 : limit]
            ) { row in
                let (customer, type, kept): (AppUserID, String, String) = (try row[2], try row[3], try row[4])
                let body = try WebhookProof.body(kept, type: type, of: customer, in: db)
                return DueWebhook(
                    message: try row[0], id: try row[1], customer: customer, type: type,
                    body: body ?? kept, attempts: try row[5], isTold: body != nil)
            }
        }
    }

    /// When something is due at a receiver next; nil when nothing waits.
    package func nextWebhook(for receiver: String) throws(StoreError) -> Instant? {
        try read { db in
            let moments = try db.first(
                """
                SELECT d.next_ms, CASE WHEN e.failures >= ?2 THEN coalesce(e.tried_ms, 0) + ?3 END, e.not_before_ms
                FROM webhook_endpoints e CROSS JOIN webhook_deliveries d INDEXED BY webhook_deliveries_due
                  ON d.endpoint = e.name AND d.state = 'waiting'
                WHERE e.name = ?1 AND e.disabled_ms IS NULL AND \(Self.isFirstOfCustomer)
                ORDER BY d.next_ms, d.message_id LIMIT 1
                """,
                [receiver, WebhookPace.failuresBeforeProbing, WebhookPace.probePause.count]
            ) { [$0[0], $0[1], $0[2]] as [Instant?] }
            return moments?.compactMap { $0 }.max()
        }
    }

    /// Whether a message still waits for a receiver, and none of the same customer before it: another server may have been
    /// at it, or somebody asked for what was parked.
    package func isNext(_ message: DueWebhook, for receiver: String) throws(StoreError) -> Bool {
        try read { db in
            try db.exists(
                """
                SELECT 1 FROM webhook_deliveries d
                WHERE d.endpoint = ? AND d.message_id = ? AND d.state = 'waiting' AND \(Self.isFirstOfCustomer)
                """, [receiver, message.message])
        }
    }

    /// Notes what came of tries at a receiver, as long as the server that made them holds its lease; another server
    /// that took it over notes its own.
    ///
    /// - Throws: `StoreError`: refused for agents; busy; full.
    package func noteWebhooks(
        _ tries: [WebhookTry], at receiver: String, of server: ServerID, by agent: AgentName, at now: Instant
    ) throws(StoreError) {
        guard !tries.isEmpty else { return }
        try write(.serverNote, by: agent, at: now) { writing in
            let db = writing.db
            guard try LeaseTable.isHeld(.webhook(receiver), by: server, in: db) else { return .nothing(()) }
            let before = try failure(of: receiver, in: db)
            // A receiver that answers that it wants nothing more (`gone`) had taken the others before.
            let inOrder = tries.filter { $0.result != .gone } + tries.filter { $0.result == .gone }
            var parked = 0
            for attempt in inOrder {
                parked += try WebhookNote(receiver: receiver, attempt: attempt, db: db).keep()
            }
            try writing.faults.pass(.webhookNoted)
            if try parked > 0 || failure(of: receiver, in: db) != before {
                try writing.changed(.server, "webhooks")
            }
            return .noted(())
        }
    }
}

extension Store {
    /// Why the last try at a receiver failed; nil when it did not.
    private func failure(of receiver: String, in db: Connection) throws -> String? {
        try db.value("SELECT failure FROM webhook_endpoints WHERE name = ?", [receiver])
    }
}

/// One try at a receiver, noted.
private struct WebhookNote {
    let receiver: String
    let attempt: WebhookTry
    let db: Connection
    private var now: Instant { attempt.at }

    init(receiver: String, attempt: WebhookTry, db: Connection) {
        (self.receiver, self.attempt, self.db) = (receiver, attempt, db)
    }

    /// Keeps it; answers how many messages it parked.
    func keep() throws -> Int {
        switch attempt.result {
        case .delivered:
            try end("delivered", outcome: "delivered")
            try hurryAfterRecovery()
            try db.run(
                """
                UPDATE webhook_endpoints SET failures = 0, failure = NULL, tried_ms = ?1, delivered_ms = ?1
                WHERE name = ?2
                """, [now, receiver])
            return 0
        case .failed(let code, let notBefore):
            return try failed(code, notBefore: notBefore)
        case .gone:
            let parked = try failed("gone", notBefore: nil)
            try db.run(
                "UPDATE webhook_endpoints SET disabled_ms = ? WHERE name = ? AND disabled_ms IS NULL",
                [now, receiver])
            try db.run(
                """
                UPDATE webhook_deliveries SET state = 'parked', next_ms = NULL, ended_ms = ?1, outcome = 'gone'
                WHERE endpoint = ?2 AND state = 'waiting'
                """, [now, receiver])
            return parked + db.changes
        }
    }

    /// Once a receiver takes something that had failed again and again, what waits for its next try because of the receiver
    /// need not. What it would not take for what it says keeps its pause.
    private func hurryAfterRecovery() throws {
        let failures: Int? = try db.value("SELECT failures FROM webhook_endpoints WHERE name = ?", [receiver])
        guard let failures, failures >= WebhookPace.failuresBeforeProbing else { return }
        let outcomes = try ValueList(ofReceiver())
        try db.run(
            """
            UPDATE webhook_deliveries SET next_ms = ?1
            WHERE endpoint = ?2 AND state = 'waiting' AND next_ms > ?1 AND outcome IN \(outcomes.places(from: 3))
            """, [now, receiver] + outcomes.values)
    }

    /// The outcomes among what waits that speak of the receiver.
    private func ofReceiver() throws -> [String] {
        let outcomes: [String] = try db.values(
            """
            SELECT DISTINCT outcome FROM webhook_deliveries INDEXED BY webhook_deliveries_waiting
            WHERE endpoint = ? AND state = 'waiting' AND outcome IS NOT NULL ORDER BY 1
            """, [receiver])
        return outcomes.filter(WebhookPace.isOfReceiver)
    }

    /// Lets it wait for its next try; answers how many are parked, because there is none.
    private func failed(_ code: String, notBefore: Instant?) throws -> Int {
        if code == WebhookTry.untoldCode {
            try end("parked", outcome: code)
            return 1
        }
        try db.run(
            "UPDATE webhook_endpoints SET failures = failures + ?1, failure = ?2, tried_ms = ?3 WHERE name = ?4",
            [WebhookPace.isOfReceiver(code) ? 1 : 0, code, now, receiver])
        let state = try db.first(
            """
            SELECT attempts, coalesce(first_ms, ?1) FROM webhook_deliveries
            WHERE endpoint = ?2 AND message_id = ?3 AND state = 'waiting'
            """, [now, receiver, attempt.message]
        ) { (attempts: try $0[0] as Int, first: try $0[1] as Instant) }
        guard let state else { return 0 }
        let next = WebhookPace.nextTry(
            tries: state.attempts + 1, since: state.first, notBefore: notBefore, after: now)
        guard let next else {
            try end("parked", outcome: code)
            return 1
        }
        if let notBefore {
            // It is the receiver that is busy, whatever it is sent; for as long as this message waits for it.
            try db.run(
                """
                UPDATE webhook_endpoints SET
                  not_before_ms = CASE WHEN not_before_ms > ?1 THEN not_before_ms ELSE ?1 END WHERE name = ?2
                """, [min(notBefore, next), receiver])
        }
        try db.run(
            """
            UPDATE webhook_deliveries SET attempts = attempts + 1, first_ms = ?1, next_ms = ?2, outcome = ?3
            WHERE endpoint = ?4 AND message_id = ?5 AND state = 'waiting'
            """, [state.first, next, code, receiver, attempt.message])
        return 0
    }

    private func end(_ state: String, outcome: String) throws {
        try db.run(
            """
            UPDATE webhook_deliveries SET state = ?1, attempts = attempts + 1, first_ms = coalesce(first_ms, ?2),
              next_ms = NULL, ended_ms = ?2, outcome = ?3
            WHERE endpoint = ?4 AND message_id = ?5 AND state = 'waiting'
            """, [state, now, outcome, receiver, attempt.message])
    }
}
