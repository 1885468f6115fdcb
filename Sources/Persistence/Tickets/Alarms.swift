package import Purchases

/// Alarms about losses of funds: which of them are due, and what became of them. Rows are `AlarmTable`'s,
/// `IncidentAlarms` lets an incident ring once, and `Alarms/AlarmSender.swift` hands them out.
extension Store {
    /// Whether an alarm is due that can be rung on a channel which the caller reaches.
    package func hasDueAlarm(at now: Instant, through reach: Set<AlarmChannel> = .all) throws(StoreError)
        -> Bool
    {
        try read { try AlarmTable.due(at: now, through: reach, in: $0) } != nil
    }

    /// The alarms that wait, in numbers.
    package func alarmStanding() throws(StoreError) -> AlarmSummary {
        try read { try AlarmTable.standing($0) }
    }

    /// Takes the next alarm that is due, so that nobody else delivers it while the lease lasts; nil when none is due.
    ///
    /// An incident rings once, with the first of its tickets, and all others of it are passed over.
    /// - Throws: `StoreError`: refused by role; busy.
    package func takeAlarm(
        through reach: Set<AlarmChannel> = .all, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Alarm? {
        guard try hasDueAlarm(at: now, through: reach) else { return nil }
        return try write(.alarm, by: agent, at: now) { writing in
            let before = writing.db.totalChanges
            guard let alarm = try IncidentAlarms(db: writing.db, now: now).take(through: reach) else {
                guard writing.db.totalChanges > before else { return .nothing(nil) }
                return .done(nil, try AuditDraft("alarms", ["passed_over": true]))
            }
            let about = [.ticket(alarm.ticket)] + (alarm.incident.map { [AuditSubject.incident($0)] } ?? [])
            let details = [
                "ticket": alarm.ticket.rawValue, "attempt": String(alarm.attempts),
                "incident": alarm.incident?.rawValue,
            ]
            return .done(alarm, try AuditDraft("alarms", about: about, details))
        }
    }

    /// Notes what became of an alarm that was taken, and on which channels it was heard this time.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func settleAlarm(
        _ alarm: Alarm, as end: Alarm.End, heardBy: Set<AlarmChannel> = [], by agent: AgentName,
        at now: Instant
    ) throws(StoreError) {
        try write(.alarm, by: agent, at: now) { writing in
            let isChanged = try AlarmTable.settle(
                alarm, as: end, heardBy: heardBy, at: now, in: writing.db)
            guard isChanged || !heardBy.isEmpty else { return .nothing(()) }
            try writing.changed(.ticket, alarm.ticket.rawValue)
            if end == .needless, let ticket = alarm.ticket.row {
                try IncidentAlarms(db: writing.db, now: now).forget(ticket)
            }
            let words: (outcome: String, failure: String?) =
                switch end {
                case .delivered: ("delivered", nil)
                case .failed(let why): ("failed", why)
                case .needless: ("needless", nil)
                case .handedOn: ("handed_on", nil)
                }
            let details = [
                "ticket": alarm.ticket.rawValue, "outcome": words.outcome, "failure": words.failure,
            ]
            return .done((), try AuditDraft("alarms", about: [.ticket(alarm.ticket)], details))
        }
    }

    /// Takes everything that waits, to be told as one, because no command is there to be called.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func takeUnheardAlarms(by agent: AgentName, at now: Instant) throws(StoreError) -> UnheardAlarms {
        guard try alarmStanding() != .clear else { return .none }
        return try write(.alarm, by: agent, at: now) { writing in
            let before = writing.db.totalChanges
            let told = try IncidentAlarms(db: writing.db, now: now).tell()
            guard writing.db.totalChanges > before else { return .nothing(told) }
            return .done(
                told,
                try AuditDraft(
                    "alarms", about: told.incidents.map { .incident($0.id) },
                    ["told": told.count, "incidents": told.incidents.count]))
        }
    }

    /// Lets nobody be called for the alarms that wait.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func passAlarmsOver(by agent: AgentName, at now: Instant) throws(StoreError) {
        guard try alarmStanding() != .clear else { return }
        try write(.alarm, by: agent, at: now) { writing in
            try AlarmTable.passOver(at: now, in: writing.db)
            return .done((), try AuditDraft("alarms", ["passed_over": true]))
        }
    }
}
