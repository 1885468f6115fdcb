package import Purchases

extension Store {
    /// Raises the server's alarm `silence` where no document arrives for longer than chance explains (``SilenceRule``).
    /// It rings once until something arrives, and again where something arrived meanwhile and another way fell silent.
    /// A way (``ArrivalWay``) is what arrives by itself, such as notifications.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func callForSilence(by agent: AgentName, at now: Instant) throws(StoreError) {
        guard try read({ try SilenceCall(db: $0, now: now).change() != nil }) else { return }
        try write(.serverNote, by: agent, at: now) { writing in
            guard let change = try SilenceCall(db: writing.db, now: now).change() else {
                return .nothing(())
            }
            try change.apply(at: now, in: writing.db)
            try writing.changed(.server, SilenceCall.code)
            return .noted(())
        }
    }
}

/// Works out what the alarm is to say of the silent ways.
private struct SilenceCall {
    /// The alarm's code.
    static let code = "silence"

    let db: Connection
    let now: Instant

    /// Ways by which nothing comes, each since when; the alarm's detail.
    struct Silent: Hashable {
        var since: [ArrivalWay: Instant] = [:]

        /// As the alarm keeps it: `notifications since 2026-11-25T02:00:00Z, reports since 2026-11-25T02:10:00Z`.
        var detail: String {
            since.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) since \($0.value)" }
                .joined(separator: ", ")
        }

        /// Those that an alarm keeps.
        init(detail: String) {
            for part in detail.split(separator: ", ") {
                let words = part.split(separator: " since ").map(String.init)
                guard words.count == 2, let way = ArrivalWay(rawValue: words[0]) else { continue }
                since[way] = Instant(words[1])
            }
        }

        init(_ since: [ArrivalWay: Instant]) { self.since = since }
    }

    /// What becomes of the alarm.
    enum Change {
        /// Somebody is called.
        case ring(Silent)
        /// What it says changes, and nobody is called for it.
        case say(Silent)
        /// It is over.
        case end

        func apply(at now: Instant, in db: Connection) throws {
            if case .say(let silent) = self {
                try db.run(
                    "UPDATE server_alarms SET detail = ? WHERE code = ?", [silent.detail, SilenceCall.code])
                return
            }
            try db.run("DELETE FROM server_alarms WHERE code = ?", [SilenceCall.code])
            guard case .ring(let silent) = self else { return }
            _ = try ServerAlarmTable.raise(SilenceCall.code, detail: silent.detail, at: now, in: db)
        }
    }

    /// What is to become of it; nil when it stands as it is.
    func change() throws -> Change? {
        let last = try ArrivalTable.last(in: db)
        let found = try silent(last)
        let alarm = try db.first(
            "SELECT detail, at_ms FROM server_alarms WHERE code = ?", [SilenceCall.code]
        ) { row in (silent: Silent(detail: try row[0]), at: try row[1] as Instant) }
        guard let alarm else { return found.isEmpty ? nil : .ring(Silent(found)) }
        // It lasts until something comes, whatever hour it is by then.
        let still = alarm.silent.since.filter { last[$0.key] == $0.value }
        let after = Silent(still.merging(found) { $1 })
        if after.since.isEmpty { return .end }
        if after == alarm.silent { return nil }
        // It rings again only for a way that it has not named, and only where something arrived since it rang.
        let isJoined = found.contains { alarm.silent.since[$0.key] != $0.value }
        let hasArrived = still.count < alarm.silent.since.count || last.values.contains { $0 > alarm.at }
        return isJoined && hasArrived ? .ring(after) : .say(after)
    }

    /// The ways by which nothing comes though it ought to, each since when: all of them where nothing comes at all.
    private func silent(_ last: [ArrivalWay: Instant]) throws -> [ArrivalWay: Instant] {
        var (found, together) = ([ArrivalWay: Instant](), [Int64: Int]())
        for (way, since) in last {
            let arrivals = try ArrivalTable.byHour(way, at: now, in: db)
            together.merge(arrivals, uniquingKeysWith: +)
            if SilenceRule.isImprobable(since: since, at: now, arrivals: arrivals) { found[way] = since }
        }
        guard let newest = last.values.max() else { return [:] }
        guard SilenceRule.isImprobable(since: newest, at: now, arrivals: together) else { return found }
        return last.filter { ArrivalTable.isKept($0.value, at: now) }
    }
}
