import Purchases

/// A purchase as the store keeps it: every attempt that speaks of one charge, and the charge.
///
/// ``PurchaseSearch`` finds them.
struct StoredPurchase {
    /// The attempts, by row.
    let attempts: [AttemptTable]
    /// The row of the App Store's record of the charge; nil when the store knows of none.
    let transaction: Int64?
    let purchase: Purchase

    /// The row of the first attempt, which stands for the purchase where lists name it: by time, never by what came first.
    var firstRow: Int64? {
        purchase.attempts.first.flatMap { AttemptTable.standing(for: $0.id, among: attempts)?.rowID }
    }

    /// The purchase that an attempt belongs to; nil when there is no such attempt.
    static func of(attempt: Int64, catalog: Catalog, in db: Connection) throws -> StoredPurchase? {
        var search = PurchaseSearch(db)
        try search.follow(attempt)
        let attempts = try search.attempts.sorted().compactMap { try AttemptTable.at($0, in: db) }
        guard !attempts.isEmpty else { return nil }
        let charges = try search.transactions.sorted().compactMap { row in
            try ChargeQuery(db: db, catalog: catalog).charge(row).map { (row, $0) }
        }
        var best = charges.min { isBetter($0.1, $1.1) }
        if let row = best?.0 { try best?.1.confirm(at: row, by: attempts, in: db) }
        return StoredPurchase(
            attempts: attempts, transaction: best?.0,
            purchase: Purchase(
                attempts: AttemptTable.united(attempts), charge: best?.1,
                failedRetries: try failedRetries(of: attempts, in: db),
                closing: try closing(of: attempts, charge: best?.1, in: db)))
    }

    /// The purchase that a ticket stands for; nil when no attempt has the ticket.
    static func of(ticket: Int64, catalog: Catalog, in db: Connection) throws -> StoredPurchase? {
        let attempt: Int64? = try db.value("SELECT min(id) FROM attempts WHERE ticket_id = ?", [ticket])
        return try attempt.flatMap { try of(attempt: $0, catalog: catalog, in: db) }
    }

    /// An id may stand for a purchase and for what a family member shares of it: the purchase counts.
    private static func isBetter(_ left: StoreCharge, _ right: StoreCharge) -> Bool {
        if left.isPurchase != right.isPurchase { return left.isPurchase }
        return Transaction.precedes(left.transaction, right.transaction)
    }

    /// How the App Store finished it; nil when it did not. It goes by the transaction's ids and not by the ticket that
    /// somebody asked about: whatever becomes of tickets, the App Store has finished it.
    private static func closing(
        of attempts: [AttemptTable], charge: StoreCharge?, in db: Connection
    ) throws -> StoreClosing? {
        guard let environment = attempts.first?.attempt.environment else { return nil }
        let told = attempts.compactMap(\.attempt.values.transactionID)
        let ids = Set(told + (charge?.transaction.ids ?? []))
        let closings = try ids.compactMap {
            try AppStoreRequestTable.closing(of: $0, in: environment, db: db)
        }
        return closings.min { ($0.at, $0.askedBy) < ($1.at, $1.askedBy) }
    }

    private static func failedRetries(of attempts: [AttemptTable], in db: Connection) throws -> Int {
        try Set(attempts.compactMap(\.ticket)).reduce(0) { count, ticket in
            count + (try AppStoreRequestTable.failedTries(ofTicket: ticket, in: db))
        }
    }
}

extension StoreCharge {
    /// Takes the owner as named by reports where one that speaks of the charge names the owner in its envelope, or
    /// where none of them counts: those of an app's key name a payer only beside evidence of the same customer
    /// (`OwnerRule.proven`).
    fileprivate mutating func confirm(at row: Int64, by attempts: [AttemptTable], in db: Connection) throws {
        guard let owner, ownerSource == .claim,
            !attempts.contains(where: { $0.attempt.values.customer == owner })
        else { return }
        let reports = ValueList.parts(of: attempts.map(\.rowID))
        func isTold(_ condition: String, _ values: BoundValues = []) throws -> Bool {
            try reports.contains { reports in
                try db.exists(
                    "SELECT 1 FROM attempt_claims l WHERE l.attempt IN \(reports.places) AND \(condition)",
                    reports.values + values)
            }
        }
        let namesOwner = try isTold("l.app_user_id = ?", [owner])
        let isByKeyAlone =
            try isTold("l.needs_evidence = 1")
            && !isTold(
                """
                (l.needs_evidence = 0 OR EXISTS (SELECT 1 FROM chain_claims k
                  WHERE k.chain_id = (SELECT chain_id FROM transactions WHERE id = ?)
                    AND k.kind <> 'purchase_report' AND k.app_user_id = l.app_user_id))
                """, [row])
        if namesOwner || isByKeyAlone { ownerSource = .report }
    }
}

/// Reads the App Store's record of a charge the way tickets look at it.
struct ChargeQuery {
    let db: Connection
    let catalog: Catalog

    /// The charge kept in a row of transactions; nil when there is none.
    func charge(_ row: Int64) throws -> StoreCharge? {
        let chain = try db.first(
            """
            SELECT c.id, c.original_transaction_id, c.environment, c.customer_id, c.owner_known_ms, u.app_user_id
            FROM transactions t JOIN chains c ON c.id = t.chain_id LEFT JOIN customers u ON u.id = c.customer_id
            WHERE t.id = ?
            """, [row]
        ) { found in
            (
                row: try found[0] as Int64, id: ChainID(try found[1], in: try found[2]),
                customer: found[3] as Int64?, ownerKnownAt: found[4] as Instant?,
                owner: found[5] as AppUserID?
            )
        }
        guard let chain, let transaction = try TransactionTable.at(row, in: db)?.transaction else {
            return nil
        }
        let payer = try payer(of: transaction, ofChain: chain.row)
        let (owner, knownAt) = (payer?.customer ?? chain.owner, payer?.knownAt ?? chain.ownerKnownAt)
        let source =
            try payer == nil ? source(chain.owner, of: transaction, ofChain: chain.row) : .token
        var run: TransactionRun?
        if catalog.products[transaction.productID]?.kind == .nonRenewing {
            run = try stacked(transaction, ofChain: chain.row, customer: chain.customer)
        }
        var charge = StoreCharge(
            transaction, of: chain.id, owner: owner, ownerKnownAt: knownAt, by: source, catalog: catalog,
            run: run)
        if let attachedAt = payer?.attachedAt, attachedAt <= transaction.purchasedAt {
            charge.heldBy = chain.owner
        }
        return charge
    }

    /// The customer whose token a transaction of another's chain carries; nil where it is the owner's or nobody's.
    private func payer(
        of transaction: Transaction, ofChain chain: Int64
    ) throws -> (customer: AppUserID, knownAt: Instant, attachedAt: Instant?)? {
        guard let token = transaction.values.appAccountToken else { return nil }
        return try PayerTable.all(ofChain: chain, in: db).first { $0.token == token.whole }.map {
            ($0.customer.id, $0.knownAt, $0.attachedAt)
        }
    }

    /// What says that a transaction is its chain's owner's: the token that it carries, else an attachment, else a
    /// claim.
    private func source(
        _ owner: AppUserID?, of transaction: Transaction, ofChain chain: Int64
    ) throws -> OwnerSource {
        guard let owner else { return .claim }
        let kinds: [OwnerClaim.Kind] = try db.map(
            """
            SELECT DISTINCT k.kind FROM chain_claims k WHERE k.chain_id = ?1 AND (k.kind = 'attach' OR (k.token = ?2
              AND (EXISTS (SELECT 1 FROM customers u WHERE u.app_account_token = k.token AND u.app_user_id = ?3)
                OR EXISTS (SELECT 1 FROM erased_tokens e WHERE e.digest = k.token AND e.app_user_id = ?3))))
            """, [chain, transaction.values.appAccountToken, owner]
        ) { try $0[0] }
        return kinds.contains(.appAccountToken) ? .token : kinds.isEmpty ? .claim : .attachment
    }

    /// A non-renewing purchase runs where the stack of all of its kind puts it.
    private func stacked(
        _ transaction: Transaction, ofChain chain: Int64, customer: Int64?
    ) throws -> TransactionRun? {
        let siblings =
            try customer.map { try StoredChain.all(ofCustomer: $0, in: db) }
            ?? [StoredChain.at(chain, in: db)].compactMap { $0 }
        let timelines = ChainTimeline.timelines(of: siblings.map(\.chain), catalog: catalog)
        return zip(siblings, timelines).first { $0.0.rowID == chain }?.1.runs
            .first { $0.transaction == transaction }
    }
}
