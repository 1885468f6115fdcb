import Purchases

/// Takes in what the app reports of a purchase attempt; `DocumentImport` calls it. Whom reports name as the owner of
/// chains is kept by ``AttemptClaims``.
enum ReportMerge {
    /// What a report changed.
    struct Outcome {
        /// The row of what it tells.
        let row: Int64
        /// The attempts to look at anew, those that it leaves behind among them.
        let attempts: Set<Int64>
        /// Every chain that it spoke or speaks of.
        let chains: Set<Int64>
    }

    /// Adds what a report tells.
    static func apply(
        _ report: PurchaseReport, of contents: DocumentContents, at now: Instant, in db: Connection
    ) throws -> Outcome {
        var values = report.values
        values.customer = values.customer ?? contents.owner
        let (named, received) = (report.values.customer, contents.receivedAt ?? now)
        var told = MergedFacts(values, precedence: contents.precedence)
        let known = try AttemptTable.row(of: report.attempt, named: named, in: db)
        if let before = try known.flatMap({ try AttemptTable.told(in: $0, db: db) }) { told.merge(before) }
        let row = try AttemptTable.keep(
            told, of: report.attempt, named: named, at: received, in: known, db: db)
        let kin = AttemptKin(db: db)
        let beside = try kin.rows(beside: row)
        // Collects what is one purchase with these attempts, by their ids before this report and after it.
        var former = PurchaseSearch(db)
        for one in beside { try former.follow(one) }
        let meetings = ChargeMeetings(db: db)
        var places = try meetings.places(of: former.attempts)
        var chains = try AttemptClaims.chains(ofAttempts: beside, in: db)
        let shown = try kin.showTold(of: row)
        try AttemptClaims.note(
            named, as: .purchaseReport, of: row, from: contents, receivedAt: received, in: db)
        try AttemptClaims.note(
            contents.owner, as: .named, of: row, from: contents, receivedAt: received, in: db)
        // Now that the ids are there, attempts that had nothing to do with it may count for others, too.
        let changed = try beside.union(kin.rows(beside: row))
        for one in changed { try former.follow(one) }
        places.formUnion(try meetings.places(of: changed))
        try kin.decideCustomers(of: changed)
        for event in report.events {
            let reported = PurchaseAttempt.Reported(
                event, receivedAt: received, isReceiptTold: contents.receivedAt != nil)
            try AttemptEvents.keep(reported, of: row, in: db)
        }
        try AttemptEvents.trim(row, in: db)
        chains.formUnion(try AttemptClaims.chains(ofAttempts: shown, in: db))
        let attempts = try former.attempts.union(changed).union(meetings.neighbours(of: places))
        return Outcome(row: row, attempts: attempts, chains: chains)
    }
}

/// Whom purchase reports name as the owner of the chains that they speak of.
enum AttemptClaims {
    /// The attempts that speak of a chain, by its name, by a transaction's id or by a line item.
    private static let attemptsOfChain = """
        SELECT a.id FROM chains c JOIN attempts a ON a.original_transaction_id = c.original_transaction_id
          WHERE c.id = ?1 AND a.environment = c.environment
        UNION ALL SELECT a.id FROM chains c JOIN transactions t ON t.chain_id = c.id
          JOIN transaction_ids i ON i."transaction" = t.id JOIN attempts a ON a.transaction_id = i.transaction_id
          WHERE c.id = ?1 AND a.environment = c.environment
        UNION ALL SELECT a.id FROM chains c JOIN transactions t ON t.chain_id = c.id
          JOIN attempts a ON a.web_order_line_item_id = t.web_order_line_item_id
          WHERE c.id = ?1 AND a.environment = c.environment
        """

    /// The attempts that speak of a chain, each once.
    static func attempts(ofChain chain: Int64, in db: Connection) throws -> [Int64] {
        // Made unique here: SQLite would keep a table for it, and nearly always there are none.
        Set(try db.values(attemptsOfChain, [chain]) as [Int64]).sorted()
    }

    /// The chains that attempts speak of, as far as they are known.
    static func chains(ofAttempts attempts: Set<Int64>, in db: Connection) throws -> Set<Int64> {
        try attempts.reduce(into: []) { chains, attempt in
            chains.formUnion(try db.values(chainsOfAttempt, [attempt]) as [Int64])
        }
    }

    private static let chainsOfAttempt = """
        SELECT c.id FROM attempts a JOIN chains c ON c.original_transaction_id = a.original_transaction_id
          WHERE a.id = ?1 AND c.environment = a.environment
        UNION SELECT c.id FROM attempts a JOIN transaction_ids i ON i.transaction_id = a.transaction_id
          JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id
          WHERE a.id = ?1 AND c.environment = a.environment
        UNION SELECT c.id FROM attempts a JOIN transactions t ON t.web_order_line_item_id = a.web_order_line_item_id
          JOIN chains c ON c.id = t.chain_id WHERE a.id = ?1 AND c.environment = a.environment
        """

    /// Whether a report that was brought by an app's key alone comes otherwise now: its word counts for more from now on.
    static func gain(from contents: DocumentContents, in db: Connection) throws -> Bool {
        guard !contents.needsEvidence, let report = contents.report, let named = report.values.customer else {
            return false
        }
        return try db.exists(
            """
            SELECT 1 FROM attempts a JOIN attempt_claims l ON l.attempt = a.id
            WHERE a.attempt_id = ? AND a.named = ? AND l.kind = ? AND l.app_user_id = a.named AND l.needs_evidence = 1
            """, [report.attempt, named, OwnerClaim.Kind.purchaseReport])
    }

    /// Notes whom a report names, since its document; known since it was received, or since it was made where nothing
    /// says more: a clock that runs ahead makes nothing known later than it was taken in. What came by an app's key counts
    /// only where nothing else tells the same.
    static func note(
        _ customer: AppUserID?, as kind: OwnerClaim.Kind, of attempt: Int64, from contents: DocumentContents,
        receivedAt: Instant, in db: Connection
    ) throws {
        guard let customer else { return }
        _ = try CustomerTable.ensure(customer, in: db)
        let at = contents.precedence.documentTime
        let knownAt = contents.receivedAt ?? min(at, receivedAt)
        let isReport = kind == .purchaseReport
        let arrivedAt = isReport ? contents.receivedAt : nil
        let needsEvidence = isReport && contents.needsEvidence
        let told = AttemptClaim(
            attempt: attempt, claim: AttemptClaim.Claim(kind: kind, customer: customer),
            standing: AttemptClaim.Basis(
                at: at, knownAt: knownAt, receivedAt: arrivedAt, needsEvidence: needsEvidence))
        try db.run(noting) { $0.bind(told) }
    }

    // A word that needs no evidence replaces one that does; of two that count alike the earliest times are kept.
    private static let noting = """
        \(AttemptClaim.table.insertion)
        ON CONFLICT (attempt, kind, app_user_id) DO UPDATE SET
          at_ms = CASE WHEN excluded.needs_evidence < attempt_claims.needs_evidence
              OR excluded.at_ms < attempt_claims.at_ms
            THEN excluded.at_ms ELSE attempt_claims.at_ms END,
          known_ms = CASE WHEN excluded.needs_evidence < attempt_claims.needs_evidence
              OR excluded.known_ms < attempt_claims.known_ms
            THEN excluded.known_ms ELSE attempt_claims.known_ms END,
          received_ms = CASE WHEN excluded.needs_evidence < attempt_claims.needs_evidence
              OR excluded.received_ms < attempt_claims.received_ms
            THEN excluded.received_ms ELSE coalesce(attempt_claims.received_ms, excluded.received_ms) END,
          needs_evidence = excluded.needs_evidence
          WHERE excluded.needs_evidence <= attempt_claims.needs_evidence
        """

    /// Brings what reports of attempts name, and the reports, to the chain that these speak of: it may have come after
    /// them, or they may have turned to another.
    static func bring(_ attempts: [Int64], toChain chain: Int64, in db: Connection) throws {
        let told = try claims(of: attempts, in: db)
        for gone in try known(onChain: chain, in: db).subtracting(told.keys) {
            try db.run(
                """
                DELETE FROM chain_claims WHERE chain_id = ? AND is_from_report = 1 AND kind = ? AND app_user_id = ?
                """, [chain, gone.kind.rawValue, gone.customer.rawValue])
        }
        for (claim, standing) in told { try put(claim, standing, onChain: chain, in: db) }
        for attempt in attempts {
            try db.run(
                """
                INSERT INTO document_chains (document_id, chain_id)
                SELECT document_id, ? FROM attempt_documents WHERE attempt = ?
                ON CONFLICT (document_id, chain_id) DO NOTHING
                """, [chain, attempt])
        }
    }

    /// Puts a claim on a chain as reports tell it by now; where it stands so, nothing changes.
    private static func put(
        _ claim: AttemptClaim.Claim, _ standing: AttemptClaim.Basis, onChain chain: Int64,
        in db: Connection
    ) throws {
        let told = ChainClaim(
            chain: chain, kind: claim.kind, customer: claim.customer, at: standing.at,
            knownAt: standing.knownAt, isFromReport: true, receivedAt: standing.receivedAt,
            needsEvidence: standing.needsEvidence)
        try db.run(putting) { $0.bind(told) }
    }

    private static let putting = """
        \(ChainClaim.table.insertion)
        \(ClaimTable.once) DO UPDATE SET at_ms = excluded.at_ms, known_ms = excluded.known_ms,
          received_ms = excluded.received_ms, needs_evidence = excluded.needs_evidence
          WHERE (chain_claims.at_ms, chain_claims.known_ms, chain_claims.received_ms, chain_claims.needs_evidence)
            IS DISTINCT FROM (excluded.at_ms, excluded.known_ms, excluded.received_ms, excluded.needs_evidence)
        """

    private static func claims(
        of attempts: [Int64], in db: Connection
    ) throws -> [AttemptClaim.Claim: AttemptClaim.Basis] {
        try attempts.reduce(into: [:]) { claims, attempt in
            for told in try AttemptClaim.table.rows("WHERE attempt = ?", [attempt], in: db) {
                claims[told.claim] = claims[told.claim]?.joined(with: told.standing) ?? told.standing
            }
        }
    }

    private static func known(onChain chain: Int64, in db: Connection) throws -> Set<AttemptClaim.Claim> {
        Set(try db.map(ofReports, [chain]) { try AttemptClaim.Claim($0) })
    }

    private static let ofReports = """
        SELECT \(ColumnNames(of: AttemptClaim.Claim.self).selection) FROM chain_claims
        WHERE chain_id = ? AND is_from_report = 1
        """
}

/// Whom a report of an attempt names as the owner of what was bought.
struct AttemptClaim: TableRow {
    /// Whom, and by whose word.
    struct Claim: TableValue, Hashable {
        static let unread = Claim(kind: .named, customer: AppUserID(""))

        var kind: OwnerClaim.Kind
        var customer: AppUserID

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("kind", &kind)
            columns.visit("app_user_id", &customer)
        }
    }

    /// Since when a claim is told, and how far that counts.
    struct Basis: TableValue {
        static let unread = Basis(at: .earliest, knownAt: .earliest, needsEvidence: false)

        var at: Instant
        var knownAt: Instant
        var receivedAt: Instant?
        var needsEvidence: Bool

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("at_ms", &at)
            columns.visit("known_ms", &knownAt)
            columns.visit("received_ms", &receivedAt)
            columns.visit("needs_evidence", &needsEvidence)
        }

        /// What two attempts tell together, in either order; what needs evidence counts only where nothing else is told.
        func joined(with other: Basis) -> Basis {
            guard needsEvidence == other.needsEvidence else { return needsEvidence ? other : self }
            return Basis(
                at: min(at, other.at), knownAt: min(knownAt, other.knownAt),
                receivedAt: [receivedAt, other.receivedAt].compactMap { $0 }.min(),
                needsEvidence: needsEvidence)
        }
    }

    static let table = Table<AttemptClaim>("attempt_claims", key: "attempt", "kind", "app_user_id")
    static let unread = AttemptClaim(attempt: 0, claim: .unread, standing: .unread)

    var attempt: Int64
    var claim: Claim
    var standing: Basis

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("attempt", &attempt)
        claim.visit(&columns)
        standing.visit(&columns)
    }
}
