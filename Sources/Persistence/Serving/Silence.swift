internal import GRDB
public import Purchases

extension Store {
    /// Calls somebody where nothing comes for so long that it is improbable (``SilenceRule``): once until something comes
    /// again, and anew where something came meanwhile and another way fell silent.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    public func callForSilence(by agent: AgentName, at now: Instant) throws {
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

/// What the server's alarm is to say of ways by which nothing comes.
private struct SilenceCall {
    /// The alarm's code.
    static let code = "silence"

    let db: Database
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

        func apply(at now: Instant, in db: Database) throws {
            if case .say(let silent) = self {
                return try db.run(
                    "UPDATE server_alarms SET detail = ? WHERE code = ?", [silent.detail, SilenceCall.code])
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

/// How much came in which hour.
enum ArrivalTable {
    /// How many days are kept: those that tell what is usual, and the one of which it is asked.
    private static let kept = TimeLength.days(SilenceRule.days + 1)

    /// When something came by each way last.
    static func last(in db: Database) throws -> [ArrivalWay: Instant] {
        try ArrivalWay.allCases.reduce(into: [:]) { last, way in
            last[way] = try db.value(
                "SELECT last_ms FROM arrival_hours WHERE way = ? ORDER BY hour DESC LIMIT 1", [way.rawValue])
        }
    }

    /// How much came by a way in each hour since 1970, of those that count at a moment.
    static func byHour(_ way: ArrivalWay, at now: Instant, in db: Database) throws -> [Int64: Int] {
        let hours = try db.map(
            "SELECT hour, documents FROM arrival_hours WHERE way = ? AND hour BETWEEN ? AND ?",
            [way.rawValue, (now - kept).hourCount, now.hourCount]
        ) { row in (try row[0] as Int64, try row[1] as Int) }
        return Dictionary(uniqueKeysWithValues: hours)
    }

    /// Adds what came by a way in an hour, the last of it at a moment.
    static func add(
        _ documents: Int, by way: ArrivalWay, last: Instant, in db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO arrival_hours (way, hour, documents, last_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET documents = documents + excluded.documents,
              last_ms = max(last_ms, excluded.last_ms)
            """, [way.rawValue, last.hourCount, documents, last])
    }

    /// Forgets what counts no more at a moment.
    static func prune(_ way: ArrivalWay, at now: Instant, in db: Database) throws {
        try db.run(
            "DELETE FROM arrival_hours WHERE way = ? AND hour < ?", [way.rawValue, (now - kept).hourCount])
    }

    /// Whether what came at a moment counts at another.
    static func isKept(_ arrival: Instant, at now: Instant) -> Bool { arrival >= now - kept }
}

/// What came by itself in one write, counted by the hour: a row for each hour instead of one for each document.
struct ArrivalTally {
    private struct Place: Hashable {
        let way: ArrivalWay
        let hour: Int64
    }

    private let served: Set<AppStoreEnvironment>
    private var arrived: [Place: (documents: Int, last: Instant)] = [:]

    /// A tally of what comes from the environments that the store serves.
    init(_ rules: TicketRules) { served = rules.servedEnvironments }

    /// Counts a document that was taken in; one that was known, or of which nothing says when it came, counts for nothing.
    mutating func note(_ item: ImportItem, _ step: ImportStep, at now: Instant) {
        guard case .document(let document) = item, case .applied(let outcome) = step, !outcome.isDuplicate,
            served.contains(document.contents.environment ?? .production),
            let arrival = document.contents.arrival, ArrivalTable.isKept(arrival.at, at: now)
        else { return }
        let at = min(arrival.at, now)
        let place = Place(way: arrival.way, hour: at.hourCount)
        let known = arrived[place] ?? (0, at)
        arrived[place] = (known.documents + 1, max(known.last, at))
    }

    /// Keeps what was counted.
    func keep(at now: Instant, in db: Database) throws {
        for (place, told) in arrived {
            try ArrivalTable.add(told.documents, by: place.way, last: told.last, in: db)
        }
        for way in Set(arrived.keys.map(\.way)) { try ArrivalTable.prune(way, at: now, in: db) }
    }
}
