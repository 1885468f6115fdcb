package import Persistence
package import Purchases

/// An alarm that somebody took to tell of it: what is said, and through what it is not heard yet.
package struct AlarmCall: Sendable {
    /// The alarm.
    package let alarm: Alarm
    /// What is said.
    package let text: String
    /// Through what it is to be heard still that we reach: the command, the address.
    package let outstanding: [AlarmChannel: String]
    /// Through what it is to be heard still in all.
    package let missing: Set<AlarmChannel>

    /// What it is called where whoever hears it twice is to know: the loss, or the incident.
    package var key: String {
        alarm.incident.map { "incident-\($0.rawValue)" } ?? "ticket-\(alarm.ticket.rawValue)"
    }
}

/// Gives out the alarms that are due, one after the other, and notes what became of them.
///
/// The command can be run by whoever runs makegood, the address is reached by the server alone: who reaches one only
/// hands an alarm on that waits for the other.
package struct AlarmDesk: Sendable {
    /// How long one call may take.
    package static let longestCall = Duration.seconds(5)

    private let store: Store
    private let agent: AgentName
    private let reach: Set<AlarmChannel>

    /// The desk of somebody who reaches some.
    package init(_ store: Store, agent: AgentName, reach: Set<AlarmChannel>) {
        (self.store, self.agent, self.reach) = (store, agent, reach)
    }

    /// What leads set to be called.
    ///
    /// - Throws: `StoreError`: the store cannot be read.
    package static func channels(of store: Store) throws -> [AlarmChannel: String] {
        let settings = try store.settings()
        let set = AlarmChannel.allCases.compactMap { channel in
            settings[channel.setting].flatMap { $0.isEmpty ? nil : (channel, $0) }
        }
        return Dictionary(set) { first, _ in first }
    }

    /// Takes the next alarm that is due for somebody whom we reach; what is no loss any more is passed over.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func next(at now: Instant) throws -> AlarmCall? {
        let channels = try AlarmDesk.channels(of: store)
        guard !channels.isEmpty else { return nil }
        while let alarm = try store.takeAlarm(through: reach, by: agent, at: now) {
            guard let page = try store.ticketPage(alarm.ticket, at: now) else { return nil }
            let incident = try alarm.incident.flatMap { try store.incidentPage($0)?.incident }
            guard page.ticket.isUnresolved || (incident?.figures.open ?? 0) > 0 else {
                try store.settleAlarm(alarm, as: .needless, by: agent, at: now)
                continue
            }
            let missing = channels.filter { !alarm.heardBy.contains($0.key) }
            return AlarmCall(
                alarm: alarm, text: AlarmText.loss(page, of: incident),
                outstanding: missing.filter { reach.contains($0.key) }, missing: Set(missing.keys))
        }
        return nil
    }

    /// Notes through what an alarm was heard, and why it was not heard through the rest.
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
