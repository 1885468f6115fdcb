package import Purchases

/// The report in numbers that can be told apart by day and by product, and added up again.
package struct ReportFigures: Hashable, Sendable {
    /// What is counted.
    package enum What: String, Hashable, Sendable, CaseIterable {
        /// Subscriptions that renew themselves, by what they are now; `name` is a ``ChainStatus``.
        case subscriptions
        /// Chains that began a free trial, on the day on which they did: `running`, `converted`, `ended`.
        case trials
        /// Grace periods, on the day on which they began: `running`, `recovered`, `retried`, `lapsed`.
        case grace = "grace_period"
        /// Billing retries, on the day on which they began: `running`, `recovered`, `lapsed`.
        case retry = "billing_retry"
        /// Refunds, on the day of the refund; the money is what Apple gave back.
        case refunds
        /// Make-goods, on the day on which they were given; `name` is the reason.
        case grants
        /// Subscriptions that give access, by the App Store's share: `30`, `15`, or `none` where it is shared by family.
        case commission
        /// Renewals of the next seven days, on the day on which they are due; the money is what they will cost.
        case renewals = "expected_renewals"
        /// Subscriptions that ended and have not come back, on the day on which they did; `name` is Apple's expiration
        /// intent, 1 to 5, or `untold`.
        case churn
        /// Tickets, on the day on which they were opened; `name` is their group.
        case tickets
        /// Those of them that are unresolved.
        case unresolved = "unresolved_tickets"
    }

    /// Something that was counted.
    package struct Line: Hashable, Sendable {
        package let what: What
        package let name: String
        /// The midnight in UTC with which its day begins; nil where it has none, or days are added up.
        package let day: Instant?
        /// The product; nil where nothing tells it, or products are added up.
        package let product: ProductID?
        package internal(set) var count: Int
        /// The sums of its money in thousandths of a unit, by currency.
        package internal(set) var milliunits: [String: Int64]
        /// Of how many nothing tells the money; 0 where no money is asked for.
        package internal(set) var unpriced: Int

        /// Its money, an amount for each currency, by their codes.
        package var money: [Money] {
            milliunits.sorted { $0.key < $1.key }.map { Money(milliunits: $0.value, currency: $0.key) }
        }
    }

    private struct Key: Hashable {
        let what: What
        let name: String
        let day: Instant?
        let product: ProductID?
    }

    private var sums: [Key: Line] = [:]

    /// Nothing was counted.
    init() {}

    /// Counts something that has no money.
    mutating func add(
        _ what: What, _ name: String, count: Int = 1, day: Instant? = nil, product: ProductID? = nil
    ) {
        add(
            Line(
                what: what, name: name, day: day, product: product, count: count, milliunits: [:], unpriced: 0
            ))
    }

    /// Counts something that has money; nil where nothing tells it.
    mutating func add(
        _ what: What, _ name: String, count: Int = 1, day: Instant? = nil, product: ProductID? = nil,
        money: Money?
    ) {
        add(
            Line(
                what: what, name: name, day: day, product: product, count: count,
                milliunits: money.map { [$0.currency: $0.milliunits] } ?? [:],
                unpriced: money == nil ? count : 0))
    }

    private mutating func add(_ line: Line) {
        let key = Key(what: line.what, name: line.name, day: line.day, product: line.product)
        guard var sum = sums[key] else {
            sums[key] = line
            return
        }
        sum.count += line.count
        sum.milliunits.merge(line.milliunits, uniquingKeysWith: +)
        sum.unpriced += line.unpriced
        sums[key] = sum
    }

    /// Everything of all days and products together.
    package var total: [Line] { lines { _ in (nil, nil) } }

    /// What has a day, day by day.
    package var byDay: [Line] { lines { ($0.day, nil) }.filter { $0.day != nil } }

    /// Product by product, those first of which a name is known; what has none, such as make-goods, stands last.
    package var byProduct: [Line] { lines { (nil, $0.product) } }

    /// How many of something there are.
    package func count(_ what: What, _ name: String? = nil) -> Int {
        sums.values.reduce(0) { $0 + ($1.what == what && (name == nil || $1.name == name) ? $1.count : 0) }
    }

    private func lines(_ place: (Line) -> (day: Instant?, product: ProductID?)) -> [Line] {
        var added = ReportFigures()
        for line in sums.values {
            let (day, product) = place(line)
            added.add(
                Line(
                    what: line.what, name: line.name, day: day, product: product, count: line.count,
                    milliunits: line.milliunits, unpriced: line.unpriced))
        }
        return added.sums.values.sorted(by: ReportFigures.comesBefore)
    }

    private static func comesBefore(_ left: Line, _ right: Line) -> Bool {
        if left.day != right.day { return (left.day ?? .earliest) < (right.day ?? .earliest) }
        if left.product != right.product {
            return (left.product?.rawValue ?? "\u{10FFFF}") < (right.product?.rawValue ?? "\u{10FFFF}")
        }
        let places = [left, right].map { What.allCases.firstIndex(of: $0.what) ?? 0 }
        return places[0] == places[1] ? left.name < right.name : places[0] < places[1]
    }
}
