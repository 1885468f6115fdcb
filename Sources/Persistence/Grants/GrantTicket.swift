internal import Purchases

/// The ticket that a grant makes good.
struct GrantTicket {
    let number: Int64
    /// What it says was paid and not delivered.
    let owed: OwedPurchase
    /// The grants that it was made good with before, those taken back among them; no bridges.
    let grants: [Grant]
    private let ticket: Ticket

    /// The product that was paid for.
    var product: ProductID? { ticket.product }

    /// Its name, where once it is made good it still blocks the next purchase and can be finished.
    var blocking: TicketID? {
        var ended = ticket
        ended.resolution = .madeGood
        return ended.finishRefusal == nil ? ticket.id : nil
    }

    /// The ticket of that name; refuses one that is unknown, resolved or another customer's.
    ///
    /// What the customer's facts say is owed is not worked out again.
    static func find(_ id: TicketID, of facts: CustomerFacts, in db: Connection) throws -> GrantTicket {
        guard let number = Int64(id.rawValue), let ticket = try TicketTable.at(number, in: db) else {
            throw StoreError.unknown(.ticket(id))
        }
        if let owner = ticket.customer, owner != facts.customer.id {
            throw StoreError.grant(.ticketOfAnother(id, owner: owner))
        }
        guard ticket.isUnresolved else { throw StoreError.resolved(ticket) }
        return GrantTicket(
            number: number,
            owed: try facts.owed.first { $0.ticket == ticket.id }
                ?? OwedPurchases.of(ticket, row: number, in: db),
            grants: try GrantTable.all(ofTicket: number, in: db).filter { !$0.isBridge }, ticket: ticket)
    }

    /// The same; nil where the ticket cannot be made good any more.
    static func open(_ id: TicketID, of facts: CustomerFacts, in db: Connection) throws -> GrantTicket? {
        do {
            return try find(id, of: facts, in: db)
        } catch StoreError.unknown(.ticket), StoreError.grant(.ticketOfAnother), StoreError.ticket(
            _, .resolved)
        {
            return nil
        }
    }

    /// Refuses an entitlement that the ticket's product does not unlock: giving it makes nothing good.
    func check(gives entitlement: EntitlementID) throws {
        guard let product = owed.product, !owed.entitlements.contains(entitlement) else { return }
        guard !owed.entitlements.isEmpty else {
            throw StoreError.grant(.unlocksNothing(ticket: number, product))
        }
        throw StoreError.grant(
            .unlocksOthers(ticket: number, product, unlocks: owed.entitlements, asked: entitlement))
    }

    /// Resolves the ticket as made good.
    func resolve(_ writing: StoreTransaction) throws {
        var resolved = ticket
        resolved.end(.madeGood, at: writing.now, by: writing.agent)
        resolved.isMadeGood = true
        try TicketTable.update(resolved, in: writing.db)
        try writing.move(
            ticket: number, from: ticket.queue, to: nil, because: .madeGood, resolution: .madeGood)
        try writing.changed(TicketChanges(touched: [number]))
    }

    /// Puts a ticket back into its queue when the last grant that made it good was taken back.
    static func reopen(after grant: Grant, in writing: StoreTransaction) throws {
        guard var ticket = try standing(grant.ticket, in: writing.db), let number = Int64(ticket.id.rawValue),
            ticket.isMadeGood,
            try !GrantTable.all(ofTicket: number, in: writing.db).contains(where: {
                $0.revokedAt == nil && !$0.isBridge
            })
        else { return }
        ticket.isMadeGood = false
        if ticket.resolution == .madeGood {
            ticket.reopen(at: writing.now)
            if ticket.group == .lossOfFunds {
                try AlarmTable.raiseAgain(number, at: writing.now, in: writing.db)
            }
            try writing.move(
                ticket: number, from: nil, to: ticket.group, because: .grantRevoked(grant: grant.id))
        }
        try TicketTable.update(ticket, in: writing.db)
        try settle(number, in: writing)
    }

    /// The ticket, or the one that it turned out to be a duplicate of.
    private static func standing(_ id: TicketID?, in db: Connection) throws -> Ticket? {
        var ticket = try id.flatMap { try TicketTable.find($0, in: db) }
        while let next = ticket?.mergedInto { ticket = try TicketTable.find(next, in: db) }
        return ticket
    }

    /// What the facts say counts again as soon as no grant stands in the way.
    private static func settle(_ number: Int64, in writing: StoreTransaction) throws {
        let attempts: [Int64] = try writing.db.values(
            "SELECT id FROM attempts WHERE ticket_id = ?", [number])
        try TicketUpdate.look(at: attempts, in: writing)
        try writing.changed(TicketChanges(touched: [number]))
    }
}
