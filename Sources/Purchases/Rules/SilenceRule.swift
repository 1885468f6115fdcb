import Foundation

extension DocumentContents {
    /// By which way it came by itself, and when; nil for what was asked for, and where nothing says when it came.
    package var arrival: (way: ArrivalWay, at: Instant)? {
        guard let way = kind.arrivalWay else { return nil }
        let told = notices.lazy.filter(\.isDelivery).compactMap(\.notification.receivedAt).first
        return (told ?? receivedAt).map { (way, $0) }
    }
}

/// Decides whether a silence of notifications or reports is too long to be chance, by how many came in the same hours
/// of the days before. `Persistence/Jobs/Silence.swift` asks it.
package enum SilenceRule {
    /// How many days tell what is usual.
    package static let days: Int64 = 28
    /// How many have to be expected before anything is said.
    static let leastExpected = 20.0
    /// How improbable it has to be.
    static let chance = 1e-6
    /// A shorter silence is none, however much usually comes: a server that is started anew makes one.†
    static let shortest = TimeLength.seconds(300)
    /// The longest stretch that is looked at: of a longer silence only its end.†
    static let longest = TimeLength.days(1)
    /// How many times the middle day a day counts at most: what was brought at once for years, or repeated after an outage,
    /// makes nothing usual.†
    static let mostOfMiddle = 3.0

    /// Whether a silence since a moment is improbable, by how many documents came in each hour since 1970.
    package static func isImprobable(since: Instant, at now: Instant, arrivals: [Int64: Int]) -> Bool {
        guard now - since >= shortest else { return false }
        let from = max(since, now - longest)
        let counts = (1...days).map {
            count(from: from - .days($0), until: now - .days($0), of: arrivals)
        }
        let middle = counts.sorted()[(counts.count - 1) / 2]
        let usual = counts.map { min($0, middle * mostOfMiddle) }
        let mean = usual.reduce(0, +) / Double(usual.count)
        guard mean >= leastExpected else { return false }
        let variance = usual.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(usual.count - 1)
        return logarithmOfNothing(mean: mean, variance: variance) < log(chance)
    }

    /// The logarithm of the chance that nothing comes: by Poisson's distribution, and where days differ more than chance
    /// makes them, as weekdays and Sundays do, by the negative binomial one.
    private static func logarithmOfNothing(mean: Double, variance: Double) -> Double {
        guard variance > mean else { return -mean }
        return -mean * mean / (variance - mean) * log(variance / mean)
    }

    /// How many came between two moments; of an hour that lies there in part, as large a part of them.
    private static func count(from: Instant, until: Instant, of arrivals: [Int64: Int]) -> Double {
        let length = TimeLength.hours(1).count
        return (from.hourCount...until.hourCount).reduce(0) { sum, hour in
            let begin = max(from.milliseconds, hour * length)
            let end = min(until.milliseconds, (hour + 1) * length)
            return sum + Double(arrivals[hour] ?? 0) * Double(max(0, end - begin)) / Double(length)
        }
    }
}

extension Instant {
    /// The number of whole hours since 1970.
    package var hourCount: Int64 { Int64(dayCount * 24 + timeOfDay / Int(TimeLength.hours(1).count)) }
}
