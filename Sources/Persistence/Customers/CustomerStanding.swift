import GRDB
public import Purchases

/// What a customer may use at a moment, and nothing else about the customer.
public struct CustomerStanding: Sendable {
    /// The moment.
    public let at: Instant
    /// The verdicts, with what they rest on.
    public let access: CustomerAccess
    /// The chains of which notifications told that nothing vouches for.
    private let unchecked: Set<ChainID>

    /// Access at a moment, where nobody told anything that nothing vouches for, unless said so.
    public init(_ access: CustomerAccess, at: Instant, unchecked: Set<ChainID> = []) {
        (self.access, self.at, self.unchecked) = (access, at, unchecked)
    }

    /// Whether a verdict rests on a chain of which notifications told that nothing vouches for.
    public func restsOnUnchecked(_ verdict: EntitlementAccess) -> Bool {
        verdict.sources.contains { source in
            guard case .chain(let id) = source.origin else { return false }
            return unchecked.contains(id)
        }
    }

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
            let unchecked = try db.map(
                """
                SELECT DISTINCT c.environment, c.original_transaction_id FROM customers u
                JOIN chains c ON c.customer_id = u.id JOIN notifications n ON n.chain_id = c.id
                WHERE u.app_user_id = ? AND n.checked = ?
                """, [id, StoreNotification.Check.unchecked.rawValue]
            ) { ChainID(try $0[1], in: try $0[0]) }
            return CustomerStanding(
                CustomerAccess(facts: facts, rules: try SettingTable.accessRules(db)), at: instant,
                unchecked: Set(unchecked))
        }
    }
}
