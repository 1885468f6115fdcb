import Purchases
import Testing

/// Which charge supersedes an attempt that never was charged, and until when one does.
@Suite struct SupersedingRuleTests {
    /// When an attempt and a charge followed, in hours, and which of them superseded.
    static let examples: [(Double?, Double?, Superseding?)] = [
        (nil, nil, nil), (5, nil, again), (nil, 5, record), (4, 5, again), (5, 4, record), (5, 5, again),
    ]

    private static let again = Superseding.attempt(AttemptID("b"))
    private static let record = Superseding.charge(TransactionID("7000"))

    @Test(arguments: examples)
    func theFirstOfBoth(_ attempt: Double?, _ charge: Double?, _ superseding: Superseding?) {
        let found = Superseding.first(
            attempt: attempt.map { (AttemptID("b"), at: hour($0)) },
            charge: charge.map { (TransactionID("7000"), at: hour($0)) })
        #expect(found == superseding)
        #expect(found?.attempt?.rawValue == (superseding == Self.again ? "b" : nil))
    }

    /// What was tried, and until which hour a charge supersedes it.
    static let ends: [([PurchaseAttempt.Reported], Double)] = [
        ([told(.failed, 1)], 73), ([told(.purchasing, 0), told(.failed, 1)], 73),
        ([told(.purchasing, 1)], 73), ([told(.purchasing, 1), told(.deferred, 2)], 50 + 72),
        ([told(.deferred, 2)], 50 + 72), ([told(.deferred, 2), told(.failed, 3)], 75),
    ]

    @Test(arguments: ends)
    func threeDaysAndOfWhatWaitsForApprovalFive(_ events: [PurchaseAttempt.Reported], _ end: Double) {
        #expect(verdict(events).supersedableUntil == hour(end))
    }
}
