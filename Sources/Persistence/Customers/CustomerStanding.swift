import GRDB
public import Purchases

/// What a customer may use at a moment, and nothing else about the customer.
public struct CustomerStanding: Sendable {
    /// The moment.
    public let at: Instant
    /// The verdicts, with what they rest on.
    public let access: CustomerAccess
    /// The chains that rest on what nothing vouches for.
    private let unchecked: Set<ChainID>

    /// Access at a moment, where nobody told anything that nothing vouches for, unless said so.
    public init(_ access: CustomerAccess, at: Instant, unchecked: Set<ChainID> = []) {
        (self.access, self.at, self.unchecked) = (access, at, unchecked)
    }

    /// Whether a verdict rests on a chain that rests on what nothing vouches for.
    public func restsOnUnchecked(_ verdict: EntitlementAccess) -> Bool { verdict.rests(onAnyOf: unchecked) }

    /// When some verdict changes by the clock alone; nil when none does.
    public func nextChange(of verdicts: [EntitlementAccess]) -> Instant? {
        let moments = verdicts.flatMap { verdict in
            [verdict.until] + verdict.sources.flatMap { [$0.span?.from, $0.span?.until] }
        }
        return moments.compactMap { $0 }.filter { $0 > at }.min()
    }
}

extension Store {
    /// What a customer may use at a moment; nil when there is none of that name.
    ///
    /// - Throws: `StoreError`: damaged, busy.
    public func customerStanding(_ id: AppUserID, at instant: Instant) throws -> CustomerStanding? {
        try read { db in
            guard let facts = try CustomerFactsReading.facts(id, in: db) else { return nil }
            return CustomerStanding(
                CustomerAccess(facts: facts, rules: try SettingTable.accessRules(db)), at: instant,
                unchecked: try UncheckedChains.of(id, in: db))
        }
    }
}

/// The chains that rest on what nothing vouches for.
enum UncheckedChains {
    /// Nothing of Apple's that is signed, came with a known secret or was asked for tells of chain `c`, or some
    /// notification about it is none of these.
    private static let condition = """
        EXISTS (SELECT 1 FROM notifications n WHERE n.chain_id = c.id AND n.checked = 'unchecked')
        OR NOT EXISTS (SELECT 1 FROM document_chains l JOIN documents d ON d.id = l.document_id
          WHERE l.chain_id = c.id AND d.checked IN ('signed', 'secret', 'asked'))
        """

    /// Those of a customer.
    static func of(_ customer: AppUserID, in db: Database) throws -> Set<ChainID> {
        Set(
            try db.map(
                """
                SELECT c.environment, c.original_transaction_id FROM customers u JOIN chains c ON c.customer_id = u.id
                WHERE u.app_user_id = ? AND (\(condition))
                """, [customer]
            ) { ChainID(try $0[1], in: try $0[0]) })
    }

    /// How many chains that customers have there are of them, counted up to a limit.
    static func count(upTo limit: Int, in db: Database) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM chains c WHERE c.customer_id IS NOT NULL AND c.id IN
              (SELECT l.chain_id FROM documents d JOIN document_chains l ON l.document_id = d.id
               WHERE d.checked = 'unchecked' AND d.kind NOT IN ('purchase_report', 'customers'))
              AND (\(condition)) LIMIT ?)
            """, [limit]) ?? 0
    }
}

extension EntitlementAccess {
    /// Whether it rests on one of some chains.
    func rests(onAnyOf chains: Set<ChainID>) -> Bool {
        sources.contains { source in
            guard case .chain(let id) = source.origin else { return false }
            return chains.contains(id)
        }
    }
}
