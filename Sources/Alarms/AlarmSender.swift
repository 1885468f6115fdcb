package import Persistence
package import Purchases

/// An alarm that was taken to be rung now: its text, and the channels on which nobody has heard it yet.
package struct AlarmCall: Sendable {
    package let alarm: Alarm
    package let text: String
    /// The command that has not heard it, where it is ours to run.
    package let command: AlarmCommand?
    /// The address that has not heard it, where we reach it.
    package let address: String?
    /// Every channel that leads set and that has not heard it, also those that this program does not reach.
    package let missing: Set<AlarmChannel>

    /// The same for the same loss or incident, so that a receiver who hears it twice knows it for one alarm.
    package var key: String {
        alarm.incident.map { "incident-\($0.rawValue)" } ?? "ticket-\(alarm.ticket.rawValue)"
    }
}

/// Hands out the alarms that are due, one after the other, and notes what became of them. It rings none itself: that do
/// the server's `AlarmWorker` and the `AlarmDispatcher` of `makegood`.
///
/// The command is run by processes of one account, which agreed to it, and the address is reached by the server alone.
/// A program that reaches one of them hands on an alarm that the other has not heard.
package struct AlarmSender: Sendable {
    /// How long one call may take.
    package static let longestCall = Duration.seconds(5)

    private let store: Store
    private let agent: AgentName
    private let consent: AlarmConsent
    private let able: Set<AlarmChannel>

    /// The sender of an agent's program.
    ///
    /// - Parameter able: the channels that the program has at all: `makegood` the command alone, the server both.
    package init(_ store: Store, agent: AgentName, consent: AlarmConsent, able: Set<AlarmChannel>) {
        (self.store, self.agent, self.consent, self.able) = (store, agent, consent, able)
    }

    /// Takes the next alarm that is due on a channel that we reach; nil where none is. An alarm whose ticket has
    /// ended, and whose incident has no open ticket, is settled as needless.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func next(at now: Instant) throws -> AlarmCall? {
        let reach = try AlarmReach(of: store, with: consent)
        let channels = reach.channels.intersection(able)
        guard !channels.isEmpty, try store.hasDueAlarm(at: now, through: channels) else { return nil }
        // Many losses of one moment are an incident's, which is looked for before the first of them rings alone. Where it
        // cannot be, they ring all the same.
        _ = try? store.findIncidents(by: agent, at: now)
        while let alarm = try store.takeAlarm(through: channels, by: agent, at: now) {
            store.pass(.alarmTaken)
            guard let page = try store.wholePage(of: TicketQuery(alarm.ticket), at: now) else { return nil }
            let incident = try alarm.incident.flatMap {
                try store.wholePage(of: IncidentQuery($0), at: now)?.incident
            }
            guard page.ticket.isUnresolved || (incident?.figures.open ?? 0) > 0 else {
                try store.settleAlarm(alarm, as: .needless, by: agent, at: now)
                continue
            }
            let missing = Set(reach.calling.targets.keys).subtracting(alarm.heardBy)
            let ours = missing.intersection(channels)
            return AlarmCall(
                alarm: alarm, text: AlarmText.loss(page, of: incident),
                command: ours.contains(.command) ? reach.command : nil,
                address: ours.contains(.url) ? reach.address : nil, missing: missing)
        }
        return nil
    }

    /// Notes on which channels an alarm was heard, and why not on the others.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func settle(
        _ call: AlarmCall, heardBy: Set<AlarmChannel>, failure: String?, at now: Instant
    ) throws {
        let end: Alarm.End =
            if let failure {
                .failed(failure)
            } else {
                call.missing.isSubset(of: heardBy) ? .delivered : .handedOn
            }
        try store.settleAlarm(call.alarm, as: end, heardBy: heardBy, by: agent, at: now)
    }
}
