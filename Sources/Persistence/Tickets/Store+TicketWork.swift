internal import GRDB
public import Purchases

extension Store {
    /// Opens a ticket for a purchase that the app did not report.
    ///
    /// Errors: not found for an unknown customer; conflict when the charge has a ticket or was delivered; refused by role.
    public func openTicket(_ opening: OpenTicketRequest, by agent: AgentName, at now: Instant) throws
        -> TicketPage
    {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).open(opening) }
    }

    /// Writes a note on a ticket.
    ///
    /// Errors: not found; usage for an empty note; refused by role.
    public func noteTicket(
        _ id: TicketID, _ text: String, reference: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).note(id, text, reference) }
    }

    /// Claims a ticket, so that nobody else works on it.
    ///
    /// Errors: not found; conflict when somebody else holds it or it is resolved; refused by role.
    public func claimTicket(_ id: TicketID, by agent: AgentName, at now: Instant) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).claim(id) }
    }

    /// Gives a claimed ticket back to its queue.
    ///
    /// Errors: not found; conflict when somebody else holds it or nobody does; refused by role.
    public func releaseTicket(_ id: TicketID, by agent: AgentName, at now: Instant) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).release(id) }
    }

    /// Claims the first unclaimed ticket in queue order of groups 3 and 2; nil when there is none.
    ///
    /// Errors: refused by role.
    public func claimNextTicket(by agent: AgentName, at now: Instant) throws -> TicketPage? {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).claimNext() }
    }

    /// Ends a ticket; writing off is a lead's.
    ///
    /// `version` is what the agent saw. Errors: not found; conflict when it changed since or is resolved; usage (a
    /// missing note or quantity, or an end that only the facts can find); refused by role.
    public func resolveTicket(
        _ id: TicketID, _ ending: ResolveRequest, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        let action: AuditAction = ending.resolution == .writtenOff ? .ticketWriteOff : .ticket
        return try write(action, by: agent, at: now) {
            try TicketActions($0).resolve(id, ending, version: version)
        }
    }

    /// Takes a resolved ticket up again.
    ///
    /// Errors: not found; conflict when it is not resolved or is a duplicate; usage without a note; refused by role.
    public func reopenTicket(
        _ id: TicketID, note: String, reference: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).reopen(id, note, reference) }
    }

    /// Moves the tickets that only time moves: attempts that stayed unanswered for too long.
    ///
    /// Whoever opens the store calls it; an import does it by itself. Each write looks at a few hundred, and what no
    /// write has looked at stays due. Answers how many tickets changed.
    public func applyOverdueMoves(by agent: AgentName, at now: Instant) throws -> Int {
        guard try !isReadOnly && read({ try OverdueAttempts.exist(at: now, $0) }) else { return 0 }
        var (touched, place) = (Set<Int64>(), OverdueAttempts.Place?.some(.start))
        while let before = place {
            lock?.letOthersFirst()
            let part = try write(.ticketOverdue, by: agent, at: now) { writing in
                let part = try OverdueAttempts.settle(after: before, writing)
                guard part.place != nil else { return .nothing(part) }
                return .done(part, try AuditDraft("tickets", TicketChangeRecord(part.changes)))
            }
            touched.formUnion(part.changes.touched)
            place = part.place
        }
        return touched.count
    }
}
