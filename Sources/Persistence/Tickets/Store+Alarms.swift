internal import GRDB
public import Purchases

extension Store {
    /// Takes the oldest alarms that wait, so that nobody else delivers them; answers those taken.
    ///
    /// Errors: refused by role; busy.
    public func takeAlarms(
        atMost limit: Int = .max, by agent: AgentName, at now: Instant
    ) throws -> [Alarm] {
        guard try !read({ try AlarmRows.waiting(atMost: 1, $0) }).isEmpty else { return [] }
        return try write(.alarm, by: agent, at: now) { writing in
            let taken = try AlarmRows.take(atMost: limit, writing)
            guard !taken.isEmpty else { return .nothing([]) }
            return .done(taken, try AuditDraft("alarms", ["tickets": taken.map(\.ticket)]))
        }
    }

    /// Notes what became of an alarm: delivered, or why not.
    ///
    /// Errors: refused by role; busy.
    public func settleAlarm(
        of ticket: TicketID, failure: String?, by agent: AgentName, at now: Instant
    ) throws {
        try write(.alarm, by: agent, at: now) { writing in
            try AlarmRows.settle(ticket, failure: failure, writing)
            let details = ["ticket": ticket.rawValue, "failure": failure]
            return .done((), try AuditDraft("alarms", about: [.ticket(ticket)], details))
        }
    }
}
