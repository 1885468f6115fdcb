package import Purchases

/// A charge that the App Store knows of, that no app ever reported as delivered and that has no ticket.
///
/// Purchased, of a served environment, neither a trial nor for nothing nor refunded, made after the first purchase report
/// of its app, and older than the policy's `silent_loss_hours`.
package struct SilentLoss: Hashable, Sendable {
    /// Who paid; nil while nobody knows.
    package let customer: AppUserID?
    /// The customer's name, as far as it is known.
    package internal(set) var customerName: PersonName?
    package let product: ProductID
    package let chain: ChainID
    package let transactionID: TransactionID
    /// What it cost; nil when nothing tells.
    package let money: Money?
    package let chargedAt: Instant
}

/// A page of silent losses.
package struct SilentLossPage: Hashable, Sendable {
    /// The losses, the newest charge first.
    package internal(set) var losses: [SilentLoss]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?
}

/// How many silent losses there are, and whether any app reports at all.
package struct SilentLossCount: Hashable, Sendable {
    package let count: CappedCount
    /// Whether any app ever sent a purchase report: before that no loss can be told from a delivery.
    package let isAnythingReported: Bool

    package init(_ count: CappedCount, isAnythingReported: Bool) {
        (self.count, self.isAnythingReported) = (count, isAnythingReported)
    }
}

/// How many charges the App Store knows of and no app ever reported as delivered.
///
/// Not among the counts of tickets, because it takes longer than they do.
package struct SilentLossCountQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> SilentLossCount {
        try SilentLossReading(db: reading.db, now: reading.now).count()
    }
}

/// The charges that the App Store knows of and no app ever reported as delivered.
///
/// Refused as usage: an `after` that no page gave.
package struct SilentLossListQuery: StoreQuery {
    package let after: String?
    let limit: Int

    package init(after: String? = nil, limit: Int = 50) { (self.after, self.limit) = (after, limit) }

    package func page(in reading: StoreReading) throws -> SilentLossPage {
        try SilentLossReading(db: reading.db, now: reading.now).page(after: after, limit: limit)
    }
}

extension Store {
    /// Opens a loss-of-funds ticket for a silent loss; one that was opened for it is answered as it is.
    ///
    /// - Throws: ``StoreError``: conflict when it is a silent loss no longer; refused by role.
    package func openTicket(
        forSilentLoss transaction: TransactionID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> TicketPage {
        try write(.ticket, by: agent, at: now) { writing in
            let actions = TicketActions(writing)
            if let loss = try SilentLossReading(db: writing.db, now: now).loss(transaction) {
                return try actions.open(loss)
            }
            guard let known = try ToldPurchaseTable.ticket(ofSilent: transaction, in: writing.db) else {
                throw StoreError.opening(.noSilentLoss(transaction))
            }
            return .nothing(try actions.page(known))
        }
    }

    /// Opens a loss-of-funds ticket for each of many silent losses, each as a write of its own, so that nobody waits long
    /// and what was done before a failure stays done.
    ///
    /// What is a silent loss no longer, because somebody was first or a document came, is passed over and told.
    ///
    /// - Throws: ``StoreError``: refused by role; whatever else keeps the store from being written.
    package func openTickets(
        forSilentLosses transactions: [TransactionID], by agent: AgentName, at now: Instant
    ) throws(StoreError) -> SilentLossOutcome {
        var outcome = SilentLossOutcome()
        var seen: Set<TransactionID> = []
        for transaction in transactions where seen.insert(transaction).inserted {
            do {
                let page: TicketPage = try write(.ticket, by: agent, at: now) { writing in
                    guard let loss = try SilentLossReading(db: writing.db, now: now).loss(transaction) else {
                        throw StoreError.opening(.noSilentLoss(transaction))
                    }
                    return try TicketActions(writing).open(loss)
                }
                outcome.opened.append(page.ticket)
                outcome.withdrawableUntil = page.withdrawableUntil
            } catch let error where error.code == .conflict {
                outcome.passedOver.append(SilentLossOutcome.Refusal(transaction: transaction, error: error))
            }
        }
        return outcome
    }
}

/// What opening tickets for many silent losses did.
package struct SilentLossOutcome: Sendable {
    /// A charge for which no ticket was opened.
    package struct Refusal: Sendable {
        /// The charge.
        package let transaction: TransactionID
        /// Why.
        package let error: StoreError
    }

    /// The tickets, in the order in which they were asked for.
    package internal(set) var opened: [Ticket] = []
    /// What is a silent loss no longer.
    package internal(set) var passedOver: [Refusal] = []
    /// Until when they can be taken back; nil where the policy gives no time.
    package internal(set) var withdrawableUntil: Instant?

    /// Nothing done yet.
    package init() {}
}

/// Finds silent losses among the charges that the ledger knows as unheard: `ChargeLedger` in `Persistence/Derivation`
/// sets their `unheard_ms` and takes it away.
struct SilentLossReading {
    let db: Connection
    let now: Instant

    func count() throws -> SilentLossCount {
        let found: Int? = try db.value(
            "\(Self.reporting) SELECT count(*) FROM (SELECT 1 \(Self.silent) LIMIT ?2) counted",
            [try newest(), CappedCount.cap + 1])
        let isAnythingReported = try db.exists("SELECT 1 FROM attempt_documents")
        return SilentLossCount(CappedCount(found ?? 0), isAnythingReported: isAnythingReported)
    }

    /// A page of them, the newest charge first.
    func page(after: String?, limit: Int) throws -> SilentLossPage {
        let place = try after.map(Place.init(text:)) ?? .start
        let (apps, newest) = (try apps(), try newest())
        // One app after the other, each in the order of its index: together they would all be read and sorted.
        let found = try apps.flatMap { app in
            try db.map(
                """
                SELECT unheard_ms, id FROM charges
                WHERE app = ? AND unheard_ms BETWEEN ? AND ? AND (unheard_ms, id) < (?, ?)
                ORDER BY unheard_ms DESC, id DESC LIMIT ?
                """, [app.row, app.since, newest, place.charged, place.charge, limit + 1]
            ) { Place(charged: try $0[0], charge: try $0[1]) }
        }.sorted { ($0.charged, $0.charge) > ($1.charged, $1.charge) }.prefix(limit + 1)
        let catalog = try CatalogTable.read(db)
        let losses = try found.prefix(limit).compactMap { try loss(at: $0.charge, catalog: catalog) }
        return SilentLossPage(losses: losses, next: found.count > limit ? found[limit - 1].text : nil)
    }

    /// The silent loss of a transaction; nil when it is none.
    func loss(_ transaction: TransactionID) throws -> SilentLoss? {
        let rows: [Int64] = try db.values(
            "SELECT \"transaction\" FROM transaction_ids WHERE transaction_id = ?", [transaction.rawValue])
        let found = try rows.first { row in
            try db.exists("\(Self.reporting) SELECT 1 \(Self.silent) AND l.id = ?2", [try newest(), row])
        }
        return try found.flatMap { try loss(at: $0, catalog: CatalogTable.read(db)) }
    }

    /// Up to when a charge is old enough to be missed.
    func newest() throws -> Int64 {
        let hours = try Int64(SettingTable.text(.silentLossHours, in: db)) ?? 0
        return (now - .hours(hours)).milliseconds
    }

    /// The apps that ever reported anything, in environments whose money counts, and since when they do.
    private func apps() throws -> [(row: Int64, since: Int64)] {
        try db.map("\(Self.reporting) SELECT id, first_ms FROM reporting") {
            (row: try $0[0], since: try $0[1])
        }
    }

    private func loss(at row: Int64, catalog: Catalog) throws -> SilentLoss? {
        guard let charge = try ChargeQuery(db: db, catalog: catalog).charge(row) else { return nil }
        let name: PersonName? = try db.value(
            """
            SELECT name FROM customers WHERE app_user_id = ?
            """, [charge.owner])
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
        let charged: Int64
        let charge: Int64

        static let start = Place(charged: .max, charge: .max)

        init(charged: Int64, charge: Int64) { (self.charged, self.charge) = (charged, charge) }

        init(text: String) throws {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 2, let charged = parts[0], let charge = parts[1] else {
                throw StoreError.invalid(.cursor(text))
            }
            self.init(charged: charged, charge: charge)
        }

        var text: String { "\(charged).\(charge)" }
    }

    /// When each app first reported anything, in environments whose money counts: `p` is the app, `a` an attempt of it.
    /// What an agent opened by hand is no report.
    static let reporting = """
        WITH reporting (id, first_ms) AS MATERIALIZED (
          SELECT id, first_ms FROM (
            SELECT p.id, CASE WHEN p.bundle_id = '' THEN (\(first("a.bundle_id IS NULL")))
              ELSE (\(first("a.bundle_id = p.bundle_id"))) END AS first_ms
            FROM charge_apps p WHERE p.environment IN \(SettingTable.moneyEnvironments)) f
          WHERE first_ms IS NOT NULL)
        """

    /// When an app, of which something is true, first reported anything.
    private static func first(_ condition: String) -> String {
        """
        SELECT a.first_event_ms FROM attempts a WHERE \(condition) AND a.first_event_ms IS NOT NULL
                AND EXISTS (SELECT 1 FROM attempt_documents l WHERE l.attempt = a.id)
              ORDER BY a.first_event_ms, a.id LIMIT 1
        """
    }

    /// The losses up to a time, `?1`: `l` is a charge, `p` its app, of which those since its first report count, so
    /// that no other is read. Whether an app reported a charge, it has a ticket, was refunded or cost nothing, the
    /// ledger knows.
    static let silent = """
        FROM reporting p CROSS JOIN charges l ON l.app = p.id AND l.unheard_ms BETWEEN p.first_ms AND ?1
        WHERE l.app IS NOT NULL
        """
}
