import Purchases
import Testing

/// Of a made-up month the rule finds what is planted in it, whatever the seed and the traffic, and nothing else.
struct IncidentMonthTests {
    /// A month to look at.
    struct Case: CustomTestStringConvertible {
        let traffic: Double
        let seeds: Range<UInt64>

        var testDescription: String { "traffic \(traffic), seeds \(seeds)" }
    }

    private static let cases = [
        Case(traffic: 0.1, seeds: 0..<20), Case(traffic: 1, seeds: 100..<108),
        Case(traffic: 10, seeds: 200..<203),
    ]

    @Test(arguments: cases) func exactlyWhatIsPlantedIsFound(_ months: Case) {
        for seed in months.seeds {
            let month = FailureMonth(seed: seed, traffic: months.traffic)
            let found = IncidentRule.clusters(in: month.rows, at: FailureMonth.end)
            #expect(
                found.map(\.key).sorted() == month.planted.map(\.cause.rawValue).sorted(), "seed \(seed)")
            for planted in month.planted {
                guard let one = found.first(where: { $0.causes.contains(planted.cause) }) else { continue }
                // Where a leak begins and ends is seen to within two days of its fourteen; a burst to the hour, and where
                // there is little traffic to a few.
                let slack = planted.hours.count > 72 ? 48 : months.traffic < 1 ? 8 : 1
                #expect(
                    abs(one.hours.lowerBound - planted.hours.lowerBound) <= slack, "seed \(seed) \(planted)")
                #expect(
                    abs(one.hours.upperBound - planted.hours.upperBound) <= slack, "seed \(seed) \(planted)")
            }
        }
    }

    @Test(arguments: cases) func noiseIsNoIncident(_ months: Case) {
        for seed in months.seeds {
            let month = FailureMonth(seed: seed &+ 5000, traffic: months.traffic, isQuiet: true)
            let found = IncidentRule.clusters(in: month.rows, at: FailureMonth.end)
            #expect(found.isEmpty, "seed \(seed): \(found)")
        }
    }

    @Test func theOrderInWhichItIsKnownDoesNotCount() {
        let month = FailureMonth(seed: 7, traffic: 1)
        let found = IncidentRule.clusters(in: month.rows, at: FailureMonth.end)
        #expect(found == IncidentRule.clusters(in: month.rows.reversed(), at: FailureMonth.end))
        // Counted in halves it is the same.
        let halves = month.rows.flatMap { row in
            [row.tickets / 2, row.tickets - row.tickets / 2].map {
                FailureHour(hour: row.hour, cause: row.cause, version: row.version, tickets: $0)
            }
        }
        #expect(found == IncidentRule.clusters(in: halves, at: FailureMonth.end))
    }

    @Test func clocksThatAreYearsOffChangeNothing() {
        let month = FailureMonth(seed: 11, traffic: 1)
        let found = IncidentRule.clusters(in: month.rows, at: FailureMonth.end)
        // Of a past and of a future of which the store knows nothing else.
        let strange = [FailureMonth.start - 40_000, FailureMonth.start + 90_000, FailureMonth.start + 90_001]
            .map {
                FailureHour(hour: $0, cause: TicketCause("http_503"), version: "5.1", tickets: 2)
            }
        let again = IncidentRule.clusters(in: month.rows + strange, at: FailureMonth.end)
        #expect(again.map(\.key) == found.map(\.key) && again.map(\.hours) == found.map(\.hours))
        #expect(again.map(\.tickets) == found.map(\.tickets))
    }
}
