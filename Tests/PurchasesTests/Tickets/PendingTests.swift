import Purchases
import Testing

/// A purchase under way counts as failed after 24 hours, one that waits for approval after 48.
@Suite struct PendingTests {
    /// Events, when it counts as failed, and whether anybody was charged by then.
    static let examples: [([PurchaseAttempt.Reported], Double)] = [
        ([], 24), ([told(.purchasing, 1)], 25), ([told(.purchasing, 1), told(.deferred, 2)], 50),
        ([told(.deferred, 2), told(.purchasing, 3)], 27), ([told(.failed, 1), told(.purchasing, 5)], 29),
        ([told(.verify, 3)], 27), ([told(.deferred, 5, received: 6)], 53),
        ([told(.purchasing, 500, received: 5)], 29), ([told(.deferred, 500, received: 5)], 53),
    ]

    @Test(arguments: examples) func itIsPendingUntilThen(
        _ events: [PurchaseAttempt.Reported], _ deadline: Double
    ) {
        #expect(verdict(events, at: deadline - 0.1).outcome == .pending(until: hour(deadline)))
        #expect(verdict(events, at: deadline).outcome == .failed(.notCharged))
        #expect(verdict(events, at: deadline).happenedAt == hour(deadline))
    }

    @Test func withoutEventsItRunsFromTheReceipt() {
        let purchase = Purchase(attempts: [attempt([], received: 7)], charge: nil)
        let found = PurchaseVerdict(purchase, rules: TicketRules(), at: hour(8))
        #expect(found.outcome == .pending(until: hour(31)))
    }

    @Test(arguments: [
        ([told(.purchasing, 1), told(.failed, 2)], ErrorGroup.notCharged),
        ([told(.purchasing, 1), told(.purchased, 2)], .undelivered),
        ([told(.purchased, 1), told(.purchasing, 2)], .undelivered),
        ([told(.purchased, 1), told(.deferred, 2), told(.finished, 3)], .lossOfFunds),
        ([told(.purchasing, 1), told(.finished, 2)], .notCharged),
    ])
    func anAnswerEndsTheWaiting(_ events: [PurchaseAttempt.Reported], _ group: ErrorGroup) {
        #expect(verdict(events, at: 3).outcome == .failed(group))
    }

    @Test func theAppStoresRecordEndsTheWaiting() {
        let late = charge(knownAt: 40)
        #expect(verdict([told(.purchasing, 1)], charge: charge(), at: 2).outcome == .delivered)
        #expect(verdict([told(.purchasing, 1)], charge: late, at: 2).outcome == .failed(.undelivered))
    }

    @Test func aClockYearsAheadNeverKeepsItPending() {
        let ahead = told(.purchasing, 24 * 3650, received: 1)
        #expect(verdict([ahead], at: 26).outcome == .failed(.notCharged))
    }
}
