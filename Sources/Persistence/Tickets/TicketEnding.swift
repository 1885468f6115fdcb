import Purchases

/// How a ticket ends by hand, and is taken up again. The pure rules are `EndingRule` and `EndingFacts` in
/// `Purchases/Tickets`; what a lead approves comes back by `grant` from `Persistence/Approvals`.
extension TicketActions {
    /// Ends a ticket, or asks a lead for it.
    func resolve(
        _ id: TicketID, _ end: TicketEnd, version: Int?
    ) throws -> WriteResult<TicketActAnswer> {
        if end.resolution == .withdrawn {
            return try withdraw(id, end, version: version).map { .worked($0) }
        }
        // What makes no sense at all is told before what changed meanwhile.
        let (ticket, row) = try TicketActions(writing, reference: reference).find(id)
        try checkUnresolved(ticket)
        try TicketEndingRules.check(end)
        if let version, version != ticket.version { throw StoreError.changed(ticket) }
        let ending = try TicketEnding(end, ofTicketAt: row, in: writing)
        try ending.check(ticket)
        if try ending.needsLead() { return try file(end, on: ticket) }
        let (page, draft) = try self.end(ticket, row: row, ending)
        return .done(.worked(page), draft)
    }

    /// Ends a ticket; a lead who grants an agent's wish says whose it was.
    private func end(
        _ ticket: Ticket, row: Int64, _ ending: TicketEnding, asked: ApprovalRequest? = nil
    ) throws -> (TicketPage, AuditDraft) {
        let (end, warnings) = (ending.end, warnings(about: ticket))
        var ended = ticket
        ended.end(end.resolution, at: writing.now, by: writing.agent)
        ended.isWithoutProof = ending.facts.isWithoutProof(end.resolution)
        ended.creditedQuantity = end.quantity
        try TicketNotes.keep(
            end.note, reference: reference, on: row, by: asked?.askedBy ?? writing.agent,
            at: writing.now, in: writing.db)
        if let other = end.other { try keepDuplicate(row, of: other) }
        try writing.move(
            ticket: row, from: ticket.queue, to: nil, because: .ended(as: end.resolution),
            resolution: end.resolution)
        var details = details(.resolve(end))
        details.proof = ending.isSaid ? .said : nil
        (details.approved, details.askedBy) = (asked?.id, asked?.askedBy)
        let others = [end.other.map(AuditSubject.ticket), (asked?.id).map(AuditSubject.request)]
        return try kept(ended, row: row, details, warnings, about: others.compactMap { $0 })
    }

    /// Ends a ticket as an agent asked for and a lead approves.
    static func grant(
        _ request: ApprovalRequest, _ asked: EndAsked, in writing: StoreTransaction
    ) throws -> (TicketPage, AuditDraft) {
        let actions = TicketActions(writing, reference: asked.reference)
        let (ticket, row) = try actions.find(asked.ticket)
        try actions.checkUnresolved(ticket)
        let ending = try TicketEnding(asked.end, ofTicketAt: row, in: writing)
        try ending.check(ticket)
        return try actions.end(ticket, row: row, ending, asked: request)
    }

    /// Keeps the wish for a lead; one that waits already is answered as it is.
    private func file(_ end: TicketEnd, on ticket: Ticket) throws -> WriteResult<TicketActAnswer> {
        let asked = EndAsked(ticket: ticket.id, customer: ticket.customer, end: end, reference: reference)
        if let waiting = try ApprovalTable.waitingEnd(of: ticket.id, in: writing.db) {
            guard waiting.askedBy == writing.agent, waiting.wish == .end(asked) else {
                throw StoreError.ticket(ticket.id, .endWaits(waiting.id, by: waiting.askedBy))
            }
            return .nothing(.filed(waiting))
        }
        let filed = try ApprovalTable.insert(asked, in: writing)
        let about: [AuditSubject?] = [
            .request(filed.id), .ticket(ticket.id), ticket.customer.map(AuditSubject.customer),
        ]
        var details = details(.resolve(end))
        details.ticket = ticket.id
        return .instead(
            .requestFile, .filed(filed),
            try AuditDraft(filed.id.rawValue, about: about.compactMap { $0 }, details))
    }

    /// Links a duplicate to the ticket that goes on.
    private func keepDuplicate(_ row: Int64, of other: TicketID) throws {
        guard let otherRow = other.row,
            try TicketLinkTable.keep(row, otherRow, by: writing.agent, at: writing.now, in: writing.db)
        else { return }
        try TicketActions(writing).keep(.linked(to: TicketID(row: row)), of: otherRow)
        try writing.changed(TicketChanges(touched: [otherRow]))
    }

    /// Takes a resolved ticket up again.
    func reopen(_ id: TicketID, note: String) throws -> WriteResult<TicketPage> {
        var (ticket, row) = try find(id)
        guard !ticket.isUnresolved, let resolution = ticket.resolution else {
            throw StoreError.ticket(id, .notResolved)
        }
        guard ticket.mergedInto == nil else {
            throw StoreError.ticket(id, .duplicate)
        }
        guard resolution != .withdrawn else { throw StoreError.ticket(id, .withdrawn) }
        guard let words = FreeText(note) else { throw StoreError.needs(.note(for: .reopening)) }
        let warnings = warnings(about: ticket)
        try keepNote(words, on: row)
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
        try writing.move(ticket: row, from: nil, to: ticket.group, because: .reopened(note: words))
        if ticket.group == .lossOfFunds { try AlarmTable.raiseAgain(row, at: writing.now, in: writing.db) }
        return try done(ticket, row: row, details(.reopen(note: note)), warnings)
    }
}

/// What a person must say to end a ticket.
enum TicketEndingRules {
    /// Refuses an end that only the facts or a grant can find, and one that lacks what it needs.
    static func check(_ ending: TicketEnd) throws {
        guard TicketResolution.choices.contains(ending.resolution) else {
            throw StoreError.invalid(.end(ending.resolution))
        }
        let needsNote = ending.resolution == .writtenOff || ending.resolution == .credited
        if needsNote, ending.note?.unlessBlank == nil {
            throw StoreError.needs(.note(for: .ending(as: ending.resolution)))
        }
        try checkQuantity(ending)
        if ending.resolution != .duplicate, ending.other != nil {
            throw StoreError.invalid(.otherWithoutDuplicate)
        }
    }

    private static func checkQuantity(_ ending: TicketEnd) throws {
        switch (ending.resolution == .credited, ending.quantity) {
        case (true, .some(1...1_000_000)), (false, nil): return
        case (true, _):
            throw StoreError.needs(.quantity)
        case (false, _):
            throw StoreError.invalid(.quantityWithoutCredit)
        }
    }
}

/// What the facts show of a ticket that a person wants to end, and what stands beside the person's word.
struct TicketEnding {
    let end: TicketEnd
    let facts: EndingFacts
    private let writing: StoreTransaction

    /// An end of the ticket in a row, as the facts are in a transaction.
    init(_ end: TicketEnd, ofTicketAt row: Int64, in writing: StoreTransaction) throws {
        (self.end, self.writing) = (end, writing)
        let rules = try SettingTable.ticketRules(writing.db)
        let stored = try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: writing.db)
        let purchase = stored?.purchase ?? Purchase(attempts: [], charge: nil)
        facts = EndingFacts(PurchaseVerdict(purchase, rules: rules, at: writing.now))
    }

    /// Whether no fact shows it.
    var isSaid: Bool { facts.proof(of: end.resolution) == .said }

    /// Whether the agent who writes has to ask a lead for it.
    func needsLead() throws -> Bool {
        try isSaid && SettingTable.endingRule(writing.db).needsLead(end.resolution, of: writing.role)
    }

    /// Refuses an end that no fact shows where something is missing beside it, such as a note or the case.
    func check(_ ticket: Ticket) throws {
        guard isSaid else { return }
        let missing = try SettingTable.endingRule(writing.db).missing(
            for: end.resolution, by: writing.role,
            with: EndingEvidence(
                hasNote: end.note?.unlessBlank != nil,
                hasReference: !(ticket.reference ?? "").allSatisfy(\.isWhitespace),
                isContacted: ticket.contactedAt != nil, namesOther: end.other != nil))
        guard missing.isEmpty else {
            throw StoreError.ticket(ticket.id, .endNeedsProof(end.resolution, missing))
        }
        if let other = end.other { try checkDuplicate(ticket, of: other) }
    }

    private func checkDuplicate(_ ticket: Ticket, of id: TicketID) throws {
        guard let other = try TicketTable.find(id, in: writing.db) else {
            throw StoreError.unknown(.ticket(id))
        }
        if let obstacle = DuplicateObstacle(
            ending: side(ticket, isCharged: facts.isCharged),
            as: side(other, isCharged: other.chargedAt != nil))
        {
            throw StoreError.ticket(ticket.id, .noDuplicate(of: id, obstacle))
        }
    }

    private func side(_ ticket: Ticket, isCharged: Bool) -> DuplicateObstacle.Side {
        DuplicateObstacle.Side(
            ticket.id, of: ticket.customer, isCharged: isCharged, charge: ticket.transactionID,
            isDuplicate: ticket.resolution == .duplicate)
    }
}
