import Purchases
import Testing

/// Restores, attempts in environments that are not served and trials raise no false losses.
@Suite struct NoFalseLossTests {
    private static let brought = [told(.restored, 0), told(.finished, 1)]

    /// Restores of which the App Store shows no charge.
    static let restores: [([PurchaseAttempt.Reported], StoreCharge?)] = [
        ([told(.restored, 0)], nil), (brought, nil),
        ([told(.purchasing, 0), told(.restored, 1), told(.verify, 2), told(.finished, 3)], nil),
        (brought, charge(knownAt: 40) { $0.ownership = .familyShared }),
    ]

    @Test(arguments: restores)
    func aRestoreLosesNothing(_ events: [PurchaseAttempt.Reported], _ record: StoreCharge?) {
        let found = verdict(events, charge: record)
        #expect(found.outcome == .restored && found.because == .restored && !found.facts.charged.value)
    }

    /// Restores of a charge that the App Store shows, which decides as if nothing had been restored.
    static let recorded: [([PurchaseAttempt.Reported], StoreCharge, PurchaseOutcome)] = [
        (brought, charge(knownAt: 1), .delivered), (brought, charge(knownAt: 40), .failed(.lossOfFunds)),
        (brought, charge(owner: nil), .failed(.lossOfFunds)),
        ([told(.restored, 0)], charge(knownAt: 40), .failed(.undelivered)),
        ([told(.restored, 900)] + failedVerifications(6), charge(knownAt: 40), .failed(.lossOfFunds)),
    ]

    @Test(arguments: recorded)
    func aRestoreTakesNoChargeAway(
        _ events: [PurchaseAttempt.Reported], _ record: StoreCharge, _ outcome: PurchaseOutcome
    ) {
        let found = verdict(events, charge: record)
        #expect(found.outcome == outcome && found.facts.charged.value)
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
