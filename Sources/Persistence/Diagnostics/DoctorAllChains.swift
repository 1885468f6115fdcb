internal import Purchases

/// Compares the periods of every chain with what the rules give, its owner with what claims it, and its claims with the
/// log, the documents and the reports that made them.
struct ChainCheck: WholeCheck {
    let table = "chains"
    private let deeds: LoggedDeeds
    private var chains = 0
    private var transactions = 0
    private var isCatalogUnderWay = false
    private var periods = Discrepancies()
    private var claims = Discrepancies()
    private var unnamed = Discrepancies()

    /// A check that knows what the log tells of attachments.
    init(deeds: LoggedDeeds) { self.deeds = deeds }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        if try CatalogUpdate.isUnderWay(db) { isCatalogUnderWay = true }
        let sample = try DoctorSample(db)
        for row in try firstOfCustomers(rows, in: db) {
            guard let first = try StoredChain.at(row, in: db) else { continue }
            let family = try first.customerRow.map { try StoredChain.all(ofCustomer: $0, in: db) } ?? [first]
            // Of a chain that the customer only paid for a part of, the owner's turn tells the rest.
            let own = family.filter { $0.payer == nil }
            chains += own.count
            transactions += own.reduce(0) { $0 + $1.rows.count }
            if !isCatalogUnderWay, let wrong = try sample.wrong(in: family, of: first.customerRow) {
                periods.note(wrong)
            }
            let owner = try first.customerRow.flatMap { try CustomerTable.at($0, in: db)?.customer.id }
            for stored in own { try lookAtClaims(stored, of: owner, in: db) }
        }
        guard !isCatalogUnderWay else { return }
        for payer in try payersAlone(rows, in: db) {
            let family = try StoredChain.all(ofCustomer: payer, in: db)
            if let wrong = try sample.wrong(in: family, of: payer) { periods.note(wrong) }
        }
    }

    /// The customers who paid for a part of some chains and have none of their own, each at the first of these. `o` is
    /// a chain of their own, `e` an earlier part.
    private func payersAlone(_ rows: Range<Int64>, in db: Connection) throws -> [Int64] {
        try db.values(
            """
            SELECT DISTINCT p.customer_id FROM chain_payers p WHERE p.chain_id >= ? AND p.chain_id < ?
              AND NOT EXISTS (SELECT 1 FROM chains o WHERE o.customer_id = p.customer_id)
              AND NOT EXISTS (SELECT 1 FROM chain_payers e WHERE e.customer_id = p.customer_id AND e.chain_id < p.chain_id)
            """, [rows.lowerBound, rows.upperBound])
    }

    /// Each chain is read once, with the others of its customer: those whose customer has none before them.
    private func firstOfCustomers(_ rows: Range<Int64>, in db: Connection) throws -> [Int64] {
        try db.values(
            """
            SELECT c.id FROM chains c WHERE c.id >= ? AND c.id < ? AND (c.customer_id IS NULL OR NOT EXISTS (
              SELECT 1 FROM chains o WHERE o.customer_id = c.customer_id AND o.id < c.id))
            """, [rows.lowerBound, rows.upperBound])
    }

    private mutating func lookAtClaims(
        _ stored: StoredChain, of owner: AppUserID?, in db: Connection
    ) throws {
        let name = stored.chain.id.original
        if try OwnerRule.holding(ClaimTable.all(ofChain: stored.rowID, in: db))?.customer != owner {
            claims.note("chain \(name) is not whose its claims say")
        }
        let kept = try db.map(
            "SELECT kind, app_user_id, at_ms, is_from_report FROM chain_claims WHERE chain_id = ?",
            [stored.rowID]
        ) { row in
            KeptClaim(kind: try row[0], customer: row[1], at: try row[2], isFromReport: try row[3])
        }
        for claim in kept {
            switch claim.kind {
            case .attach:
                let isTold = deeds.attachments(of: name).contains {
                    $0.customer == claim.customer && $0.at == claim.at
                }
                if !isTold { claims.note("no entry tells that chain \(name) was attached") }
            case .named, .purchaseReport:
                guard let customer = claim.customer else { continue }
                if claim.isFromReport {
                    let isTold = try isReported(customer, as: claim.kind, of: stored.rowID, in: db)
                    if !isTold { claims.note("no report names \(customer) for chain \(name)") }
                } else if claim.kind == .named, try !isNamed(customer, for: stored.rowID, in: db) {
                    unnamed.note("\(customer) for chain \(name)")
                }
            case .appAccountToken: continue
            }
        }
        // The entry does not say in which environment.
        let namesakes: Int? = try db.value(
            "SELECT count(*) FROM chains WHERE original_transaction_id = ?", [name])
        if namesakes == 1, let last = deeds.attachments(of: name).last,
            !kept.contains(where: { $0.kind == .attach && $0.customer == last.customer && $0.at == last.at })
        {
            claims.note("the attachment of chain \(name) to \(last.customer) is gone")
        }
    }

    private struct KeptClaim {
        let kind: OwnerClaim.Kind
        let customer: AppUserID?
        let at: Instant
        let isFromReport: Bool
    }

    private func isNamed(_ customer: AppUserID, for chain: Int64, in db: Connection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM document_chains l JOIN documents d ON d.id = l.document_id
            WHERE l.chain_id = ? AND d.named_app_user_id = ?
            """, [chain, customer])
    }

    private func isReported(
        _ customer: AppUserID, as kind: OwnerClaim.Kind, of chain: Int64, in db: Connection
    ) throws -> Bool {
        try AttemptClaims.attempts(ofChain: chain, in: db).contains { attempt in
            try db.exists(
                "SELECT 1 FROM attempt_claims WHERE attempt = ? AND kind = ? AND app_user_id = ?",
                [attempt, kind, customer])
        }
    }

    func findings(_ db: Connection) throws -> [Finding] { [periodFinding, claimFinding] }

    private var periodFinding: Finding {
        if isCatalogUnderWay {
            return Finding(
                "periods", .warning, "what the new catalogue changes is not worked out to its end",
                fix: "run 'makegood catalog': each run that may write goes on with it")
        }
        guard periods.isEmpty else {
            return Finding(
                "periods", .error, "\(periods.words) are not what the rules give",
                fix: "restore a backup, or attach the customer's chains again, which rewrites them")
        }
        return Finding(
            "periods", "those of all \(chains) chains (\(transactions) charges) are what the rules give")
    }

    private var claimFinding: Finding {
        guard claims.isEmpty, !unnamed.isEmpty else {
            return claims.finding(
                "claims",
                right: "all \(chains) chains are whose their claims say, and each claim has its source")
        }
        return Finding(
            "claims", .warning, "claimed by a name that no kept document has: \(unnamed.words)",
            fix:
                "a document that was brought for two customers keeps the first name alone; if that was not so, settle it with `makegood chain attach`"
        )
    }
}
