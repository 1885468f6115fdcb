import Purchases

/// Counts the figures of `makegood report`: by SQL where a row says it, by the pure rules where only a whole chain does.
///
/// What each name in a figure means stands at its case in ``ReportFigures``; the rest of the report is `StoreReport.swift`.
struct ReportCounting {
    /// Within how long renewals are expected.
    static let foresight = TimeLength.days(7)
    /// How many chains are looked at between two words on how far it is.
    private static let chainsAtOnce = 2_000

    let db: Connection
    let at: Instant
    /// Where it says how far it has come.
    let progress: ReportProgress

    // Conditions: `c` is a chain, `s` a period of its status, `?1` the moment; `%` stands for a transaction's name.
    private static let isServed = "c.environment IN (SELECT environment FROM served_environments)"
    private static let holding = "s.from_ms <= ?1 AND (s.until_ms IS NULL OR s.until_ms > ?1)"
    private static let isTrial = """
        (coalesce(%.is_trial, 0) = 1 OR coalesce(%.offer_discount_type, '') = 'FREE_TRIAL')
        """

    /// What of transactions was refunded in the last 30 days.
    private(set) var recentRefunds = 0
    /// What was counted so far.
    private(set) var figures = ReportFigures()

    init(db: Connection, at: Instant, progress: ReportProgress) {
        (self.db, self.at, self.progress) = (db, at, progress)
    }

    /// Counts everything.
    mutating func count() throws {
        let parts = try ReportParts("transactions", in: db)
        let running = try runningChains()
        let portions = (running.count + ReportCounting.chainsAtOnce - 1) / ReportCounting.chainsAtOnce
        for (number, part) in parts.enumerated() {
            try refunds(in: part)
            try trials(in: part)
            progress.show(number + 1, of: parts.count + portions)
        }
        for portion in 0..<portions {
            let first = portion * ReportCounting.chainsAtOnce
            try look(at: running[first..<min(running.count, first + ReportCounting.chainsAtOnce)])
            progress.show(parts.count + portion + 1, of: parts.count + portions)
        }
        try subscriptions()
        try failedRenewals()
        try churn()
        try grants()
        try tickets()
    }

    // MARK: Charges

    /// The rule of `Transaction.revocationKind`: what was told, else a refund unless shared or replaced.
    ///
    /// What Apple gave back of it the ledger knows.
    private mutating func refunds(in part: ClosedRange<Int64>) throws {
        try db.step(
            """
            SELECT t.revoked_at_ms / 86400000, t.product_id, l.currency, count(*), sum(l.refunded_milliunits),
              sum(CASE WHEN t.revoked_at_ms > ?2 THEN 1 ELSE 0 END)
            FROM transactions t CROSS JOIN chains c ON c.id = t.chain_id LEFT JOIN charges l ON l.id = t.id
            WHERE t.id BETWEEN ?3 AND ?4 AND t.revoked_at_ms <= ?1 AND \(ReportCounting.isServed)
              AND (t.revocation_kind = 'refund' OR t.revocation_kind IS NULL
                AND t.ownership IS DISTINCT FROM 'family_shared' AND coalesce(t.is_upgraded, 0) = 0)
            GROUP BY 1, 2, 3
            """,
            [at.milliseconds, (at - .days(30)).milliseconds, part.lowerBound, part.upperBound]
        ) { row in
            let currency: String? = row[2]
            let milliunits: Int64? = row[4]
            figures.add(
                .refunds, "refund", count: try row[3], day: .beginning(ofDay: try row[0]), product: row[1],
                money: currency.flatMap { code in milliunits.map { Money(milliunits: $0, currency: code) } })
            recentRefunds += try row[5]
            return true
        }
    }

    /// The first trial of each chain; converted is one after which the same chain was paid for.
    private mutating func trials(in part: ClosedRange<Int64>) throws {
        let isTrial = { (name: String) in ReportCounting.isTrial.replacing("%", with: name) }
        try db.step(
            """
            SELECT t.purchased_at_ms / 86400000, t.product_id,
              CASE WHEN EXISTS (SELECT 1 FROM transactions y WHERE y.chain_id = t.chain_id AND y.purchased_at_ms > t.purchased_at_ms
                  AND y.purchased_at_ms <= ?1 AND y.ownership IS DISTINCT FROM 'family_shared' AND NOT \(isTrial("y")))
                  THEN 'converted'
                WHEN t.expires_at_ms > ?1 AND coalesce(t.revoked_at_ms, t.expires_at_ms) > ?1 THEN 'running'
                ELSE 'ended' END,
              count(*)
            FROM transactions t CROSS JOIN chains c ON c.id = t.chain_id
            WHERE t.id BETWEEN ?2 AND ?3 AND \(isTrial("t")) AND t.purchased_at_ms <= ?1
              AND t.ownership IS DISTINCT FROM 'family_shared' AND \(ReportCounting.isServed)
              AND NOT EXISTS (SELECT 1 FROM transactions x WHERE x.chain_id = t.chain_id
                AND (x.purchased_at_ms, x.id) < (t.purchased_at_ms, t.id) AND x.ownership IS DISTINCT FROM 'family_shared'
                AND \(isTrial("x")))
            GROUP BY 1, 2, 3
            """, [at.milliseconds, part.lowerBound, part.upperBound]
        ) { row in
            figures.add(
                .trials, try row[2], count: try row[3], day: .beginning(ofDay: try row[0]), product: row[1])
            return true
        }
    }

    // MARK: Chains

    /// What a subscription that renews itself is, by the catalogue, else because what was bought of it last expires.
    private static let isSubscription = """
        coalesce((SELECT p.kind FROM products p WHERE p.product_id = c.product_id),
          (SELECT CASE WHEN x.expires_at_ms IS NULL THEN 'unknown' ELSE 'auto_renewable' END FROM transactions x
            WHERE x.chain_id = c.id ORDER BY x.purchased_at_ms DESC, x.id DESC LIMIT 1)) = 'auto_renewable'
        """

    private mutating func subscriptions() throws {
        try db.step(
            """
            SELECT coalesce(s.status, 'none'), c.product_id, count(*) FROM chains c
            LEFT JOIN status_periods s ON s.chain_id = c.id AND \(ReportCounting.holding)
            WHERE \(ReportCounting.isServed) AND \(ReportCounting.isSubscription) GROUP BY 1, 2
            """, [at.milliseconds]
        ) { row in
            figures.add(.subscriptions, try row[0], count: try row[2], product: row[1])
            return true
        }
    }

    /// Grace and retry periods by what came after them.
    private mutating func failedRenewals() throws {
        try db.step(
            """
            SELECT s.status, s.from_ms / 86400000, c.product_id,
              CASE WHEN s.until_ms IS NULL OR s.until_ms > ?1 THEN 'running' WHEN n.status = 'active' THEN 'recovered'
                WHEN n.status = 'billing_retry' THEN 'retried' ELSE 'lapsed' END,
              count(*)
            FROM status_periods s JOIN chains c ON c.id = s.chain_id
            LEFT JOIN status_periods n ON n.chain_id = s.chain_id AND n.from_ms = s.until_ms
            WHERE s.status IN ('grace_period', 'billing_retry') AND s.from_ms <= ?1 AND \(ReportCounting.isServed)
            GROUP BY 1, 2, 3, 4
            """, [at.milliseconds]
        ) { row in
            figures.add(
                try row[0] == ChainStatus.gracePeriod.rawValue ? .grace : .retry, try row[3],
                count: try row[4], day: .beginning(ofDay: try row[1]), product: row[2])
            return true
        }
    }

    /// Subscriptions that are expired, by the reason that the newest renewal information tells since the last purchase.
    ///
    /// The rule of `RenewalState`: what is older than the newest whole information counts no more.
    private mutating func churn() throws {
        try db.step(
            """
            SELECT s.from_ms / 86400000, c.product_id,
              (SELECT r.expiration_intent FROM renewals r WHERE r.chain_id = c.id
                AND r.expiration_intent IS NOT NULL AND r.document_ms >= c.last_purchase_ms
                AND NOT EXISTS (SELECT 1 FROM renewals w WHERE w.chain_id = c.id AND w.document_ms > r.document_ms
                  AND w.extent <> 'some')
                ORDER BY r.document_ms DESC, r.is_signed DESC, r.sha256 DESC LIMIT 1),
              count(*)
            FROM status_periods s JOIN chains c ON c.id = s.chain_id
            WHERE s.status = 'expired' AND \(ReportCounting.holding) AND \(ReportCounting.isServed)
              AND \(ReportCounting.isSubscription)
            GROUP BY 1, 2, 3
            """, [at.milliseconds]
        ) { row in
            let number: Int? = row[2]
            figures.add(
                .churn, number.map(String.init) ?? "untold", count: try row[3],
                day: .beginning(ofDay: try row[0]), product: row[1])
            return true
        }
    }

    /// A chain that gives access at the moment.
    private struct RunningChain {
        let row: Int64
        let customer: Int64?
    }

    /// By customer, so that each customer's chains are read once.
    private func runningChains() throws -> [RunningChain] {
        try db.map(
            """
            SELECT c.id, c.customer_id FROM status_periods s JOIN chains c ON c.id = s.chain_id
            WHERE s.status IN ('active', 'grace_period') AND \(ReportCounting.holding) AND \(ReportCounting.isServed)
              AND \(ReportCounting.isSubscription)
            ORDER BY c.customer_id, c.id
            """, [at.milliseconds]
        ) { RunningChain(row: try $0[0], customer: $0[1]) }
    }

    /// The App Store's share of chains, and what they expect to be charged soon.
    ///
    /// Upgrades reach across a customer's chains, so all of them are looked at together.
    private mutating func look(at chains: ArraySlice<RunningChain>) throws {
        let rules = try SettingTable.accessRules(db)
        let wanted = Set(chains.map(\.row))
        let customers = Set(chains.compactMap(\.customer)).sorted()
        for customer in customers {
            look(at: try StoredChain.all(ofCustomer: customer, in: db), only: wanted, rules)
        }
        for chain in chains where chain.customer == nil {
            look(at: try StoredChain.at(chain.row, in: db).map { [$0] } ?? [], only: wanted, rules)
        }
    }

    private mutating func look(at stored: [StoredChain], only wanted: Set<Int64>, _ rules: AccessRules) {
        let timelines = ChainTimeline.timelines(of: stored.map(\.chain), catalog: rules.catalog)
        // A chain of which the customer only paid for a part is counted with its owner's.
        for (stored, timeline) in zip(stored, timelines)
        where stored.payer == nil && wanted.contains(stored.rowID) {
            let clock = CommissionClock(of: timeline, at: at, isSmallBusiness: rules.isSmallBusiness)
            figures.add(
                .commission, clock.percent.map(String.init) ?? "none", product: timeline.chain.productID)
            let renewal = ExpectedRenewal(
                of: timeline, after: at, within: ReportCounting.foresight, catalog: rules.catalog)
            if let renewal {
                figures.add(
                    .renewals, "renewal", day: renewal.at.endOfDay - .days(1), product: renewal.product,
                    money: renewal.money)
            }
        }
    }

    // MARK: Work

    /// Make-goods alone: what the server bridges makes nothing good.
    private mutating func grants() throws {
        try db.step(
            """
            SELECT granted_at_ms / 86400000, reason, count(*) FROM grants
            WHERE granted_at_ms <= ? AND reason <> 'bridge' GROUP BY 1, 2
            """, [at.milliseconds]
        ) { row in
            figures.add(.grants, try row[1], count: try row[2], day: .beginning(ofDay: try row[0]))
            return true
        }
    }

    private mutating func tickets() throws {
        try db.step(
            """
            SELECT opened_at_ms / 86400000, product_id, "group", count(*), sum(CASE WHEN state = 'resolved' THEN 0 ELSE 1 END)
            FROM tickets WHERE merged_into IS NULL AND resolution IS DISTINCT FROM 'withdrawn' GROUP BY 1, 2, 3
            """
        ) { row in
            let (day, group) = (Instant.beginning(ofDay: try row[0]), String(try row[2] as Int))
            figures.add(.tickets, group, count: try row[3], day: day, product: row[1])
            let unresolved: Int = try row[4]
            if unresolved > 0 {
                figures.add(.unresolved, group, count: unresolved, day: day, product: row[1])
            }
            return true
        }
    }
}
