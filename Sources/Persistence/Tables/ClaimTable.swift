import Purchases

/// The claims on a chain as their table keeps them.
enum ClaimTable {
    /// Notes a claim told by a document; the same claim told again counts from its earliest time, and is known since the
    /// earliest, too. Answers whether that changed anything.
    @discardableResult static func note(
        _ claim: OwnerClaim, chain: Int64, in db: Connection
    ) throws -> Bool {
        let told = ChainClaim(claim, chain: chain)
        return try db.run(noting) { $0.bind(told) } > 0
    }

    private static let noting = """
        \(ChainClaim.table.insertion)
        \(once) DO UPDATE SET
          at_ms = CASE WHEN excluded.at_ms < chain_claims.at_ms THEN excluded.at_ms ELSE chain_claims.at_ms END,
          known_ms = CASE WHEN excluded.known_ms IS NULL OR excluded.known_ms < chain_claims.known_ms
            THEN excluded.known_ms ELSE chain_claims.known_ms END
          WHERE excluded.at_ms < chain_claims.at_ms OR excluded.known_ms < chain_claims.known_ms
        """

    /// Adds a claim; attachments are added each time, because the newest counts.
    static func insert(_ claim: OwnerClaim, chain: Int64, in db: Connection) throws {
        try ChainClaim.table.insert(ChainClaim(claim, chain: chain), in: db)
    }

    /// What an insertion meets where the claim is known, to the letter as the index of claims has it.
    static let once = """
        ON CONFLICT (chain_id, kind, coalesce(app_user_id, ''), coalesce(token, ''), is_from_report)
            WHERE kind <> 'attach'
        """

    /// The claims on a chain by time, attachments of one moment as they were made, the rest never as they came in; a
    /// token's claim names the customer that carries it or was erased with it, if any, since that became known. Where there
    /// are several tokens, each has its word.
    static func all(ofChain rowID: Int64, in db: Connection) throws -> [OwnerClaim] {
        let claims = try told(ofChain: rowID, in: db)
        guard claims.count(where: { $0.kind == .appAccountToken }) > 1 else { return claims }
        // Its name and environment say nothing of its tokens.
        let words = Chain(
            id: ChainID(OriginalTransactionID(""), in: .production),
            transactions: try TransactionTable.all(ofChain: rowID, in: db).map(\.transaction),
            renewals: try RenewalTable.all(ofChain: rowID, in: db)
        ).accountWords
        return claims.map { claim in
            var claim = claim
            claim.word = claim.token.flatMap { words[$0.whole] }
            return claim
        }
    }

    private static func told(ofChain rowID: Int64, in db: Connection) throws -> [OwnerClaim] {
        try db.map(
            """
            SELECT max(id) AS id, kind, coalesce(app_user_id, (SELECT u.app_user_id FROM customers u
              WHERE u.app_account_token = k.token ORDER BY u.app_user_id LIMIT 1),
              (SELECT e.app_user_id FROM erased_tokens e WHERE e.digest = k.token)), token, min(at_ms) AS at_ms,
              coalesce(min(known_ms), min(at_ms)), (SELECT t.known_ms FROM customers u
              LEFT JOIN customer_tokens t ON t.customer_id = u.id AND t.token = u.app_account_token
              WHERE u.app_account_token = k.token ORDER BY u.app_user_id LIMIT 1),
              min(received_ms), min(needs_evidence)
            FROM chain_claims k WHERE chain_id = ?
            GROUP BY kind, app_user_id, token, CASE kind WHEN 'attach' THEN id END
            ORDER BY at_ms, kind, CASE kind WHEN 'attach' THEN id END, app_user_id, token
            """, [rowID]
        ) { row in
            let (told, carried): (Instant, Instant?) = (try row[5], row[6])
            // A token claims a chain for its customer only since both were known.
            return OwnerClaim(
                kind: try row[1], customer: row[2], token: row[3], at: try row[4],
                knownAt: max(told, carried ?? Instant(milliseconds: 0)), receivedAt: row[7],
                needsEvidence: try row[8])
        }
    }

    /// Puts another text in the place of a token by which a customer claims a chain, when that customer is erased. The
    /// claim is known since the chain's word and the customer's token both were.
    ///
    /// - Parameter other: what stands for the token from now on; nil where others carry it, too: the customer claims by
    ///   name what it claimed.
    static func replace(
        _ token: String, of customer: AppUserID, by other: String?, rowID: Int64, chain: Int64,
        in db: Connection
    ) throws {
        let since: Instant? = try db.value(
            "SELECT known_ms FROM customer_tokens WHERE customer_id = ? AND token = ?", [rowID, token])
        try db.run(
            """
            UPDATE chain_claims SET token = ?5,
              app_user_id = CASE WHEN CAST(?5 AS TEXT) IS NULL THEN CAST(?1 AS TEXT) END,
              known_ms = CASE WHEN ?2 > coalesce(known_ms, at_ms) THEN ?2 ELSE coalesce(known_ms, at_ms) END
            WHERE chain_id = ?3 AND token = ?4 AND (kind = 'attach' OR NOT EXISTS (SELECT 1 FROM chain_claims k
              WHERE k.chain_id = chain_claims.chain_id AND k.kind = chain_claims.kind
                AND k.is_from_report = chain_claims.is_from_report AND k.id <> chain_claims.id
                AND (k.token = ?4 AND k.id < chain_claims.id OR k.token IS NOT DISTINCT FROM ?5
                  AND k.app_user_id IS NOT DISTINCT FROM CASE WHEN CAST(?5 AS TEXT) IS NULL THEN CAST(?1 AS TEXT) END)))
            """, [customer, since, chain, token, other])
        // Where the customer claims the chain so already, the token's claim adds nothing.
        try db.run("DELETE FROM chain_claims WHERE chain_id = ? AND token = ?", [chain, token])
        try TransactionTable.replace(token, by: other, ofChain: chain, in: db)
        try db.run(
            "UPDATE renewals SET app_account_token = ? WHERE chain_id = ? AND app_account_token = ?",
            [other, chain, token])
    }

    /// The chains that a token claims.
    static func chains(ofToken token: String, in db: Connection) throws -> [Int64] {
        try db.values("SELECT DISTINCT chain_id FROM chain_claims WHERE token = ?", [token])
    }
}

/// A claim on a chain, as one document or the reports about it tell it.
struct ChainClaim: TableRow {
    static let table = Table<ChainClaim>("chain_claims", key: "id")
    static let unread = ChainClaim(chain: 0, kind: .named, at: .earliest)

    var chain: Int64
    var kind: OwnerClaim.Kind
    var customer: AppUserID?
    var token: PersonIdentifier?
    var at: Instant
    var knownAt: Instant?
    /// Whether reports tell it: it goes where they speak of another chain.
    var isFromReport = false
    var receivedAt: Instant?
    var needsEvidence = false

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        columns.visit("kind", &kind)
        columns.visit("app_user_id", &customer)
        columns.visit("token", &token)
        columns.visit("at_ms", &at)
        columns.visit("known_ms", &knownAt)
        columns.visit("is_from_report", &isFromReport)
        columns.visit("received_ms", &receivedAt)
        columns.visit("needs_evidence", &needsEvidence)
    }
}

extension ChainClaim {
    /// A claim told by a document. When a report arrived, and whether it needs evidence, only reports say.
    fileprivate init(_ claim: OwnerClaim, chain: Int64) {
        self.init(
            chain: chain, kind: claim.kind, customer: claim.customer, token: claim.token, at: claim.at,
            knownAt: claim.knownAt)
    }
}
