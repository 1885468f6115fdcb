import Purchases

/// Keeps the ledger in step with the facts: every charge once, with what became of its money.
///
/// Charges of which no app told follow from their chain, and are rewritten with its periods. Of a charge that attempts speak
/// of, the purchase decides, and is asked whenever its ticket is brought up to date. What people do to a ticket comes by
/// ``ChargeTable/follow(_:in:)``.
enum ChargeLedger {
    /// Rewrites what a chain has of charges that no attempt speaks of, where it differs.
    static func rewrite(
        _ stored: StoredChain, _ charges: [(row: Int64, charge: StoreCharge)], catalog: Catalog,
        in db: Connection
    ) throws {
        guard !(charges.isEmpty && stored.isNew) else { return }
        var known = stored.isNew ? [:] : try ChargeTable.all(ofChain: stored.rowID, in: db)
        let app = try ChargeApps.row(of: stored.chain.bundleID, in: stored.chain.id.environment, db: db)
        let changed = charges.compactMap { row, charge -> ChargeTable.Change? in
            let before = known.removeValue(forKey: row)
            guard before?.attempt == nil else { return nil }
            let after = plain(row, charge, app: app, catalog: catalog)
            return after == before ? nil : (before, after)
        }
        try ChargeTable.keep(changed, in: db)
        for gone in known.values where gone.attempt == nil { try ChargeTable.delete(gone.id, in: db) }
    }

    /// A charge that no attempt speaks of, made in an app of ``ChargeApps``.
    static func plain(_ row: Int64, _ charge: StoreCharge, app: Int64, catalog: Catalog) -> ChargeTable {
        var kept = ChargeTable(
            row, in: charge.chain.environment, at: charge.transaction.purchasedAt,
            ChargedMoney(of: charge, catalog: catalog), standing(of: charge))
        let isFree = charge.kind == .free || (kept.currency != nil && kept.milliunits == 0)
        if kept.standing == .untold, !isFree {
            kept.unheard = ChargeTable.Unheard(app: app, at: charge.transaction.purchasedAt)
        }
        return kept
    }

    private static func standing(of charge: StoreCharge) -> ChargeStatus {
        ChargeStatus(isExtended: charge.isExtended, isRefundedInFull: charge.isRefundedInFull)
    }

    /// The charge of a purchase, numbered as ``ChargeTable/id`` says; nil when nothing was charged, or only an agent
    /// says so.
    static func charge(
        of stored: StoredPurchase, _ verdict: PurchaseVerdict, catalog: Catalog, in db: Connection
    ) throws -> ChargeTable? {
        guard verdict.facts.charged.value, !verdict.isUnproved, let chargedAt = verdict.chargedAt,
            let first = stored.attempts.first?.rowID,
            let id = verdict.isProven ? stored.transaction : -first
        else { return nil }
        let facts = ChargeStatus(
            isExtended: verdict.facts.extended.value, isRefundedInFull: verdict.isRefundedInFull)
        var charge = ChargeTable(
            id, in: stored.purchase.environment, at: chargedAt,
            ChargedMoney(of: stored.purchase, catalog: catalog), facts)
        (charge.attempt, charge.facts) = (first, facts)
        charge.ticket = try db.value("SELECT ticket_id FROM attempts WHERE id = ?", [first])
        if let ticket = charge.ticket, let standing = try ticketStanding(ticket, by: verdict, in: db) {
            charge.take(standing)
        }
        return charge
    }

    private static func ticketStanding(
        _ ticket: Int64, by verdict: PurchaseVerdict, in db: Connection
    ) throws -> ChargeTicket? {
        try db.first(
            """
            SELECT resolution, CASE WHEN claimed_by IS NULL AND assigned_to IS NULL THEN 0 ELSE 1 END,
              CASE WHEN resolved_by IS NULL THEN 0 ELSE 1 END
            FROM tickets WHERE id = ?
            """, [ticket]
        ) { row in
            let (resolution, isPersons): (TicketResolution?, Bool) = (row[0], try row[2])
            // From the facts, not from what the ticket keeps: a recount finds where the two differ.
            let isWithoutProof = resolution.map(EndingFacts(verdict).isWithoutProof) ?? false
            return ChargeTicket(
                resolution: resolution, isOwned: try row[1], isWithoutProof: isPersons && isWithoutProof)
        }
    }

    /// Keeps the charge of a purchase whose ticket was brought up to date. A charge that it was before goes, or is again
    /// what its chain says of it.
    static func settle(
        _ stored: StoredPurchase, _ verdict: PurchaseVerdict, catalog: Catalog, in db: Connection
    ) throws {
        let charge = try charge(of: stored, verdict, catalog: catalog, in: db)
        for attempt in stored.attempts {
            for former in try ChargeTable.all(ofAttempt: attempt.rowID, in: db) where former != charge?.id {
                try giveBack(former, catalog: catalog, in: db)
            }
        }
        guard let charge else { return }
        let before = try ChargeTable.at(charge.id, in: db)
        if before != charge { try ChargeTable.keep([(before, charge)], in: db) }
    }

    /// Lets go of the charges of which an attempt is the first, before it is deleted: each is again what its chain says
    /// of it.
    static func giveBack(chargesOf attempt: Int64, catalog: Catalog, in db: Connection) throws {
        for charge in try ChargeTable.all(ofAttempt: attempt, in: db) {
            try giveBack(charge, catalog: catalog, in: db)
        }
    }

    private static func giveBack(_ row: Int64, catalog: Catalog, in db: Connection) throws {
        guard row > 0, let charge = try ChargeQuery(db: db, catalog: catalog).charge(row), charge.isPurchase
        else { return try ChargeTable.delete(row, in: db) }
        let bundle: BundleID? = try db.value(
            "SELECT c.bundle_id FROM transactions t JOIN chains c ON c.id = t.chain_id WHERE t.id = ?", [row])
        let app = try ChargeApps.row(of: bundle, in: charge.chain.environment, db: db)
        let before = try ChargeTable.at(row, in: db)
        try ChargeTable.keep([(before, plain(row, charge, app: app, catalog: catalog))], in: db)
    }
}
