package import Purchases

/// Everything about one customer at a moment, read at once.
package struct CustomerPage: Sendable {
    /// The moment that the page shows.
    package let at: Instant
    /// The verdicts on every entitlement, with what they rest on.
    package internal(set) var access: CustomerAccess
    /// The customer's chains, the newest purchase first.
    package internal(set) var chains: [ChainPage]
    /// The failed purchases, those in queues first, the worst of them first.
    package internal(set) var tickets: [Ticket]
    /// What agents wrote, oldest first.
    package internal(set) var notes: [CustomerNote]
    /// Everything that happened, oldest first.
    package internal(set) var events: [TimelineEvent]
    /// The chains that this customer and others claim.
    package let disputes: [ChainDispute]
    /// The customer's token, where others carry it, too.
    package internal(set) var sharedToken: SharedToken?
    /// What is asked of the App Store about the customer, the newest first.
    package var asked: [AskedRow] = []
    /// The refunds that the customer asked Apple for, the newest first.
    package internal(set) var refunds: [RefundTask] = []
    /// Whether the customer agreed that Apple is told what was consumed.
    package var hasConsumptionConsent = false
    /// What leads decided about answers to customers.
    package var replies = ReplyPolicy()
    /// The chains for which nothing vouches (``UncheckedChains``).
    package internal(set) var unchecked: Set<ChainID> = []
    /// The newest attempt of a month that began within seconds after one that the customer cancelled; nil for none.
    package internal(set) var askedAgain: AskedAgain?

    package var customer: Customer { access.facts.customer }
    /// The grants given, revoked ones too, oldest first.
    package var grants: [Grant] { access.facts.grants }
    /// The verdicts at the page's moment.
    package var verdicts: [EntitlementAccess] { access.verdicts(at: at) }

    /// What was paid and not delivered, the worst first.
    package var owed: [OwedPurchase] { access.facts.owed }

    /// What a reader of the page has to know beside it.
    package var warnings: [PageWarning] {
        disputes.map { .disputed($0) } + (sharedToken.map { [.sharedToken($0)] } ?? [])
            + RefundTask.warnings(refunds, at: at) + (askedAgain.map { [.askedAgain($0)] } ?? [])
    }

    /// Whether a verdict rests on an unchecked chain.
    package func restsOnUnchecked(_ verdict: EntitlementAccess) -> Bool { verdict.rests(onAnyOf: unchecked) }
}

/// Everything about a customer at a moment; nil when there is none of that name.
///
/// ```swift
/// guard let page = try store.page(of: CustomerQuery("u_1042"), by: agent, at: now) else { return }
/// for verdict in page.verdicts where !verdict.isEntitled { print(verdict.entitlement) }
/// ```
package struct CustomerQuery: StoreQuery {
    package let id: AppUserID
    /// Whether a viewer asks for personal data, having said within the last minute why it is looked at.
    let isRevealed: Bool

    package init(_ id: AppUserID, isRevealed: Bool = false) {
        (self.id, self.isRevealed) = (id, isRevealed)
    }

    package func page(in reading: StoreReading) throws -> CustomerPage? {
        let isShown =
            try isRevealed && reading.db.disclosure != .whole && Revealing.isUnderWay(of: id, in: reading)
        let db = isShown ? reading.db.seen(with: .whole) : reading.db
        return try CustomerPageReading(db: db, rules: SettingTable.accessRules(db), at: reading.now).page(id)
    }
}

/// A look at personal data that is hidden otherwise.
package enum Revealing {
    package static let length = TimeLength.seconds(60)

    /// Whether the agent said within the last minute why a customer's personal data is looked at. A clock that was set back
    /// reveals nothing.
    static func isUnderWay(of id: AppUserID, in reading: StoreReading) throws -> Bool {
        guard try reading.role().may(.revealOnce) else { return false }
        let newest: Instant? = try reading.db.value(
            """
            SELECT a.at_ms FROM audit_subjects s JOIN audit a ON a.sequence = s.sequence
            WHERE s.id = ? AND s.kind = 'customer' AND a.agent = ? AND a.action = 'reveal.once'
            ORDER BY s.sequence DESC LIMIT 1
            """, [id, try reading.knownAgent()])
        return newest.map { $0 <= reading.now && reading.now - $0 < length } ?? false
    }
}

extension Store {
    /// What the view that other programs read says of a customer, by entitlement: the periods that count.
    package func countingPeriods(of id: AppUserID) throws(StoreError) -> [EntitlementID: [Span]] {
        try read { db in
            let periods = try db.map(
                "SELECT entitlement, from_ms, until_ms FROM counting_periods WHERE app_user_id = ?",
                [id]
            ) { row in
                (entitlement: try row[0] as EntitlementID, span: Span(from: try row[1], until: row[2]))
            }
            return Dictionary(grouping: periods, by: \.entitlement)
                .mapValues { Span.union($0.compactMap(\.span)) }
        }
    }
}

/// Puts the page of a customer together.
struct CustomerPageReading {
    let db: Connection
    let rules: AccessRules
    let at: Instant

    /// The page of a customer; nil when there is none of that name.
    func page(_ id: AppUserID) throws -> CustomerPage? {
        guard let row = try CustomerTable.find(id, in: db) else { return nil }
        let stored = try StoredChain.all(ofCustomer: row.rowID, in: db)
        let facts = CustomerFacts(
            customer: row.customer, chains: stored.map(\.chain), grants: try GrantTable.all(of: id, in: db),
            owed: try OwedPurchases.all(ofCustomer: row.rowID, in: db))
        let access = CustomerAccess(facts: facts, rules: rules)
        let lost = try OwedPurchases.lostTransactions(of: stored, ofCustomer: row.rowID, in: db)
        let query = ChainPageReading(db: db, rules: rules, at: at)
        // A chain of one's own is shown whole, one of another's as far as it is the customer's.
        let pages = try stored.indices.map { place in
            try query.page(
                of: stored[place],
                stored[place].payer == nil ? access.wholeTimelines[place] : access.timelines[place],
                lost: lost, among: access)
        }
        let notes = try notes(ofCustomer: row.rowID)
        let claims = Dictionary(uniqueKeysWithValues: zip(stored.map(\.rowID), pages.map(\.claims)))
        let newestFirst = pages.sorted { left, right in
            let bought = (
                left.chain.transactions.last?.purchasedAt, right.chain.transactions.last?.purchasedAt
            )
            return bought.0 != bought.1
                ? (bought.0 ?? .earliest) > (bought.1 ?? .earliest) : left.chain.id < right.chain.id
        }
        let moves = try moves(ofCustomer: id) + TicketHistory.events(ofCustomer: row.rowID, in: db)
        let refunds = try RefundTable.tasks(.customer(id), at: at, limit: RefundTable.onAPage, in: db)
        return CustomerPage(
            at: at, access: access, chains: newestFirst,
            tickets: try TicketTable.all(ofCustomer: row.rowID, in: db),
            notes: notes,
            events: TimelineBuilder.events(
                chains: newestFirst, grants: facts.grants, notes: notes, moves: moves, refunds: refunds),
            disputes: try disputes(of: row, claims),
            sharedToken: try SharedToken(row.customer.values.appAccountToken, in: db),
            asked: try AskedTable.rows(.customer(id), limit: AskedTable.onAPage, at: at, in: db),
            refunds: refunds, hasConsumptionConsent: try ConsentTable.isGiven(by: row.rowID, in: db),
            replies: try ReplyTemplateTable.policy(db), unchecked: try UncheckedChains.of(id, in: db),
            askedAgain: try AskedAgainReading(db: db).newest(of: id, from: at - .days(30), until: at))
    }

    /// The chains that a customer and others claim, by name, token or ownership; the claims on some are known.
    private func disputes(
        of row: CustomerTable, _ known: [Int64: [OwnerClaim]]
    ) throws -> [ChainDispute] {
        let chains = try db.map(
            """
            SELECT id, original_transaction_id, environment FROM chains WHERE id IN (
              SELECT chain_id FROM chain_claims WHERE app_user_id = ?1
              UNION SELECT chain_id FROM chain_claims WHERE token = ?2
              UNION SELECT id FROM chains WHERE customer_id = ?3)
            ORDER BY original_transaction_id, environment
            """,
            [row.customer.id.rawValue, row.customer.values.appAccountToken, row.rowID]
        ) { row in (row: try row[0] as Int64, id: ChainID(try row[1], in: try row[2])) }
        return try chains.compactMap { chain in
            ChainDispute(chain.id, claims: try known[chain.row] ?? ClaimTable.all(ofChain: chain.row, in: db))
        }
    }

    /// The moves of chains to a customer and away, from the audit log: the claims name only who has a chain now.
    private func moves(ofCustomer customer: AppUserID) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT a.at_ms, a.subject, json_extract(a.details, '$.to') AS receiver
            FROM audit_subjects s JOIN audit a ON a.sequence = s.sequence
            WHERE s.kind = 'customer' AND s.id = ? AND a.action = ? ORDER BY a.sequence
            """, [customer.rawValue, AuditAction.chainAttach.rawValue]
        ) { row in
            let (at, chain, receiver): (Instant, String, AppUserID?) = (try row[0], try row[1], row[2])
            return TimelineEvent(
                happenedAt: at, learnedAt: at,
                content: .attached(chain: OriginalTransactionID(chain), to: receiver), reference: chain)
        }
    }

    /// What was written about a customer, and on the customer's tickets, oldest first.
    private func notes(ofCustomer customer: Int64) throws -> [CustomerNote] {
        try db.map(
            """
            SELECT \(CustomerNote.columns) FROM notes n WHERE n.id IN (
              SELECT id FROM notes WHERE customer_id = ?1
              UNION ALL SELECT o.id FROM tickets t JOIN notes o ON o.ticket_id = t.id WHERE t.customer_id = ?1)
            ORDER BY n.at_ms, n.id
            """, [customer]
        ) { try CustomerNote($0) }
    }
}
