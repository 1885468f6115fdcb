internal import Foundation

/// Finds the stretches in which one kind of failure was far above what is usual for it.
///
/// A stretch is compared with the same kind's failures in the four weeks before and after it, hour by hour weighed by
/// ``UsualWeek``. How unlikely it is that so many fall into the stretch by chance is Kulldorff's likelihood ratio of two
/// Poisson rates, which grows with the traffic: few need to be many times the usual, many only a few times.
struct IncidentScan {
    /// What the rule asks of a stretch. All figures are ours.†
    enum Limit {
        /// As many tickets at least.
        static let tickets = 5
        /// So many times the usual at least, for a stretch of less than two days, and for a longer one.
        static let (burst, leak) = (3.0, 2.0)
        /// How often chance may look like an incident, once in so many years and lengths of stretch.
        static let chance = 1e-4
        /// How far before and after a stretch the usual is looked for, in hours.
        static let horizon = 28 * 24
        /// A store that knows fewer hours is taken to have seen as many, without failures.
        static let leastKnown = 24.0
        /// What lies around a stretch has this many hours at least.
        static let leastAround = 12.0
        /// The longest stretch that is looked at in one piece, in hours.
        static let longest = 60 * 24
        /// A stretch is cut where for longer than so many hours far less came than in the rest of it.
        static let gap = 6
        /// How far from chance such a gap must be, as a logarithm: 9.2 is ln 10,000, one in ten thousand.
        static let gapLikelihood = 9.2
        /// As many stretches are taken out of one kind's failures at most.
        static let stretches = 200
    }

    /// A stretch that stands out.
    struct Stretch: Equatable {
        /// From the first place to the last.
        var places: ClosedRange<Int>
        /// How many failed in it.
        var tickets: Int
        /// How many an hour are usual.
        var usual: Double
        /// How much further from chance it is than the rule asks.
        var excess: Double
    }

    /// The weight of each hour; 0 where the store knows nothing of the time.
    let weights: [Double]
    /// The lengths of stretches that are tried, in hours: each up to two days, then each about 15 % longer than the
    /// last.
    private static let lengths: [Int] = {
        var all = Array(1...48)
        while let last = all.last, last < Limit.longest { all.append(last * 23 / 20 + 1) }
        return all
    }()

    /// Every stretch that stands out, the furthest from chance first, each found in what those before left.
    func stretches(in counts: [Int]) -> [Stretch] {
        var (counts, weights, found) = (counts, weights, [Stretch]())
        while found.count < Limit.stretches {
            let sums = Sums(counts: counts, weights: weights)
            let parts = sums.best().map(sums.cut) ?? []
            guard !parts.isEmpty else { break }
            found += parts
            for place in parts.flatMap(\.places) { (counts[place], weights[place]) = (0, 0) }
        }
        return found
    }

    /// How far from chance a stretch is, whatever the rule asks; nil where it is not above the usual.
    func likelihood(of places: ClosedRange<Int>, in counts: [Int]) -> Double? {
        Sums(counts: counts, weights: weights).measure(places.lowerBound, places.upperBound + 1)?.likelihood
    }

    /// One kind's failures and the weights of hours, added up so that any stretch is two look-ups.
    private struct Sums {
        private let tickets: [Int]
        private let weight: [Double]
        private let known: [Int]
        private let busy: [Int]
        private var count: Int { tickets.count - 1 }

        init(counts: [Int], weights: [Double]) {
            var (tickets, weight, known) = ([0], [0.0], [0])
            tickets.reserveCapacity(counts.count + 1)
            weight.reserveCapacity(counts.count + 1)
            known.reserveCapacity(counts.count + 1)
            for place in counts.indices {
                tickets.append(tickets[place] + counts[place])
                weight.append(weight[place] + weights[place])
                known.append(known[place] + (weights[place] > 0 ? 1 : 0))
            }
            (self.tickets, self.weight, self.known) = (tickets, weight, known)
            busy = counts.indices.filter { counts[$0] > 0 }
        }

        /// The stretch that is furthest from chance; nil when none is far enough.
        func best() -> Stretch? {
            guard tickets[count] >= Limit.tickets else { return nil }
            var best: (excess: Double, from: Int, end: Int)?
            for from in busy {
                for length in lengths {
                    let end = min(from + length, count)
                    if tickets[end] - tickets[from] >= Limit.tickets, let excess = excess(from, end),
                        excess > best?.excess ?? 0
                    {
                        best = (excess, from, end)
                    }
                    if end == count { break }
                }
            }
            return best.map { stretch(trim($0.from, $0.end, excess: $0.excess)) }
        }

        /// Moves both ends from busy hour to busy hour for as long as that leads further from chance.
        private func trim(_ from: Int, _ end: Int, excess: Double) -> (from: Int, end: Int, excess: Double) {
            guard var first = busy.firstIndex(where: { $0 >= from }),
                var last = busy.lastIndex(where: { $0 < end })
            else { return (from, end, excess) }
            var best = self.excess(busy[first], busy[last] + 1) ?? excess
            var isMoving = true
            while isMoving {
                isMoving = false
                for step in [-8, -4, -2, -1, 1, 2, 4, 8] {
                    for (start, stop) in [(first + step, last), (first, last + step)] {
                        guard busy.indices.contains(start), busy.indices.contains(stop), start <= stop,
                            let other = self.excess(busy[start], busy[stop] + 1), other > best
                        else { continue }
                        (best, first, last, isMoving) = (other, start, stop, true)
                    }
                }
            }
            return (busy[first], busy[last] + 1, best)
        }

        /// A stretch in as many pieces as it has gaps in which next to nothing came; those of them that stand out.
        ///
        /// Two outages a day apart are further from chance together than each alone, and are two all the same.
        func cut(_ stretch: Stretch) -> [Stretch] {
            let (from, end) = (stretch.places.lowerBound, stretch.places.upperBound + 1)
            let inside = busy.filter { stretch.places.contains($0) }
            var best: (likelihood: Double, low: Int, high: Int)?
            for (place, low) in inside.enumerated() {
                for high in inside[(place + 1)...] where high - low > Limit.gap + 1 {
                    let (few, short) = (tickets[high] - tickets[low + 1], weight[high] - weight[low + 1])
                    let (many, long) = (
                        tickets[end] - tickets[from] - few, weight[end] - weight[from] - short
                    )
                    guard short > 0, long > 0 else { continue }
                    let expected = Double(many) * short / long
                    guard Double(few) * Limit.burst < expected else { continue }
                    let share = Double(many) / Double(many + few)
                    let likelihood =
                        Double(many) * log(share * (long + short) / long)
                        + (few == 0 ? 0 : Double(few) * log((1 - share) * (long + short) / short))
                    if likelihood > best?.likelihood ?? Limit.gapLikelihood { best = (likelihood, low, high) }
                }
            }
            guard let best else { return [stretch] }
            let pieces = [(from, best.low + 1), (best.high, end)].compactMap { piece in
                excess(piece.0, piece.1).flatMap { $0 > 0 ? (piece.0, piece.1, $0) : nil }
            }
            return pieces.isEmpty
                ? [stretch] : pieces.flatMap { cut(self.stretch((from: $0.0, end: $0.1, excess: $0.2))) }
        }

        private func stretch(_ found: (from: Int, end: Int, excess: Double)) -> Stretch {
            let around = measure(found.from, found.end)
            return Stretch(
                places: found.from...(found.end - 1), tickets: tickets[found.end] - tickets[found.from],
                usual: around?.usual ?? 0, excess: found.excess)
        }

        /// How much further from chance a stretch is than the rule asks; nil for one that does not stand out.
        private func excess(_ from: Int, _ end: Int) -> Double? {
            guard tickets[end] - tickets[from] >= Limit.tickets, let found = measure(from, end),
                found.times > (end - from < 48 ? Limit.burst : Limit.leak)
            else { return nil }
            // The shorter the stretch, the more of them a year has, and the more often chance fills one.
            let hours = Double(min(end - from, 365 * 24))
            return found.likelihood - log(365 * 24 / (Limit.chance * hours))
        }

        /// How many times the usual a stretch has, and how far from chance that is.
        func measure(_ from: Int, _ end: Int) -> (times: Double, likelihood: Double, usual: Double)? {
            let (low, high) = (max(0, from - Limit.horizon), min(count, end + Limit.horizon))
            let inside = Double(tickets[end] - tickets[from])
            let around = Double(tickets[high] - tickets[low]) - inside
            let length = weight[end] - weight[from]
            var rest = weight[high] - weight[low] - length
            let hours = Double(known[high] - known[low])
            if hours < Limit.leastKnown {
                rest += Limit.leastKnown - hours
            } else if hours - Double(known[end] - known[from])
                < max(Limit.leastAround, Double(end - from) / 4)
            {
                return nil
            }
            guard length > 0, rest > 0, inside > 0 else { return nil }
            let (all, share) = (inside + around, length / (length + rest))
            guard inside > all * share else { return nil }
            var likelihood = inside * log(inside / (all * share))
            if around > 0 { likelihood += around * log(around / (all * (1 - share))) }
            let usual = around / rest
            return (around > 0 ? inside / length / usual : .infinity, likelihood, usual)
        }
    }
}
