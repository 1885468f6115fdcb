internal import GRDB
public import Purchases

extension Store {
    /// Opens a ticket for a purchase that the app did not report.
    ///
    /// - Throws: `StoreError`: not found for an unknown customer; conflict when the charge has a ticket or was delivered; refused by role.
    public func openTicket(_ opening: OpenTicketRequest, by agent: AgentName, at now: Instant) throws
        -> TicketPage
    {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).open(opening) }
    }

    /// Writes a note on a ticket.
    ///
    /// - Throws: `StoreError`: not found; usage for an empty note; refused by role.
    public func noteTicket(
        _ id: TicketID, _ text: String, reference: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).note(id, text, reference: reference) }
    }

    /// Claims a ticket, so that nobody else works on it.
    ///
    /// - Throws: `StoreError`: not found; conflict when somebody else holds it or it is resolved; refused by role.
    public func claimTicket(_ id: TicketID, by agent: AgentName, at now: Instant) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).claim(id) }
    }

    /// Gives a claimed ticket back to its queue.
    ///
    /// - Throws: `StoreError`: not found; conflict when somebody else holds it or nobody does; refused by role.
    public func releaseTicket(_ id: TicketID, by agent: AgentName, at now: Instant) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).release(id) }
    }

    /// Claims the first unclaimed ticket in queue order of groups 3 and 2; nil when there is none.
    ///
    /// - Throws: `StoreError`: refused by role.
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
    /// - Throws: `StoreError`: not found; conflict when it is not resolved or is a duplicate; usage without a note; refused by role.
    public func reopenTicket(
        _ id: TicketID, note: String, reference: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).reopen(id, note, reference: reference)
        }
    }

    /// Moves the tickets that only time moves: attempts that stayed unanswered for too long.
    ///
    /// Whoever opens the store calls it; an import does it by itself. Each write looks at a few hundred, and what no
    /// write has looked at stays due. Answers how many tickets changed.
    public func applyOverdueMoves(by agent: AgentName, at now: Instant) throws -> Int {
        guard try !isReadOnly && read({ try OverdueAttempts.exist(at: now, in: $0) }) else { return 0 }
        var (touched, place) = (Set<Int64>(), OverdueAttempts.Place?.some(.start))
        while let before = place {
            lock?.letOthersFirst()
            let part = try write(.ticketOverdue, by: agent, at: now) { writing in
                let part = try OverdueAttempts.settle(after: before, in: writing)
                guard part.place != nil else { return .nothing(part) }
                return .done(part, try AuditDraft("tickets", TicketChangeRecord(part.changes)))
            }
            touched.formUnion(part.changes.touched)
            place = part.place
        }
        return touched.count
    }
}

/// What people do to tickets, each deed told to the audit log.
struct TicketActions {
    let writing: StoreTransaction

    /// A desk inside a write.
    init(_ writing: StoreTransaction) { self.writing = writing }

    /// Writes a note.
    func note(_ id: TicketID, _ text: String, reference: String?) throws -> WriteResult<TicketPage> {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw StoreError.emptyNote
        }
        var (ticket, row) = try find(id)
        try keepNote(text, reference: reference, on: row)
        ticket.reference = reference ?? ticket.reference
        return try done(
            ticket, row: row, AuditDetails(deed: "note", note: FreeText(text), reference: reference))
    }

    /// Claims a ticket.
    func claim(_ id: TicketID) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        if ticket.claimedBy == writing.agent { return .nothing(try page(id)) }
        if let holder = ticket.claimedBy { throw held(ticket, by: holder) }
        return try claim(ticket, row: row)
    }

    /// Gives a claimed ticket back.
    func release(_ id: TicketID) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        guard let holder = ticket.claimedBy else {
            throw StoreError.notHeldByAnyone(id)
        }
        guard holder == writing.agent || writing.role == .lead else { throw held(ticket, by: holder) }
        (ticket.claimedBy, ticket.claimedAt) = (nil, nil)
        if ticket.isUnresolved { ticket.state = ticket.group.initialState }
        return try done(ticket, row: row, AuditDetails(deed: "release"))
    }

    /// Claims the first unclaimed ticket of those to work.
    func claimNext() throws -> WriteResult<TicketPage?> {
        let first = try writing.db.first(
            """
            \(TicketTable.selection) WHERE t.state IN ('open', 'retrying') AND t.claimed_by IS NULL
            ORDER BY t."group" DESC, t.is_made_good, t.waiting_since_ms, t.id LIMIT 1
            """
        ) { try TicketTable.read($0) }
        guard let first, let row = first.id.row else { return .nothing(nil) }
        switch try claim(first, row: row) {
        case .done(let page, let draft): return .done(page, draft)
        case .journaled(let page), .nothing(let page): return .nothing(page)
        }
    }

    /// Ends a ticket.
    func resolve(_ id: TicketID, _ ending: ResolveRequest, version: Int?) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        try TicketEndingRules.check(ending)
        if let version, version != ticket.version { throw changed(ticket) }
        let from = ticket.queue
        ticket.end(ending.resolution, at: writing.now, by: writing.agent)
        ticket.creditedQuantity = ending.quantity
        ticket.reference = ending.reference ?? ticket.reference
        try keepNote(ending.note, reference: ending.reference, on: row)
        try writing.move(
            ticket: row, from: from, to: nil, because: .ended(as: ending.resolution),
            resolution: ending.resolution)
        return try done(
            ticket, row: row,
            AuditDetails(
                deed: "resolve", note: FreeText(ending.note), reference: ending.reference,
                resolution: ending.resolution.rawValue, quantity: ending.quantity))
    }

    /// Takes a resolved ticket up again.
    func reopen(_ id: TicketID, _ note: String, reference: String?) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        guard !ticket.isUnresolved, let resolution = ticket.resolution else {
            throw StoreError.notResolved(id)
        }
        guard ticket.mergedInto == nil else {
            throw StoreError.duplicate(id)
        }
        guard !note.allSatisfy(\.isWhitespace) else {
            throw StoreError.reopeningNeedsNote
        }
        try keepNote(note, reference: reference, on: row)
        // What the facts said is not said again: a person knows better.
        try writing.db.run(
            "UPDATE tickets SET refused_resolution = ? WHERE id = ?",
            [ticket.resolvedBy == nil ? resolution.rawValue : nil, row])
        ticket.reopen()
        try writing.move(ticket: row, from: nil, to: ticket.group, because: .reopened(note: note))
        if ticket.group == .lossOfFunds { try AlarmTable.raiseAgain(row, at: writing.now, in: writing.db) }
        return try done(
            ticket, row: row, AuditDetails(deed: "reopen", note: FreeText(note), reference: reference))
    }

    private func claim(_ ticket: Ticket, row: Int64) throws -> WriteResult<TicketPage> {
        var claimed = ticket
        (claimed.claimedBy, claimed.claimedAt, claimed.state) = (writing.agent, writing.now, .claimed)
        return try done(claimed, row: row, AuditDetails(deed: "claim"))
    }
}

extension TicketActions {
    /// What the audit log says of a deed.
    struct AuditDetails: Encodable {
        let deed: String
        var note: FreeText?
        var reference: String?
        var resolution: String?
        var quantity: Int?
        var product: String?
    }

    /// The ticket of that name with its row; refuses one that is unknown.
    func find(_ id: TicketID) throws -> (Ticket, Int64) {
        guard let row = Int64(id.rawValue), let ticket = try TicketTable.at(row, in: writing.db) else {
            throw StoreError.unknownTicket(id)
        }
        return (ticket, row)
    }

    /// Keeps a changed ticket, and answers its page.
    func done(_ ticket: Ticket, row: Int64, _ deed: AuditDetails) throws -> WriteResult<TicketPage> {
        try TicketTable.update(ticket, in: writing.db)
        try writing.changed(TicketChanges(touched: [row]))
        let about: [AuditSubject?] = [.ticket(ticket.id), ticket.customer.map(AuditSubject.customer)]
        let draft = try AuditDraft(ticket.id.rawValue, about: about.compactMap { $0 }, deed)
        return .done(try page(ticket.id), draft)
    }

    /// The page of a ticket that is there.
    func page(_ id: TicketID) throws -> TicketPage {
        guard let page = try TicketPageReading(db: writing.db, now: writing.now).page(id) else {
            throw StoreError.unknownTicket(id)
        }
        return page
    }

    /// Keeps what a person wrote; nothing when it is empty.
    func keepNote(_ text: String?, reference: String?, on row: Int64) throws {
        try TicketNotes.keep(
            text, reference: reference, on: row, by: writing.agent, at: writing.now, in: writing.db)
    }

    private func checkUnresolved(_ ticket: Ticket) throws {
        if !ticket.isUnresolved { throw StoreError.resolved(ticket) }
    }

    private func held(_ ticket: Ticket, by holder: AgentName) -> StoreError {
        .held(ticket.id, by: holder)
    }

    private func changed(_ ticket: Ticket) -> StoreError {
        .changed(ticket.id, state: ticket.state, group: ticket.group, cause: ticket.cause.rawValue)
    }
}
