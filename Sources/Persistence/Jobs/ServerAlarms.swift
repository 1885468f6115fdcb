package import Purchases

/// Alarms about the server's own work. Its workers raise and end them, its `AlarmWorker` calls somebody; those about
/// losses of funds are in `Tickets/Alarms.swift`.
extension Store {
    /// Notes that something is wrong with the server's own work; somebody is called for it once, until it passes. Answers
    /// whether it is new.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    @discardableResult
    package func raiseServerAlarm(
        _ code: String, detail: String? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Bool {
        guard try read({ try !ServerAlarmTable.exists(code, in: $0) }) else { return false }
        return try write(.serverNote, by: agent, at: now) { writing in
            guard try ServerAlarmTable.raise(code, detail: detail, at: now, in: writing.db) else {
                return .nothing(false)
            }
            try writing.changed(.server, code)
            return .noted(true)
        }
    }

    /// Notes that something is wrong with each of several members, such as refunds. Somebody is called once for all of
    /// them, and again when one joins. Answers whether it is new. The detail names the members.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    @discardableResult
    package func raiseServerAlarm(
        _ code: String, about members: [String], by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Bool {
        guard try read({ try !ServerAlarmTable.names(members, code, in: $0) }) else { return false }
        return try write(.serverNote, by: agent, at: now) { writing in
            guard try !ServerAlarmTable.names(members, code, in: writing.db) else { return .nothing(false) }
            try ServerAlarm.table.delete(code, in: writing.db)
            let detail = ServerAlarmTable.detail(naming: members)
            _ = try ServerAlarmTable.raise(code, detail: detail, at: now, in: writing.db)
            try writing.changed(.server, code)
            return .noted(true)
        }
    }

    /// Notes that something is wrong no more; answers whether it was.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    @discardableResult
    package func endServerAlarm(_ code: String, by agent: AgentName, at now: Instant) throws(StoreError)
        -> Bool
    {
        guard try read({ try ServerAlarmTable.exists(code, in: $0) }) else { return false }
        return try write(.serverNote, by: agent, at: now) { writing in
            guard try ServerAlarm.table.delete(code, in: writing.db) else { return .nothing(false) }
            try writing.changed(.server, code)
            return .noted(true)
        }
    }

    /// The alarm for which somebody is to be called now; nil when there is none.
    package func dueServerAlarm(at now: Instant) throws(StoreError) -> ServerAlarm? {
        try read { try ServerAlarmTable.due(at: now, in: $0) }
    }

    /// Notes on which channels somebody heard an alarm, and where a call failed why, so that it is tried again. The
    /// server that called lets go of its lease.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func settleServerAlarm(
        _ alarm: ServerAlarm, heardBy: Set<AlarmChannel>, failure: String?, of server: ServerID = .only,
        by agent: AgentName, at now: Instant
    ) throws(StoreError) {
        try write(.serverNote, by: agent, at: now) { writing in
            try LeaseTable.letGo(.serverAlarm(alarm.code), of: server, in: writing.db)
            for channel in heardBy.sorted() {
                try writing.db.run(
                    "UPDATE server_alarms SET \(channel.column) = ? WHERE code = ? AND at_ms = ?",
                    [now, alarm.code, alarm.at])
            }
            let next = failure.map { _ in now + AlarmPace.pause(after: alarm.attempts + 1) }
            try writing.db.run(
                """
                UPDATE server_alarms SET attempts = attempts + 1, failure = ?1, next_ms = ?2,
                  heard_at_ms = CASE WHEN CAST(?1 AS TEXT) IS NULL THEN CAST(?3 AS BIGINT) END
                WHERE code = ?4 AND at_ms = ?5
                """, [failure, next, now, alarm.code, alarm.at])
            try writing.changed(.server, alarm.code)
            return .noted(())
        }
    }
}

/// What is wrong with the server's own work, as its table keeps it.
enum ServerAlarmTable {
    /// Everything that is wrong, the oldest first.
    static func all(_ db: Connection) throws -> [ServerAlarm] {
        try ServerAlarm.table.rows("ORDER BY at_ms, code", in: db)
    }

    /// What somebody is to be called for now; nil when nothing is.
    static func due(at now: Instant, in db: Connection) throws -> ServerAlarm? {
        try ServerAlarm.table.first(
            "WHERE heard_at_ms IS NULL AND coalesce(next_ms, 0) <= ? ORDER BY at_ms, code LIMIT 1", [now],
            in: db)
    }

    /// Whether it is wrong.
    static func exists(_ code: String, in db: Connection) throws -> Bool {
        try ServerAlarm.table.has(code, in: db)
    }

    /// Whether the alarm names each of some members.
    static func names(_ members: [String], _ code: String, in db: Connection) throws -> Bool {
        let detail: String? = try db.value("SELECT detail FROM server_alarms WHERE code = ?", [code])
        guard let detail else { return false }
        return Set(members).isSubset(of: detail.split(separator: separator).map(String.init))
    }

    /// The detail that names some.
    static func detail(naming members: [String]) -> String { members.joined(separator: separator) }

    private static let separator = ", "

    /// Notes that it is; answers whether it is new.
    static func raise(_ code: String, detail: String?, at now: Instant, in db: Connection) throws -> Bool {
        try ServerAlarm.table.insertIfAbsent(
            ServerAlarm(
                code: code, detail: detail, at: now, heardBy: [], failure: nil, attempts: 0, nextAt: now),
            in: db)
    }
}

extension ServerAlarm: TableRow {
    static let table = Table<ServerAlarm>("server_alarms", key: "code")
    static let unread = ServerAlarm(
        code: "", detail: nil, at: .earliest, heardBy: [], failure: nil, attempts: 0, nextAt: nil)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("code", &code)
        columns.visit("detail", &detail)
        columns.visit("at_ms", &at)
        columns.visit(heardBy: &heardBy)
        columns.visit("failure", &failure)
        columns.visit("attempts", &attempts)
        columns.visit("next_ms", &nextAt)
    }
}
