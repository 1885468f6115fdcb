internal import GRDB
public import Purchases

/// A charge that the App Store knows of, that no app ever reported as delivered and that has no ticket.
///
/// Purchased, of a served environment, neither a trial nor for nothing nor refunded, made after the first purchase report
/// of its app, and older than the policy's `silent_loss_hours`.
public struct SilentLoss: Hashable, Sendable {
    /// Who paid; nil while nobody knows.
    public let customer: AppUserID?
    /// The customer's name, as far as it is known.
    public internal(set) var customerName: String?
    /// What was bought.
    public let product: ProductID
    /// The chain.
    public let chain: ChainID
    /// The transaction.
    public let transactionID: TransactionID
    /// What it cost; nil when nothing tells.
    public let money: Money?
    /// When it was charged.
    public let chargedAt: Instant
}

/// A page of silent losses.
public struct SilentLossPage: Hashable, Sendable {
    /// The losses: chains with the newest loss first.
    public internal(set) var losses: [SilentLoss]
    /// What to give as `after` for the next page; nil at the end.
    public let next: String?
}

/// How many losses are silent, and whether anybody would be heard.
public struct SilentLossCount: Hashable, Sendable {
    /// How many there are.
    public let count: CappedCount
    /// Whether any app ever sent a purchase report: before that no loss can be told from a delivery.
    public let isAnythingReported: Bool

    /// A count.
    public init(_ count: CappedCount, isAnythingReported: Bool) {
        (self.count, self.isAnythingReported) = (count, isAnythingReported)
    }
}

extension Store {
    /// How many charges the App Store knows of and no app ever reported as delivered.
    ///
    /// Not among the counts of tickets, because it takes longer than they do.
    public func silentLossCount(at now: Instant) throws -> SilentLossCount {
        try read { try SilentLossQuery(db: $0, now: now).count() }
    }

    /// A page of the charges that the App Store knows of and no app ever reported as delivered.
    ///
    /// - Throws: ``StoreError`` of usage for an `after` that no page gave.
    public func silentLosses(after: String? = nil, limit: Int = 50, at now: Instant) throws -> SilentLossPage
    {
        try read { try SilentLossQuery(db: $0, now: now).page(after: after, limit: limit) }
    }

    /// Opens a loss-of-funds ticket for a silent loss, on the word of the person who looked at it.
    ///
    /// - Throws: ``StoreError``: conflict when it is a silent loss no longer; refused by role.
    public func openTicket(
        forSilentLoss transaction: TransactionID, by agent: AgentName, at now: Instant
    ) throws -> TicketPage {
        try write(.ticket, by: agent, at: now) { writing in
            guard let loss = try SilentLossQuery(db: writing.db, now: now).loss(transaction) else {
                throw StoreError.noSilentLoss(transaction)
            }
            return try TicketActions(writing).open(loss)
        }
    }

    /// Opens a loss-of-funds ticket for each of many silent losses, each as a write of its own, so that nobody waits long
    /// and what was done before a failure stays done.
    ///
    /// What is a silent loss no longer, because somebody was first or a document came, is passed over and told.
    ///
    /// - Throws: ``StoreError``: refused by role; whatever else keeps the store from being written.
    public func openTickets(
        forSilentLosses transactions: [TransactionID], by agent: AgentName, at now: Instant
    ) throws -> SilentLossOutcome {
        var outcome = SilentLossOutcome()
        var seen: Set<TransactionID> = []
        for transaction in transactions where seen.insert(transaction).inserted {
            do {
                let page = try openTicket(forSilentLoss: transaction, by: agent, at: now)
                outcome.opened.append(page.ticket)
            } catch let error as StoreError where error.code == .conflict {
                outcome.passedOver.append(SilentLossOutcome.Refusal(transaction: transaction, error: error))
            }
        }
        return outcome
    }
}

/// What opening tickets for many silent losses did.
public struct SilentLossOutcome: Sendable {
    /// A charge for which no ticket was opened.
    public struct Refusal: Sendable {
        /// The charge.
        public let transaction: TransactionID
        /// Why.
        public let error: StoreError
    }

    /// The tickets, in the order in which they were asked for.
    public internal(set) var opened: [Ticket] = []
    /// What is a silent loss no longer.
    public internal(set) var passedOver: [Refusal] = []

    /// Nothing done yet.
    public init() {}
}

/// Finds silent losses among the charges that the App Store's own record does not show as delivered.
struct SilentLossQuery {
    let db: Database
    let now: Instant

    /// How many there are.
    func count() throws -> SilentLossCount {
        let found: Int? = try db.value(
            "\(Self.apps) SELECT count(*) FROM (SELECT 1 \(Self.silent) LIMIT ?2)",
            [try newest(), CappedCount.cap + 1])
        let reports: Int? = try db.value("SELECT EXISTS (SELECT 1 FROM attempt_documents)")
        return SilentLossCount(CappedCount(found ?? 0), isAnythingReported: reports == 1)
    }

    /// A page of them, in the order of the index on a chain's newest undelivered charge.
    func page(after: String?, limit: Int) throws -> SilentLossPage {
        let place = try after.map(Place.init(text:)) ?? .start
        let found = try db.map(
            """
            \(Self.apps) SELECT t.id, c.newest_undelivered_ms, c.id \(Self.silent)
              AND (c.newest_undelivered_ms, c.id, t.id) < (?2, ?3, ?4)
            ORDER BY c.newest_undelivered_ms DESC, c.id DESC, t.id DESC LIMIT ?5
            """, [try newest(), place.newest, place.chain, place.transaction, limit + 1]
        ) { Place(newest: try $0[1], chain: try $0[2], transaction: try $0[0]) }
        let catalog = try CatalogTable.read(db)
        let losses = try found.prefix(limit).compactMap { try loss(at: $0.transaction, catalog: catalog) }
        return SilentLossPage(losses: losses, next: found.count > limit ? found[limit - 1].text : nil)
    }

    /// The silent loss of a transaction; nil when it is none.
    func loss(_ transaction: TransactionID) throws -> SilentLoss? {
        let found: Int64? = try db.value(
            """
            \(Self.apps) SELECT t.id \(Self.silent)
              AND t.id IN (SELECT "transaction" FROM transaction_ids WHERE transaction_id = ?2)
              AND c.id IN (SELECT x.chain_id FROM transaction_ids i JOIN transactions x ON x.id = i."transaction"
                WHERE i.transaction_id = ?2)
            LIMIT 1
            """, [try newest(), transaction.rawValue])
        return try found.flatMap { try loss(at: $0, catalog: CatalogTable.read(db)) }
    }

    /// Up to when a charge is old enough to be missed.
    func newest() throws -> Int64 {
        let hours = try Int64(SettingTable.text(.silentLossHours, in: db)) ?? 0
        return (now - .hours(hours)).milliseconds
    }

    private func loss(at row: Int64, catalog: Catalog) throws -> SilentLoss? {
        guard let charge = try ChargeQuery(db: db, catalog: catalog).charge(row) else { return nil }
        let name: String? = try db.value(
            """
            SELECT u.name FROM transactions t JOIN chains c ON c.id = t.chain_id
            LEFT JOIN customers u ON u.id = c.customer_id WHERE t.id = ?
            """, [row])
        let verdict = PurchaseVerdict(
            Purchase(attempts: [], charge: charge), rules: TicketRules(catalog: catalog), at: now)
        return SilentLoss(
            customer: charge.owner, customerName: name,
            product: charge.transaction.productID,
            chain: charge.chain,
            transactionID: charge.transaction.shownID(in: charge.chain), money: verdict.money,
            chargedAt: charge.transaction.purchasedAt)
    }

    /// A place in the order of pages.
    private struct Place {
        let newest: Int64
        let chain: Int64
        let transaction: Int64

        static let start = Place(newest: .max, chain: .max, transaction: .max)

        init(newest: Int64, chain: Int64, transaction: Int64) {
            (self.newest, self.chain, self.transaction) = (newest, chain, transaction)
        }

        init(text: String) throws {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 3, let newest = parts[0], let chain = parts[1], let transaction = parts[2]
            else {
                throw StoreError.badCursor(text)
            }
            self.init(newest: newest, chain: chain, transaction: transaction)
        }

        var text: String { "\(newest).\(chain).\(transaction)" }
    }

    /// When each app first reported anything; what an agent opened by hand is no report. The apps are few and their attempts many, so one app after the other is
    /// looked up; the last is NULL, for attempts that name none.
    static let apps = """
        WITH RECURSIVE bundles (id) AS (
          SELECT min(bundle_id) FROM attempts UNION ALL
          SELECT (SELECT min(a.bundle_id) FROM attempts a WHERE a.bundle_id > b.id) FROM bundles b WHERE b.id IS NOT NULL
        ), apps (bundle_id, first_ms) AS MATERIALIZED (
          SELECT id, (SELECT a.first_event_ms FROM attempts a
            WHERE a.bundle_id IS bundles.id AND a.first_event_ms IS NOT NULL
              AND EXISTS (SELECT 1 FROM attempt_documents l WHERE l.attempt = a.id)
            ORDER BY a.first_event_ms LIMIT 1) FROM bundles)
        """

    /// The losses up to a time, `?1`. Chains of which no charge can count are never read.
    static let silent = """
        FROM chains c CROSS JOIN undelivered_charges s ON s.chain_id = c.id
          CROSS JOIN transactions t ON t.id = s."transaction"
          JOIN apps p ON p.bundle_id IS coalesce(t.bundle_id, c.bundle_id)
        WHERE c.newest_undelivered_ms >= (SELECT min(first_ms) FROM apps)
          AND c.environment IN (SELECT environment FROM served_environments)
          AND s.charged_ms BETWEEN p.first_ms AND ?1
          AND (t.revoked_at_ms IS NULL OR t.revocation_kind = 'family_revoke' OR t.is_upgraded
            OR t.revocation_percentage < 100000)
          AND t.price_milliunits IS NOT 0
          AND NOT EXISTS (SELECT 1 FROM products g WHERE g.product_id = t.product_id AND g.kind = 'free')
          AND NOT EXISTS (SELECT 1 FROM tickets k WHERE k."transaction" = t.id)
          AND NOT EXISTS (SELECT 1 FROM transaction_ids i JOIN attempts d
            ON d.transaction_id = i.transaction_id WHERE i."transaction" = t.id
            AND d.environment = c.environment AND d.outcome = 'delivered')
        """
}
