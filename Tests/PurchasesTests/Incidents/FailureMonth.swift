import Purchases

/// A made-up month of failed purchases: noise of every day, with its evenings, its weekends and a release, and four nights
/// that are known. Everything follows from the seed.
struct FailureMonth {
    /// An incident that is in the month.
    struct Planted: Hashable, Sendable {
        let cause: TicketCause
        /// From its first hour to its last.
        let hours: ClosedRange<Int>
    }

    /// How many hours it has.
    static let length = 30 * 24
    /// The hour in which it begins, counted since 1970: 1 August 2021, a Sunday.
    static let start = 452_208
    /// The moment at which it is over.
    static let end = Instant(milliseconds: Int64(start + length) * 3_600_000)

    /// What is planted in it: an outage of four hours, a wrong secret for thirty, and a leak of two weeks.
    private(set) var planted: [Planted] = []
    /// What failed.
    private(set) var rows: [FailureHour] = []
    private var random: SeededGenerator

    /// A month with so many times the traffic; with its incidents, or with noise alone.
    init(seed: UInt64, traffic: Double, isQuiet: Bool = false) {
        random = SeededGenerator(seed: seed)
        for hour in 0..<FailureMonth.length {
            for (cause, share) in FailureMonth.noise {
                fail(TicketCause(cause), in: hour, expected: traffic * share * FailureMonth.weight(of: hour))
            }
        }
        guard !isQuiet else { return }
        let outage = Int.random(in: 9...20, using: &random) * 24 + 18
        plant(TicketCause("http_503"), outage...(outage + 3), each: max(3.5, 15 * traffic))
        let fault = Int.random(in: 2...25, using: &random) * 24 + 9
        plant(TicketCause("21004"), fault...(fault + 29), each: max(0.3, 4 * traffic))
        let leak = Int.random(in: 7...13, using: &random) * 24
        plant(TicketCause.notVerified, leak...(leak + 14 * 24 - 1), each: max(2.5, 5 * traffic) / 24)
    }

    /// How many fail in an hour where nothing particular happens, by cause: one an hour in all.
    private static let noise: [(String, Double)] = [
        ("http_503", 0.25), ("21005", 0.15), ("error:NSURLErrorDomain:-1001", 0.25),
        ("error:NSURLErrorDomain:-1009", 0.15), ("21002", 0.05), ("http_500", 0.08), ("21009", 0.05),
        ("late", 0.02),
    ]

    /// Evenings have three times as many as nights, weekends half as many again.
    private static func weight(of hour: Int) -> Double {
        let (clock, day) = (hour % 24, hour / 24 % 7)
        let byHour = clock < 7 ? 0.5 : clock < 17 ? 0.9 : clock < 23 ? 1.7 : 1
        return byHour * (day == 0 || day == 6 ? 1.35 : 0.86)
    }

    private mutating func plant(_ cause: TicketCause, _ hours: ClosedRange<Int>, each expected: Double) {
        for hour in hours {
            let isEdge = hour == hours.lowerBound || hour == hours.upperBound
            fail(cause, in: hour, expected: expected, atLeast: isEdge ? 1 : 0)
        }
        planted.append(
            Planted(
                cause: cause,
                hours: (hours.lowerBound + FailureMonth.start)...(hours.upperBound + FailureMonth.start)))
    }

    private mutating func fail(
        _ cause: TicketCause, in hour: Int, expected: Double, atLeast least: Int = 0
    ) {
        var byVersion: [String: Int] = [:]
        for _ in 0..<max(least, poisson(expected)) {
            // A new version comes out in the middle of the month, and most people have it at once.
            let isNew = Double.random(in: 0..<1, using: &random) < 0.6
            byVersion[isNew ? (hour < FailureMonth.length / 2 ? "5.1" : "5.2") : "5.0", default: 0] += 1
        }
        rows += byVersion.sorted { $0.key < $1.key }.map {
            FailureHour(hour: FailureMonth.start + hour, cause: cause, version: $0.key, tickets: $0.value)
        }
    }

    /// Knuth's way, in pieces that do not underflow.
    private mutating func poisson(_ expected: Double) -> Int {
        var (count, rest) = (0, expected)
        while rest > 0 {
            var (piece, time) = (0, 0.0)
            while true {
                // The time to the next event, in units in which they come once on average.
                time += exponential()
                guard time < min(rest, 8) else { break }
                piece += 1
            }
            (count, rest) = (count + piece, rest - 8)
        }
        return count
    }

    private mutating func exponential() -> Double {
        // -ln(1-u) by von Neumann's comparison, so that no platform's logarithm decides.
        var whole = 0.0
        while true {
            let first = Double.random(in: 0..<1, using: &random)
            var (last, count) = (first, 1)
            while true {
                let next = Double.random(in: 0..<1, using: &random)
                guard next < last else { break }
                (last, count) = (next, count + 1)
            }
            if count % 2 == 1 { return whole + first }
            whole += 1
        }
    }
}
