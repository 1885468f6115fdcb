import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// An attempt that is reported without end keeps how it began and how it ended, whatever came first.
struct AttemptEventLimitTests {
    private func paper(_ places: some Sequence<Int>) -> Paper {
        let events = places.map { place in
            PurchaseEvent(
                at: ReportedAttempt.moment(0) + .seconds(Int64(place)), step: .other("later"),
                text: #"{"n":\#(place)}"#)
        }
        return ReportedAttempt(events: events).paper
    }

    @Test(arguments: [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 5, 0, 3, 1, 4]])
    func theFirstAndTheLastAreKept(_ order: [Int]) throws {
        let shop = try Shop()
        for part in order { try shop.bring([paper((part * 300)..<(part * 300 + 300))]) }
        let end = AttemptEvents.keptAtEachEnd
        #expect(try shop.store.number("SELECT count(*) FROM attempt_events") == 2 * end)
        let kept = try shop.store.read { db in
            try db.values("SELECT event FROM attempt_events ORDER BY at_ms") as [String]
        }
        let places = Array(0..<end) + Array((1800 - end)..<1800)
        let expected = places.map { place in #"{"n":\#(place)}"# }
        #expect(kept == expected)
    }
}
