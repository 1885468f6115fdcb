public import Purchases

extension Store {
    /// Hands a ticket over to an agent; who hands it over holds it no more.
    ///
    /// - Throws: `StoreError`: not found, for the agent too; conflict when it is resolved or changed since; refused by role,
    /// and for an agent whose role does not work on tickets.
    public func assignTicket(
        _ id: TicketID, to assignee: AgentName, reference: String? = nil, version: Int? = nil,
        by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).assign(
                id, to: assignee, TicketSight(reference: reference, version: version))
        }
    }

    /// Notes that the customer was written to or spoken with.
    ///
    /// - Throws: `StoreError`: not found; conflict when it is resolved or changed since; refused by role.
    public func noteContact(
        on id: TicketID, by channel: ContactChannel, reference: String? = nil, version: Int? = nil,
        agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).contacted(
                id, by: channel, TicketSight(reference: reference, version: version))
        }
    }

    /// Lets a ticket wait; time, news, or a note by somebody else brings it back.
    ///
    /// - Throws: `StoreError`: not found; conflict when it is resolved or changed since; usage for an end in the past;
    /// refused by role.
    public func letTicketWait(
        _ id: TicketID, for party: WaitingParty, until: Instant, reference: String? = nil,
        version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).wait(
                id, for: party, until: until, TicketSight(reference: reference, version: version))
        }
    }

    /// Passes a ticket over, so that the agent is not given it next; leads see who did, and why.
    ///
    /// - Throws: `StoreError`: not found; conflict when it is resolved or changed since; usage without a reason; refused by
    /// role.
    public func skipTicket(
        _ id: TicketID, reason: String, reference: String? = nil, version: Int? = nil, by agent: AgentName,
        at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).skip(
                id, reason: reason, TicketSight(reference: reference, version: version))
        }
    }

    /// Notes that two tickets belong together; those that are linked are answered as they are.
    ///
    /// - Throws: `StoreError`: not found; conflict when it changed since; usage for a ticket and itself; refused by role.
    public func linkTicket(
        _ id: TicketID, to other: TicketID, reference: String? = nil, version: Int? = nil,
        by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).link(
                id, to: other, TicketSight(reference: reference, version: version))
        }
    }

    /// Asks whoever has the network to try again to deliver; a ticket for which that is asked is answered as it is.
    ///
    /// - Throws: `StoreError`: not found; conflict when it is resolved or changed since; usage where nobody was charged;
    /// refused by role.
    public func askForRetry(
        of id: TicketID, reference: String? = nil, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).retry(id, TicketSight(reference: reference, version: version))
        }
    }
}

extension TicketActions {
    /// Hands it over.
    func assign(_ id: TicketID, to assignee: AgentName, _ sight: TicketSight) throws -> WriteResult<
        TicketPage
    > {
        var (ticket, row) = try find(id, sight)
        try checkUnresolved(ticket)
        guard let role = try? AgentRules.role(of: assignee, in: writing.db) else {
            throw StoreError.unlistedAgent(assignee)
        }
        guard role.may(.workTickets) else { throw StoreError.worksNoTickets(assignee, role) }
        let warnings = warnings(about: ticket)
        if ticket.claimedBy == writing.agent, assignee != writing.agent { ticket.release() }
        ticket.assignedTo = assignee
        try keep(.assigned(to: assignee), of: row, reference: sight.reference)
        return try done(
            ticket, row: row,
            AuditDetails(deed: "assign", reference: sight.reference, to: assignee.rawValue), warnings,
            about: [.agent(assignee)])
    }

    /// Notes a contact.
    func contacted(_ id: TicketID, by channel: ContactChannel, _ sight: TicketSight) throws -> WriteResult<
        TicketPage
    > {
        var (ticket, row) = try find(id, sight)
        try checkUnresolved(ticket)
        let warnings = warnings(about: ticket)
        (ticket.contactedAt, ticket.contactedBy) = (writing.now, channel)
        try keep(.contacted(by: channel), of: row, reference: sight.reference)
        return try done(
            ticket, row: row,
            AuditDetails(deed: "contacted", reference: sight.reference, channel: channel.rawValue), warnings)
    }

    /// Lets it wait; whoever holds it holds it still.
    func wait(
        _ id: TicketID, for party: WaitingParty, until: Instant, _ sight: TicketSight
    ) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id, sight)
        try checkUnresolved(ticket)
        guard until > writing.now else { throw StoreError.waitEndsInPast(until) }
        let warnings = warnings(about: ticket)
        (ticket.state, ticket.waitingFor, ticket.waitingUntil) = (.waiting, party, until)
        try keep(.waiting(for: party, until: until), of: row, reference: sight.reference)
        return try done(
            ticket, row: row,
            AuditDetails(
                deed: "wait", reference: sight.reference, waitingFor: party.rawValue, until: until.description
            ),
            warnings)
    }

    /// Passes it over.
    func skip(_ id: TicketID, reason: String, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        guard !reason.allSatisfy(\.isWhitespace) else { throw StoreError.skippingNeedsReason }
        var (ticket, row) = try find(id, sight)
        try checkUnresolved(ticket)
        let warnings = warnings(about: ticket)
        if ticket.claimedBy == writing.agent { ticket.release() }
        if ticket.assignedTo == writing.agent { ticket.assignedTo = nil }
        ticket.skips += 1
        try TicketSkipTable.keep(
            reason, of: ticket, row: row, by: writing.agent, at: writing.now, in: writing.db)
        return try done(
            ticket, row: row,
            AuditDetails(deed: "skip", reference: sight.reference, reason: FreeText(reason)),
            warnings)
    }

    /// Notes that two belong together.
    func link(_ id: TicketID, to other: TicketID, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id, sight)
        let (linked, otherRow) = try find(other, TicketSight(reference: nil, version: nil))
        guard row != otherRow else { throw StoreError.linkedToItself(id) }
        guard
            try TicketLinkTable.keep(row, otherRow, by: writing.agent, at: writing.now, in: writing.db)
        else { return .nothing(try page(id)) }
        try keep(.linked(to: other), of: row, reference: sight.reference)
        try keep(.linked(to: id), of: otherRow, reference: sight.reference)
        try writing.changed(TicketChanges(touched: [otherRow]))
        let about: [AuditSubject?] = [.ticket(other), linked.customer.map(AuditSubject.customer)]
        return try done(
            ticket, row: row,
            AuditDetails(deed: "link", reference: sight.reference, other: other.rawValue),
            warnings(about: ticket), about: about.compactMap { $0 })
    }

    /// Asks for another try; what is asked and not yet done is not asked twice.
    func retry(_ id: TicketID, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id, sight)
        try checkUnresolved(ticket)
        guard ticket.group != .notCharged else { throw StoreError.nothingToRetry(id) }
        let subject = id.rawValue
        // One that waits for its next time is tried at once.
        if let waiting = try AppStoreRequestTable.waiting(.retry, about: subject, in: writing.db),
            try AppStoreRequestTable.at(waiting, in: writing.db)?.nextTryAt ?? writing.now <= writing.now
        {
            return .nothing(try page(id))
        }
        try AppStoreRequestTable.ask(
            .retry, about: subject, by: writing.agent, at: writing.now, in: writing.db)
        try keep(.retryAsked, of: row, reference: sight.reference)
        return try done(
            ticket, row: row, AuditDetails(deed: "retry", reference: sight.reference),
            warnings(about: ticket))
    }
}
