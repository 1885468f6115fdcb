package import Purchases

extension Store {
    /// Does something to a ticket: the one entry of every act.
    ///
    /// What is so already (a ticket that one holds, a link that is there, a try that is asked for) is answered as it is.
    /// Writing off is a lead's. An end that no fact shows needs a note and a case, and some of it a lead: an agent's wish is
    /// filed as a request then, once for each ticket.
    ///
    ///     try store.act(.wait(for: .customer, until: tomorrow), on: ticket, by: agent, at: now)
    ///
    /// - Parameters:
    ///   - act: what is done.
    ///   - id: the ticket.
    ///   - reference: the helpdesk's case; nil leaves the one that the ticket has.
    ///   - version: the version that the agent saw; nil compares nothing.
    ///   - agent: the agent.
    ///   - now: the moment.
    /// - Throws: `StoreError`: not found; conflict when somebody else holds it, it is resolved, or it changed since it was
    ///   seen; usage for an act that lacks a value or makes no sense; refused by role.
    @discardableResult
    package func act(
        _ act: TicketAct, on id: TicketID, reference: String? = nil, version: Int? = nil,
        by agent: AgentName, at now: Instant
    ) throws(StoreError) -> TicketActAnswer {
        try write(act.action, by: agent, at: now) {
            try TicketActions($0, reference: reference, version: version).carryOut(act, on: id)
        }
    }

    /// Opens a ticket for a purchase that the app did not report.
    ///
    /// - Throws: `StoreError`: not found for an unknown customer; conflict when the charge has a ticket or was delivered; refused by role.
    package func openTicket(_ opening: OpenTicketRequest, by agent: AgentName, at now: Instant)
        throws(StoreError)
        -> TicketPage
    {
        try write(.ticket, by: agent, at: now) { try TicketActions($0).open(opening) }
    }
}

/// What became of an act on a ticket.
package enum TicketActAnswer: Sendable {
    /// It was done: the ticket as it is now.
    case worked(TicketPage)
    /// A lead is asked.
    case filed(ApprovalRequest)

    /// The ticket as it is now; nil where a lead is asked.
    package var page: TicketPage? { if case .worked(let page) = self { page } else { nil } }
    /// What a lead is asked; nil where it was done.
    package var request: ApprovalRequest? { if case .filed(let request) = self { request } else { nil } }
}

extension TicketAct {
    /// What the audit log calls it, which says who may do it.
    var action: AuditAction {
        if case .resolve(let end) = self, end.resolution == .writtenOff { .ticketWriteOff } else { .ticket }
    }
}

/// What people do to tickets, each act told to the audit log.
struct TicketActions {
    let writing: StoreTransaction
    /// The helpdesk's case that the agent names.
    var reference: String?
    /// The version that the agent saw.
    private var version: Int?

    /// Acts inside a write.
    init(_ writing: StoreTransaction, reference: String? = nil, version: Int? = nil) {
        (self.writing, self.reference, self.version) = (writing, reference, version)
    }

    func carryOut(_ act: TicketAct, on id: TicketID) throws -> WriteResult<TicketActAnswer> {
        let done: WriteResult<TicketPage>
        switch act {
        case .resolve(let end): return try resolve(id, end, version: version)
        case .claim: done = try claim(id)
        case .release: done = try release(id)
        case .note(let text): done = try note(id, text)
        case .assign(let assignee): done = try assign(id, to: assignee)
        case .contacted(let channel): done = try contacted(id, by: channel)
        case .wait(let party, let until): done = try wait(id, for: party, until: until)
        case .skip(let reason): done = try skip(id, reason: reason)
        case .link(let other): done = try link(id, to: other)
        case .retry: done = try retry(id)
        case .reopen(let note): done = try reopen(id, note: note)
        }
        return done.map { .worked($0) }
    }

    private func claim(_ id: TicketID) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        if ticket.claimedBy == writing.agent { return .nothing(try page(id)) }
        if let holder = ticket.claimedBy { throw StoreError.ticket(id, .held(by: holder)) }
        return try claim(ticket, row: row)
    }

    /// Claims a ticket that nobody holds; one that waits goes on waiting, in somebody's hands.
    func claim(_ ticket: Ticket, row: Int64) throws -> WriteResult<TicketPage> {
        var claimed = ticket
        (claimed.claimedBy, claimed.claimedAt) = (writing.agent, writing.now)
        if claimed.state != .waiting { claimed.state = .claimed }
        try keep(.claimed, of: row)
        return try done(claimed, row: row, details(.claim), warnings(about: ticket))
    }

    /// Gives a ticket back.
    private func release(_ id: TicketID) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        let isHandedOver = ticket.isUnresolved && ticket.assignedTo == writing.agent
        guard let holder = ticket.claimedBy ?? (isHandedOver ? writing.agent : nil) else {
            throw StoreError.ticket(id, .notHeld)
        }
        guard holder == writing.agent || writing.role == .lead else {
            throw StoreError.ticket(id, .held(by: holder))
        }
        ticket.release()
        // Who gives it back does not want it kept for oneself.
        if ticket.assignedTo == holder { ticket.assignedTo = nil }
        try keep(.released(from: holder), of: row)
        var details = details(.release)
        details.from = holder
        return try done(ticket, row: row, details)
    }

    /// Writes a note; one by somebody else wakes a ticket that waits.
    private func note(_ id: TicketID, _ text: String) throws -> WriteResult<TicketPage> {
        guard !text.allSatisfy(\.isWhitespace) else { throw StoreError.invalid(.emptyNote) }
        var (ticket, row) = try find(id)
        let warnings = warnings(about: ticket)
        try keepNote(FreeText(text), on: row)
        if ticket.state == .waiting, try TicketWorkTable.waiter(of: row, in: writing.db) != writing.agent {
            ticket.wake(at: writing.now)
            try TicketWorkTable.keep(
                .woken(because: .note), of: row, by: nil, at: writing.now, in: writing.db)
        }
        return try done(ticket, row: row, details(.note(text)), warnings)
    }

    /// Hands it over.
    private func assign(_ id: TicketID, to assignee: AgentName) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        guard let role = try? AgentRules.role(of: assignee, in: writing.db) else {
            throw StoreError.unknown(.agent(assignee))
        }
        guard role.may(.workTickets) else { throw StoreError.agent(assignee, .worksNoTickets(role)) }
        let warnings = warnings(about: ticket)
        if ticket.claimedBy == writing.agent, assignee != writing.agent { ticket.release() }
        ticket.assignedTo = assignee
        try keep(.assigned(to: assignee), of: row)
        return try done(
            ticket, row: row, details(.assign(to: assignee)), warnings, about: [.agent(assignee)])
    }

    /// Notes a contact.
    private func contacted(_ id: TicketID, by channel: ContactChannel) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        let warnings = warnings(about: ticket)
        (ticket.contactedAt, ticket.contactedBy) = (writing.now, channel)
        try keep(.contacted(by: channel), of: row)
        return try done(ticket, row: row, details(.contacted(by: channel)), warnings)
    }

    /// Lets it wait; its holder holds it still.
    private func wait(
        _ id: TicketID, for party: WaitingParty, until: Instant
    ) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        guard until > writing.now else { throw StoreError.invalid(.waitInPast(until)) }
        let warnings = warnings(about: ticket)
        (ticket.state, ticket.waitingFor, ticket.waitingUntil) = (.waiting, party, until)
        try keep(.waiting(for: party, until: until), of: row)
        return try done(ticket, row: row, details(.wait(for: party, until: until)), warnings)
    }

    /// Passes it over.
    private func skip(_ id: TicketID, reason: String) throws -> WriteResult<TicketPage> {
        guard let words = FreeText(reason) else { throw StoreError.needs(.reason(for: .skipping)) }
        var (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        let warnings = warnings(about: ticket)
        if ticket.claimedBy == writing.agent { ticket.release() }
        if ticket.assignedTo == writing.agent { ticket.assignedTo = nil }
        ticket.skips += 1
        try TicketSkipTable.keep(
            words, of: ticket, row: row, by: writing.agent, at: writing.now, in: writing.db)
        return try done(ticket, row: row, details(.skip(reason: reason)), warnings)
    }

    /// Notes that two belong together.
    private func link(_ id: TicketID, to other: TicketID) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id)
        let (linked, otherRow) = try TicketActions(writing).find(other)
        guard row != otherRow else { throw StoreError.ticket(id, .linkedToItself) }
        guard
            try TicketLinkTable.keep(row, otherRow, by: writing.agent, at: writing.now, in: writing.db)
        else { return .nothing(try page(id)) }
        try keep(.linked(to: other), of: row)
        try keep(.linked(to: id), of: otherRow)
        try writing.changed(TicketChanges(touched: [otherRow]))
        let about: [AuditSubject?] = [.ticket(other), linked.customer.map(AuditSubject.customer)]
        return try done(
            ticket, row: row, details(.link(to: other)), warnings(about: ticket),
            about: about.compactMap { $0 })
    }

    /// Asks for another try; what is asked and not yet done is not asked twice.
    private func retry(_ id: TicketID) throws -> WriteResult<TicketPage> {
        let (ticket, row) = try find(id)
        try checkUnresolved(ticket)
        guard ticket.group != .notCharged else { throw StoreError.ticket(id, .nothingToRetry) }
        let subject = id.rawValue
        // One that waits for its next time is tried at once.
        if let waiting = try AppStoreRequestTable.waiting(.retry, about: subject, in: writing.db),
            try AppStoreRequestTable.at(waiting, in: writing.db)?.nextTryAt ?? writing.now <= writing.now
        {
            return .nothing(try page(id))
        }
        try AppStoreRequestTable.ask(
            .retry, about: subject, by: writing.agent, at: writing.now, in: writing.db)
        try keep(.retryAsked, of: row)
        return try done(ticket, row: row, details(.retry), warnings(about: ticket))
    }
}

extension TicketActions {
    /// What the audit log says of an act: the act, and beside it what only the store knows.
    struct AuditDetails: Encodable {
        let act: TicketAct
        /// The helpdesk's case.
        var reference: String?
        /// Who held it.
        var from: AgentName?
        /// Whether no fact shows the end.
        var proof: EndingProof?
        /// The request that was approved with it.
        var approved: RequestID?
        /// Who had asked for it.
        var askedBy: AgentName?
        /// The ticket that a request is about.
        var ticket: TicketID?

        private enum Key: CodingKey { case reference, from, proof, approved, askedBy, ticket }

        func encode(to encoder: any Encoder) throws {
            try act.encode(to: encoder)
            var beside = encoder.container(keyedBy: Key.self)
            try beside.encodeIfPresent(reference, forKey: .reference)
            try beside.encodeIfPresent(from, forKey: .from)
            try beside.encodeIfPresent(proof?.rawValue, forKey: .proof)
            try beside.encodeIfPresent(approved, forKey: .approved)
            try beside.encodeIfPresent(askedBy, forKey: .askedBy)
            try beside.encodeIfPresent(ticket, forKey: .ticket)
        }
    }

    /// What the log says of an act, with the case that the agent names.
    func details(_ act: TicketAct) -> AuditDetails { AuditDetails(act: act, reference: reference) }

    /// The ticket of that name, with the case that the agent names, and its row; refuses one that is unknown, and one
    /// that is not what the agent saw.
    func find(_ id: TicketID) throws -> (Ticket, Int64) {
        guard let row = Int64(id.rawValue), var ticket = try TicketTable.at(row, in: writing.db) else {
            throw StoreError.unknown(.ticket(id))
        }
        if let version, version != ticket.version { throw StoreError.changed(ticket) }
        ticket.reference = reference ?? ticket.reference
        return (ticket, row)
    }

    /// Keeps a changed ticket as its holder's newest act if it is the holder's, and answers its page.
    func done(
        _ changed: Ticket, row: Int64, _ details: some Encodable, _ warnings: [TicketWarning] = [],
        about others: [AuditSubject] = []
    ) throws -> WriteResult<TicketPage> {
        let (page, draft) = try kept(changed, row: row, details, warnings, about: others)
        return .done(page, draft)
    }

    /// Keeps a changed ticket, and tells its page and its entry of the audit log.
    func kept(
        _ changed: Ticket, row: Int64, _ details: some Encodable, _ warnings: [TicketWarning],
        about others: [AuditSubject]
    ) throws -> (TicketPage, AuditDraft) {
        var ticket = changed
        ticket.touch(by: writing.agent, at: writing.now)
        try TicketTable.update(ticket, in: writing.db)
        try writing.faults.pass(.ticketWritten)
        try writing.changed(TicketChanges(touched: [row]))
        let about = [.ticket(ticket.id), ticket.customer.map(AuditSubject.customer)].compactMap { $0 }
        let draft = try AuditDraft(ticket.id.rawValue, about: about + others, details)
        var page = try page(ticket.id)
        page.warnings = warnings + page.warnings
        return (page, draft)
    }

    /// The page of a ticket that is there.
    func page(_ id: TicketID) throws -> TicketPage {
        guard let page = try TicketPageReading(db: writing.db, now: writing.now).page(id) else {
            throw StoreError.unknown(.ticket(id))
        }
        return page
    }

    /// Keeps what the timelines tell of an act.
    func keep(_ event: TicketWorkEvent, of row: Int64) throws {
        try TicketWorkTable.keep(
            event, of: row, by: writing.agent, reference: reference, at: writing.now, in: writing.db)
    }

    /// Keeps what a person wrote; nothing when it is empty.
    @discardableResult
    func keepNote(_ text: FreeText?, on row: Int64) throws -> Int64? {
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
package enum TicketWarning: Hashable, Sendable {
    /// Somebody else works on it.
    case held(by: AgentName)
    /// It was handed to somebody else.
    case assigned(to: AgentName)
    /// Reports of other customers name the same attempt or charge.
    case sharedID(with: [TicketID])
    /// The app asked the customer to buy again right after the customer had cancelled.
    case askedAgain(AskedAgain)

    /// The warning's name for machines.
    package var code: String {
        switch self {
        case .held: "held"
        case .assigned: "assigned"
        case .sharedID: "shared_id"
        case .askedAgain: "asked_again"
        }
    }

    /// Whether it is about what happened, rather than about who works on it.
    package var isOfPurchase: Bool {
        switch self {
        case .held, .assigned: false
        case .sharedID, .askedAgain: true
        }
    }

    /// The warnings to an agent who works on a ticket, or is about to.
    package static func all(about ticket: Ticket, to agent: AgentName) -> [TicketWarning] {
        let holder = ticket.claimedBy.flatMap { $0 == agent ? nil : $0 }
        let assignee = ticket.assignedTo.flatMap { $0 == agent || $0 == holder ? nil : $0 }
        return [holder.map(TicketWarning.held), assignee.map(TicketWarning.assigned)].compactMap { $0 }
    }
}
