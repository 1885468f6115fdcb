package import Purchases

/// Alarms of losses as their table keeps them: one a ticket, ever. A program takes a due one under a lease, rings, and
/// settles it with what came of that; an alarm whose lease runs out is due again.
///
/// `Tickets/Alarms.swift` and `Incidents/IncidentAlarms.swift` take and settle them. They are rung by `AlarmWorker` in
/// `Server` and `AlarmDispatcher` in `makegood`.
enum AlarmTable {
    /// Whether an alarm waits, to the letter as the index of those that do has it.
    static let waits = "(taken_at_ms IS NULL OR next_ms IS NOT NULL)"
    /// Pauses end with a whole second, which is enough, and reads better where the time is told.
    private static let whole = TimeLength.seconds(1)

    /// The condition that no lease on an alarm runs. One runs while its end, `next_ms` as taking set it, is still to
    /// come and no farther off than a lease lasts: farther, the clock was set back since.
    private static func isFree(at now: Instant) -> String {
        let (lease, now) = (AlarmPace.lease.count, now.milliseconds)
        return
            "(next_ms IS DISTINCT FROM taken_at_ms + \(lease) OR coalesce(next_ms, 0) NOT BETWEEN \(now + 1) AND \(now + lease))"
    }

    /// Raises the alarm of a ticket, if it was not raised before; answers whether it was not.
    @discardableResult
    static func raise(_ ticket: Int64, at now: Instant, in db: Connection) throws -> Bool {
        var alarm = Alarm.unread
        (alarm.ticket, alarm.at) = (TicketID(row: ticket), now)
        return try Alarm.table.insertIfAbsent(alarm, in: db)
    }

    /// Lets an alarm that was just raised wait for Apple's word up to a moment.
    static func hold(_ ticket: Int64, until moment: Instant, in db: Connection) throws {
        try db.run(
            "UPDATE alarms SET next_ms = ? WHERE ticket_id = ? AND taken_at_ms IS NULL", [moment, ticket])
    }

    /// Lets an alarm ring that waited for Apple's word.
    static func letRing(_ ticket: Int64, in db: Connection) throws {
        try db.run(
            """
            UPDATE alarms SET next_ms = NULL WHERE ticket_id = ? AND taken_at_ms IS NULL AND next_ms IS NOT NULL
            """, [ticket])
    }

    /// Lets the alarms of incidents ring that waited for Apple's word: each incident rings once for all of its losses.
    static func letIncidentsRing(at now: Instant, in db: Connection) throws {
        try db.run(
            """
            UPDATE alarms SET next_ms = NULL WHERE \(waits) AND next_ms > ? AND taken_at_ms IS NULL
              AND EXISTS (SELECT 1 FROM tickets t WHERE t.id = alarms.ticket_id AND t.incident_id IS NOT NULL)
            """, [now])
    }

    /// Up to when an alarm waits for Apple's word; nil where it rings at once. Reads what `AlarmRule` needs beside the
    /// purchase itself: whether a server runs, and what Apple was asked and answered.
    static func wait(of ticket: Int64, isProved: Bool, at now: Instant, in db: Connection) throws -> Instant?
    {
        let isServed = try db.exists(
            """
            SELECT 1 FROM workers WHERE name = 'server' AND outcome IS NULL AND seen_ms BETWEEN ? AND ? LIMIT 1
            """, [now - AlarmPace.serverSilence, now + AlarmPace.serverSilence])
        guard isServed, !isProved else { return nil }
        let isOfIncident = try db.exists(
            "SELECT 1 FROM tickets WHERE id = ? AND incident_id IS NOT NULL", [ticket])
        let askedAt: Instant? = try db.value(
            "SELECT min(asked_at_ms) FROM requests WHERE subject = ? AND kind = 'retry'", [String(ticket)])
        let outcomes: [String] = try db.values(
            """
            SELECT t.outcome FROM requests r JOIN request_tries t ON t.request_id = r.id
            WHERE r.subject = ? AND r.kind = 'retry'
            """, [String(ticket)])
        return AlarmRule.wait(
            isProved: isProved, isOfIncident: isOfIncident, isServed: isServed, askedAt: askedAt,
            outcomes: outcomes, at: now)
    }

    /// Raises the alarm of a ticket that was taken up again, if nobody has heard it: whoever settled it meanwhile, or
    /// found no command to call, did so for a loss that had ended.
    static func raiseAgain(_ ticket: Int64, at now: Instant, in db: Connection) throws {
        try raise(ticket, at: now, in: db)
        try db.run(
            """
            UPDATE alarms SET taken_at_ms = NULL, next_ms = NULL, failure = NULL, attempts = 0,
              command_ms = NULL, url_ms = NULL
            WHERE ticket_id = ? AND delivered_at_ms IS NULL
            """, [ticket])
    }

    /// Lets an alarm ring no more of which the ticket was taken back; one with which nobody has rung is none.
    static func withdraw(_ ticket: Int64, in db: Connection) throws {
        try db.run("DELETE FROM alarms WHERE ticket_id = ? AND taken_at_ms IS NULL", [ticket])
        try db.run(
            "UPDATE alarms SET next_ms = NULL, failure = NULL WHERE ticket_id = ? AND delivered_at_ms IS NULL",
            [ticket])
    }

    /// The alarm of a ticket; nil when none was raised.
    static func of(_ ticket: Int64, in db: Connection) throws -> Alarm? {
        try Alarm.table.find(ticket, in: db)
    }

    /// The next alarm that is due; nil when none is. Those never tried come first, then those that are due for longest,
    /// and of those that a failure postponed together the one that was tried least.
    ///
    /// One that is to be tried later than any pause lasts was given its time by a clock that was wrong: it is due. A
    /// program that does not reach every channel that leads set gets only alarms that wait for one within its reach.
    static func due(
        at now: Instant, through reach: Set<AlarmChannel> = .all, in db: Connection
    ) throws -> Alarm? {
        let latest = now + AlarmPace.longestPause + whole
        guard let open = try open(through: reach, in: db) else { return nil }
        return try first("next_ms IS NULL\(open)", [], in: db)
            ?? first("next_ms <= ?\(open)", [now.milliseconds], in: db)
            ?? first("next_ms > ?\(open)", [latest.milliseconds], in: db)
    }

    /// The condition that an alarm waits for a channel within reach: empty where all that leads set are, nil where none
    /// is.
    private static func open(through reach: Set<AlarmChannel>, in db: Connection) throws -> String? {
        guard reach != .all else { return "" }
        let set = try AlarmChannel.set(in: db)
        if set.isSubset(of: reach) { return "" }
        let columns = set.intersection(reach).map { "\($0.column) IS NULL" }.sorted()
        return columns.isEmpty ? nil : " AND (\(columns.joined(separator: " OR ")))"
    }

    /// The first that waits and meets a condition, in the order of their index, so that SQLite passes over none.
    private static func first(_ condition: String, _ values: BoundValues, in db: Connection) throws -> Alarm?
    {
        try Alarm.table.first(
            "WHERE \(waits) AND \(condition) ORDER BY next_ms, attempts, id LIMIT 1", values, in: db)
    }

    /// The alarms that wait, in numbers.
    static func standing(_ db: Connection) throws -> AlarmSummary {
        let count: Int =
            try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM alarms WHERE \(waits) LIMIT ?) counted",
                [CappedCount.cap + 1])
            ?? 0
        guard count > 0 else { return .clear }
        let calling = try AlarmCalling.read(db)
        return AlarmSummary(
            waiting: CappedCount(count), worst: try worst(db), hindrance: calling.hindrance,
            account: calling.targets[.command] == nil ? nil : calling.account)
    }

    /// The alarm that waits and was tried most often in vain; nil when none was.
    static func worst(_ db: Connection) throws -> Alarm? {
        try Alarm.table.first(
            "WHERE \(waits) AND failure IS NOT NULL ORDER BY attempts DESC, id DESC LIMIT 1", in: db)
    }

    /// Takes the next alarm that is due, for as long as a lease lasts; nil when none is.
    static func take(
        at now: Instant, through reach: Set<AlarmChannel> = .all, in db: Connection
    ) throws -> Alarm? {
        guard let alarm = try due(at: now, through: reach, in: db), let row = Int64(alarm.ticket.rawValue)
        else { return nil }
        try db.run(
            "UPDATE alarms SET taken_at_ms = ?, next_ms = ?, attempts = attempts + 1 WHERE ticket_id = ?",
            [now.milliseconds, (now + AlarmPace.lease).milliseconds, row])
        return try of(row, in: db)
    }

    /// Notes what became of an alarm that was taken; answers whether anything changed. A program whose lease another
    /// took over, which `taken_at_ms` shows, changes nothing unless the alarm was delivered.
    static func settle(
        _ alarm: Alarm, as end: Alarm.End, heardBy: Set<AlarmChannel> = [], at now: Instant, in db: Connection
    ) throws -> Bool {
        let row = Int64(alarm.ticket.rawValue) ?? 0
        for channel in heardBy.sorted() {
            try db.run("UPDATE alarms SET \(channel.column) = ? WHERE ticket_id = ?", [now, row])
        }
        let taken = alarm.takenAt?.milliseconds
        switch end {
        case .delivered:
            try db.run(
                """
                UPDATE alarms SET delivered_at_ms = ?, failure = NULL, next_ms = NULL
                WHERE ticket_id = ? AND delivered_at_ms IS NULL
                """, [now.milliseconds, row])
        case .needless:
            try db.run(
                """
                UPDATE alarms SET failure = NULL, next_ms = NULL
                WHERE ticket_id = ? AND taken_at_ms IS NOT DISTINCT FROM ?
                """, [row, taken])
        case .handedOn:
            try db.run(
                """
                UPDATE alarms SET taken_at_ms = NULL, next_ms = NULL, failure = NULL, attempts = attempts - 1
                WHERE ticket_id = ? AND taken_at_ms IS NOT DISTINCT FROM ? AND delivered_at_ms IS NULL
                """, [row, taken])
        case .failed(let why):
            try db.run(
                """
                UPDATE alarms SET failure = ?
                WHERE ticket_id = ? AND taken_at_ms IS NOT DISTINCT FROM ? AND delivered_at_ms IS NULL
                """, [why, row, taken])
        }
        guard db.changes > 0 else { return false }
        if case .failed = end {
            // Where somebody heard it, what is in the way is not in the way of the others.
            let isHeard = !heardBy.isEmpty || !alarm.heardBy.isEmpty
            try isHeard ? pauseAlone(alarm, row, at: now, in: db) : pause(row, at: now, in: db)
        }
        return true
    }

    /// Postpones this alarm alone, which one channel has heard and another has not.
    private static func pauseAlone(_ alarm: Alarm, _ row: Int64, at now: Instant, in db: Connection) throws {
        let next = now + AlarmPace.pause(after: alarm.attempts)
        try db.run("UPDATE alarms SET next_ms = ? WHERE ticket_id = ?", [next, row])
    }

    /// Lets everything that waits wait longer, the more tries failed: it is the command that failed, not the alarm. What
    /// somebody has taken meanwhile is theirs until their lease ends.
    private static func pause(_ row: Int64, at now: Instant, in db: Connection) throws {
        let tries: Int =
            try db.value("SELECT sum(attempts) FROM alarms WHERE \(waits)") ?? 1
        let (end, second) = ((now + AlarmPace.pause(after: tries)).milliseconds, whole.count)
        let next = (end + second - 1) / second * second
        try db.run("UPDATE alarms SET next_ms = ? WHERE ticket_id = ?", [next, row])
        try db.run(
            """
            UPDATE alarms SET next_ms = ?1
            WHERE \(waits) AND coalesce(next_ms, 0) < ?1 AND \(isFree(at: now))
            """, [next])
    }

    /// Lets nobody be called for what waits.
    static func passOver(at now: Instant, in db: Connection) throws {
        try db.run(
            "UPDATE alarms SET taken_at_ms = ?, next_ms = NULL WHERE \(waits)", [now.milliseconds])
    }

    /// Makes everything that waits due at once, but for what somebody has just taken: what was in its way has changed.
    static func hurry(at now: Instant, in db: Connection) throws {
        try db.run(
            "UPDATE alarms SET next_ms = ?1 WHERE \(waits) AND next_ms > ?1 AND \(isFree(at: now))",
            [now.milliseconds])
    }
}

/// An alarm about a loss of funds: one a ticket. It waits until it was delivered, or until nobody is to be called.
package struct Alarm: Hashable, Sendable {
    package internal(set) var ticket: TicketID
    /// The incident of which the ticket is one, and for which the alarm rings; nil for a loss of its own.
    package internal(set) var incident: IncidentID?
    /// When it was raised.
    package internal(set) var at: Instant
    /// When somebody took it last to deliver it; nil when nobody did.
    package internal(set) var takenAt: Instant?
    /// When it was delivered; nil when it was not.
    package internal(set) var deliveredAt: Instant?
    /// Why the last try did not deliver it.
    package internal(set) var failure: String?
    /// How often it was tried.
    package internal(set) var attempts: Int
    /// When it may be tried again: after a pause, or when whoever took it has had its time; nil when it is due at once
    /// or waits no more.
    package internal(set) var nextAt: Instant?
    /// The channels that have heard it already.
    package internal(set) var heardBy: Set<AlarmChannel>

    /// Whether it is still to be delivered.
    package var isWaiting: Bool { takenAt == nil || nextAt != nil }

    /// What became of a try.
    package enum End: Hashable, Sendable {
        /// Somebody heard it.
        case delivered
        /// It failed, and why; it is tried again.
        case failed(String)
        /// The ticket is no loss any more: there is nothing to tell.
        case needless
        /// Every channel within reach has heard it; it waits for a program that reaches the others.
        case handedOn
    }
}

/// A way on which an alarm is heard, where leads set it.
package enum AlarmChannel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The command that is run.
    case command
    /// The address to which the server posts.
    case url

    /// In which setting it is set.
    package var setting: Setting {
        switch self {
        case .command: .alarmCommand
        case .url: .alarmURL
        }
    }

    /// By name.
    package static func < (left: AlarmChannel, right: AlarmChannel) -> Bool { left.rawValue < right.rawValue }

    /// The column that says when it has heard an alarm.
    var column: String { "\(rawValue)_ms" }

    /// The channels that leads set.
    static func set(in db: Connection) throws -> Set<AlarmChannel> {
        Set(try allCases.filter { try !SettingTable.text($0.setting, in: db).isEmpty })
    }
}

extension Set<AlarmChannel> {
    /// Every channel, whether leads set it or not.
    package static let all = Set(AlarmChannel.allCases)
}

/// When alarms are tried. The figures are ours.
package enum AlarmPace {
    /// For so long whoever took an alarm has it alone; a run that was killed meanwhile counts as one that failed.
    package static let lease = TimeLength.seconds(60)
    /// A server that has said nothing for so long does not run.
    static let serverSilence = TimeLength.seconds(120)
    /// The longest pause between two tries.
    package static let longestPause = TimeLength.hours(1)

    /// The pause after so many tries that failed: half a minute, twice as long each time, an hour at the most.
    package static func pause(after tries: Int) -> TimeLength {
        let doubled = TimeLength.seconds(Int64(30) << max(0, min(tries - 1, 10)))
        return min(doubled, longestPause)
    }
}

/// The alarms that wait, in numbers.
package struct AlarmSummary: Hashable, Sendable {
    package let waiting: CappedCount
    /// The one that was tried most often in vain; nil when none was.
    package let worst: Alarm?
    /// What keeps everybody from ringing for them; nil when nothing does, or nobody is to be called.
    package let hindrance: AlarmHindrance?
    /// Whose processes alone run the command that they wait for; nil when they wait for none.
    package let account: AgentName?

    package init(
        waiting: CappedCount, worst: Alarm?, hindrance: AlarmHindrance? = nil, account: AgentName? = nil
    ) {
        (self.waiting, self.worst, self.hindrance, self.account) = (waiting, worst, hindrance, account)
    }

    /// No alarm waits.
    package static let clear = AlarmSummary(waiting: CappedCount(0), worst: nil)
}

/// Alarms that nobody is called for, because no command is set: they are told as one.
package struct UnheardAlarms: Hashable, Sendable {
    /// How many of their tickets are losses of funds still, and belong to no incident.
    package let count: Int
    /// The oldest of those tickets; nil when there is none.
    package let first: TicketID?
    /// The incidents to which the others belong, and of which nobody heard before.
    package internal(set) var incidents: [Incident] = []

    package static let none = UnheardAlarms(count: 0, first: nil)
}

extension Alarm: TableRow {
    static let table = Table<Alarm>("alarms", key: "ticket_id")
    static let unread = Alarm(
        ticket: TicketID(""), at: .earliest, takenAt: nil, deliveredAt: nil, failure: nil, attempts: 0,
        nextAt: nil, heardBy: [])

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("ticket_id", &ticket)
        columns.visit("at_ms", &at)
        columns.visit("taken_at_ms", &takenAt)
        columns.visit("delivered_at_ms", &deliveredAt)
        columns.visit("failure", &failure)
        columns.visit("attempts", &attempts)
        columns.visit("next_ms", &nextAt)
        columns.visit(heardBy: &heardBy)
    }
}

extension ColumnVisitor {
    /// Visits when an alarm was heard through each channel, of which a value keeps only through which it was: it binds
    /// NULL, since rows are added before anybody has heard it.
    mutating func visit(heardBy channels: inout Set<AlarmChannel>) {
        for channel in AlarmChannel.allCases {
            var at: Instant?
            visit(channel.column, &at)
            if at == nil { channels.remove(channel) } else { channels.insert(channel) }
        }
    }
}
