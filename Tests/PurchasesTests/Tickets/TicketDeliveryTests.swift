import Purchases
import Testing

/// Delivered is what the store knew in time, has an owner and unlocks something; else only the app can say so.
@Suite struct TicketDeliveryTests {
    private static let paid = [told(.purchased, 0), told(.finished, 1)]
    private static let empty = Catalog([Product(id: ProductID("monthly"), kind: .autoRenewable)])

    /// The App Store's record of a purchase that the app finished without a word of delivery, and what became of it.
    static let records: [(String, StoreCharge, PurchaseOutcome)] = [
        ("at once", charge(), .delivered), ("a millisecond in time", charge(knownAt: 29.99), .delivered),
        ("at the end", charge(knownAt: 30), .failed(.lossOfFunds)),
        ("long after", charge(knownAt: 400), .failed(.lossOfFunds)),
        ("nobody's", charge(owner: nil), .failed(.lossOfFunds)),
        ("its owner known in time", charge(ownerKnownAt: 29.99), .delivered),
        ("its owner known at the end", charge(ownerKnownAt: 30), .failed(.lossOfFunds)),
        ("endless, its owner known late", charge(of: "forever", to: nil, ownerKnownAt: 4000), .delivered),
        ("unlocks nothing", charge(catalog: empty), .failed(.lossOfFunds)),
        ("not in the catalogue", charge(catalog: Catalog()), .delivered),
        ("kind unknown", charge(of: "what", to: nil), .failed(.lossOfFunds)),
        ("endless", charge(of: "forever", to: nil, knownAt: 4000), .delivered),
        ("free", charge(of: "free", to: nil, knownAt: 4000), .delivered),
        ("a pass inside its week", charge(of: "pass", to: nil, knownAt: 6.9), .delivered),
        ("a pass after its week", charge(of: "pass", to: nil, knownAt: 7), .failed(.lossOfFunds)),
        ("coins", charge(of: "coins", to: nil), .failed(.lossOfFunds)),
        ("refunded", charge { $0.revocation = revoked(2) }, .delivered),
    ]

    @Test(arguments: records)
    func theRecordDecides(_ name: String, _ record: StoreCharge, _ outcome: PurchaseOutcome) {
        #expect(verdict(Self.paid, charge: record).outcome == outcome)
    }

    @Test(arguments: ["coins", "what"])
    func onlyTheAppDeliversThese(_ product: String) {
        let delivered = told(.deliver, 2, EventDetails(ok: true))
        for record in [nil, charge(of: product, to: nil), charge(of: product, owner: nil, to: nil)] {
            let found = verdict(Self.paid + [delivered], charge: record) { $0.product = ProductID(product) }
            #expect(found.outcome == .delivered)
            let failed = told(.deliver, 2, EventDetails(ok: false))
            let lost = verdict(Self.paid + [failed], charge: record) { $0.product = ProductID(product) }
            #expect(lost.outcome == .failed(.lossOfFunds))
        }
    }

    private static let handedOver = paid + [told(.deliver, 2, EventDetails(ok: true))]

    @Test func theAppsWordStandsUntilTheRecordComes() {
        let found = verdict(Self.handedOver)
        #expect(found.outcome == .delivered && found.isDeliveredByWord && found.lost == nil)
        #expect(found.facts.extended.at == hour(2))
        #expect(found.facts.extended.evidence == .deliveredByWord)
        #expect(verdict(Self.paid).outcome == .failed(.lossOfFunds))
        let failed = Self.paid + [told(.deliver, 2, EventDetails(ok: false))]
        #expect(verdict(failed).outcome == .failed(.lossOfFunds))
    }

    @Test func theRecordDecidesWhateverTheAppSaid() {
        let late = verdict(Self.handedOver, charge: charge(knownAt: 31))
        #expect(late.outcome == .failed(.lossOfFunds) && late.cause == .late && !late.isDeliveredByWord)
        let inTime = verdict(Self.handedOver, charge: charge(knownAt: 3))
        #expect(inTime.outcome == .delivered && !inTime.isDeliveredByWord)
    }

    @Test func onlyTheAppsWordIsExpectedForCoins() {
        let found = verdict(Self.handedOver) { $0.product = ProductID("coins") }
        #expect(found.outcome == .delivered && !found.isDeliveredByWord)
    }

    @Test func anOwnerFoundAfterwardsIsLate() {
        let found = verdict(Self.paid, charge: charge(ownerKnownAt: 45))
        #expect(found.cause == .late && found.lost == days(0, 30))
        let chain = OriginalTransactionID("1")
        #expect(
            found.facts.extended.evidence == .ownerKnownLate(chain: chain, since: day(45), end: day(30)))
        let waited = verdict(Self.paid, charge: charge(knownAt: 2, ownerKnownAt: 10))
        #expect(waited.waited == .days(10) && waited.facts.extended.at == day(10))
    }

    @Test func whatCameLateButInTimeSaysHowLongTheCustomerWaited() {
        #expect(verdict(Self.paid, charge: charge(knownAt: 10)).waited == .days(10))
        #expect(verdict(Self.paid, charge: charge()).waited == nil)
        #expect(verdict(Self.paid, charge: charge(knownAt: 31)).waited == nil)
        #expect(verdict(Self.paid).waited == nil)
    }

    @Test func theLostTimeIsThePaidPeriod() {
        #expect(verdict(Self.paid, charge: charge(knownAt: 31)).lost == days(0, 30))
        #expect(verdict(Self.paid, charge: charge()).lost == nil)
        #expect(verdict([told(.failed, 0)]).lost == nil)
        #expect(verdict(Self.paid) { $0.product = ProductID("pass") }.lost == days(0, 7))
        #expect(
            verdict(Self.paid) { $0.product = ProductID("forever") }.lost == Span(from: day(0), until: nil))
    }

    /// What the app may report of something that a family member bought.
    static let shared: [[PurchaseAttempt.Reported]] = [
        [told(.failed, 0)], [told(.purchasing, 0)], [told(.purchased, 0)], paid, [],
        paid + failedVerifications(6), paid + [told(.deliver, 2, EventDetails(ok: true))],
    ]

    @Test(arguments: shared, [0, 40] as [Double])
    func whatFamilySharesIsNoCharge(_ events: [PurchaseAttempt.Reported], _ knownAt: Double) {
        let record = charge(knownAt: knownAt) { $0.ownership = .familyShared }
        for now in [1, 24 * 366] as [Double] {
            let found = verdict(events, charge: record, at: now)
            #expect(found.outcome == .sharedByFamily && found.because == .fact(.sharedByFamily))
            #expect(found.chargedAt == nil && found.lost == nil && found.placedAt == nil)
            #expect(!found.isDeliveredByWord && !found.facts.blocksRepurchase && !found.isProven)
        }
    }

    @Test func aRefundIsOfACharge() {
        let refunded = charge(knownAt: 40) { $0.revocation = revoked(2) }
        #expect(verdict(Self.paid, charge: refunded).refundedAt == day(2))
        let upgraded = charge { ($0.revocation, $0.isUpgraded) = (revoked(2), true) }
        #expect(verdict(Self.paid, charge: upgraded).refundedAt == nil)
        let family = charge { ($0.revocation, $0.ownership) = (revoked(2), .familyShared) }
        #expect(verdict(Self.paid, charge: family).refundedAt == nil)
    }

    @Test(
        arguments: [(nil, true), (100_000, true), (3000, false), (99_999, false), (0, false)]
            as [(Int?, Bool)])
    func onlyAFullRefundGivesEverythingBack(_ percentage: Int?, _ isFull: Bool) {
        let record = charge(knownAt: 40) { $0.revocation = revoked(2, kind: .refund, percentage: percentage) }
        let found = verdict(Self.paid, charge: record)
        #expect(found.isRefundedInFull == isFull && found.refundedAt == day(2))
        let share = isFull ? nil : percentage
        #expect(
            found.facts.charged.evidence
                == .charge(transaction: TransactionID("1"), refundedShare: share))
    }
}
