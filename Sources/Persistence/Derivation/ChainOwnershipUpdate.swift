import Purchases

/// Decides anew which customer owns each chain (`OwnerRule` in `Purchases/Rules`), and collects whose access that may
/// change.
///
/// First ``decide(_:isNew:in:)`` or ``follow(_:hasNewIDs:hasNewClaims:in:)`` for each chain, then the periods are
/// rewritten by ``recompute(_:atHand:in:)``, and ``attempts(_:)`` are looked at by ``TicketUpdate``.
struct ChainOwnershipUpdate {
    /// The customers whose access may have changed.
    private(set) var customers: Set<Int64> = []
    /// The chains without an owner whose periods may have changed.
    private(set) var strays: Set<Int64> = []
    /// The chains whose owner was decided.
    private(set) var decided: Set<Int64> = []
    private var attemptsOf: [Int64: [Int64]] = [:]

    /// Decides whose a chain is.
    mutating func decide(_ chain: Int64, isNew: Bool = false, in db: Connection) throws {
        decided.insert(chain)
        let attempts = try AttemptClaims.attempts(ofChain: chain, in: db)
        attemptsOf[chain] = attempts
        if !(isNew && attempts.isEmpty) { try AttemptClaims.bring(attempts, toChain: chain, in: db) }
        let (before, knownBefore, wasDisputed) = try isNew ? (nil, nil, false) : owner(of: chain, in: db)
        let claims = try ClaimTable.all(ofChain: chain, in: db)
        let after = try OwnerRule.holding(claims)?.customer.map { try CustomerTable.ensure($0, in: db) }
        let known = OwnerRule.ownerKnownAt(claims)
        let isDisputed = OwnerRule.isUnsettled(claims)
        if before != after || knownBefore != known || wasDisputed != isDisputed {
            try db.run(
                "UPDATE chains SET customer_id = ?, owner_known_ms = ?, is_disputed = ? WHERE id = ?",
                [after, known, isDisputed ? 1 : 0, chain])
        }
        customers.formUnion(
            try PayerTable.settle(chain, owner: after, claims: claims, isNew: isNew, in: db))
        if let before { customers.insert(before) }
        note(chain, of: after)
    }

    /// Decides whose a chain is after a document told of it: as it was, unless somebody claims it anew or reports speak of
    /// it by an id that it had not.
    mutating func follow(
        _ stored: StoredChain, hasNewIDs: Bool, hasNewClaims: Bool, in db: Connection
    ) throws {
        let chain = stored.rowID
        guard !stored.isNew, !hasNewClaims, !decided.contains(chain) else {
            return try decide(chain, isNew: stored.isNew, in: db)
        }
        if hasNewIDs {
            let attempts = try AttemptClaims.attempts(ofChain: chain, in: db)
            attemptsOf[chain] = attempts
            let before = db.totalChanges
            try AttemptClaims.bring(attempts, toChain: chain, in: db)
            guard db.totalChanges == before else { return try decide(chain, in: db) }
        }
        decided.insert(chain)
        customers.formUnion(try PayerTable.all(ofChain: chain, in: db).map(\.customer.row))
        note(chain, of: stored.customerRow)
    }

    private mutating func note(_ chain: Int64, of customer: Int64?) {
        if let customer {
            customers.insert(customer)
            strays.remove(chain)
        } else {
            strays.insert(chain)
        }
    }

    private func owner(
        of chain: Int64, in db: Connection
    ) throws -> (customer: Int64?, knownAt: Instant?, isDisputed: Bool) {
        try db.first(
            "SELECT customer_id, owner_known_ms, is_disputed FROM chains WHERE id = ?", [chain]
        ) { row in
            (row[0] as Int64?, row[1] as Instant?, try row[2])
        } ?? (nil, nil, false)
    }

    /// The purchase attempts to look at anew: they speak of chains that were decided, or of others of the same customers, or
    /// name no record though one of these chains has it.
    func attempts(_ db: Connection) throws -> Set<Int64> {
        let speaking: Set<Int64> = try customers.reduce(into: decided) { chains, customer in
            let own: [Int64] = try db.values("SELECT id FROM chains WHERE customer_id = ?", [customer])
            chains.formUnion(own)
            chains.formUnion(try PayerTable.chains(paidBy: customer, in: db))
        }.reduce(into: []) { attempts, chain in
            attempts.formUnion(try attemptsOf[chain] ?? AttemptClaims.attempts(ofChain: chain, in: db))
        }
        let meetings = ChargeMeetings(db: db)
        return try customers.reduce(into: speaking) { attempts, customer in
            attempts.formUnion(try meetings.attempts(ofCustomer: customer, beside: decided))
        }
    }

    /// Rewrites the periods of everybody noted; chains at hand are not read again.
    func recompute(_ catalog: Catalog, atHand: [Int64: StoredChain] = [:], in db: Connection) throws {
        for customer in customers {
            try PeriodTable.rewrite(
                StoredChain.all(ofCustomer: customer, atHand: atHand, in: db), catalog: catalog, in: db)
        }
        for stray in strays {
            guard var stored = try atHand[stray] ?? StoredChain.at(stray, in: db) else { continue }
            stored.customerRow = nil
            stored.payers = try PayerTable.all(ofChain: stray, in: db)
            try PeriodTable.rewrite([stored], catalog: catalog, in: db)
        }
    }
}
