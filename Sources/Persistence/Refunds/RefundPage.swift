package import Purchases

/// Everything that an answer about a refund rests on, read at once.
package struct RefundPage: Hashable, Sendable {
    /// The moment that the page shows.
    package let at: Instant
    /// What is asked, and what was answered.
    package internal(set) var task: RefundTask
    /// The answer as it would be given now; nil where nobody was charged.
    package let prepared: PreparedConsumption?
    /// What the purchase cost; nil when nothing tells.
    package let money: Money?
    package let chargedAt: Instant?
    /// The facts of the purchase.
    package let facts: TicketFacts
    /// The ticket of the purchase; nil when there is none.
    package internal(set) var ticket: Ticket?
    /// Whether the policy sends prepared answers by themselves.
    package let isByItself: Bool

    package var standing: RefundStatus { task.standing(at: at) }

    /// Whether an answer can be given, and is not on its way.
    package var canAnswer: Bool {
        standing == .open || (standing == .skipped && task.hasConsent && at < task.request.dueAt)
    }
}

/// Refunds that customers asked for, as they stand at a moment; without a limit all.
package struct RefundListQuery: StoreQuery {
    let filter: RefundFilter
    package let after: RefundPlace?
    package let limit: Int?

    package init(_ filter: RefundFilter = .open, after: RefundPlace? = nil, limit: Int? = 100) {
        (self.filter, self.after, self.limit) = (filter, after, limit)
    }

    package func page(in reading: StoreReading) throws -> [RefundTask] {
        try RefundTable.tasks(
            filter, after: after, at: reading.now, limit: limit.map { max(1, $0) } ?? .max, in: reading.db)
    }
}

/// A refund that a customer asked for, with the answer as it would be given now; nil when there is none of that number.
package struct RefundQuery: StoreQuery {
    let id: RefundRequestID

    package init(_ id: RefundRequestID) { self.id = id }

    package func page(in reading: StoreReading) throws -> RefundPage? {
        try RefundReading(db: reading.db, now: reading.now).page(id)
    }
}

/// The same with the answer as it would be given with a person's choices.
package struct RefundPreviewQuery: StoreQuery {
    let id: RefundRequestID
    let choice: ConsumptionChoice

    package init(_ id: RefundRequestID, _ choice: ConsumptionChoice) {
        (self.id, self.choice) = (id, choice)
    }

    package func page(in reading: StoreReading) throws -> RefundPage? {
        try RefundReading(db: reading.db, now: reading.now).page(id, choice)
    }
}

extension Store {
    /// How many refunds can still be answered about, and until when the first of them.
    package func openRefunds(at now: Instant) throws(StoreError) -> (count: CappedCount, due: Instant?) {
        try read { try RefundTable.openCount(at: now, in: $0) }
    }
}

/// Reads refunds that customers asked for.
struct RefundReading {
    let db: Connection
    /// The moment that is shown.
    let now: Instant

    /// The page of one; nil when there is none of that number.
    func page(_ id: RefundRequestID, _ choice: ConsumptionChoice = ConsumptionChoice()) throws -> RefundPage?
    {
        try RefundTable.find(id, in: db).map { try page($0, choice) }
    }

    /// The page of one that was read.
    func page(_ task: RefundTask, _ choice: ConsumptionChoice = ConsumptionChoice()) throws -> RefundPage {
        let rules = try SettingTable.ticketRules(db)
        let (purchase, ticket) = try purchase(of: task.request, catalog: rules.catalog)
        let verdict = PurchaseVerdict(purchase, rules: rules, at: now)
        let circumstances = try ConsumptionCircumstances(db: db).of(
            verdict, ticket: ticket, askedAt: task.request.openedAt)
        return RefundPage(
            at: now, task: task,
            prepared: ConsumptionRule(verdict, circumstances).prepared(choice, at: now),
            money: verdict.money, chargedAt: verdict.chargedAt, facts: verdict.facts, ticket: ticket,
            isByItself: try SettingTable.text(.answerRefunds, in: db) == "on")
    }

    /// The purchase, and the ticket that stands for it: by an attempt with an id of the charge, its record or its line
    /// item, else by the charge alone.
    private func purchase(
        of request: RefundRequest, catalog: Catalog
    ) throws -> (Purchase, Ticket?) {
        let row: Int64? = try db.value(
            """
            SELECT min(t.id) FROM transaction_ids i JOIN transactions t ON t.id = i."transaction"
            JOIN chains c ON c.id = t.chain_id WHERE i.transaction_id = ? AND c.environment = ?
            """, [request.transaction, request.environment])
        let attempt: Int64? = try db.value(
            """
            SELECT min(id) FROM attempts WHERE environment = ?1 AND (transaction_id = ?2
              OR (record = ?3 AND bought_ms IS NOT NULL)
              OR transaction_id IN (SELECT transaction_id FROM transaction_ids WHERE "transaction" = ?3)
              OR web_order_line_item_id = (SELECT web_order_line_item_id FROM transactions WHERE id = ?3))
            """, [request.environment, request.transaction, row])
        if let attempt, let stored = try StoredPurchase.of(attempt: attempt, catalog: catalog, in: db) {
            let ticket = try stored.attempts.lazy.compactMap(\.ticket).first.flatMap {
                try TicketTable.at($0, in: db)
            }
            return (stored.purchase, ticket)
        }
        let charge = try row.flatMap { try ChargeQuery(db: db, catalog: catalog).charge($0) }
        return (Purchase(attempts: [], charge: charge), nil)
    }
}
