package import Purchases

/// What a customer may use at a moment, and nothing else about the customer: the server's routes answer with it.
package struct AccessSnapshot: Sendable {
    package let at: Instant
    /// The verdicts, with what they rest on.
    package let access: CustomerAccess
    /// The chains for which nothing vouches.
    private let unchecked: Set<ChainID>

    /// Access at a moment; chains are vouched for unless they are named as unchecked.
    package init(_ access: CustomerAccess, at: Instant, unchecked: Set<ChainID> = []) {
        (self.access, self.at, self.unchecked) = (access, at, unchecked)
    }

    /// Whether a verdict rests on an unchecked chain.
    package func restsOnUnchecked(_ verdict: EntitlementAccess) -> Bool { verdict.rests(onAnyOf: unchecked) }

    /// When some verdict changes by the clock alone; nil when none does.
    package func nextChange(of verdicts: [EntitlementAccess]) -> Instant? {
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
    package func customerStanding(_ id: AppUserID, at instant: Instant) throws(StoreError)
        -> AccessSnapshot?
    {
        try read { db in
            guard let facts = try CustomerFactsReading.facts(id, in: db) else { return nil }
            return AccessSnapshot(
                CustomerAccess(facts: facts, rules: try SettingTable.accessRules(db)), at: instant,
                unchecked: try UncheckedChains.of(id, in: db))
        }
    }

    /// What some chains alone give a customer at a moment, as far as they are the customer's: no other chain, no grant, and
    /// nothing of a ticket's.
    ///
    /// A customer who is unknown is answered like one whose chains are none of these, and what the customer has beside them
    /// is not even read: neither the answer nor its time tells whether there is anything.
    ///
    /// - Throws: `StoreError`: damaged, busy.
    package func customerStanding(
        _ id: AppUserID, restingOn chains: Set<ChainID>, at instant: Instant
    ) throws(StoreError) -> AccessSnapshot {
        try read { db in
            let known = try CustomerTable.find(id, in: db)
            let told = try chains.sorted().compactMap { try StoredChain.find($0, in: db) }
            let own =
                try known.map { customer in
                    try told.compactMap { try $0.share(of: customer.rowID, in: db) }
                } ?? []
            let customer = Customer(id: id, isTester: known?.customer.isTester ?? false)
            return AccessSnapshot(
                CustomerAccess(
                    facts: CustomerFacts(customer: customer, chains: own.map(\.chain)),
                    rules: try SettingTable.accessRules(db)), at: instant,
                unchecked: Set(
                    try own.filter { try UncheckedChains.holds($0.rowID, in: db) }.map(\.chain.id)))
        }
    }
}

/// The chains for which nothing vouches, or of which a notification came for which nothing does.
enum UncheckedChains {
    /// No document about chain `c` is signed by Apple, came with a known secret or was asked of Apple; or some
    /// notification about it is none of these.
    private static let condition = """
        EXISTS (SELECT 1 FROM notifications n WHERE n.chain_id = c.id AND n.checked = 'unchecked')
        OR NOT EXISTS (SELECT 1 FROM document_chains l JOIN documents d ON d.id = l.document_id
          WHERE l.chain_id = c.id AND d.checked IN ('signed', 'secret', 'asked'))
        """

    static func of(_ customer: AppUserID, in db: Connection) throws -> Set<ChainID> {
        Set(
            try db.map(
                """
                SELECT c.environment, c.original_transaction_id FROM customers u JOIN chains c ON c.id IN (
                  \(PayerTable.chains(ofCustomer: "u.id")))
                WHERE u.app_user_id = ? AND (\(condition))
                """, [customer]
            ) { ChainID(try $0[1], in: try $0[0]) })
    }

    /// Whether a chain is one of them.
    static func holds(_ chain: Int64, in db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM chains c WHERE c.id = ? AND (\(condition))", [chain])
    }

    /// How many unchecked chains have a customer, counted up to a limit.
    static func count(upTo limit: Int, in db: Connection) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM chains c WHERE c.customer_id IS NOT NULL AND c.id IN
              (SELECT l.chain_id FROM documents d JOIN document_chains l ON l.document_id = d.id
               WHERE d.checked = 'unchecked' AND d.kind NOT IN \(DocumentKind.list(where: \.isTheApps)))
              AND (\(condition)) LIMIT ?) counted
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
