package import Purchases

extension Store {
    /// Claims the first ticket in queue order of groups 3 and 2 that nobody works on; nil when there is none.
    ///
    /// Passed over are those that wait, that were handed to somebody else, that the agent skipped not long ago unless they
    /// changed their group since, and those at which somebody else's console looks.
    /// - Throws: `StoreError`: refused by role.
    package func claimNextTicket(by agent: AgentName, at now: Instant) throws(StoreError) -> TicketPage? {
        let viewed = presences().filter { $0.agent != agent }.compactMap(\.attention?.ticket)
        return try write(.ticket, by: agent, at: now) {
            try TicketActions($0).claimNext(passingOver: Set(viewed))
        }
    }
}

extension TicketActions {
    /// Claims the first unclaimed ticket of those to work.
    func claimNext(passingOver viewed: Set<TicketID>) throws -> WriteResult<TicketPage?> {
        let next = NextTicket(agent: writing.agent, now: writing.now, viewed: viewed, db: writing.db)
        guard let first = try next.find(), let row = first.id.row else { return .nothing(nil) }
        return try claim(first, row: row).map { $0 }
    }
}

/// Finds the ticket that an agent is to work on next.
struct NextTicket {
    let agent: AgentName
    let now: Instant
    /// What somebody else looks at.
    let viewed: Set<TicketID>
    let db: Connection

    /// The first in queue order; nil when there is none.
    func find() throws -> Ticket? {
        let skippedAfter = now - .hours(Int64(try SettingTable.number(.skipHours, in: db)))
        for segment in QueueSegment.all(of: [.lossOfFunds, .undelivered]) {
            var conditions = segment.conditions(at: now)
            // Nobody has it: an assignee who is no longer listed keeps nothing from anybody.
            conditions.add(
                """
                t.state IN ('open', 'retrying') AND t.claimed_by IS NULL
                AND (t.assigned_to IS NULL OR t.assigned_to = ?
                  OR NOT EXISTS (SELECT 1 FROM agents a WHERE a.login = t.assigned_to AND a.removed_at_ms IS NULL))
                """, agent)
            conditions.add(
                """
                (t.skips = 0 OR NOT EXISTS (SELECT 1 FROM ticket_skips s WHERE s.ticket_id = t.id AND s.agent = ?
                  AND s.at_ms > ? AND s."group" = t."group"))
                """, agent, skippedAfter)
            if let found = try first(of: conditions, order: segment.order) { return found }
        }
        return nil
    }

    private func first(of conditions: TicketConditions, order: String) throws -> Ticket? {
        var found: Ticket?
        try db.step(
            "\(TicketTable.selection) WHERE \(conditions.sql) ORDER BY \(order)", conditions.arguments
        ) { row in
            let ticket = try TicketTable.read(row)
            if !viewed.contains(ticket.id) { found = ticket }
            return found == nil
        }
        return found
    }
}
