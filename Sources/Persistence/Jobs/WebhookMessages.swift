internal import JSONValues
package import Purchases

/// What a backend is told: the body that the Standard Webhooks convention asks for, kept as it is signed and sent.
struct WebhookMessage {
    /// What it tells of.
    fileprivate(set) var type: String
    /// Whose it is: messages of one customer are delivered in order.
    fileprivate(set) var customer: AppUserID
    /// When it was made.
    fileprivate(set) var at: Instant
    /// The canonical JSON.
    fileprivate(set) var body: String

    /// A message with its data, in which what is missing is left out.
    init(_ type: String, of customer: AppUserID, at: Instant, _ data: JSONValue) {
        let message = JSONValue.object(["type": type, "timestamp": at, "data": data.withoutNulls])
        self.init(type: type, customer: customer, at: at, body: message.canonicalText)
    }
}

/// A message that is due at a receiver.
package struct DueWebhook: Hashable, Sendable {
    /// Its number in the store.
    package let message: Int64
    /// What `webhook-id` says: the same at each try, and no other message's of any store.
    package let id: String
    package let customer: AppUserID
    /// What it tells of.
    package let type: String
    package let body: String
    /// How often it was tried in vain.
    package let attempts: Int
    /// Whether the store tells what it says; else somebody wrote it into the file, and it is not sent.
    package let isTold: Bool

    package init(
        message: Int64, id: String, customer: AppUserID, type: String, body: String, attempts: Int,
        isTold: Bool = true
    ) {
        (self.message, self.id, self.customer) = (message, id, customer)
        (self.type, self.body, self.attempts, self.isTold) = (type, body, attempts, isTold)
    }
}

/// Messages as their table keeps them.
enum WebhookMessageTable {
    /// How often what is old is looked for†.
    private static let pause = TimeLength.hours(1)
    private static let forgottenAtOnce = 5000

    /// Keeps a message; answers its number.
    ///
    /// - Parameter place: which file it is made in: a store that was restored counts on from an earlier number.
    static func append(_ message: WebhookMessage, place: String, in db: Connection) throws -> Int64 {
        let number: Int64 = try db.value("SELECT coalesce(max(id), 0) + 1 FROM webhook_messages") ?? 1
        let uid = "msg_\(place.prefix(16))_\(number)"
        try WebhookMessageRow.table.insert(WebhookMessageRow(id: number, uid: uid, message: message), in: db)
        return number
    }

    /// Whether it is time to look for what is old.
    static func isToForget(at now: Instant, in db: Connection) throws -> Bool {
        guard let text = try StoreState.webhooksForgotten.read(db), let last = Int64(text) else {
            return true
        }
        return !(0..<pause.count).contains(now.milliseconds - last)
    }

    /// Forgets what was taken or parked long ago, and messages that are in nobody's queue any more; parks what waited three
    /// days for a receiver that takes nothing. The newest message stays, since numbers are never used again.
    ///
    /// What is left goes on with the next step.
    static func forget(at now: Instant, in db: Connection) throws {
        guard try isToForget(at: now, in: db) else { return }
        let parts = try [
            park(at: now, in: db), forgetDeliveries(at: now, in: db), forgetMessages(at: now, in: db),
        ]
        guard parts.allSatisfy({ $0 < forgottenAtOnce }) else { return }
        try StoreState.webhooksForgotten.set(String(now.milliseconds), in: db)
    }

    /// Parks what waited in vain, the oldest first: of a receiver that is away only one message at a time is tried, and the
    /// others come to no end of their own.
    private static func park(at now: Instant, in db: Connection) throws -> Int {
        try db.run(
            """
            UPDATE webhook_deliveries SET state = 'parked', next_ms = NULL, ended_ms = ?1,
              outcome = coalesce(outcome, (SELECT failure FROM webhook_endpoints WHERE name = endpoint), 'too_late')
            WHERE (endpoint, message_id) IN (
              SELECT d.endpoint, d.message_id FROM webhook_endpoints e
                CROSS JOIN webhook_deliveries d INDEXED BY webhook_deliveries_waiting
                  ON d.endpoint = e.name AND d.state = 'waiting'
              WHERE e.failures >= ?2 AND coalesce(e.delivered_ms, e.since_ms) < ?3
                AND coalesce(d.first_ms, d.next_ms) < ?3
              ORDER BY d.endpoint, d.message_id LIMIT ?4)
            """, [now, WebhookPace.failuresBeforeProbing, now - WebhookPace.length, forgottenAtOnce])
    }

    private static func forgetDeliveries(at now: Instant, in db: Connection) throws -> Int {
        try db.run(
            """
            DELETE FROM webhook_deliveries WHERE (endpoint, message_id) IN (
              SELECT endpoint, message_id FROM webhook_deliveries INDEXED BY webhook_deliveries_ended
              WHERE ended_ms < ?1 AND (state = 'delivered' OR ended_ms < ?2) LIMIT ?3)
            """, [now - WebhookPace.keeping, now - WebhookPace.parking, forgottenAtOnce])
    }

    /// A receiver that no server names keeps what it was not told yet, for as long as what is parked is kept. Where there is
    /// no receiver, nothing is kept for anybody.
    private static func forgetMessages(at now: Instant, in db: Connection) throws -> Int {
        let isAnybody = try db.exists("SELECT 1 FROM webhook_endpoints")
        try db.run(
            """
            DELETE FROM webhook_messages WHERE id IN (
              SELECT id FROM webhook_messages m INDEXED BY webhook_messages_by_time
              WHERE at_ms < ?1 AND id < (SELECT max(id) FROM webhook_messages)
                AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.message_id = m.id)
                AND (at_ms < ?2 OR ?4 = 0 OR id <= (SELECT min(queued) FROM webhook_endpoints))
              LIMIT ?3)
            """,
            [
                isAnybody ? now - WebhookPace.keeping : now, now - WebhookPace.parking, forgottenAtOnce,
                isAnybody,
            ])
        return db.changes
    }
}

/// What is to be delivered to one receiver, as its tables keep it.
struct WebhookQueue {
    private let receiver: WebhookReceiver
    private let now: Instant

    /// The queue of a receiver that has one.
    init(of receiver: WebhookReceiver, at now: Instant) { (self.receiver, self.now) = (receiver, now) }

    /// Begins the queue of a new receiver: it is told what is made into messages from now on.
    static func begin(_ receiver: WebhookReceiver, at now: Instant, in db: Connection) throws {
        try db.run(
            """
            INSERT INTO webhook_endpoints (name, since_ms, queued)
            VALUES (?1, ?2, (SELECT coalesce(max(id), 0) FROM webhook_messages)) ON CONFLICT (name) DO NOTHING
            """, [receiver.name, now])
    }

    /// Queues every message since the last one that was, where the receiver wants to be told of such: also those that a
    /// server made whose settings do not name the receiver, as during an upgrade. What comes while it is disabled is
    /// parked.
    func catchUp(in db: Connection) throws {
        let types = receiver.types.map { ValueList($0.sorted()) }
        let isWanted = types.map { " AND m.type IN \($0.places(from: 3))" } ?? ""
        try db.run(
            """
            INSERT INTO webhook_deliveries (endpoint, message_id, app_user_id, state, next_ms, ended_ms, outcome)
            SELECT e.name, m.id, m.app_user_id, CASE WHEN e.disabled_ms IS NULL THEN 'waiting' ELSE 'parked' END,
              CASE WHEN e.disabled_ms IS NULL THEN CAST(?2 AS BIGINT) END,
              CASE WHEN e.disabled_ms IS NOT NULL THEN CAST(?2 AS BIGINT) END,
              CASE WHEN e.disabled_ms IS NOT NULL THEN 'gone' END
            FROM webhook_endpoints e JOIN webhook_messages m ON m.id > e.queued
            WHERE e.name = ?1\(isWanted)
            ORDER BY m.id ON CONFLICT (endpoint, message_id) DO NOTHING
            """, [receiver.name, now] + (types?.values ?? []))
        try db.run(
            """
            UPDATE webhook_endpoints SET queued = (SELECT coalesce(max(id), 0) FROM webhook_messages) WHERE name = ?
            """, [receiver.name])
    }

    /// Whether a receiver's queue lacks messages.
    static func isBehind(_ receiver: WebhookReceiver, in db: Connection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM webhook_endpoints
            WHERE name = ? AND queued < (SELECT coalesce(max(id), 0) FROM webhook_messages)
            """, [receiver.name])
    }
}

/// A message with its number in the store and its name in no other.
struct WebhookMessageRow: TableRow {
    static let table = Table<WebhookMessageRow>("webhook_messages", key: "id")
    static let unread = WebhookMessageRow(id: 0, uid: "", message: .unread)

    var id: Int64
    var uid: String
    var message: WebhookMessage

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("id", &id)
        columns.visit("uid", &uid)
        message.visit(&columns)
    }
}

extension WebhookMessage: TableValue {
    static let unread = WebhookMessage(type: "", customer: AppUserID(""), at: .earliest, body: "")

    private init(type: String, customer: AppUserID, at: Instant, body: String) {
        (self.type, self.customer, self.at, self.body) = (type, customer, at, body)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("app_user_id", &customer)
        columns.visit("type", &type)
        columns.visit("body", &body)
        columns.visit("at_ms", &at)
    }
}
