package import Purchases

/// Losses of funds in numbers: how many tickets and how much money, by what has become of them and currency by currency.
///
/// Money is never added across currencies, and what nothing tells the price of is a number of tickets and no amount.
package struct LossFigures: Hashable, Sendable {
    /// A number of losses of one standing in one currency.
    package struct Part: Hashable, Sendable {
        /// What has become of them.
        package let standing: LossStatus
        /// The currency; nil where nothing tells what was paid.
        package let currency: String?
        package internal(set) var tickets: Int
        /// The sum of what was paid, in thousandths of a unit.
        package internal(set) var milliunits: Int64
        /// How many of the tickets cost nothing, as trials do.
        package internal(set) var free: Int
        /// How many of the tickets have a price below nothing.
        package internal(set) var negative: Int
    }

    private struct Key: Hashable {
        let standing: LossStatus
        let currency: String?
    }

    private var sums: [Key: Part] = [:]

    /// No losses.
    package static let none = LossFigures()

    /// The figures of parts, added up.
    init(_ parts: some Sequence<Part> = []) { for part in parts { add(part) } }

    /// The parts, by standing and then by currency, unknown prices last.
    package var parts: [Part] {
        sums.values.sorted { left, right in
            let places = (place(of: left.standing), place(of: right.standing))
            return places.0 == places.1
                ? LossFigures.comesBefore(left.currency, right.currency) : places.0 < places.1
        }
    }

    /// The currencies that are known of losses of some standings, by their codes.
    ///
    /// Trials of which nothing tells the currency are none: their `XXX` is ISO 4217's for no currency at all.
    package func currencies(of standings: Set<LossStatus> = LossStatus.lost) -> [String] {
        Set(sums.values.filter { standings.contains($0.standing) }.compactMap(\.currency)).subtracting(["XXX"]
        ).sorted()
    }

    /// How many tickets have one of some standings, in any currency or in none.
    package func tickets(_ standings: Set<LossStatus> = LossStatus.lost) -> Int {
        sum(of: standings) { $0.tickets }
    }

    /// How many tickets of some standings are in a currency; nil: those of which nothing tells what was paid.
    package func tickets(_ standings: Set<LossStatus>, in currency: String?) -> Int {
        sum(of: standings) { $0.currency == currency ? $0.tickets : 0 }
    }

    /// How many tickets of some standings have no price that is known.
    package func unpriced(_ standings: Set<LossStatus> = LossStatus.lost) -> Int {
        tickets(standings, in: nil)
    }

    /// How many tickets of some standings cost nothing, as trials do.
    package func free(_ standings: Set<LossStatus> = LossStatus.lost) -> Int {
        sum(of: standings) { $0.free }
    }

    /// How many tickets of some standings have a price below nothing.
    package func negative(_ standings: Set<LossStatus> = LossStatus.lost) -> Int {
        sum(of: standings) { $0.negative }
    }

    /// What was paid for losses of some standings, an amount for each currency, by their codes.
    package func money(_ standings: Set<LossStatus> = LossStatus.lost) -> [Money] {
        currencies(of: standings).map { money(standings, in: $0) }
    }

    /// What was paid for losses of some standings in a currency.
    package func money(_ standings: Set<LossStatus>, in currency: String) -> Money {
        let parts = sums.values.filter { standings.contains($0.standing) && $0.currency == currency }
        return Money(milliunits: parts.reduce(0) { $0 + $1.milliunits }, currency: currency)
    }

    mutating func add(_ part: Part) {
        let key = Key(standing: part.standing, currency: part.currency)
        guard var sum = sums[key] else {
            sums[key] = part
            return
        }
        sum.tickets += part.tickets
        sum.milliunits += part.milliunits
        sum.free += part.free
        sum.negative += part.negative
        sums[key] = sum
    }

    private func sum(of standings: Set<LossStatus>, _ count: (Part) -> Int) -> Int {
        sums.values.reduce(0) { $0 + (standings.contains($1.standing) ? count($1) : 0) }
    }

    private func place(of standing: LossStatus) -> Int {
        LossStatus.allCases.firstIndex(of: standing) ?? 0
    }

    private static func comesBefore(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left != nil && right == nil }
        return left < right
    }
}
