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
    /// `version`, here and in every act, is what the agent saw; without it nothing is compared.
    /// - Throws: `StoreError`: not found; conflict when it changed since; usage for an empty note; refused by role.
    public func noteTicket(
        _ id: TicketID, _ text: String, reference: String? = nil, version: Int? = nil, by agent: AgentName,
        at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).note(id, text, TicketSight(reference: reference, version: version))
        }
    }

    /// Claims a ticket, so that nobody else works on it; one's own is answered as it is.
    ///
    /// - Throws: `StoreError`: not found; conflict when somebody else holds it, it is resolved, or changed since; refused by role.
    public func claimTicket(
        _ id: TicketID, reference: String? = nil, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).claim(id, TicketSight(reference: reference, version: version))
        }
    }

    /// Gives a claimed ticket, or one that was handed to the agent, back to its queue.
    ///
    /// - Throws: `StoreError`: not found; conflict when somebody else holds it, nobody does, or it changed since; refused by role.
    public func releaseTicket(
        _ id: TicketID, reference: String? = nil, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).release(id, TicketSight(reference: reference, version: version))
        }
    }

    /// Ends a ticket; writing off is a lead's. What no fact shows needs a note and a case, and some of it a lead: an agent's
    /// wish is filed as a request then, once for each ticket.
    ///
    /// Errors: not found; conflict when it changed since it was seen, is resolved, another end of it waits for a lead, or the
    /// other ticket is about something else; usage (a missing note, case, quantity or other ticket, or an end that only the
    /// facts can find); refused by role.
    public func resolveTicket(
        _ id: TicketID, _ ending: ResolveRequest, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> ResolveAnswer {
        let action: AuditAction = ending.resolution == .writtenOff ? .ticketWriteOff : .ticket
        return try write(action, by: agent, at: now) {
            try TicketActions($0).resolve(id, ending, version: version)
        }
    }

    /// Takes a resolved ticket up again.
    ///
    /// - Throws: `StoreError`: not found; conflict when it is not resolved, is a duplicate, or changed since; usage without a
    /// note; refused by role.
    public func reopenTicket(
        _ id: TicketID, note: String, reference: String? = nil, version: Int? = nil, by agent: AgentName,
        at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) {
            try TicketActions($0).reopen(id, note, TicketSight(reference: reference, version: version))
        }
    }
}

/// What an agent brings along to any act on a ticket: the helpdesk's case, and the version that was looked at.
struct TicketSight {
    /// The helpdesk's case; nil leaves the one that it has.
    let reference: String?
    /// The version that the agent saw; nil compares nothing.
    let version: Int?
}

/// What people do to tickets, each deed told to the audit log.
struct TicketActions {
    let writing: StoreTransaction

    /// A desk inside a write.
    init(_ writing: StoreTransaction) { self.writing = writing }

    /// Writes a note; one by somebody else wakes a ticket that waits.
    func note(_ id: TicketID, _ text: String, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw StoreError.emptyNote
        }
        var (ticket, row) = try find(id, sight)
        let warnings = warnings(about: ticket)
        try keepNote(text, reference: sight.reference, on: row)
        if ticket.state == .waiting, try TicketDeedTable.waiter(of: row, in: writing.db) != writing.agent {
            ticket.wake(at: writing.now)
            try TicketDeedTable.keep(
                .woken(because: .note), of: row, by: nil, at: writing.now, in: writing.db)
        }
        return try done(
            ticket, row: row, AuditDetails(deed: "note", note: FreeText(text), reference: sight.reference),
            warnings)
    }

    /// Claims a ticket.
    func claim(_ id: TicketID, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id, sight)
        try checkUnresolved(ticket)
        if ticket.claimedBy == writing.agent { return .nothing(try page(id)) }
        if let holder = ticket.claimedBy { throw StoreError.held(id, by: holder) }
        return try claim(ticket, row: row, reference: sight.reference)
    }

    /// Claims a ticket that nobody holds; one that waits goes on waiting, in somebody's hands.
    func claim(_ ticket: Ticket, row: Int64, reference: String?) throws -> WriteResult<TicketPage> {
        var claimed = ticket
        (claimed.claimedBy, claimed.claimedAt) = (writing.agent, writing.now)
        if claimed.state != .waiting { claimed.state = .claimed }
        try keep(.claimed, of: row, reference: reference)
        return try done(
            claimed, row: row, AuditDetails(deed: "claim", reference: reference), warnings(about: ticket))
    }

    /// Gives a ticket back.
    func release(_ id: TicketID, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id, sight)
        let isHandedOver = ticket.isUnresolved && ticket.assignedTo == writing.agent
        guard let holder = ticket.claimedBy ?? (isHandedOver ? writing.agent : nil) else {
            throw StoreError.notHeldByAnyone(id)
        }
        guard holder == writing.agent || writing.role == .lead else {
            throw StoreError.held(id, by: holder)
        }
        ticket.release()
        // Who gives it back does not want it kept for oneself.
        if ticket.assignedTo == holder { ticket.assignedTo = nil }
        try keep(.released(from: holder), of: row, reference: sight.reference)
        return try done(
            ticket, row: row,
            AuditDetails(deed: "release", reference: sight.reference, from: holder.rawValue))
    }

    /// Ends a ticket, or asks a lead for it.
    func resolve(
        _ id: TicketID, _ request: ResolveRequest, version: Int?
    ) throws -> WriteResult<ResolveAnswer> {
        if request.resolution == .withdrawn {
            return try withdraw(id, request, version: version).map { .resolved($0) }
        }
        let (ticket, row) = try find(id, TicketSight(reference: request.reference, version: nil))
        try checkUnresolved(ticket)
        try TicketEndingRules.check(request)
        if let version, version != ticket.version { throw StoreError.changed(ticket) }
        let ending = try TicketEnding(request, ofTicketAt: row, in: writing)
        try ending.check(ticket)
        if try ending.needsLead() { return try file(request, on: ticket) }
        let (page, draft) = try end(ticket, row: row, ending)
        return .done(.resolved(page), draft)
    }

    /// Ends a ticket; a lead who grants an agent's wish says whose it was.
    private func end(
        _ ticket: Ticket, row: Int64, _ ending: TicketEnding, asked: ApprovalRequest? = nil
    ) throws -> (TicketPage, AuditDraft) {
        let (request, warnings) = (ending.request, warnings(about: ticket))
        var ended = ticket
        ended.end(request.resolution, at: writing.now, by: writing.agent)
        ended.isWithoutProof = ending.facts.isWithoutProof(request.resolution)
        ended.creditedQuantity = request.quantity
        try TicketNotes.keep(
            request.note, reference: request.reference, on: row, by: asked?.askedBy ?? writing.agent,
            at: writing.now, in: writing.db)
        if let other = request.other { try keepDuplicate(row, of: other) }
        try writing.move(
            ticket: row, from: ticket.queue, to: nil, because: .ended(as: request.resolution),
            resolution: request.resolution)
        let details = AuditDetails(
            deed: "resolve", note: FreeText(request.note), reference: request.reference,
            resolution: request.resolution.rawValue, quantity: request.quantity,
            other: request.other?.rawValue, proof: ending.isSaid ? EndingProof.said.rawValue : nil,
            approved: asked?.id.rawValue, askedBy: asked?.askedBy.rawValue)
        let others = [request.other.map(AuditSubject.ticket), (asked?.id).map(AuditSubject.request)]
        return try kept(ended, row: row, details, warnings, about: others.compactMap { $0 })
    }

    /// Ends a ticket as an agent asked for.
    func grant(_ request: ApprovalRequest, _ asked: EndAsked) throws -> (TicketPage, AuditDraft) {
        let (ticket, row) = try find(
            asked.ticket, TicketSight(reference: asked.ending.reference, version: nil))
        try checkUnresolved(ticket)
        let ending = try TicketEnding(asked.ending, ofTicketAt: row, in: writing)
        try ending.check(ticket)
        return try end(ticket, row: row, ending, asked: request)
    }

    /// Keeps the wish for a lead; one that waits already is answered as it is.
    private func file(
        _ request: ResolveRequest, on ticket: Ticket
    ) throws -> WriteResult<ResolveAnswer> {
        let asked = EndAsked(ticket: ticket.id, customer: ticket.customer, ending: request)
        if let waiting = try ApprovalTable.waitingEnd(of: ticket.id, in: writing.db) {
            guard waiting.askedBy == writing.agent, waiting.wish == .end(asked) else {
                throw StoreError.endWaits(ticket.id, waiting.id, by: waiting.askedBy)
            }
            return .nothing(.filed(waiting))
        }
        let filed = try ApprovalTable.insert(asked, in: writing)
        let about: [AuditSubject?] = [
            .request(filed.id), .ticket(ticket.id), ticket.customer.map(AuditSubject.customer),
        ]
        return .instead(
            .requestFile, .filed(filed),
            try AuditDraft(
                filed.id.rawValue, about: about.compactMap { $0 },
                AuditDetails(
                    deed: "resolve", note: FreeText(request.note), reference: request.reference,
                    resolution: request.resolution.rawValue, other: request.other?.rawValue,
                    ticket: ticket.id.rawValue)))
    }

    /// Links a duplicate to the ticket that goes on.
    private func keepDuplicate(_ row: Int64, of other: TicketID) throws {
        guard let otherRow = other.row,
            try TicketLinkTable.keep(row, otherRow, by: writing.agent, at: writing.now, in: writing.db)
        else { return }
        try keep(.linked(to: TicketID(row: row)), of: otherRow, reference: nil)
        try writing.changed(TicketChanges(touched: [otherRow]))
    }

    /// Takes a resolved ticket up again.
    func reopen(_ id: TicketID, _ note: String, _ sight: TicketSight) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id, sight)
        guard !ticket.isUnresolved, let resolution = ticket.resolution else {
            throw StoreError.notResolved(id)
        }
        guard ticket.mergedInto == nil else {
            throw StoreError.duplicate(id)
        }
        guard resolution != .withdrawn else { throw StoreError.withdrawn(id) }
        guard !note.allSatisfy(\.isWhitespace) else {
            throw StoreError.reopeningNeedsNote
        }
        let warnings = warnings(about: ticket)
        try keepNote(note, reference: sight.reference, on: row)
        // What the facts said is not said again: a person knows better.
        try writing.db.run(
            "UPDATE tickets SET refused_resolution = ? WHERE id = ?",
            [ticket.resolvedBy == nil ? resolution.rawValue : nil, row])
        ticket.reopen(at: writing.now)
        // What was charged after all is in no queue of purchases without a payment.
        if ticket.group == .notCharged,
            try writing.db.exists("SELECT 1 FROM charges WHERE ticket_id = ?", [row])
        {
            ticket.group = .undelivered
        }
        try writing.move(ticket: row, from: nil, to: ticket.group, because: .reopened(note: note))
        if ticket.group == .lossOfFunds { try AlarmTable.raiseAgain(row, at: writing.now, in: writing.db) }
        return try done(
            ticket, row: row, AuditDetails(deed: "reopen", note: FreeText(note), reference: sight.reference),
            warnings)
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
        /// Who held it.
        var from: String?
        /// To whom it was handed over.
        var to: String?
        /// How the customer was contacted.
        var channel: String?
        /// Whom it waits for.
        var waitingFor: String?
        /// Until when it waits, RFC 3339.
        var until: String?
        /// Why it was passed over.
        var reason: FreeText?
        /// The ticket that it was linked to, or that it is a duplicate of.
        var other: String?
        /// `said` where no fact shows how it ended.
        var proof: String?
        /// The request that was approved with it.
        var approved: String?
        /// Who had asked for it.
        var askedBy: String?
        /// The ticket that a request is about.
        var ticket: String?
    }

    /// The ticket of that name, with the case that the agent names, and its row; refuses one that is unknown, and one
    /// that is not what the agent saw.
    func find(_ id: TicketID, _ sight: TicketSight) throws -> (Ticket, Int64) {
        guard let row = Int64(id.rawValue), var ticket = try TicketTable.at(row, in: writing.db) else {
            throw StoreError.unknownTicket(id)
        }
        if let version = sight.version, version != ticket.version { throw StoreError.changed(ticket) }
        ticket.reference = sight.reference ?? ticket.reference
        return (ticket, row)
    }

    /// Keeps a changed ticket as its holder's newest act if it is the holder's, and answers its page.
    func done(
        _ changed: Ticket, row: Int64, _ deed: AuditDetails, _ warnings: [TicketWarning] = [],
        about others: [AuditSubject] = []
    ) throws -> WriteResult<TicketPage> {
        let (page, draft) = try kept(changed, row: row, deed, warnings, about: others)
        return .done(page, draft)
    }

    /// Keeps a changed ticket, and tells its page and its entry of the audit log.
    private func kept(
        _ changed: Ticket, row: Int64, _ deed: AuditDetails, _ warnings: [TicketWarning],
        about others: [AuditSubject]
    ) throws -> (TicketPage, AuditDraft) {
        var ticket = changed
        ticket.touch(by: writing.agent, at: writing.now)
        try TicketTable.update(ticket, in: writing.db)
        try writing.faults.pass(.ticketWritten)
        try writing.changed(TicketChanges(touched: [row]))
        let about = [.ticket(ticket.id), ticket.customer.map(AuditSubject.customer)].compactMap { $0 }
        let draft = try AuditDraft(ticket.id.rawValue, about: about + others, deed)
        var page = try page(ticket.id)
        page.warnings = warnings + page.warnings
        return (page, draft)
    }

    /// The page of a ticket that is there.
    func page(_ id: TicketID) throws -> TicketPage {
        guard let page = try TicketPageReading(db: writing.db, now: writing.now).page(id) else {
            throw StoreError.unknownTicket(id)
        }
        return page
    }

    /// Keeps a deed for the timelines.
    func keep(_ deed: TicketDeed, of row: Int64, reference: String?) throws {
        try TicketDeedTable.keep(
            deed, of: row, by: writing.agent, reference: reference, at: writing.now, in: writing.db)
    }

    /// Keeps what a person wrote; nothing when it is empty.
    @discardableResult
    func keepNote(_ text: String?, reference: String?, on row: Int64) throws -> Int64? {
        try TicketNotes.keep(
            text, reference: reference, on: row, by: writing.agent, at: writing.now, in: writing.db)
    }

    /// What the agent should know of who else has a ticket.
    func warnings(about ticket: Ticket) -> [TicketWarning] {
        TicketWarning.all(about: ticket, to: writing.agent)
    }

    /// Refuses a ticket that is resolved.
    func checkUnresolved(_ ticket: Ticket) throws {
        if !ticket.isUnresolved { throw StoreError.resolved(ticket) }
    }
}

/// What an agent should know of a ticket, or who works on it, though it is allowed.
public enum TicketWarning: Hashable, Sendable {
    /// Somebody else works on it.
    case held(by: AgentName)
    /// It was handed to somebody else.
    case assigned(to: AgentName)
    /// Reports of other customers name the same attempt or charge.
    case sharedID(with: [TicketID])
    /// The app asked the customer to buy again right after the customer had cancelled.
    case askedAgain(AskedAgain)

    /// The warning's name for machines.
    public var code: String {
        switch self {
        case .held: "held"
        case .assigned: "assigned"
        case .sharedID: "shared_id"
        case .askedAgain: "asked_again"
        }
    }

    /// Whether it is about what happened, rather than about who works on it.
    public var isOfPurchase: Bool {
        switch self {
        case .held, .assigned: false
        case .sharedID, .askedAgain: true
        }
    }

    /// The warnings to an agent who works on a ticket, or is about to.
    public static func all(about ticket: Ticket, to agent: AgentName) -> [TicketWarning] {
        let holder = ticket.claimedBy.flatMap { $0 == agent ? nil : $0 }
        let assignee = ticket.assignedTo.flatMap { $0 == agent || $0 == holder ? nil : $0 }
        return [holder.map(TicketWarning.held), assignee.map(TicketWarning.assigned)].compactMap { $0 }
    }
}
