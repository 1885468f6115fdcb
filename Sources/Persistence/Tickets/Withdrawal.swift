package import Purchases

extension Store {
    /// Takes back tickets that were opened by mistake, each as a write of its own; those that can be taken back no more are
    /// told.
    ///
    /// - Throws: ``StoreError``: refused by role, and for what somebody else opened; whatever else keeps the store from being
    ///   written.
    package func withdrawTickets(
        _ tickets: [TicketID], by agent: AgentName, at now: Instant
    ) throws(StoreError) -> WithdrawalOutcome {
        var outcome = WithdrawalOutcome()
        for ticket in tickets {
            do {
                let answer = try act(.resolve(TicketEnd(.withdrawn)), on: ticket, by: agent, at: now)
                if let page = answer.page { outcome.withdrawn.append(page.ticket) }
            } catch let error where error.code == .conflict {
                outcome.refused.append(error)
            }
        }
        return outcome
    }
}

/// What taking tickets back did.
package struct WithdrawalOutcome: Sendable {
    /// The tickets, in the order in which they were named.
    package internal(set) var withdrawn: [Ticket] = []
    /// Why others stay.
    package internal(set) var refused: [StoreError] = []

    /// Nothing done yet.
    package init() {}
}

extension TicketActions {
    /// Takes a ticket back that was opened by mistake: what was told of its purchase goes, and with it everything that
    /// followed, but for the ticket itself, its notes and the log. One that was taken back is answered as it is.
    func withdraw(_ id: TicketID, _ end: TicketEnd, version: Int?) throws -> WriteResult<TicketPage> {
        guard end.quantity == nil else { throw StoreError.invalid(.quantityWithoutCredit) }
        guard end.other == nil else { throw StoreError.invalid(.otherWithoutDuplicate) }
        var (ticket, row) = try TicketActions(writing, reference: reference).find(id)
        if ticket.resolution == .withdrawn { return .nothing(try page(id)) }
        try checkUnresolved(ticket)
        if let version, version != ticket.version { throw StoreError.changed(ticket) }
        let rules = try SettingTable.ticketRules(writing.db)
        let stored = try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: writing.db)
        let refusal = WithdrawalRule.refusal(
            of: stored?.purchase ?? Purchase(attempts: [], charge: nil), to: writing.agent, as: writing.role,
            for: try SettingTable.grantPolicy(writing.db).cancelWindow, at: writing.now)
        switch refusal {
        case .notByHand: throw StoreError.ticket(id, .notOpenedByHand)
        case .openedByAnother(let agent): throw StoreError.ofAnother(.ticket(id), by: agent)
        case .over(let since): throw StoreError.over(.ticket(id), since: since)
        case nil: break
        }
        if let stored { try forget(stored, rules) }
        let from = ticket.queue
        ticket.withdraw(by: writing.agent, at: writing.now)
        try writing.db.run("UPDATE tickets SET \"transaction\" = NULL WHERE id = ?", [row])
        try AlarmTable.withdraw(row, in: writing.db)
        try keepNote(end.note, on: row)
        try writing.move(
            ticket: row, from: from, to: nil, because: .ended(as: .withdrawn), resolution: .withdrawn)
        return try done(ticket, row: row, details(.resolve(end)))
    }

    /// Lets the attempts of a purchase go that people were told of, and looks at what stood by them: the ledger, whose the
    /// chains are, and attempts that the charge superseded.
    private func forget(_ stored: StoredPurchase, _ rules: TicketRules) throws {
        let db = writing.db
        let rows = stored.attempts.map(\.rowID)
        let verdict = PurchaseVerdict(stored.purchase, rules: rules, at: writing.now)
        let superseded = try AttemptOutcomes(stored, verdict: verdict, in: db).superseded()
        let chains = try AttemptClaims.chains(ofAttempts: Set(rows), in: db)
        for row in rows {
            try ChargeLedger.giveBack(chargesOf: row, catalog: rules.catalog, in: db)
            for table in ["told_purchases", "attempt_events", "attempt_claims", "attempt_documents"] {
                try db.run("DELETE FROM \(table) WHERE attempt = ?", [row])
            }
            try db.run("DELETE FROM attempts WHERE id = ?", [row])
        }
        var owners = ChainOwnershipUpdate()
        for chain in chains.sorted() { try owners.decide(chain, in: db) }
        try owners.recompute(CatalogTable.read(db), in: db)
        for customer in try CustomerTable.names(of: owners.customers, in: db) {
            try writing.changed(.customer, customer.rawValue)
        }
        try TicketUpdate.look(
            at: owners.attempts(db).union(superseded).subtracting(rows), in: writing)
    }
}
