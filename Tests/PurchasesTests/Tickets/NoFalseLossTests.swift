import Purchases
import Testing

/// Restores, attempts in environments that are not served and trials raise no false losses.
@Suite struct NoFalseLossTests {
    /// Restores, and the App Store's record of what they brought back.
    static let restores: [([PurchaseAttempt.Reported], StoreCharge?)] = [
        ([told(.restored, 0)], nil), ([told(.restored, 0), told(.finished, 1)], nil),
        ([told(.purchasing, 0), told(.restored, 1), told(.verify, 2), told(.finished, 3)], nil),
        ([told(.restored, 0), told(.finished, 1)], charge(knownAt: 1)),
        ([told(.restored, 0), told(.finished, 1)], charge(knownAt: 40)),
        ([told(.restored, 0), told(.finished, 1)], charge(owner: nil)),
        ([told(.restored, 900), told(.finished, 901)] + failedVerifications(6), charge(knownAt: 40)),
    ]

    @Test(arguments: restores)
    func aRestoreLosesNothing(_ events: [PurchaseAttempt.Reported], _ record: StoreCharge?) {
        let found = verdict(events, charge: record)
        #expect(found.outcome == .restored && !found.because.isEmpty)
    }

    @Test func aRestoreNextToAPurchaseHidesNoLoss() {
        let events = [told(.purchased, 0), told(.finished, 1), told(.restored, 2)]
        #expect(verdict(events).outcome == .failed(.lossOfFunds))
    }

    @Test func aRestoreThatFailsChargesNobody() {
        let found = verdict([told(.restored, 0), told(.finished, 1)] + failedVerifications(6))
        #expect(!found.facts.charged.value && found.outcome != .failed(.lossOfFunds))
    }

    @Test(arguments: [AppStoreEnvironment.sandbox, .xcode, .localTesting])
    func whatIsNotServedIsNoFailedPurchase(_ environment: AppStoreEnvironment) {
        let lost = attempt([told(.purchased, 0), told(.finished, 1)]) { $0.environment = environment }
        let purchase = Purchase(attempts: [lost], charge: nil)
        #expect(PurchaseVerdict(purchase, rules: TicketRules(), at: hour(9)).outcome == .notServed)
        let serving = TicketRules(servedEnvironments: [.production, environment])
        #expect(PurchaseVerdict(purchase, rules: serving, at: hour(9)).outcome == .failed(.lossOfFunds))
    }

    @Test func aTrialInTimeIsDelivered() {
        let trial = charge(to: 7) { $0.isTrial = true }
        #expect(verdict([told(.purchased, 0), told(.finished, 1)], charge: trial).outcome == .delivered)
    }
}
