package import Purchases

/// What recounting every charge from the facts found.
package struct BalanceCheck: Hashable, Sendable {
    /// How many charges the facts tell.
    package internal(set) var charges = 0
    /// What differs, the first of it.
    package internal(set) var findings: [BalanceFinding] = []
    /// How much differs.
    package internal(set) var count = 0

    /// Whether everything is as it was kept, and the balance holds.
    package var isRight: Bool { count == 0 }

    /// How many findings are told.
    private static let most = 100

    mutating func note(_ finding: BalanceFinding) {
        count += 1
        if findings.count < BalanceCheck.most { findings.append(finding) }
    }
}

/// Something that the ledger keeps and the facts do not say, or the other way round.
package struct BalanceFinding: Hashable, Sendable {
    /// What it is.
    package enum Code: String, Hashable, Sendable {
        /// The facts tell a charge that is not kept.
        case missing
        /// A charge is kept that the facts do not tell.
        case strange
        /// A charge is kept otherwise than the facts tell it.
        case different
        /// A kept sum of a day is not what its charges come to.
        case sum
        /// The terms of a day do not come to what was charged.
        case unbalanced
    }

    package let code: Code
    /// Which charge or which day: `transaction 1000…`, `attempt 5b0f…`, `2026-05-01 EUR open`.
    package let subject: String
    /// What is kept; nil when nothing is.
    package let kept: String?
    /// What the facts say; nil when they say nothing.
    package let recounted: String?
}

extension Store {
    /// Recounts every charge from the facts, and compares it with what the ledger keeps.
    ///
    /// Each part is read for itself, so that no reading lasts long; `progress` hears how much is done, between 0 and 1.
    package func checkBalance(at now: Instant, progress: (Double) -> Void = { _ in }) throws(StoreError)
        -> BalanceCheck
    {
        let last = try read { db in
            (
                chain: try db.value("SELECT max(id) FROM chains") ?? 0 as Int64,
                attempt: try db.value("SELECT max(id) FROM attempts") ?? 0 as Int64
            )
        }
        let whole = Double(last.chain + last.attempt + 1)
        let part = 500 as Int64
        var check = BalanceCheck()
        for first in stride(from: 1, through: last.chain, by: Int(part)) {
            try read { db in
                try BalanceRecount(db).chains(first..<(first + part), &check)
            }
            progress(Double(first) / whole)
        }
        for first in stride(from: 1, through: last.attempt, by: Int(part)) {
            try read { db in
                try BalanceRecount(db).attempts(first..<(first + part), at: now, &check)
            }
            progress(Double(last.chain + first) / whole)
        }
        try read { db in
            try BalanceRecount(db).strange(&check)
            try BalanceRecount(db).sums(&check)
            for row in try BalanceReading(db: db, now: now).balance(from: nil, until: nil).rows
            where !row.terms.holds {
                check.note(
                    BalanceFinding(
                        code: .unbalanced,
                        subject: "\(row.day.description.prefix(10)) \(row.currency ?? "without a price")",
                        kept: "\(row.terms.charged.charges) charges, \(row.terms.charged.milliunits)",
                        recounted: "\(row.terms.accounted.charges) charges, \(row.terms.accounted.milliunits)"
                    ))
            }
        }
        progress(1)
        return check
    }
}

/// Recounts charges from the facts alone.
struct BalanceRecount {
    private let db: Connection
    private let rules: TicketRules

    /// A recount under the store's rules.
    init(_ db: Connection) throws {
        self.db = db
        rules = try SettingTable.ticketRules(db)
    }

    /// Compares the charges of chains: those of which no attempt tells, and that there are no others.
    func chains(_ rows: Range<Int64>, _ check: inout BalanceCheck) throws {
        let chains: [Int64] = try db.values(
            "SELECT id FROM chains WHERE id >= ? AND id < ?", [rows.lowerBound, rows.upperBound])
        for chain in chains {
            guard var stored = try StoredChain.at(chain, in: db) else { continue }
            stored.payers = try PayerTable.all(ofChain: chain, in: db)
            try compare(stored, &check)
        }
    }

    private func compare(_ stored: StoredChain, _ check: inout BalanceCheck) throws {
        var kept = try ChargeTable.all(ofChain: stored.rowID, in: db)
        let app = try ChargeApps.known(stored.chain.bundleID, in: stored.chain.id.environment, db: db)
        for row in stored.rows where row.transaction.ownership == .purchased {
            let known = kept.removeValue(forKey: row.rowID)
            // Of which attempts tell, the attempts are asked.
            guard known?.attempt == nil else { continue }
            let charge = ChargeLedger.plain(
                row.rowID, try charge(row, of: stored), app: app ?? 0, catalog: rules.catalog)
            check.charges += 1
            try compare(known, with: charge, &check)
        }
        for strange in kept.values.sorted(by: { $0.id < $1.id }) where strange.attempt == nil {
            try compare(strange, with: nil, &check)
        }
    }

    private func charge(_ row: StoredTransaction, of stored: StoredChain) throws -> StoreCharge {
        if rules.catalog.products[row.transaction.productID]?.kind == .nonRenewing,
            let charge = try ChargeQuery(db: db, catalog: rules.catalog).charge(row.rowID)
        {
            return charge
        }
        let holder = stored.holder(of: row.transaction)
        return StoreCharge(
            row.transaction, of: stored.chain.id, owner: holder.owner, ownerKnownAt: holder.knownAt,
            catalog: rules.catalog)
    }

    /// Compares the charges of which attempts tell.
    func attempts(_ rows: Range<Int64>, at now: Instant, _ check: inout BalanceCheck) throws {
        let attempts: [Int64] = try db.values(
            "SELECT id FROM attempts WHERE id >= ? AND id < ?", [rows.lowerBound, rows.upperBound])
        for attempt in attempts {
            guard let stored = try StoredPurchase.of(attempt: attempt, catalog: rules.catalog, in: db) else {
                continue
            }
            let isFirst = stored.attempts.first?.rowID == attempt
            let verdict = PurchaseVerdict(stored.purchase, rules: rules, at: now)
            let charge =
                try isFirst
                ? ChargeLedger.charge(of: stored, verdict, catalog: rules.catalog, in: db) : nil
            for strange in try ChargeTable.all(ofAttempt: attempt, in: db) where strange != charge?.id {
                try compare(ChargeTable.at(strange, in: db), with: nil, &check)
            }
            guard let charge else { continue }
            check.charges += 1
            try compare(ChargeTable.at(charge.id, in: db), with: charge, &check)
        }
    }

    /// Finds charges of which nothing is left that told them.
    func strange(_ check: inout BalanceCheck) throws {
        let rows: [Int64] = try db.values(
            """
            SELECT id FROM charges WHERE id > 0 AND id NOT IN (SELECT id FROM transactions)
            UNION SELECT id FROM charges WHERE id <= 0 AND attempt IS NULL
            UNION SELECT id FROM charges WHERE attempt IS NOT NULL AND attempt NOT IN (SELECT id FROM attempts)
            """)
        for row in rows { try compare(ChargeTable.at(row, in: db), with: nil, &check) }
    }

    private func compare(
        _ kept: ChargeTable?, with recounted: ChargeTable?, _ check: inout BalanceCheck
    ) throws {
        guard kept != recounted, let row = (kept ?? recounted)?.id else { return }
        check.note(
            BalanceFinding(
                code: kept == nil ? .missing : recounted == nil ? .strange : .different,
                subject: try name(ofCharge: row), kept: kept?.summary, recounted: recounted?.summary))
    }

    private func name(ofCharge row: Int64) throws -> String {
        // A charge that only an app told of is numbered by its attempt, negated (`ChargeTable.id`).
        let found: String? =
            try row > 0
            ? db.value("SELECT transaction_id FROM transactions WHERE id = ?", [row])
            : db.value("SELECT attempt_id FROM attempts WHERE id = ?", [-row])
        return "\(row > 0 ? "transaction" : "attempt") \(found ?? "of row \(row.magnitude)")"
    }

    /// Compares the kept sums of days with what the charges come to.
    func sums(_ check: inout BalanceCheck) throws {
        for different in try DaySum.differences(db) {
            check.note(
                BalanceFinding(
                    code: .sum, subject: different.subject, kept: different.kept,
                    recounted: different.recounted))
        }
    }
}

/// A sum of a day that is kept otherwise than its charges come to.
struct DaySum {
    /// Which: day, currency, standing and environment.
    let subject: String
    /// What is kept; nil when nothing is.
    let kept: String?
    /// What the charges come to; nil when there are none.
    let recounted: String?

    /// All that differ, in the order of days.
    static func differences(_ db: Connection) throws -> [DaySum] {
        try db.map(
            """
            WITH counted AS (
              SELECT environment, day, coalesce(currency, '') AS currency, standing, is_owned, count(*) AS charges,
                sum(milliunits) AS milliunits, sum(refunded_milliunits) AS refunded
              FROM charges GROUP BY 1, 2, 3, 4, 5),
            kept AS (SELECT environment, day, currency, standing, is_owned, charges, milliunits,
              refunded_milliunits AS refunded FROM charge_days),
            names AS (SELECT environment, day, currency, standing, is_owned FROM (
              SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) m
              UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) l) d GROUP BY 1, 2, 3, 4, 5)
            SELECT n.day, n.currency, n.standing, n.is_owned, n.environment,
              k.charges, k.milliunits, k.refunded, c.charges, c.milliunits, c.refunded
            FROM names n
            LEFT JOIN kept k USING (environment, day, currency, standing, is_owned)
            LEFT JOIN counted c USING (environment, day, currency, standing, is_owned)
            ORDER BY n.day, n.currency, n.standing, n.is_owned
            """
        ) { row in
            let day = Instant(milliseconds: try row[0] as Int64 * TimeLength.days(1).count)
            let (currency, standing, isOwned) = (
                try row[1] as String, try row[2] as String, try row[3] as Bool
            )
            let place = "\(day.description.prefix(10)) \(currency.isEmpty ? "without a price" : currency)"
            return DaySum(
                subject: "\(place) \(standing)\(isOwned ? " with an owner" : "") in \(try row[4] as String)",
                kept: try text(row, 5), recounted: try text(row, 8))
        }
    }

    private static func text(_ row: StoredRow, _ place: Int) throws -> String? {
        guard let charges = row[place] as Int? else { return nil }
        return "\(charges) charges, \(try row[place + 1] as Int64), refunded \(try row[place + 2] as Int64)"
    }
}

extension ChargeTable {
    /// It in a line, for whoever looks for what is wrong.
    fileprivate var summary: String {
        let money =
            currency.map { "\(Money(milliunits: milliunits, currency: $0).amount) \($0)" } ?? "no price"
        let back = refunded == 0 ? "" : ", \(refunded) thousandths back"
        let day = Instant(milliseconds: Int64(day) * TimeLength.days(1).count).description.prefix(10)
        return
            "\(standing.rawValue)\(isOwned ? " with an owner" : ""), \(money)\(back), \(day), \(environment.rawValue)"
    }
}
