package import Persistence
import Purchases

/// What a store means, line by line: everything but local ids, audit and the times of imports.
package struct StoreMeaning: Equatable {
    private let values: [AnyHashable]

    /// Reads a store's rows, pages and search results.
    ///
    /// How far a list of transactions reached is kept as a moment, so it does not follow purchases whose date changes.
    package init(of store: Store, withHistory: Bool = true) throws {
        let exempt = withHistory ? Self.exempt : Self.exempt.union(["history_reach_ms"])
        let queries = Self.queries + TicketMeaning.queries
        let rows = try store.read { db in try queries.flatMap { try Self.rows($0, without: exempt, in: db) } }
        values = try rows.map { $0 as AnyHashable } + PageMeaning(of: store, withHistory: withHistory).values
    }

    /// What only one of two stores has, the first of it.
    package func differences(from other: StoreMeaning) -> String {
        let changes = values.difference(from: other.values)
        let here = changes.insertions.prefix(4).map { "+ \($0.text.prefix(4000))" }
        let there = changes.removals.prefix(4).map { "- \($0.text.prefix(4000))" }
        return (here + there).joined(separator: "\n")
    }

    /// Local ids, and who brought a document from where, and when.
    private static let exempt: Set<String> = [
        "id", "chain_id", "customer_id", "document_id", "source", "imported_ms", "named_app_user_id", "rank",
    ]

    private static let chain = "c.environment AS place, c.original_transaction_id AS chain"

    private static let queries = [
        "SELECT 'chain', c.*, u.app_user_id AS owner FROM chains c LEFT JOIN customers u ON u.id = c.customer_id",
        "SELECT 'transaction', \(chain), t.* FROM transactions t JOIN chains c ON c.id = t.chain_id",
        """
        SELECT 'id', \(chain), t.transaction_id AS shown, t.purchased_at_ms, i.transaction_id
        FROM transaction_ids i JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id
        """,
        "SELECT 'claim', \(chain), k.* FROM chain_claims k JOIN chains c ON c.id = k.chain_id",
        "SELECT 'renewal', \(chain), r.* FROM renewals r JOIN chains c ON c.id = r.chain_id",
        """
        SELECT 'notification', \(chain), d.sha256, n.* FROM notifications n
        JOIN documents d ON d.id = n.document_id LEFT JOIN chains c ON c.id = n.chain_id
        """,
        "SELECT 'refund', * FROM refund_requests",
        """
        SELECT 'asking', a.environment, a.transaction_id, a.notification, a.original_transaction_id, a.product_id, a.reason,
          a.asked_ms, a.known_ms, r.asked_ms AS round_ms
        FROM refund_askings a JOIN refund_requests r ON r.id = a.request_id
        """,
        "SELECT 'customer', * FROM customers",
        "SELECT 'token', u.app_user_id, t.* FROM customer_tokens t JOIN customers u ON u.id = t.customer_id",
        "SELECT 'document', * FROM documents",
        """
        SELECT 'link', d.sha256, \(chain) FROM document_chains l JOIN documents d ON d.id = l.document_id
        JOIN chains c ON c.id = l.chain_id WHERE d.kind <> 'purchase_report'
        """,
        "SELECT 'access', \(chain), p.* FROM access_periods p JOIN chains c ON c.id = p.chain_id",
        "SELECT 'status', \(chain), p.* FROM status_periods p JOIN chains c ON c.id = p.chain_id",
        "SELECT 'entitled', * FROM entitlement_periods", "SELECT 'counting', * FROM counting_periods",
    ]

    private static func rows(_ query: String, without exempt: Set<String>, in db: Connection) throws
        -> [String]
    { try db.map(query) { $0.line(without: exempt) }.sorted() }
}

extension CollectionDifference.Change where ChangeElement == AnyHashable {
    fileprivate var text: String {
        switch self {
        case .insert(_, let value, _), .remove(_, let value, _): "\(value)"
        }
    }
}

/// What the pages and the search box of a store show, value by value.
struct PageMeaning {
    private(set) var values: [AnyHashable] = []
    private let withHistory: Bool

    /// Reads the pages of every chain and customer at two moments, and searches for every id.
    init(of store: Store, withHistory: Bool) throws {
        self.withHistory = withHistory
        let (chains, people, words) = try store.read { db in
            (
                try db.values("SELECT DISTINCT original_transaction_id FROM chains ORDER BY 1") as [String],
                try db.values("SELECT app_user_id FROM customers ORDER BY 1") as [String],
                try db.values("SELECT DISTINCT transaction_id FROM transaction_ids ORDER BY 1") as [String]
            )
        }
        for day in [35, 95] as [Int64] {
            let at = Instant(milliseconds: MadeUpChain.start + day * MadeUpChain.day)
            for chain in chains { try show(store.chainPage(OriginalTransactionID(chain), at: at)) }
            for person in people { try show(store.customerPage(AppUserID(person), at: at)) }
        }
        for word in words + people + MadeUpCustomer.tokens + ["example", "70"] {
            let found = try store.search(word, at: Shop.now)
            values += [word, found.kind, Set(found.matches)]
        }
    }

    private mutating func show(_ page: ChainPage?) {
        guard let page else { return }
        values += [
            page.chain.id, page.at, page.status, page.accessUntil, page.owner, page.claims, page.holdingClaim,
        ]
        values += [page.renewal, withHistory && page.chain.isHistoryComplete, page.coverage, page.lapses]
        values += [page.commission, page.isIntroductoryEligible, page.notifications]
    }

    private mutating func show(_ page: CustomerPage?) {
        guard let page else { return }
        values += [page.customer, page.at, page.chains.map(\.chain.id)]
        values += page.verdicts.map(PageMeaning.meaning)
        // What tickets went through depends on what came first; how they stand is compared beside.
        values += page.events.filter { $0.kind != .ticket && $0.kind != .report }.map(PageMeaning.meaning)
    }

    /// A verdict but for the numbers of tickets, which are the store's own.
    private static func meaning(of verdict: EntitlementAccess) -> [AnyHashable?] {
        // What is owed is a step that names its ticket; it is compared below, without the number.
        let steps = verdict.because.filter { $0.rule != .lossOfFunds && $0.rule != .undelivered }
        let owed = verdict.owed.map { owed -> [AnyHashable?] in
            [
                owed.group, owed.product, owed.originalTransactionID, owed.money, owed.isTrial, owed.isProven,
                owed.chargedAt, owed.lost, owed.entitlements, owed.cause, owed.expectedEnd, owed.nextStep,
            ]
        }
        return [
            verdict.entitlement, verdict.isEntitled, verdict.since, verdict.until, verdict.source,
            verdict.sources, steps, verdict.knownAt, verdict.isStale, owed, verdict.nextStep,
        ]
    }

    /// An entry but for the numbers of its document and its refund request, which are the store's own.
    private static func meaning(of event: TimelineEvent) -> [AnyHashable?] {
        var content: AnyHashable = event.content
        if case .refundRequested(let step, _) = event.content { content = step }
        return [
            event.happenedAt, event.learnedAt, event.kind, content, event.source, event.reference,
            event.evidence?.kind, event.evidence?.check,
        ]
    }
}

/// What a store says of the purchases of one tag, line by line, with the tag taken out.
package struct TicketMeaning {
    /// The unresolved tickets, the attempts, the claims and the charges by tag.
    package static func all(in store: Store, tags: [String]) throws -> [[String]] {
        let lines = try store.read { db in try queries.flatMap { try db.map($0) { $0.line() } } }
        return tags.map { tag in
            lines.filter { $0.contains(tag) }.map { $0.replacing(tag, with: "") }.sorted()
        }
    }

    /// What tells of purchases, without local ids, audit, times of imports and what is resolved.
    package static let queries = [
        """
        SELECT 'ticket', t."group", t.state, u.app_user_id, t.product_id, t.environment,
          t.original_transaction_id, t.transaction_id, x.purchased_at_ms, t.price_milliunits, t.currency,
          t.is_list_price, t.charged_at_ms, t.waiting_since_ms, t.cause, t.attempts, t.attempt_limit,
          t.blocks_repurchase, t.app_version, t.storefront, t.superseded_by,
          (SELECT group_concat(attempt_id) FROM (SELECT attempt_id FROM attempts a WHERE a.ticket_id = t.id
            ORDER BY attempt_id)) AS attempt_ids
        FROM tickets t LEFT JOIN customers u ON u.id = t.customer_id
        LEFT JOIN transactions x ON x.id = t."transaction" WHERE t.state <> 'resolved'
        """,
        """
        SELECT 'attempt', a.attempt_id, u.app_user_id, a.outcome, a.charged_ms, a.failed_ms, a.due_ms, a.awaits_ms,
          a.bought_ms, x.transaction_id AS record, a.transaction_id, a.web_order_line_item_id, a.first_event_ms
        FROM attempts a LEFT JOIN customers u ON u.id = a.customer_id LEFT JOIN transactions x ON x.id = a.record
        """,
        """
        SELECT 'chain', c.original_transaction_id, u.app_user_id FROM chains c LEFT JOIN customers u ON u.id = c.customer_id
        """,
        """
        SELECT 'claim', c.original_transaction_id, k.kind, k.app_user_id, k.at_ms FROM chain_claims k
        JOIN chains c ON c.id = k.chain_id
        """,
        """
        SELECT 'charge', environment, day, currency, milliunits, refunded_milliunits, standing, is_owned, unheard_ms
        FROM charges
        """,
        "SELECT 'charges', * FROM charge_days",
    ]
}
