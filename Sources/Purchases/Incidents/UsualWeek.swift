/// How failures are spread over a week where nothing particular happens: nights are quiet, evenings are not.
///
/// By hour of the day and by weekday, each measured without its fullest tenth of days, so that an outage does not become
/// usual; and the less is known, the more even the week is taken to be. All of it in UTC.
struct UsualWeek {
    private let hours: [Double]
    private let days: [Double]

    /// Measures the week from how many failed in each hour from one on; of hours that are not known it learns nothing.
    init(_ counts: [Int], known: [Bool], from first: Int) {
        var (byHour, byDay) = (Array(repeating: [Int](), count: 24), Array(repeating: [Int](), count: 7))
        var days: [Int: Int] = [:]
        for (place, count) in counts.enumerated() where known[place] {
            byHour[(first + place) % 24].append(count)
            days[(first + place) / 24, default: 0] += count
        }
        for (day, count) in days { byDay[day % 7].append(count) }
        let total = Double(counts.reduce(0, +))
        // With few failures an hour's share is mostly chance.
        let trust = total / (total + 100)
        let dayCount = max(1, Double(known.count { $0 }) / 24)
        let even = byHour.map(UsualWeek.trimmedMean)
        let smooth = even.indices.map { (even[($0 + 23) % 24] + 2 * even[$0] + even[($0 + 1) % 24]) / 4 }
        hours = UsualWeek.factors(smooth, known: dayCount, assumed: 6, trust: trust)
        self.days = UsualWeek.factors(
            byDay.map(UsualWeek.trimmedMean), known: dayCount / 7, assumed: 2, trust: trust)
    }

    /// How much of the usual an hour has: 1 on average.
    func weight(of hour: Int) -> Double { hours[hour % 24] * days[hour / 24 % 7] }

    private static func trimmedMean(_ counts: [Int]) -> Double {
        guard !counts.isEmpty else { return 0 }
        let left = counts.count > 2 ? counts.count - max(1, counts.count / 10) : counts.count
        return Double(counts.sorted().prefix(left).reduce(0, +)) / Double(left)
    }

    private static func factors(
        _ means: [Double], known: Double, assumed: Double, trust: Double
    ) -> [Double] {
        let mean = means.reduce(0, +) / Double(means.count)
        guard mean > 0 else { return means.map { _ in 1 } }
        return means.map { one in
            let factor = (one * known + assumed * mean) / (mean * (known + assumed))
            return max(0.2, 1 + trust * (factor - 1))
        }
    }
}
