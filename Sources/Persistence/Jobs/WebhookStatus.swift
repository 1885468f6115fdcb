package import Purchases

/// How far a receiver of webhooks has come. Its messages are below, with what leads do: send them again, forget the
/// receiver.
package struct WebhookStatus: Hashable, Sendable {
    /// What the settings call it.
    package let name: String
    /// How many messages wait; at most a thousand are counted.
    package let waiting: Int
    /// Since when the oldest of them waits; nil when none does.
    package let oldest: Instant?
    /// How many are parked, because three days of tries failed or the receiver wants nothing more.
    package let parked: Int
    /// How many tries failed in a row.
    package let failures: Int
    /// Why the last one failed, as a code; nil when it did not.
    package let failure: String?
    /// When something was delivered last.
    package let deliveredAt: Instant?
    /// Since when it answers that it wants nothing more; nil while it takes what it is sent.
    package let disabledAt: Instant?

    /// How far a receiver has come.
    package init(
        name: String, waiting: Int, oldest: Instant?, parked: Int, failures: Int, failure: String?,
        deliveredAt: Instant?, disabledAt: Instant?
    ) {
        (self.name, self.waiting, self.oldest, self.parked) = (name, waiting, oldest, parked)
        (self.failures, self.failure) = (failures, failure)
        (self.deliveredAt, self.disabledAt) = (deliveredAt, disabledAt)
    }

    /// Up to how many messages are counted.
    package static let countLimit = 1000

    /// All of them, by name.
    static func read(_ db: Connection) throws -> [WebhookStatus] {
        func count(_ state: String) -> String {
            """
            (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries d INDEXED BY webhook_deliveries_\(state)
              WHERE d.endpoint = e.name AND d.state = '\(state)' LIMIT \(countLimit)) counted)
            """
        }
        return try db.map(
            """
            SELECT name, \(count("waiting")), (
                SELECT m.at_ms FROM webhook_deliveries d INDEXED BY webhook_deliveries_waiting
                  CROSS JOIN webhook_messages m ON m.id = d.message_id
                WHERE d.endpoint = e.name AND d.state = 'waiting' ORDER BY d.message_id LIMIT 1),
              \(count("parked")), failures, failure, delivered_ms, disabled_ms
            FROM webhook_endpoints e ORDER BY name
            """
        ) { row in
            WebhookStatus(
                name: try row[0], waiting: try row[1], oldest: row[2], parked: try row[3],
                failures: try row[4], failure: row[5], deliveredAt: row[6], disabledAt: row[7])
        }
    }
}

/// A message and how far it came at a receiver.
package struct WebhookDelivery: Hashable, Sendable {
    package let receiver: String
    /// What `webhook-id` says.
    package let id: String
    /// What it tells of.
    package let type: String
    package let customer: AppUserID
    /// When it was made.
    package let at: Instant
    /// `waiting`, `delivered` or `parked`.
    package let state: String
    /// How often it was sent.
    package let attempts: Int
    /// When it is sent next; nil when it is not.
    package let nextAt: Instant?
    /// What came of the last try, as a code; nil before it.
    package let outcome: String?
}

/// What is to be sent once more.
package enum WebhookReplay: Hashable, Sendable {
    /// What was not taken: what is parked, and what failed and waits for its next try.
    case notTaken
    /// One message, by what `webhook-id` says.
    case message(String)
    /// Everything that was made since a moment, what was delivered included.
    case since(Instant)
}

extension Store {
    /// How far each receiver of webhooks has come.
    package func webhookStandings() throws(StoreError) -> [WebhookStatus] {
        try read { try WebhookStatus.read($0) }
    }

    /// The messages of a receiver, or of all: what waits or is parked first, then what was delivered, newest first.
    package func webhookDeliveries(of receiver: String? = nil, limit: Int = 50) throws(StoreError)
        -> [WebhookDelivery]
    {
        try read { db in
            let limit = max(1, min(limit, 10_000))
            let all: [String] = try db.values("SELECT name FROM webhook_endpoints ORDER BY name")
            let receivers = all.filter { receiver == nil || $0 == receiver }
            func messages(_ state: String, among table: String) throws -> [WebhookDelivery] {
                let found = try receivers.flatMap { name in
                    try db.map(
                        """
                        SELECT m.id, d.endpoint, m.uid, m.type, m.app_user_id, m.at_ms, d.state, d.attempts, d.next_ms,
                          d.outcome
                        FROM \(table) CROSS JOIN webhook_messages m ON m.id = d.message_id
                        WHERE d.endpoint = ?1 AND d.state = '\(state)' ORDER BY d.message_id DESC LIMIT ?2
                        """, [name, limit]
                    ) { row in
                        (
                            number: try row[0] as Int64,
                            message: WebhookDelivery(
                                receiver: try row[1], id: try row[2], type: try row[3], customer: try row[4],
                                at: try row[5], state: try row[6], attempts: try row[7], nextAt: row[8],
                                outcome: row[9])
                        )
                    }
                }
                return found.sorted { $0.number > $1.number }.map(\.message)
            }
            let left =
                try messages("waiting", among: "webhook_deliveries d INDEXED BY webhook_deliveries_waiting")
                + messages("parked", among: "webhook_deliveries d INDEXED BY webhook_deliveries_parked")
            guard left.count < limit else { return Array(left.prefix(limit)) }
            return try Array((left + messages("delivered", among: "webhook_deliveries d")).prefix(limit))
        }
    }

    /// Sends messages once more and now, as if for the first time, with the ids that they have; a receiver that wanted
    /// nothing more, or wanted to be left alone for a while, is called again. Answers how many there are.
    ///
    /// - Throws: `StoreError`: not found for a receiver or message that there is not; refused by role; busy.
    @discardableResult
    package func replayWebhooks(
        _ replay: WebhookReplay, at receiver: String, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Int {
        try write(.webhookReplay, by: agent, at: now) { writing in
            let db = writing.db
            guard try db.exists("SELECT 1 FROM webhook_endpoints WHERE name = ?", [receiver]) else {
                throw StoreError.unknown(.webhook(receiver))
            }
            let again = """
                UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, first_ms = NULL, next_ms = ?1,
                  ended_ms = NULL, outcome = NULL WHERE endpoint = ?2 AND (state <> 'waiting' OR attempts > 0)
                """
            switch replay {
            case .notTaken: try db.run("\(again) AND state <> 'delivered'", [now, receiver])
            case .message(let id):
                let number: Int64? = try db.value(
                    """
                    SELECT m.id FROM webhook_messages m
                    JOIN webhook_deliveries d ON d.message_id = m.id AND d.endpoint = ?1 WHERE m.uid = ?2
                    """, [receiver, id])
                guard let number else { throw StoreError.unknown(.webhook(id)) }
                try db.run("\(again) AND message_id = ?3", [now, receiver, number])
            case .since(let moment):
                try db.run(
                    "\(again) AND message_id IN (SELECT id FROM webhook_messages WHERE at_ms >= ?3)",
                    [now, receiver, moment])
            }
            let count = db.changes
            try db.run(
                """
                UPDATE webhook_endpoints SET disabled_ms = NULL, not_before_ms = NULL, failures = 0, failure = NULL
                WHERE name = ?
                """, [receiver])
            try writing.changed(.server, "webhooks")
            return .done(count, try AuditDraft(receiver, ["messages": count]))
        }
    }

    /// Forgets a receiver that the server's settings name no more, and what it was not sent. Answers how many messages it
    /// did not take. Named again, it is a new one.
    ///
    /// - Throws: `StoreError`: not found for a receiver that there is not; refused by role; busy.
    @discardableResult
    package func forgetWebhooks(to receiver: String, by agent: AgentName, at now: Instant) throws(StoreError)
        -> Int
    {
        try write(.webhookForget, by: agent, at: now) { writing in
            let db = writing.db
            guard try db.exists("SELECT 1 FROM webhook_endpoints WHERE name = ?", [receiver]) else {
                throw StoreError.unknown(.webhook(receiver))
            }
            let untaken =
                try db.value(
                    "SELECT count(*) FROM webhook_deliveries WHERE endpoint = ? AND state <> 'delivered'",
                    [receiver])
                ?? 0
            try db.run("DELETE FROM webhook_deliveries WHERE endpoint = ?", [receiver])
            try db.run("DELETE FROM webhook_endpoints WHERE name = ?", [receiver])
            // What is kept for nobody else goes with the next look.
            try StoreState.webhooksForgotten.set("", in: db)
            try writing.changed(.server, "webhooks")
            return .done(untaken, try AuditDraft(receiver, ["messages": untaken]))
        }
    }
}
