import Purchases
import Testing

/// Which answer follows from which facts, where Apple asks what was consumed of a purchase.
struct ConsumptionRuleTests {
    private typealias Circumstances = ConsumptionRule.Circumstances

    /// A month of which the store knew in time.
    private static let delivered = verdict([told(.purchased, 0)], charge: charge())
    /// A pass of a week of which the store knew in time.
    private static let pass = verdict([told(.purchased, 0)], charge: charge(of: "pass", to: nil))
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
        #expect(prepared?.consumptionPercentage == nil && prepared?.share == .appleKnows)
        #expect(prepared?.refundPreference == .grantFull && prepared?.wish == .undelivered)
        #expect(prepared?.sampleContentProvided == false)
    }

    @Test func whatBelongsToAnIncidentIsAnOutage() {
        let prepared = prepared(Self.lost(EventDetails(http: 404))) { $0.isInIncident = true }
        #expect(prepared?.deliveryStatus == .serverOutage && prepared?.delivery == .incident)
    }

    @Test(arguments: [
        (0, 0), (0.0001, 1), (3.5, 50_000), (6.9999, 99_998), (7, 100_000), (99, 100_000), (-1, 0),
    ])
    func whatHasPassedIsUsed(_ days: Double, _ share: Int) {
        let prepared = prepared(Self.pass, at: day(days))
        #expect(prepared?.deliveryStatus == .delivered && prepared?.consumptionPercentage == share)
        #expect(prepared?.refundPreference == nil && prepared?.wish == .policy)
    }

    @Test func thePolicyPrefersForWhatWasDelivered() {
        #expect(prepared(Self.delivered) { $0.preferences = [.decline] }?.refundPreference == .decline)
        let lost = prepared(Self.lost(EventDetails(status: 21005))) { $0.preferences = [.decline] }
        #expect(lost?.refundPreference == .grantFull, "what was not delivered is no matter of policy")
    }

    /// Source: Apple, ConsumptionPercentageAutoRenewableSubscriptionError (4000209).
    @Test func aSubscriptionThatIsRenewedNeverHasAShare() {
        var choices = [ConsumptionChoice()]
        for status in ConsumptionAnswer.DeliveryStatus.allCases {
            choices += ConsumptionAnswer.RefundPreference.allCases.map {
                ConsumptionChoice(deliveryStatus: status, preference: .said($0))
            }
        }
        for choice in choices {
            let prepared = prepared(Self.delivered, choosing: choice)
            #expect(prepared?.consumptionPercentage == nil && prepared?.share == .appleKnows)
            #expect(prepared?.answer != nil)
        }
    }

    /// Apple's own word on the type counts before the catalogue's, which somebody wrote.
    @Test(
        arguments: [
            ("pass", nil, "Auto-Renewable Subscription", true), ("pass", 7, nil, true),
            ("pass", nil, nil, false),
            ("monthly", 30, "Non-Renewing Subscription", false), ("mystery", nil, "Consumable", false),
            ("mystery", nil, "Auto-Renewable Subscription", true),
        ] as [(String, Double?, String?, Bool)])
    func appleSaysWhatIsRenewed(_ product: String, _ end: Double?, _ type: String?, _ isRenewed: Bool) {
        let bought = verdict(
            [told(.purchased, 0), told(.verify, 1, EventDetails(status: 21005))],
            charge: charge(of: product, to: end) { $0.appleType = type })
        #expect(bought.isAutoRenewable == isRenewed)
        let undelivered = prepared(bought, choosing: ConsumptionChoice(deliveryStatus: .other))
        #expect(undelivered?.consumptionPercentage == (isRenewed ? nil : 0))
    }

    @Test func aPartIsGivenBackForAShareBetweenNothingAndAll() {
        let prorated = { (verdict: PurchaseVerdict, at: Instant) in
            prepared(verdict, at: at) { $0.preferences = [.grantProrated] }
        }
        #expect(prorated(Self.pass, day(3.5))?.refundPreference == .grantProrated)
        for at in [day(0), day(7), day(8)] {
            let prepared = prorated(Self.pass, at)
            #expect(prepared?.refundPreference == nil && prepared?.wish == .notProrated)
            #expect(prepared?.answer != nil, "nothing is preferred, and the rest is said")
        }
        let next = prepared(Self.pass, at: day(8)) { $0.preferences = [.grantProrated, .decline] }
        #expect(next?.refundPreference == .decline && next?.wish == .policy)
        let lost = prepared(Self.pass, at: day(3.5), choosing: ConsumptionChoice(deliveryStatus: .other)) {
            $0.preferences = [.grantProrated]
        }
        #expect(lost?.consumptionPercentage == 0 && lost?.refundPreference == .grantFull)
    }

    @Test func whatAppleDoesNotTakeIsNoAnswer() {
        let wish = ConsumptionChoice(preference: .said(.grantProrated))
        let over = prepared(Self.pass, at: day(8), choosing: wish)
        #expect(over?.wish == .notTaken && over?.answer == nil)
        #expect(prepared(Self.pass, at: day(1), choosing: wish)?.answer?.refundPreference == .grantProrated)
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
    }

    /// The charge, or whose it is, is known since Apple asked: no rule says then that it was delivered.
    @Test(arguments: [
        ([told(.purchased, 0), told(.verify, 1)], charge(knownAt: 5)),
        ([told(.purchased, 0), told(.verify, 1)], charge(ownerKnownAt: 6)),
        ([told(.restored, 0)], charge(knownAt: 5)),
        (
            [told(.purchased, 0), told(.deliver, 200, EventDetails(ok: true))],
            charge(of: "coins", to: nil)
        ),
        (
            [told(.purchased, 0), told(.deliver, 1, received: 200, EventDetails(ok: true))],
            charge(of: "coins", to: nil)
        ),
    ])
    func whatIsKnownSinceTheQuestionALeadSays(_ events: [PurchaseAttempt.Reported], _ charge: StoreCharge) {
        let known = prepared(verdict(events, charge: charge)) { $0.askedAt = day(5) }
        #expect(known?.delivery == .knownSince && known?.answer == nil)
        let asked = prepared(verdict(events, charge: charge)) { $0.askedAt = day(9) }
        #expect(asked?.deliveryStatus == .delivered)
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

    @Test func whatNobodyTriedToVerifyHadNotArrivedEither() {
        let known = verdict([told(.purchased, 0)], charge: charge(knownAt: 5))
        let prepared = prepared(known) { $0.askedAt = day(5) }
        #expect(prepared?.deliveryStatus == .other)
        #expect(prepared?.delivery == .late(TicketCause("not_verified")))
    }

    @Test func whatTheAppDeliveredBeforeIsDelivered() {
        let handedOver = verdict(
            [told(.purchased, 0), told(.deliver, 1, EventDetails(ok: true))], charge: charge(knownAt: 5),
            retries: 5)
        #expect(prepared(handedOver) { $0.askedAt = day(5) }?.deliveryStatus == .delivered)
    }

    @Test func whatTheAppMetCountsBeforeWhatTheServerMet() {
        let lost = prepared(Self.lost(EventDetails(status: 21004))) { $0.failedTries = ["http_503"] }
        #expect(lost?.deliveryStatus == .other && lost?.delivery == .failed(TicketCause("21004")))
    }

    @Test(arguments: [
        verdict([told(.purchased, 0)], charge: charge(knownAt: 40)), lost(EventDetails(http: 404)),
        verdict([told(.purchased, 0)], charge: charge(of: "pass", to: nil, knownAt: 40)),
    ])
    func whatAPersonSaysOfATicketIsNoFact(_ purchase: PurchaseVerdict) {
        let said = prepared(purchase) {
            ($0.endedBy, $0.preferences) = (AgentName("lena"), [.grantProrated])
        }
        #expect(said?.delivery == .resolved(by: AgentName("lena")) && said?.answer == nil)
        #expect(said?.refundPreference == nil && said?.wish == .untold)
        let lead = prepared(purchase, choosing: ConsumptionChoice(deliveryStatus: .delivered)) {
            $0.endedBy = AgentName("lena")
        }
        #expect(lead?.answer?.deliveryStatus == .delivered, "a lead says so")
    }

    @Test func whatTheFactsShowNeedsNobodysWord() {
        #expect(prepared(Self.delivered) { $0.endedBy = AgentName("lena") }?.deliveryStatus == .delivered)
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
        #expect(given?.deliveryStatus == .delivered && given?.consumptionPercentage == nil)
        #expect(given?.refundPreference == .decline && given?.wish == .madeGood, "or it had both")
        let pass = prepared(
            verdict([told(.purchased, 0)], charge: charge(of: "pass", to: nil, knownAt: 40)), at: day(60)
        ) { ($0.isMadeGood, $0.givenInstead) = (true, Span(from: day(50), until: day(90))) }
        #expect(pass?.consumptionPercentage == 25_000 && pass?.refundPreference == .decline)
        let credited = prepared(lost) { ($0.isMadeGood, $0.preferences) = (true, [.grantFull]) }
        #expect(credited?.refundPreference == .grantFull)
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
        let prepared = prepared(
            Self.pass, at: day(3.5), choosing: ConsumptionChoice(deliveryStatus: status))
        #expect(prepared?.deliveryStatus == status && prepared?.delivery == .chosen)
        #expect(prepared?.consumptionPercentage == (status == .delivered ? 50_000 : 0))
        #expect(prepared?.refundPreference == (status == .delivered ? nil : .grantFull))
        let silent = self.prepared(
            Self.pass, choosing: ConsumptionChoice(deliveryStatus: status, preference: .unsaid))
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
