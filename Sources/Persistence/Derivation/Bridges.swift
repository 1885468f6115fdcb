import GRDB
import Purchases

/// Gives and ends the grants that bridge a charge while the App Store cannot be asked about it.
///
/// Giving is part of noting the try that failed, ending part of whatever brings the fact: a bridge and its reason are in the
/// store together or not at all.
enum Bridges {
    /// Bridges a ticket's charge after a try of it that failed, where the policy and the rule say so.
    static func give(toTicket row: Int64, after outcome: String, in writing: StoreTransaction) throws {
        let (db, now) = (writing.db, writing.now)
        let rule = BridgeRule(hours: try SettingTable.number(.bridgeHours, in: db))
        guard BridgeRule.isOutage(outcome), let ticket = try TicketTable.at(row, in: db),
            let customer = ticket.customer, try CustomerTable.find(customer, in: db) != nil,
            let charge = try charge(of: ticket, row: row, in: writing),
            try !isEndedByHand(ofTicket: row, in: db),
            let span = rule.span(
                for: charge, after: outcome,
                given: try GrantTable.bridges(ofTicket: row, in: db).compactMap(\.span),
                at: now)
        else { return }
        try writing.require(.serve)
        for entitlement in charge.entitlements {
            let grant = try GrantTable.insert(
                Grant(
                    id: GrantID("new"), customer: customer, entitlement: entitlement, startsAt: span.from,
                    endsAt: span.until, reason: Grant.bridgeReason, ticket: ticket.id,
                    grantedBy: writing.agent, grantedAt: now), in: db)
            try tell(grant, as: .grantBridge, in: writing) { GrantAuditDetails.given(grant, keeping: $0) }
        }
    }

    /// Ends the bridges of tickets of which something changed, where a fact ends them.
    static func settle(_ tickets: Set<Int64>, in writing: StoreTransaction) throws {
        for row in tickets.sorted() {
            let running = try running(ofTicket: row, in: writing)
            guard !running.isEmpty, let ticket = try TicketTable.at(row, in: writing.db) else { continue }
            let charge = try charge(of: ticket, row: row, in: writing)
            for grant in running {
                let fact: String? =
                    if let charge {
                        charge.end(of: grant.customer)
                    } else {
                        ticket.resolution?.rawValue ?? TicketResolution.notCharged.rawValue
                    }
                if let fact { try end(grant, because: fact, in: writing) }
            }
        }
    }

    /// Ends the bridges of a ticket because the App Store's word about it is final, by its code.
    static func refuse(ticket row: Int64, because code: String, in writing: StoreTransaction) throws {
        for grant in try running(ofTicket: row, in: writing) { try end(grant, because: code, in: writing) }
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
                resolution: ticket.resolution, refusal: try refusal(ofTicket: row, in: writing.db))
        }
    }

    /// The final word that a try of ours was answered; nil while there is none.
    private static func refusal(ofTicket row: Int64, in db: Database) throws -> String? {
        let outcomes: [String] = try db.values(
            """
            SELECT t.outcome FROM requests r JOIN request_tries t ON t.request_id = r.id
            WHERE r.subject = ? AND r.kind = 'retry' ORDER BY r.id DESC, t.number DESC
            """, [String(row)])
        return outcomes.first(where: VerificationPace.isFinal)
    }

    private static func running(ofTicket row: Int64, in writing: StoreTransaction) throws -> [Grant] {
        try GrantTable.running(ofTicket: row, at: writing.now, in: writing.db)
    }

    /// Whether a person ended one: then none is given again.
    private static func isEndedByHand(ofTicket row: Int64, in db: Database) throws -> Bool {
        let reasons: [String] = try db.values(
            "SELECT DISTINCT revoked_reason FROM grants WHERE ticket_id = ? AND reason = ? AND revoked_reason IS NOT NULL",
            [row, Grant.bridgeReason])
        return !BridgedCharge.ownEnds.isSuperset(of: reasons)
    }
}

extension GrantTable {
    /// The bridges of a charge: of its ticket, and of those that turned out to be duplicates of it.
    fileprivate static func bridges(ofTicket ticket: Int64, in db: Database) throws -> [Grant] {
        try all(ofTicket: ticket, in: db).filter(\.isBridge)
    }

    /// The bridges of a ticket that hold at a moment.
    fileprivate static func running(ofTicket ticket: Int64, at now: Instant, in db: Database) throws
        -> [Grant]
    {
        let isAny = try db.exists(
            """
            SELECT 1 FROM grants WHERE ticket_id = ?1 AND reason = ?2 AND revoked_at_ms IS NULL AND ends_at_ms > ?3
            """, [ticket, Grant.bridgeReason, now])
        guard isAny else { return [] }
        return try bridges(ofTicket: ticket, in: db).filter {
            $0.ticket == TicketID(row: ticket) && $0.state(at: now) == .active
        }
    }
}
