import Purchases
import Testing

/// Which answer follows from which facts, where Apple asks what was consumed of a purchase.
struct ConsumptionRuleTests {
    private typealias Circumstances = ConsumptionRule.Circumstances

    /// A charge of thirty days of which the store knew in time.
    private static let delivered = verdict([told(.purchased, 0)], charge: charge())
    /// A charge of which the App Store told nothing, and which the app could not verify.
    private static func lost(_ details: EventDetails) -> PurchaseVerdict {
        verdict([told(.purchased, 0), told(.verify, 1, details), told(.finished, 2)])
    }

    private func prepared(
        _ verdict: PurchaseVerdict, at now: Instant = day(15), choosing choice: ConsumptionChoice = .init(),
        _ fill: (inout Circumstances) -> Void = { _ in }
    ) -> PreparedConsumption? {
        var known = Circumstances()
        fill(&known)
        return ConsumptionRule(verdict, known).prepared(choice, at: now)
    }

    @Test(arguments: [
        (EventDetails(status: 21005), "UNDELIVERED_SERVER_OUTAGE"),
        (EventDetails(status: 21009), "UNDELIVERED_SERVER_OUTAGE"),
        (EventDetails(status: 21100), "UNDELIVERED_SERVER_OUTAGE"),
        (EventDetails(status: 21199), "UNDELIVERED_SERVER_OUTAGE"),
        (EventDetails(http: 503), "UNDELIVERED_SERVER_OUTAGE"),
        (EventDetails(status: 21004), "UNDELIVERED_OTHER"),
        (EventDetails(status: 21200), "UNDELIVERED_OTHER"), (EventDetails(http: 404), "UNDELIVERED_OTHER"),
    ])
    func theCauseSaysWhyItDidNotArrive(_ details: EventDetails, _ status: String) {
        let prepared = prepared(Self.lost(details), at: day(50))
        #expect(prepared?.deliveryStatus?.rawValue == status)
        #expect(prepared?.consumptionPercentage == 0 && prepared?.share == .undelivered)
        #expect(prepared?.refundPreference == .grantFull && prepared?.wish == .undelivered)
        #expect(prepared?.sampleContentProvided == false)
    }

    @Test func whatBelongsToAnIncidentIsAnOutage() {
        let prepared = prepared(Self.lost(EventDetails(http: 404))) { $0.isInIncident = true }
        #expect(prepared?.deliveryStatus == .serverOutage && prepared?.delivery == .incident)
    }

    @Test(arguments: [
        (0, 0), (0.0004, 1), (15, 50_000), (29.9999, 99_999), (30, 100_000), (99, 100_000), (-1, 0),
    ])
    func whatHasPassedIsUsed(_ days: Double, _ share: Int) {
        let prepared = prepared(Self.delivered, at: day(days))
        #expect(prepared?.deliveryStatus == .delivered && prepared?.consumptionPercentage == share)
        #expect(prepared?.refundPreference == nil && prepared?.wish == .policy)
    }

    @Test func thePolicyPrefersForWhatWasDelivered() {
        #expect(prepared(Self.delivered) { $0.preference = .decline }?.refundPreference == .decline)
        let lost = prepared(Self.lost(EventDetails(status: 21005))) { $0.preference = .decline }
        #expect(lost?.refundPreference == .grantFull, "what was not delivered is no matter of policy")
    }

    @Test func appleKnowsItselfWhatIsLeftOfAProratedSubscription() {
        let prepared = prepared(Self.delivered) { $0.preference = .grantProrated }
        #expect(prepared?.consumptionPercentage == nil && prepared?.share == .prorated)
    }

    @Test func whatHasNoEndOnlyTheAppKnows() {
        let forever = verdict([told(.purchased, 0)], charge: charge(of: "forever", to: nil))
        #expect(prepared(forever)?.share == .appKnows && prepared(forever)?.deliveryStatus == .delivered)
    }

    @Test func whatCameOnlyWithTheQuestionHadNotArrived() {
        let purchase = verdict(
            [told(.purchased, 0), told(.verify, 1, EventDetails(status: 21005))], charge: charge(knownAt: 5))
        #expect(prepared(purchase) { $0.askedAt = day(5) }?.deliveryStatus == .serverOutage)
        #expect(prepared(purchase) { $0.askedAt = day(6) }?.deliveryStatus == .delivered, "it came before")
        #expect(prepared(purchase)?.deliveryStatus == .delivered)
        let verified = verdict([told(.purchased, 0), told(.verify, 1)], charge: charge(knownAt: 5))
        #expect(prepared(verified) { $0.askedAt = day(5) }?.deliveryStatus == .delivered)
    }

    /// The app reported the charge and nothing else; what the server's own tries met.
    @Test(arguments: [
        (["http_503", "21005", "network", "timeout", "http_500"], "UNDELIVERED_SERVER_OUTAGE", "http_500"),
        (["http_503", "21002"], "UNDELIVERED_OTHER", "not_verified"),
        (["not_delivered"], "UNDELIVERED_OTHER", "not_verified"),
    ])
    func whatOnlyTheServerCouldNotVerifyHadNotArrived(_ tries: [String], _ status: String, _ cause: String) {
        let known = verdict([told(.purchased, 0)], charge: charge(knownAt: 5), retries: tries.count)
        let late = prepared(known) { ($0.askedAt, $0.failedTries) = (day(5), tries) }
        #expect(late?.deliveryStatus?.rawValue == status && late?.refundPreference == .grantFull)
        #expect(late?.delivery == .late(TicketCause(cause)))
        #expect(
            prepared(known) { ($0.askedAt, $0.failedTries) = (day(6), tries) }?.deliveryStatus == .delivered,
            "it came before")
        let unknown = prepared(verdict([told(.purchased, 0)], retries: tries.count)) {
            $0.failedTries = tries
        }
        #expect(
            unknown?.deliveryStatus?.rawValue == status && unknown?.delivery == .failed(TicketCause(cause)))
    }

    @Test func whatNobodyTriedToVerifyIsKnownByTheQuestion() {
        let known = verdict([told(.purchased, 0)], charge: charge(knownAt: 5))
        #expect(prepared(known) { $0.askedAt = day(5) }?.deliveryStatus == .delivered)
        let handedOver = verdict(
            [told(.purchased, 0), told(.deliver, 1, EventDetails(ok: true))], charge: charge(knownAt: 5),
            retries: 5)
        #expect(prepared(handedOver) { $0.askedAt = day(5) }?.deliveryStatus == .delivered)
    }

    @Test func whatTheAppMetCountsBeforeWhatTheServerMet() {
        let lost = prepared(Self.lost(EventDetails(status: 21004))) { $0.failedTries = ["http_503"] }
        #expect(lost?.deliveryStatus == .other && lost?.delivery == .failed(TicketCause("21004")))
    }

    @Test func whatAPersonResolvedAsDeliveredIsDelivered() {
        let late = prepared(verdict([told(.purchased, 0)], charge: charge(knownAt: 40))) {
            ($0.deliveredBy, $0.preference) = (AgentName("lena"), .grantProrated)
        }
        #expect(late?.deliveryStatus == .delivered && late?.delivery == .resolved(by: AgentName("lena")))
        #expect(late?.refundPreference == .grantProrated && late?.wish == .policy)
        let span = prepared(verdict([told(.purchased, 0)], charge: charge(knownAt: 40))) {
            $0.deliveredBy = AgentName("lena")
        }
        #expect(span?.consumptionPercentage == 50_000 && span?.refundPreference == nil)
        let untold = prepared(Self.lost(EventDetails(http: 404))) { $0.deliveredBy = AgentName("lena") }
        #expect(untold?.deliveryStatus == .delivered && untold?.share == .appKnows)
    }

    @Test func whatIsKnownOnlyAfterItsEndIsLate() {
        let late = verdict([told(.purchased, 0)], charge: charge(knownAt: 40))
        #expect(prepared(late)?.deliveryStatus == .other && prepared(late)?.refundPreference == .grantFull)
    }

    @Test func whatWasMadeGoodCountsAsDeliveredFromTheGrantOn() {
        let lost = Self.lost(EventDetails(status: 21005))
        let given = prepared(lost, at: day(60)) {
            ($0.isMadeGood, $0.givenInstead) = (true, Span(from: day(50), until: day(90)))
        }
        #expect(given?.deliveryStatus == .delivered && given?.consumptionPercentage == 25_000)
        #expect(given?.refundPreference == .decline && given?.wish == .madeGood, "or it had both")
        let credited = prepared(lost) { ($0.isMadeGood, $0.preference) = (true, .grantFull) }
        #expect(credited?.share == .appKnows && credited?.refundPreference == .grantFull)
    }

    @Test func whereNothingTellsAPersonSays() {
        let coins = PurchaseVerdict(
            Purchase(attempts: [], charge: charge(of: "coins", to: nil)),
            rules: TicketRules(catalog: .example), at: day(1))
        #expect(prepared(coins)?.deliveryStatus == nil && prepared(coins)?.answer == nil)
        // That the store heard of a charge late says nothing of what the app did.
        let late = PurchaseVerdict(
            Purchase(attempts: [], charge: charge(knownAt: 40)), rules: TicketRules(catalog: .example),
            at: day(50))
        let silent = prepared(late, at: day(50)) { $0.askedAt = day(40) }
        #expect(silent?.delivery == .untold && silent?.answer == nil && silent?.refundPreference == nil)
        let chosen = prepared(coins, choosing: ConsumptionChoice(deliveryStatus: .delivered))
        #expect(chosen?.answer?.deliveryStatus == .delivered && chosen?.answer?.consumptionPercentage == nil)
        let app = verdict(
            [told(.purchased, 0), told(.deliver, 1, EventDetails(ok: true))],
            charge: charge(of: "coins", to: nil))
        #expect(prepared(app)?.deliveryStatus == .delivered)
    }

    @Test(arguments: ConsumptionAnswer.DeliveryStatus.allCases)
    func whoChoosesOneThingGetsTheOthersToFit(_ status: ConsumptionAnswer.DeliveryStatus) {
        let prepared = prepared(Self.delivered, choosing: ConsumptionChoice(deliveryStatus: status))
        #expect(prepared?.deliveryStatus == status && prepared?.delivery == .chosen)
        #expect(prepared?.consumptionPercentage == (status == .delivered ? 50_000 : 0))
        #expect(prepared?.refundPreference == (status == .delivered ? nil : .grantFull))
        let silent = self.prepared(
            Self.delivered, choosing: ConsumptionChoice(deliveryStatus: status, preference: .unsaid))
        #expect(silent?.refundPreference == nil && silent?.wish == .chosen)
    }

    @Test func whatIsBackAlreadyIsNotPreferred() {
        let back = verdict(
            [told(.purchased, 0)], charge: charge { $0.revocation = .revoked(Revocation(at: day(3))) })
        #expect(prepared(back)?.refundPreference == nil && prepared(back)?.wish == .refunded)
    }

    @Test func whoWasNotChargedIsNotAskedAbout() {
        #expect(prepared(verdict([told(.failed, 0)])) == nil)
        #expect(prepared(verdict([], charge: charge { $0.ownership = .familyShared })) == nil)
    }

    @Test func aTrialBeforeIsASample() {
        #expect(prepared(Self.delivered) { $0.hadTrial = true }?.sampleContentProvided == true)
    }

    @Test(arguments: [(2.5, 1), (3, 2), (10, 3), (30, 4), (90, 5), (180, 6), (365, 7), (9999, 7)])
    func theTenureIsApplesStep(_ days: Double, _ step: Int) {
        #expect(ConsumptionAnswer.tenure(day(days) - day(0)) == step)
    }
}
