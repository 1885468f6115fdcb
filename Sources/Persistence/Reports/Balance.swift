package import Purchases

/// Where the money went: charged = delivered + refunded + made good + credited + written off + closed without proof + open +
/// silent, for each day and currency. Only served environments count.
package struct Balance: Hashable, Sendable {
    /// What was charged on one day in one currency, and what became of it.
    package struct Row: Hashable, Sendable {
        /// When the day of the charges began, in UTC.
        package let day: Instant
        /// The currency; nil for charges of which nothing tells what was paid: these are counted, and have no amount.
        package let currency: String?
        /// What became of them.
        package let terms: BalanceTerms
    }

    /// What was charged in one currency, on all days together.
    package struct Total: Hashable, Sendable {
        /// The currency; nil for charges of which nothing tells what was paid.
        package let currency: String?
        /// What became of them.
        package let terms: BalanceTerms
    }

    /// A row for each day and currency, the newest day first, currencies in the order of their codes, without one last.
    package let rows: [Row]

    /// Rows as they were read.
    package init(rows: [Row]) { self.rows = rows }

    /// The sums of the rows, by currency.
    package var totals: [Total] {
        Dictionary(grouping: rows, by: \.currency).map { currency, rows in
            Total(currency: currency, terms: rows.reduce(into: BalanceTerms()) { $0.add($1.terms) })
        }.sorted { Balance.precedes($0.currency, $1.currency) }
    }

    static func precedes(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left != nil && right == nil }
        return left < right
    }
}

/// How many charges stand somewhere, and how much money.
package struct BalanceSum: Hashable, Sendable {
    /// How many charges; one that was refunded in part counts where the rest of it stands.
    package var charges: Int
    /// The money, in thousandths of the currency's unit.
    package var milliunits: Int64

    package init(charges: Int = 0, milliunits: Int64 = 0) {
        (self.charges, self.milliunits) = (charges, milliunits)
    }

    /// Both together.
    package static func + (left: BalanceSum, right: BalanceSum) -> BalanceSum {
        BalanceSum(charges: left.charges + right.charges, milliunits: left.milliunits + right.milliunits)
    }

    /// What is left of one without the other.
    static func - (left: BalanceSum, right: BalanceSum) -> BalanceSum {
        BalanceSum(charges: left.charges - right.charges, milliunits: left.milliunits - right.milliunits)
    }

    static func += (left: inout BalanceSum, right: BalanceSum) { left = left + right }
}

/// What became of charges.
package struct BalanceTerms: Hashable, Sendable {
    /// All charges.
    package var charged = BalanceSum()
    /// The customers got it, or nothing says that they did not.
    package var delivered = BalanceSum()
    /// Of what was delivered: nothing says that it was, and nothing that it was not.
    package var untold = BalanceSum()
    /// Apple gave it back; the shares that it gave back of others are in the money, and not in the count.
    package var refunded = BalanceSum()
    /// A grant made it good.
    package var madeGood = BalanceSum()
    /// The app gave it in its own system.
    package var credited = BalanceSum()
    /// A lead gave it up.
    package var writtenOff = BalanceSum()
    /// A person said how it ended, and no fact shows it.
    package var closedWithoutProof = BalanceSum()
    /// A ticket in a queue, on which somebody works.
    package var openOwned = BalanceSum()
    /// A ticket in a queue, on which nobody works.
    package var openUnowned = BalanceSum()
    /// No app told of it, and nobody got it in time: the list of silent losses has it.
    package var silent = BalanceSum()

    /// Nothing was charged.
    package init() {}

    /// Tickets in queues.
    package var open: BalanceSum { openOwned + openUnowned }

    /// What became of all charges, as told by the terms.
    package var accounted: BalanceSum {
        let ended = delivered + refunded + madeGood + credited + writtenOff + closedWithoutProof
        return ended + open + silent
    }

    /// Whether nothing was forgotten, and nothing counted twice.
    package var holds: Bool { charged == accounted }

    mutating func add(_ other: BalanceTerms) {
        for term in BalanceTerms.all { self[keyPath: term] += other[keyPath: term] }
    }

    private static var all: [Term] {
        [
            \.charged, \.delivered, \.untold, \.refunded, \.madeGood, \.credited, \.writtenOff,
            \.closedWithoutProof, \.openOwned, \.openUnowned, \.silent,
        ]
    }

    /// Counts charges of one standing. A share that Apple gave back is refunded, whatever became of the rest.
    fileprivate mutating func count(_ sum: BalanceSum, refunded back: Int64, _ term: Term) {
        charged += sum
        refunded += BalanceSum(milliunits: back)
        self[keyPath: term] += sum - BalanceSum(milliunits: back)
    }

    fileprivate typealias Term = WritableKeyPath<BalanceTerms, BalanceSum>
}

/// A term of the balance, by the name that programs know.
package enum BalanceTerm: String, CaseIterable, Hashable, Sendable {
    /// All charges.
    case charged
    /// The customers got it, or nothing says that they did not.
    case delivered
    /// Of what was delivered: nothing says that it was, and nothing that it was not.
    case untold
    /// Apple gave it back.
    case refunded
    /// A grant made it good.
    case madeGood = "made_good"
    /// The app gave it in its own system.
    case credited
    /// A lead gave it up.
    case writtenOff = "written_off"
    /// A person said how it ended, and no fact shows it.
    case closedWithoutProof = "closed_without_proof"
    /// Tickets in queues.
    case open
    /// Of these: somebody works on it.
    case openOwned = "open_owned"
    /// Of these: nobody works on it.
    case openUnowned = "open_unowned"
    /// No app told of it, and nobody got it in time.
    case silent

    /// Whether it is a part of the term before it, and not one of those that come to what was charged.
    package var isPart: Bool { self == .untold || self == .openOwned || self == .openUnowned }
}

extension BalanceTerms {
    /// What stands in a term.
    package subscript(term: BalanceTerm) -> BalanceSum {
        switch term {
        case .charged: charged
        case .delivered: delivered
        case .untold: untold
        case .refunded: refunded
        case .madeGood: madeGood
        case .credited: credited
        case .writtenOff: writtenOff
        case .closedWithoutProof: closedWithoutProof
        case .open: open
        case .openOwned: openOwned
        case .openUnowned: openUnowned
        case .silent: silent
        }
    }
}

extension BalanceSum {
    /// The amount in a currency; nil where nothing tells what was paid.
    package func money(in currency: String?) -> Money? {
        currency.map { Money(milliunits: milliunits, currency: $0) }
    }
}

/// Where the money of charges went that were made from the day of one moment on, up to another.
///
/// Days are whole, in UTC. Their sums are kept; what is silent is asked at the moment.
package struct BalanceQuery: StoreQuery {
    let from: Instant?
    let until: Instant?

    package init(from: Instant? = nil, until: Instant? = nil) { (self.from, self.until) = (from, until) }

    package func page(in reading: StoreReading) throws -> Balance {
        try BalanceReading(db: reading.db, now: reading.now).balance(from: from, until: until)
    }
}

/// Reads the balance from the kept sums of days and from the silent losses.
struct BalanceReading {
    let db: Connection
    let now: Instant

    /// The balance of some days.
    func balance(from: Instant?, until: Instant?) throws -> Balance {
        let days = (
            from: from?.dayCount ?? .min / 2,
            until: until.map { ($0 - TimeLength(1)).dayCount + 1 } ?? .max / 2
        )
        var terms: [Place: BalanceTerms] = [:]
        for kept in try kept(days) {
            terms[kept.place, default: BalanceTerms()].count(
                kept.sum, refunded: kept.refunded, kept.standing.term(isOwned: kept.isOwned))
            guard kept.standing == .untold else { continue }
            terms[kept.place]?.untold += kept.sum - BalanceSum(milliunits: kept.refunded)
        }
        // What is silent counts as delivered until here, because no sum of a day knows the time.
        for silent in try silent(days) {
            let rest = silent.sum - BalanceSum(milliunits: silent.refunded)
            terms[silent.place]?.delivered += BalanceSum() - rest
            terms[silent.place]?.untold += BalanceSum() - rest
            terms[silent.place]?.silent += rest
        }
        // Places are sorted and not rows, which are many times as large.
        let places = terms.keys.sorted { left, right in
            left.day != right.day ? left.day > right.day : Balance.precedes(left.code, right.code)
        }
        return Balance(
            rows: places.map { place in
                Balance.Row(
                    day: Instant(milliseconds: Int64(place.day) * TimeLength.days(1).count),
                    currency: place.code, terms: terms[place] ?? BalanceTerms())
            })
    }

    private struct Place: Hashable {
        let day: Int
        let currency: String

        /// The currency; nil where nothing tells what was paid.
        var code: String? { currency.isEmpty ? nil : currency }
    }

    private struct Part {
        let place: Place
        let standing: ChargeStatus
        let isOwned: Bool
        let sum: BalanceSum
        let refunded: Int64

        init(_ row: StoredRow) throws {
            place = Place(day: try row[0], currency: try row[1])
            (standing, isOwned) = (try row[2], try row[3])
            sum = BalanceSum(charges: try row[4], milliunits: try row[5])
            refunded = try row[6]
        }
    }

    private func kept(_ days: (from: Int, until: Int)) throws -> [Part] {
        try db.map(
            """
            SELECT day, currency, standing, is_owned, charges, milliunits, refunded_milliunits FROM charge_days
            WHERE environment IN \(SettingTable.moneyEnvironments) AND day >= ? AND day < ?
              AND standing <> 'uncounted'
            """, [days.from, days.until], Part.init)
    }

    /// The silent losses of the days.
    private func silent(_ days: (from: Int, until: Int)) throws -> [Part] {
        let day = TimeLength.days(1).count
        return try db.map(
            """
            \(SilentLossReading.reporting) SELECT l.day, coalesce(l.currency, ''), l.standing, l.is_owned,
              count(*), sum(l.milliunits), sum(l.refunded_milliunits)
            \(SilentLossReading.silent) AND l.unheard_ms >= ?2 AND l.unheard_ms < ?3
            GROUP BY 1, 2, 3, 4
            """,
            [
                try SilentLossReading(db: db, now: now).newest(),
                // Without a first or last day the number of the day is so large that its milliseconds would overflow.
                days.from < 0 ? Int64.min : Int64(days.from) * day,
                days.until > 1 << 32 ? Int64.max : Int64(days.until) * day,
            ], Part.init)
    }
}

extension ChargeStatus {
    /// Where charges of the standing are counted.
    fileprivate func term(isOwned: Bool) -> BalanceTerms.Term {
        switch self {
        case .delivered, .untold, .uncounted: \.delivered
        case .open: isOwned ? \.openOwned : \.openUnowned
        case .madeGood: \.madeGood
        case .credited: \.credited
        case .refunded: \.refunded
        case .writtenOff: \.writtenOff
        case .closedWithoutProof: \.closedWithoutProof
        }
    }
}
