import Purchases

/// Keeps in the rows of one purchase's attempts what the rules make of it, and finds what supersedes it and what it
/// supersedes (`Superseding` in `Purchases/Tickets`). ``TicketUpdate`` calls it.
struct AttemptOutcomes {
    private let stored: StoredPurchase
    private let verdict: PurchaseVerdict
    private let db: Connection

    /// The outcomes of a purchase's attempts.
    init(_ stored: StoredPurchase, verdict: PurchaseVerdict, in db: Connection) {
        (self.stored, self.verdict, self.db) = (stored, verdict, db)
    }

    /// The outcome of the one attempt by which a purchase is found that only the app says was delivered.
    static let byWord = "by_word"

    /// Keeps them.
    func save() throws {
        let customer = try stored.purchase.customer.map { try CustomerTable.ensure($0, in: db) }
        for attempt in stored.attempts {
            let isListed = verdict.isDeliveredByWord && attempt.rowID == stored.firstRow
            try db.run(
                """
                UPDATE attempts SET customer_id = ?, product_id = ?, outcome = ?, charged_ms = ?, failed_ms = ?,
                  awaits_ms = ?, due_ms = ? WHERE id = ?
                """,
                [
                    customer, stored.purchase.product?.rawValue,
                    isListed ? AttemptOutcomes.byWord : verdict.outcome.word,
                    chargedAt?.milliseconds, verdict.triedAt?.milliseconds, awaitsUntil?.milliseconds,
                    verdict.outcome.deadline?.milliseconds, attempt.rowID,
                ])
        }
    }

    /// The attempts that failed so shortly before the charge kept of this purchase that it supersedes them.
    func superseded() throws -> Set<Int64> {
        let rows: [Int64] = try db.values(
            """
            SELECT b.id FROM attempts a JOIN attempts b
              ON b.customer_id = a.customer_id AND b.product_id = a.product_id AND b.environment = a.environment
            WHERE a.id = ?1 AND a.charged_ms IS NOT NULL AND b.charged_ms IS NULL
              AND b.failed_ms <= a.charged_ms AND b.awaits_ms >= a.charged_ms
            """, [stored.attempts[0].rowID])
        return Set(rows)
    }

    /// What supersedes this purchase; nil when it was charged itself or no charge followed. Keeps the record that does.
    func superseding() throws -> Superseding? {
        guard let from = verdict.triedAt, let until = awaitsUntil else {
            try keep(record: nil)
            return nil
        }
        let span: BoundValues = [stored.attempts[0].rowID, from, until]
        let attempt = try db.first(AttemptOutcomes.attemptCharged, span) {
            (try $0[0] as AttemptID, at: try $0[1] as Instant)
        }
        let charge = try db.first(AttemptOutcomes.recordCharged, span) {
            (id: try $0[0] as TransactionID, at: try $0[1] as Instant, row: try $0[2] as Int64)
        }
        try keep(record: charge?.row)
        return Superseding.first(attempt: attempt, charge: charge.map { ($0.id, at: $0.at) })
    }

    private func keep(record: Int64?) throws {
        for attempt in stored.attempts where attempt.boughtAt == nil && attempt.record != record {
            try db.run("UPDATE attempts SET record = ? WHERE id = ?", [record, attempt.rowID])
        }
    }

    private static let attemptCharged = """
        SELECT b.attempt_id, b.charged_ms FROM attempts a JOIN attempts b
          ON b.customer_id = a.customer_id AND b.product_id = a.product_id AND b.environment = a.environment
        WHERE a.id = ?1 AND b.charged_ms BETWEEN ?2 AND ?3 ORDER BY b.charged_ms, b.attempt_id, b.id LIMIT 1
        """

    // In `charges` stands only what counts as a charge. `|| ''` keeps SQLite from reading by environment.
    private static let recordCharged = """
        SELECT t.transaction_id, t.purchased_at_ms, t.id
        FROM attempts a CROSS JOIN chains c ON c.environment || '' = a.environment AND c.id IN (
            \(PayerTable.chains(ofCustomer: "a.customer_id")))
          CROSS JOIN transactions t ON t.chain_id = c.id CROSS JOIN charges l ON l.id = t.id
        WHERE a.id = ?1 AND t.purchased_at_ms BETWEEN ?2 AND ?3 AND t.product_id = a.product_id
          AND \(PayerTable.whoPaid) = a.customer_id
        ORDER BY t.purchased_at_ms, t.transaction_id, c.original_transaction_id, t.id LIMIT 1
        """

    /// Until when a charge supersedes it; nil of what was charged or may still be.
    private var awaitsUntil: Instant? {
        verdict.outcome == .failed(.notCharged) ? verdict.supersedableUntil : nil
    }

    private var chargedAt: Instant? { verdict.facts.charged.value ? verdict.waitingSince : nil }
}

extension PurchaseOutcome {
    /// The outcome as attempts keep it.
    fileprivate var word: String {
        switch self {
        case .pending: "pending"
        case .delivered: "delivered"
        case .failed: "failed"
        case .restored: "restored"
        case .sharedByFamily: "shared"
        case .notServed: "not_served"
        }
    }

    /// When a pending purchase counts as failed.
    fileprivate var deadline: Instant? {
        if case .pending(let until) = self { until } else { nil }
    }
}

/// Attempts that stayed unanswered for so long that they count as failed: the deadline is over that ``AttemptOutcomes``
/// keeps, `due_ms`. Imports look at them, and `Tickets/OverdueMoves.swift`.
enum OverdueAttempts {
    /// Whether there are any.
    static func exist(at now: Instant, in db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM attempts WHERE due_ms <= ?", [now])
    }

    /// How many one write looks at, so that nobody waits long for the store: after a new version came, it may be all.
    static let batch = 500

    /// Up to where they were looked at, in the order of their index, so that each is looked at once whatever comes of it.
    struct Place: Sendable {
        fileprivate let due: Int64
        fileprivate let row: Int64

        /// Before the first.
        static let start = Place(due: .min, row: .min)
    }

    /// Looks at the next ones; answers what that did to tickets, and up to where it came: nil when none were left.
    static func settle(
        after place: Place, in writing: StoreTransaction
    ) throws -> (changes: TicketChanges, place: Place?) {
        let next = try writing.db.map(
            """
            SELECT due_ms, id FROM attempts WHERE due_ms <= ? AND (due_ms, id) > (?, ?)
            ORDER BY due_ms, id LIMIT ?
            """, [writing.now, place.due, place.row, batch]
        ) { Place(due: try $0[0], row: try $0[1]) }
        guard let last = next.last else { return (TicketChanges(), nil) }
        return (try TicketUpdate.look(at: next.map(\.row), in: writing), last)
    }
}
