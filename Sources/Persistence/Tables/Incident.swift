package import Purchases

/// Failed purchases with one cause in one stretch of time, as one thing: an outage, not thirty misfortunes.
package struct Incident: Hashable, Sendable {
    package internal(set) var id: IncidentID
    /// What its purchases share.
    package internal(set) var kind: IncidentKind
    /// The cause or the version that most of them share.
    package internal(set) var key: String
    /// All causes that count as one with it, the commonest first; empty where it is about a version.
    package internal(set) var causes: [TicketCause]
    /// What leads call it; nil while nobody named it.
    package internal(set) var name: String?
    /// When its first victim was charged.
    package internal(set) var from: Instant
    /// When its last victim was charged.
    package internal(set) var until: Instant
    /// When it was found.
    package internal(set) var openedAt: Instant
    /// Since when it goes on no more; nil while it does.
    package internal(set) var closedAt: Instant?
    /// Failed purchases an hour that the rule took for the usual, in thousandths.
    package internal(set) var usual: Int
    /// Whether a lead shaped it, so that the rule leaves it alone.
    package internal(set) var isKept: Bool
    package internal(set) var state: IncidentState
    /// The one that it is the same as; nil while it is one of its own.
    package internal(set) var mergedInto: IncidentID?
    /// Counts its changes, so that nobody shapes what was not seen.
    package internal(set) var version: Int
    /// What it did.
    package internal(set) var figures = IncidentFigures()
}

/// What an incident did: how many, whom, and how much.
package struct IncidentFigures: Hashable, Sendable {
    /// Purchases and money of one currency and standing.
    package struct Sum: Hashable, Sendable {
        /// The ISO 4217 code; nil where nothing tells what was paid.
        package let currency: String?
        /// What became of it.
        package let standing: IncidentLossStatus
        /// How many purchases.
        package let tickets: Int
        /// What was paid for them, in thousandths; 0 where nothing tells.
        package let milliunits: Int64
    }

    /// The sums, by currency and then by standing; money is never added across currencies.
    package internal(set) var sums: [Sum] = []
    /// How many customers, each once; purchases of nobody in particular are not among them.
    package internal(set) var customers = 0

    /// How many failed purchases.
    package var tickets: Int { sums.reduce(0) { $0 + $1.tickets } }
    /// How many of them nobody has ended.
    package var open: Int { tickets(.open) }
    /// How many of them nothing tells the price of.
    package var unpriced: Int { sums.reduce(0) { $0 + ($1.currency == nil ? $1.tickets : 0) } }

    /// How many purchases stand so.
    package func tickets(_ standing: IncidentLossStatus) -> Int {
        sums.reduce(0) { $0 + ($1.standing == standing ? $1.tickets : 0) }
    }

    /// What was paid in all, a sum a currency, the largest number of purchases first; unknown prices are not in it.
    package var money: [Money] { money { _ in true } }

    /// What was paid for purchases that nobody has ended.
    package var openMoney: [Money] { money { $0 == .open } }

    /// The share of its purchases, in per cent, that were made good, credited, or given back; nil without any.
    package var madeGoodPercent: Int? {
        guard tickets > 0 else { return nil }
        return 100 * (tickets(.madeGood) + tickets(.credited) + tickets(.refunded)) / tickets
    }

    private func money(_ counts: (IncidentLossStatus) -> Bool) -> [Money] {
        var found: [String: (tickets: Int, milliunits: Int64)] = [:]
        for sum in sums where counts(sum.standing) {
            guard let currency = sum.currency else { continue }
            let known = found[currency] ?? (0, 0)
            found[currency] = (known.tickets + sum.tickets, known.milliunits &+ sum.milliunits)
        }
        return found.sorted { ($1.value.tickets, $0.key) < ($0.value.tickets, $1.key) }
            .map { Money(milliunits: $0.value.milliunits, currency: $0.key) }
    }
}
