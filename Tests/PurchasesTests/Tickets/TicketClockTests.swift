import Purchases
import Testing

/// Clocks of devices that are off change neither order nor ages, and nothing is charged after it was received.
@Suite struct TicketClockTests {
    private static let year = 24.0 * 365

    /// When the device and when an envelope say that it was bought, when it was charged, and since when somebody waits.
    static let purchases: [(Double, Double?, Double, Double)] = [
        (5, nil, 5, 5), (5, 6, 5, 5), (9, 6, 6, 6), (year * 9, 6, 6, 6), (-year * 9, 6, -year * 9, 6),
        (-24 * 364, 1, -24 * 364, -24 * 364),
    ]

    @Test(arguments: purchases)
    func whatTheDeviceSaysIsCorrected(
        _ told: Double, _ received: Double?, _ charged: Double, _ waiting: Double
    ) {
        let found = verdict([PurchasesTests.told(.purchased, told, received: received)])
        #expect(found.chargedAt == hour(charged) && found.waitingSince == hour(waiting))
    }

    @Test(arguments: [-year * 20, -1, 3, year * 20])
    func theAppStoresDateComesFirst(_ clock: Double) {
        let found = verdict(
            [told(.purchased, clock, received: 30)], charge: charge(from: 1, knownAt: 40))
        #expect(found.chargedAt == day(1) && found.waitingSince == day(1))
        #expect(found.facts.charged.at == day(1))
    }

    @Test(arguments: [-20, -2, 0, 2, 20] as [Double])
    func aClockThatIsOffKeepsOrderMoneyAndGroup(_ years: Double) {
        let off = years * Self.year
        let events = [
            told(.purchasing, off, received: 5), told(.purchased, off + 1, received: 5),
            told(.verify, off + 2, received: 5, EventDetails(http: 503)),
            told(.verify, off + 3, received: 5, EventDetails(status: 21005)),
            told(.finished, off + 4, received: 5),
        ]
        let found = verdict(events) { $0.price = Money(milliunits: 9990, currency: "EUR") }
        #expect(found.purchase.events.map(\.event.step.name).last == "finished")
        #expect(found.outcome == .failed(.lossOfFunds) && found.cause == TicketCause("21005"))
        #expect(found.money?.milliunits == 9990 && found.attempts == 2)
        #expect(found.waitingSince >= hour(0) && found.waitingSince <= hour(5))
        #expect((found.happenedAt ?? .latest) <= hour(5))
    }

    @Test func aFailedAttemptWaitsSinceItFailed() {
        #expect(verdict([told(.failed, 3, received: 4)]).waitingSince == hour(3))
        #expect(verdict([told(.failed, Self.year * 5, received: 4)]).waitingSince == hour(4))
        #expect(verdict([told(.failed, -Self.year * 5, received: 4)]).waitingSince == hour(4))
        #expect(verdict([told(.failed, 3, received: 4)]).chargedAt == nil)
    }
}
