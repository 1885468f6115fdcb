import Purchases

/// Gives and ends the grants that bridge a charge while the App Store cannot be asked about it. `BridgeRule` in
/// `Purchases/Tickets` says when.
///
/// Giving is part of noting the try that failed, ending part of whatever brings the fact: a bridge and its reason are in the
/// store together or not at all.
enum Bridges {
    /// Bridges a ticket's charge after a try of it that failed, where the policy and the rule say so.
    static func give(toTicket row: Int64, after outcome: String, in writing: StoreTransaction) throws {
        let (db, now) = (writing.db, writing.now)
        let caps = BridgeCaps(
            perHour: try SettingTable.number(.bridgesPerHour, in: db),
            perCustomer: try SettingTable.number(.bridgesPerCustomer, in: db))
        let rule = BridgeRule(hours: try SettingTable.number(.bridgeHours, in: db), caps: caps)
        guard BridgeRule.isOutage(outcome), let ticket = try TicketTable.at(row, in: db),
            let customer = ticket.customer, try CustomerTable.find(customer, in: db) != nil,
            let charge = try charge(of: ticket, row: row, in: writing),
            try !isEndedByHand(ofTicket: row, in: db),
            let span = rule.span(
                for: charge, after: outcome,
                given: try GrantTable.all(ofTicket: row, in: db).filter(\.isBridge).compactMap(\.span),
                at: now)
        else { return }
        try writing.require(.serve)
        let others = try others(beside: row, of: customer, atMost: caps.perHour, in: writing)
        for entitlement in rule.entitlements(of: charge, beside: others) {
            let grant = try GrantTable.insert(
                Grant(
                    id: GrantID("new"), customer: customer, entitlement: entitlement, startsAt: span.from,
                    endsAt: span.until, reason: Grant.bridgeReason, ticket: ticket.id,
                    grantedBy: writing.agent, grantedAt: now), in: db)
            try tell(grant, as: .grantBridge, in: writing) { GrantAuditDetails.given(grant, keeping: $0) }
        }
    }

    /// What was bridged beside a ticket's charge.
    private static func others(
        beside row: Int64, of customer: AppUserID, atMost cap: Int, in writing: StoreTransaction
    ) throws -> OtherBridges {
        let (db, now) = (writing.db, writing.now)
        let own = Set(try GrantTable.all(ofTicket: row, in: db).map(\.id))
        let bridges = try GrantTable.all(of: customer, in: db).filter { $0.isBridge && !own.contains($0.id) }
        let year = now - .days(365)
        let charges = try charges(bridgedSince: now - .hours(1), but: own, upTo: cap, in: db)
        return OtherBridges(
            inTheHour: charges, ofCustomer: Set(bridges.filter { $0.grantedAt > year }.map(\.ticket)).count,
            running: Set(bridges.filter { $0.state(at: now) == .active }.map(\.entitlement)))
    }

    /// How many charges were bridged since a moment, from the last bridge back and no further than a limit.
    private static func charges(
        bridgedSince moment: Instant, but own: Set<GrantID>, upTo limit: Int, in db: Connection
    ) throws -> Int {
        var tickets: Set<TicketID> = []
        try db.step(
            """
            SELECT id, granted_at_ms, ticket_id FROM grants INDEXED BY grants_bridges WHERE reason = 'bridge'
            ORDER BY id DESC
            """
        ) { found in
            let (id, at): (GrantID, Instant) = (try found[0], try found[1])
            guard at > moment else { return false }
            let ticket: TicketID? = found[2]
            if let ticket, !own.contains(id) { tickets.insert(ticket) }
            return tickets.count < limit
        }
        return tickets.count
    }

    /// Ends the bridges of tickets that were looked at, where a fact ends them. A ticket that turned out to be a duplicate
    /// stands for nothing any more: what it bridged is a matter of the one that is left.
    static func settle(_ tickets: Set<Int64>, in writing: StoreTransaction) throws {
        for row in try Set(tickets.map { try TicketTable.survivor(of: $0, in: writing.db) }).sorted() {
            let running = try running(ofTicket: row, in: writing)
            guard !running.isEmpty, let ticket = try TicketTable.at(row, in: writing.db) else { continue }
            let charge = try charge(of: ticket, row: row, in: writing)
            for grant in running {
                let fact: String? =
                    if let charge {
                        charge.end(of: grant.customer)
                    } else {
                        // No attempt has the ticket any more: its own end is all that is left to go by.
                        ticket.resolution?.rawValue ?? TicketResolution.notCharged.rawValue
                    }
                if let fact { try end(grant, because: fact, in: writing) }
            }
        }
    }

    /// Ends the bridges of a ticket where the tries of it came to the App Store's word against it.
    static func refuse(ticket row: Int64, in writing: StoreTransaction) throws {
        let survivor = try TicketTable.survivor(of: row, in: writing.db)
        guard let code = BridgeRule.denial(in: try outcomes(ofTicket: survivor, in: writing.db)) else {
            return
        }
        for grant in try running(ofTicket: survivor, in: writing) {
            try end(grant, because: code, in: writing)
        }
    }

    private static func end(_ grant: Grant, because fact: String, in writing: StoreTransaction) throws {
        try writing.db.run(
            "UPDATE grants SET revoked_at_ms = ?, revoked_by = ?, revoked_reason = ? WHERE id = ?",
            [writing.now, writing.agent, fact, grant.id])
        try tell(grant, as: .grantBridgeEnd, in: writing) { _ in
            try GrantAuditDetails.ended(grant.id, note: nil, in: writing.db) ?? "{}"
        }
    }

    /// What the log of changes and the audit log hear of it.
    private static func tell(
        _ grant: Grant, as action: AuditAction, in writing: StoreTransaction,
        details: @escaping (TextVault) throws -> String
    ) throws {
        try writing.changed(.grant, grant.id.rawValue)
        try writing.changed(.customer, grant.customer.rawValue)
        if let ticket = grant.ticket { try writing.changed(.ticket, ticket.rawValue) }
        let about =
            [AuditSubject.customer(grant.customer), .grant(grant.id)]
            + [grant.ticket].compactMap { $0 }.map(AuditSubject.ticket)
        let draft = AuditDraft(grant.customer.rawValue, about: about, json: details)
        try AuditLog.append(draft, action: action, by: writing.agent, at: writing.now, in: writing.db)
    }

    /// A ticket's charge as the rule looks at it; nil when no attempt has the ticket.
    private static func charge(
        of ticket: Ticket, row: Int64, in writing: StoreTransaction
    ) throws -> BridgedCharge? {
        let rules = try SettingTable.ticketRules(writing.db)
        let stored = try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: writing.db)
        return try stored.map { stored in
            BridgedCharge(
                PurchaseVerdict(stored.purchase, rules: rules, at: writing.now), customer: ticket.customer,
                resolution: ticket.resolution, outcomes: try outcomes(ofTicket: row, in: writing.db))
        }
    }

    /// What tries of ours came to, the oldest first.
    private static func outcomes(ofTicket row: Int64, in db: Connection) throws -> [String] {
        try db.values(
            """
            \(TicketTable.family) SELECT t.outcome FROM family f
              JOIN requests r ON r.subject = CAST(f.id AS TEXT) AND r.kind = 'retry'
              JOIN request_tries t ON t.request_id = r.id
            ORDER BY t.at_ms, r.id, t.number
            """, [row])
    }

    /// The bridges of a ticket, and of those that turned out to be duplicates of it, that hold now.
    private static func running(ofTicket row: Int64, in writing: StoreTransaction) throws -> [Grant] {
        try GrantTable.all(ofTicket: row, in: writing.db).filter {
            $0.isBridge && $0.state(at: writing.now) == .active
        }
    }

    /// Whether a person ended one: then none is given again.
    private static func isEndedByHand(ofTicket row: Int64, in db: Connection) throws -> Bool {
        let reasons: [String] = try db.values(
            """
            \(TicketTable.family) SELECT DISTINCT g.revoked_reason FROM family f JOIN grants g ON g.ticket_id = f.id
            WHERE g.reason = ?2 AND g.revoked_reason IS NOT NULL
            """, [row, Grant.bridgeReason])
        return !BridgedCharge.ownEnds.isSuperset(of: reasons)
    }
}
