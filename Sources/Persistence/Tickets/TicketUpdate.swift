import GRDB
import Purchases

/// Looks anew at purchases of which a fact changed, and brings their tickets up to date.
struct TicketUpdate {
    /// What it did to tickets.
    private(set) var changes = TicketChanges()
    private let rules: TicketRules
    private let now: Instant
    private let learnedAt: Instant
    private let db: Database
    private var waiting: Set<Int64> = []

    /// An update under the rules, with facts that were learned at a moment.
    init(_ rules: TicketRules, learnedAt: Instant? = nil, at now: Instant, _ db: Database) {
        (self.rules, self.now, self.db) = (rules, now, db)
        self.learnedAt = min(learnedAt ?? now, now)
    }

    /// Notes an attempt whose purchase is to be looked at.
    mutating func look(atAttempt attempt: Int64) { waiting.insert(attempt) }

    /// Looks anew at attempts, because something beside documents changed; answers what that did to tickets.
    @discardableResult
    static func look(at attempts: some Sequence<Int64>, _ writing: StoreTransaction) throws -> TicketChanges {
        var update = TicketUpdate(try SettingTable.ticketRules(writing.db), at: writing.now, writing.db)
        for attempt in attempts { update.look(atAttempt: attempt) }
        try update.settle()
        try writing.changed(update.changes)
        return update.changes
    }

    /// Looks at everything noted, and at what that leads to.
    mutating func settle() throws {
        while let attempt = waiting.min() {
            guard let stored = try parted(attempt) else {
                waiting.remove(attempt)
                continue
            }
            waiting.subtract(stored.attempts.map(\.rowID))
            try settle(stored)
        }
    }

    /// The purchase of an attempt, whose tickets no other purchase has.
    private mutating func parted(_ attempt: Int64) throws -> StoredPurchase? {
        guard let stored = try StoredPurchase.of(attempt: attempt, rules.catalog, db) else { return nil }
        let others = try TicketSplit(stored: stored, db: db).part()
        guard !others.isEmpty else { return stored }
        waiting.formUnion(others)
        return try StoredPurchase.of(attempt: attempt, rules.catalog, db)
    }

    private mutating func settle(_ stored: StoredPurchase) throws {
        let verdict = PurchaseVerdict(stored.purchase, rules: rules, at: now)
        let attempts = AttemptOutcomes(stored, verdict, db)
        let supersededBefore = try attempts.superseded()
        try attempts.save()
        // Attempts that failed shortly before a charge are looked at when the charge comes, moves or goes.
        waiting.formUnion(try attempts.superseded().union(supersededBefore))
        let settling = TicketReconciliation(
            stored: stored, verdict: verdict, supersededBy: try attempts.supersedingAttempt(), now: now,
            learnedAt: learnedAt, db: db)
        changes.formUnion(try settling.settle())
    }
}
