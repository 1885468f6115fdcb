import Purchases

/// What became of the wish to end a ticket.
public enum ResolveAnswer: Sendable {
    /// It ended.
    case resolved(TicketPage)
    /// No fact shows such an end: a lead is asked.
    case filed(ApprovalRequest)

    /// The ticket as it is now; nil where a lead is asked.
    public var page: TicketPage? { if case .resolved(let page) = self { page } else { nil } }
    /// What a lead is asked; nil where it ended.
    public var request: ApprovalRequest? { if case .filed(let request) = self { request } else { nil } }
}

/// What a person must say to end a ticket.
enum TicketEndingRules {
    /// Refuses an end that only the facts or a grant can find, and one that lacks what it needs.
    static func check(_ ending: ResolveRequest) throws {
        guard TicketResolution.choices.contains(ending.resolution) else {
            throw StoreError.notChosen(ending.resolution)
        }
        let needsNote = ending.resolution == .writtenOff || ending.resolution == .credited
        if needsNote, (ending.note ?? "").allSatisfy(\.isWhitespace) {
            throw StoreError.endNeedsNote(ending.resolution)
        }
        try checkQuantity(ending)
        if ending.resolution != .duplicate, ending.other != nil { throw StoreError.otherWithoutDuplicate }
    }

    private static func checkQuantity(_ ending: ResolveRequest) throws {
        switch (ending.resolution == .credited, ending.quantity) {
        case (true, .some(1...1_000_000)), (false, nil): return
        case (true, _):
            throw StoreError.creditNeedsQuantity
        case (false, _):
            throw StoreError.quantityWithoutCredit
        }
    }
}

/// What the facts show of a ticket that a person wants to end, and what stands beside the person's word.
struct TicketEnding {
    let request: ResolveRequest
    let facts: EndingFacts
    private let writing: StoreTransaction

    /// An end of the ticket in a row, as the facts are in a transaction.
    init(_ request: ResolveRequest, ofTicketAt row: Int64, in writing: StoreTransaction) throws {
        (self.request, self.writing) = (request, writing)
        let rules = try SettingTable.ticketRules(writing.db)
        let stored = try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: writing.db)
        let purchase = stored?.purchase ?? Purchase(attempts: [], charge: nil)
        facts = EndingFacts(PurchaseVerdict(purchase, rules: rules, at: writing.now))
    }

    /// Whether no fact shows it.
    var isSaid: Bool { facts.proof(of: request.resolution) == .said }

    /// Whether who writes asks a lead for it.
    func needsLead() throws -> Bool {
        try isSaid && SettingTable.endingRule(writing.db).needsLead(request.resolution, of: writing.role)
    }

    /// Refuses what is only said without what has to stand beside it.
    func check(_ ticket: Ticket) throws {
        guard isSaid else { return }
        let missing = try SettingTable.endingRule(writing.db).missing(
            for: request.resolution, by: writing.role,
            with: EndingEvidence(
                hasNote: !(request.note ?? "").allSatisfy(\.isWhitespace),
                hasReference: !(ticket.reference ?? "").allSatisfy(\.isWhitespace),
                isContacted: ticket.contactedAt != nil, namesOther: request.other != nil))
        guard missing.isEmpty else { throw StoreError.endNeedsProof(ticket.id, request.resolution, missing) }
        if let other = request.other { try checkDuplicate(ticket, of: other) }
    }

    private func checkDuplicate(_ ticket: Ticket, of id: TicketID) throws {
        guard let other = try TicketTable.find(id, in: writing.db) else { throw StoreError.unknownTicket(id) }
        if let obstacle = DuplicateObstacle(
            ending: side(ticket, isCharged: facts.isCharged),
            as: side(other, isCharged: other.chargedAt != nil))
        {
            throw StoreError.noDuplicate(ticket.id, of: id, obstacle)
        }
    }

    private func side(_ ticket: Ticket, isCharged: Bool) -> DuplicateObstacle.Side {
        DuplicateObstacle.Side(
            ticket.id, of: ticket.customer, isCharged: isCharged, charge: ticket.transactionID,
            isDuplicate: ticket.resolution == .duplicate)
    }
}
