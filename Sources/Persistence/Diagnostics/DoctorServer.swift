internal import Purchases

/// The checks of the server's work. A store that never had a server is as it should be.
extension Doctor {
    /// After so long without reading the history of notifications a gap is likely†: it is read hourly.
    private static let historyLimit = TimeLength.hours(6)
    /// After so long something that backends are to be told is late†.
    private static let webhookPatience = TimeLength.seconds(600)
    /// So far back it is told what was dropped†.
    private static let droppedWithin = TimeLength.days(7)

    /// Whether the server is there while something waits for it.
    static func server(_ db: Connection, at now: Instant) throws -> Finding {
        let standing = try WorkerTable.standing(at: now, in: db)
        let waits = try waiting(db)
        let wait = waits.isEmpty ? "" : " while \(waits.joined(separator: " and ")) for it"
        switch standing.presence {
        case .never: return Finding("server", "none has run yet")
        case .there: break
        case .late(let since):
            return Finding(
                "server", .warning, "it has said nothing since \(since)\(wait)",
                fix: "look at its log: its host may be overloaded, or the store busy")
        case .gone(let since):
            return Finding(
                "server", .warning, "it has been gone since \(since)\(wait)",
                fix: "start it again: `makegood-server run`")
        }
        guard let failing = standing.failing.first else {
            return Finding(
                "server",
                (standing.there.count > 1 ? "\(standing.there.count) are running" : "it runs")
                    + (waits.isEmpty ? "" : ", \(waits.joined(separator: " and "))"))
        }
        let times = failing.failures == 1 ? "once" : "\(failing.failures) times in a row"
        return Finding(
            "server", .warning, "\(failing.name) failed \(times): \(failing.outcome ?? "unknown")",
            fix: "look at the server's log; it goes on by itself when what is in its way is gone")
    }

    /// What is wrong with the server's own work, of which somebody is called.
    static func serverAlarms(_ db: Connection) throws -> Finding {
        let alarms = try ServerAlarmTable.all(db)
        guard let first = alarms.first else {
            return Finding("server_alarms", "nothing is wrong with its work")
        }
        let more = alarms.count > 1 ? ", and \(alarms.count - 1) more" : ""
        let heard =
            first.failure.map { "; nobody could be called, \($0)" }
            ?? (first.heardBy.isEmpty ? "; nobody was called yet" : "")
        let fix =
            switch first.code {
            case "app_store_unauthorized":
                "check the App Store Connect key, its id and the issuer id, then `makegood-server check`"
            case "wrong_secret": "check the shared secret in App Store Connect, then `makegood-server check`"
            case "untrusted_certificate":
                "look for a proxy or portal in between, and at this machine's certificates, then `makegood-server check`"
            case "reports_rationed": "look at what waits: `makegood quarantine list`"
            case "silence":
                "check the server's address in App Store Connect, then `makegood-server check`"
            default: "see `makegood server status`, and the server's log"
            }
        return Finding("server_alarms", .error, "\(first.code) since \(first.at)\(more)\(heard)", fix: fix)
    }

    /// Whether backends take what they are sent by webhooks.
    static func webhooks(_ db: Connection, at now: Instant) throws -> Finding {
        let standings = try WebhookStatus.read(db)
        let stopped = standings.filter { $0.disabledAt != nil || $0.parked > 0 }
        let late = try standings.filter { $0.disabledAt == nil }.compactMap {
            try lateness(of: $0, at: now, in: db)
        }
        let isUntold = try db.exists(
            """
            SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_parked
            WHERE state = 'parked' AND outcome = 'untold'
            """)
        if isUntold {
            return Finding(
                "webhooks", .error,
                "a message that nothing in the store tells was not sent; "
                    + (stopped.map(parked) + late).joined(separator: "; "),
                fix:
                    "somebody wrote to the file beside Makegood: see `makegood-server webhooks list` and `makegood doctor --all`, and find out who"
            )
        }
        if let first = stopped.first {
            return Finding(
                "webhooks", .error, (stopped.map(parked) + late).joined(separator: "; "),
                fix:
                    "see `makegood-server webhooks list`; `makegood-server webhooks replay \(first.name)` sends "
                    + "what is parked again, `makegood-server webhooks forget \(first.name)` gives a receiver up"
            )
        }
        guard late.isEmpty else {
            return Finding(
                "webhooks", .warning, late.joined(separator: "; "),
                fix: "look at the receiver; what it did not take is repeated for three days")
        }
        return Finding("webhooks", standings.isEmpty ? "nobody is told" : "everybody takes what is sent")
    }

    /// Why a receiver does not have what it is to be told, in words; nil where it has.
    private static func lateness(
        of standing: WebhookStatus, at now: Instant, in db: Connection
    ) throws -> String? {
        let name = standing.name
        if standing.failures >= WebhookPace.failuresBeforeProbing {
            return "\(name) failed \(standing.failures) times in a row: \(standing.failure ?? "unknown")"
        }
        if try isLeft(name, at: now, in: db) {
            return
                "no server's settings name \(name), which is told nothing: name it, or run "
                + "`makegood-server webhooks forget \(name)`"
        }
        guard let oldest = standing.oldest, oldest < now - webhookPatience else { return nil }
        let because = standing.failure.map { ": \($0)" } ?? ""
        let count = standing.waiting == 1 ? "1 message" : "\(atLeast(standing.waiting)) messages"
        return "\(count) to \(name) wait\(standing.waiting == 1 ? "s" : "") since \(oldest)\(because)"
    }

    /// Whether nobody queues what a receiver is to be told: then there are messages for some time that it lacks.
    private static func isLeft(_ receiver: String, at now: Instant, in db: Connection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM webhook_endpoints e JOIN webhook_messages m ON m.id = e.queued + 1
            WHERE e.name = ? AND m.at_ms < ?
            """, [receiver, now - webhookPatience])
    }

    /// What a receiver is not sent any more, in words.
    private static func parked(_ standing: WebhookStatus) -> String {
        if standing.disabledAt != nil { return "\(standing.name) answered 410 and is sent nothing any more" }
        return standing.parked == 1
            ? "1 message to \(standing.name) is parked after three days"
            : "\(atLeast(standing.parked)) messages to \(standing.name) are parked after three days"
    }

    /// Whether the app and its backend can ask the server that is there.
    static func keys(_ db: Connection, at now: Instant) throws -> Finding {
        let count: Int = try db.value("SELECT count(*) FROM api_keys WHERE removed_at_ms IS NULL") ?? 0
        let isThere = try WorkerTable.standing(at: now, in: db).isThere
        guard count == 0, isThere else { return Finding("api_keys", "\(count) in use") }
        return Finding(
            "api_keys", .warning, "there is none, so that neither the app nor its backend can ask the server",
            fix: "a lead runs `makegood-server key add NAME --scope app`")
    }

    /// Whether the history of notifications is read, which fills gaps.
    static func history(_ db: Connection, at now: Instant) throws -> Finding {
        let standing = try WorkerTable.standing(at: now, in: db)
        // Any of several reads it for all.
        let gaps = standing.there.compactMap { server in server.workers.first { $0.name == "gaps" } }
        guard !gaps.isEmpty, let started = standing.there.map(\.startedAt).min() else {
            return Finding("history", "nobody is to read it")
        }
        let last = gaps.compactMap(\.didAt).max() ?? started
        guard now - last > historyLimit else { return Finding("history", "it is read") }
        let why = gaps.lazy.compactMap(\.outcome).first.map { ": \($0)" } ?? ""
        return Finding(
            "history", .warning, "the history of notifications was not read since \(last)\(why)",
            fix: "run `makegood-server check`: it needs an App Store Connect key")
    }

    /// Whether documents were dropped that nobody vouches for.
    static func unauthentic(_ db: Connection, at now: Instant) throws -> Finding {
        let sums = try db.first(
            "SELECT sum(kept), sum(dropped), sum(dropped_bytes) FROM unauthentic_days WHERE day_ms > ?",
            [now - droppedWithin]
        ) { row in
            (kept: row[0] as Int? ?? 0, dropped: row[1] as Int? ?? 0, bytes: row[2] as Int? ?? 0)
        }
        guard let sums, sums.kept + sums.dropped > 0 else {
            return Finding("unauthentic", "nothing came lately that nobody vouches for")
        }
        guard sums.dropped > 0 else {
            return Finding("unauthentic", "\(sums.kept) came within 7 days and are in quarantine")
        }
        return Finding(
            "unauthentic", .warning,
            "within 7 days \(sums.kept + sums.dropped) came that nobody vouches for; \(sums.dropped) of them, "
                + "\(max(1, sums.bytes >> 10)) KB, were dropped",
            fix:
                "look at `makegood quarantine list`; if it is somebody's nonsense, block the sender before the server"
        )
    }

    /// How many messages a receiver's standing counted.
    private static func atLeast(_ count: Int) -> String {
        count >= WebhookStatus.countLimit ? "\(WebhookStatus.countLimit) or more" : String(count)
    }

    /// What waits for the server, in words; of each a thousand are counted, and one more that says that there are more.
    private static func waiting(_ db: Connection) throws -> [String] {
        func number(_ count: Int) -> String { count > 1000 ? "more than 1,000" : String(count) }
        let requests: Int =
            try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM requests WHERE state = 'waiting' LIMIT 1001) counted")
            ?? 0
        let messages: Int =
            try db.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM webhook_endpoints e CROSS JOIN webhook_deliveries d
                  INDEXED BY webhook_deliveries_waiting ON d.endpoint = e.name AND d.state = 'waiting' LIMIT 1001) counted
                """) ?? 0
        let isURLSet = try !SettingTable.text(.alarmURL, in: db).isEmpty
        let alarms = isURLSet ? try AlarmTable.standing(db).waiting.counted : 0
        return
            (requests > 0
            ? [
                "\(number(requests)) \(requests == 1 ? "question" : "questions") to the App Store wait\(requests == 1 ? "s" : "")"
            ] : [])
            + (alarms > 0 ? ["\(number(alarms)) \(alarms == 1 ? "alarm waits" : "alarms wait")"] : [])
            + (messages > 0
                ? ["\(number(messages)) \(messages == 1 ? "webhook waits" : "webhooks wait")"] : [])
    }
}
