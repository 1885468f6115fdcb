internal import Purchases

/// Compares the events of entitlements with each other and with what backends know by them. Those at the beginning may
/// have been forgotten.
struct EventCheck: WholeCheck {
    let table = "entitlement_events"
    private let deeds: LoggedDeeds
    private var events = 0
    private var last: Int64?
    private var wrong = Discrepancies()

    /// A check that knows what the log tells.
    init(deeds: LoggedDeeds) { self.deeds = deeds }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let found = try db.map(EventCheck.query, [rows.lowerBound, rows.upperBound]) { row in
            (event: try row[0] as Int64, isOdd: try row[1] as Bool, isOther: try row[2] as Bool)
        }
        for (event, isOdd, isOther) in found {
            events += 1
            if let last, event != last + 1 { wrong.note("events \(last + 1) to \(event - 1) are missing") }
            last = event
            if !deeds.isUpgradeTold, isOdd || isOther {
                wrong.note("event \(event) is not what was told")
            }
        }
    }

    /// Each event, whether it cannot follow the one before it, and whether it is the last and backends know something
    /// else. `p` is an event before it, `n` one after it, `t` what backends know.
    private static let query = """
        SELECT e.id,
          CASE WHEN (SELECT CASE WHEN p.kind IN ('ended', 'revoked') THEN 1 ELSE 0 END FROM entitlement_events p
            WHERE p.app_user_id = e.app_user_id AND p.entitlement = e.entitlement AND p.id < e.id
            ORDER BY p.id DESC LIMIT 1) <> CASE WHEN e.kind = 'granted' THEN 1 ELSE 0 END THEN 1 ELSE 0 END,
          CASE WHEN NOT EXISTS (SELECT 1 FROM entitlement_events n
              WHERE n.app_user_id = e.app_user_id AND n.entitlement = e.entitlement AND n.id > e.id)
            AND (e.kind IN ('ended', 'revoked') AND t.app_user_id IS NOT NULL
              OR e.kind NOT IN ('ended', 'revoked')
                AND (t.app_user_id IS NULL OR t.until_ms IS DISTINCT FROM e.until_ms))
            THEN 1 ELSE 0 END
        FROM entitlement_events e
        LEFT JOIN told_entitlements t ON t.app_user_id = e.app_user_id AND t.entitlement = e.entitlement
        WHERE e.id >= ? AND e.id < ? ORDER BY e.id
        """

    func findings(_ db: Connection) throws -> [Finding] {
        [wrong.finding("events", right: "all \(events) events of entitlements follow from each other")]
    }
}

/// Whether the log of changes is whole.
struct ChangeCheck: WholeCheck {
    let table = "change_log"
    let key = "sequence"
    let part: Int64 = 50_000
    private var changes: Int64 = 0
    private var last: Int64 = 0

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let found = try db.first(
            "SELECT count(*), max(sequence) FROM change_log WHERE sequence >= ? AND sequence < ?",
            [rows.lowerBound, rows.upperBound]
        ) { row in (count: try row[0] as Int64, last: row[1] as Int64?) }
        guard let found, let newest = found.last else { return }
        changes += found.count
        last = newest
    }

    func findings(_ db: Connection) throws -> [Finding] {
        let told =
            try [
                StoreState.entitlementsTold.read(db), StoreState.verificationsLooked.read(db),
                StoreState.webhooksTold.read(db).flatMap { $0.split(separator: " ").first.map(String.init) },
            ].compactMap { $0.flatMap(Int64.init) }.max() ?? 0
        var wrong = Discrepancies()
        let missing = last - changes
        if missing != 0 {
            wrong.note("\(missing) of \(last) changes are missing")
        }
        if told > last { wrong.note("\(told) changes were read, \(last) are there") }
        return [wrong.finding("changes", right: "all \(changes) changes are there")]
    }
}

/// Compares what is to be sent to backends with what the store tells.
struct MessageCheck: WholeCheck {
    let table = "webhook_messages"
    private var messages = 0
    private var wrong = Discrepancies()

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let waiting = try db.map(
            """
            SELECT m.id, m.app_user_id, m.type, m.body FROM webhook_messages m WHERE m.id >= ? AND m.id < ?
              AND (EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.message_id = m.id AND d.state = 'waiting')
                OR m.id > (SELECT min(queued) FROM webhook_endpoints))
            """, [rows.lowerBound, rows.upperBound]
        ) { row in
            (
                message: try row[0] as Int64, customer: try row[1] as AppUserID,
                type: try row[2] as String, body: try row[3] as String
            )
        }
        for (message, customer, type, body) in waiting {
            messages += 1
            if try WebhookProof.body(body, type: type, of: customer, in: db) == nil {
                wrong.note("message \(message) to backends is not what the store tells")
            }
        }
    }

    func findings(_ db: Connection) throws -> [Finding] {
        [wrong.finding("messages", right: "all \(messages) messages that wait are what the store tells")]
    }
}
