import Testing

@testable import Purchases

/// What a person was told of a purchase stands as that: beside what the app reported, and below what the App Store records.
struct ToldPurchaseTests {
    private static let mia = AgentName("mia")

    private static func word(
        charged: Double? = 1, finished: Bool = false, _ source: ToldPurchase.Source = .customer
    ) -> ToldPurchase {
        ToldPurchase(
            by: mia, at: hour(50), chargedAt: charged.map { hour($0) }, isFinished: finished, source: source)
    }

    private static func verdict(
        _ told: ToldPurchase, _ events: [PurchaseAttempt.Reported] = [], charge: StoreCharge? = nil
    ) -> PurchaseVerdict {
        var values = PurchaseReportValues()
        (values.customer, values.product) = (AppUserID("u_1"), ProductID("monthly"))
        let heard = PurchaseAttempt(
            id: AttemptID("agent-1"), values: values, events: [], receivedAt: told.at, told: told)
        let reported = events.isEmpty ? [] : [attempt(events)]
        return PurchaseVerdict(
            Purchase(attempts: [heard] + reported, charge: charge), rules: TicketRules(catalog: .example),
            at: hour(24 * 366))
    }

    /// What is known of a purchase, and what follows.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var told = word()
        var events: [PurchaseAttempt.Reported] = []
        var charge: StoreCharge?
        let group: ErrorGroup?
        let charged: FactEvidence
        let finished: FactEvidence
        let exhausted: FactEvidence
        var isUnproved = false
    }

    private static let noTries = FactEvidence.failedVerifications(count: 0, limit: 5)

    static let examples = [
        Example(
            testDescription: "a charge", group: .lossOfFunds, charged: .paidByWord(of: mia),
            finished: .reportedNoEnd, exhausted: .exhaustedByWord(of: mia), isUnproved: true),
        Example(
            testDescription: "that the app closed it", told: word(finished: true), group: .lossOfFunds,
            charged: .paidByWord(of: mia), finished: .finishedByWord(of: mia),
            exhausted: .exhaustedByWord(of: mia), isUnproved: true),
        Example(
            testDescription: "no charge", told: word(charged: nil), group: .notCharged,
            charged: .notPaidByWord(of: mia), finished: .reportedNoEnd, exhausted: noTries),
        Example(
            testDescription: "as events of a store of before", told: word(.events), group: .undelivered,
            charged: .paidByWord(of: mia), finished: .reportedNoEnd, exhausted: noTries, isUnproved: true),
        Example(
            testDescription: "the app reported it, too", events: [told(.purchased, 2)], group: .lossOfFunds,
            charged: .reportedPurchased, finished: .reportedNoEnd, exhausted: .exhaustedByWord(of: mia)),
        Example(
            testDescription: "the app reported that it failed", events: [told(.failed, 2)],
            group: .lossOfFunds, charged: .paidByWord(of: mia), finished: .reportedNoEnd,
            exhausted: .exhaustedByWord(of: mia), isUnproved: true),
        Example(
            testDescription: "no tries are left", events: [told(.purchased, 2)] + failedVerifications(5),
            group: .lossOfFunds, charged: .reportedPurchased, finished: .reportedNoEnd,
            exhausted: .failedVerifications(count: 5, limit: 5)),
        Example(
            testDescription: "the app closed it", events: [told(.purchased, 2), told(.finished, 3)],
            group: .lossOfFunds, charged: .reportedPurchased, finished: .reportedFinished,
            exhausted: .exhaustedByWord(of: mia)),
    ]

    @Test(arguments: examples) func isEvidenceOfItsOwn(_ example: Example) {
        let found = Self.verdict(example.told, example.events, charge: example.charge)
        #expect(found.outcome.group == example.group)
        #expect(found.facts.charged.evidence == example.charged)
        #expect(found.facts.finished.evidence == example.finished)
        #expect(found.facts.exhausted.evidence == example.exhausted)
        #expect(found.isUnproved == example.isUnproved)
        #expect(found.placedAt == nil || !example.isUnproved)
    }

    /// The invoice comes first: neither the advice nor the letter takes a person's word for a charge.
    @Test func whatAPersonWasToldAloneNeedsTheInvoice() {
        let advice = TicketAdvice(verdict: Self.verdict(Self.word()), resolution: nil)
        #expect(advice.nextStep == .askForInvoice && advice.expectedEnd == nil)
        #expect(ReplySituation(of: advice.nextStep) == .invoiceNeeded)
        let proven = TicketAdvice(
            verdict: Self.verdict(Self.word(), [told(.purchased, 0), told(.finished, 1)]), resolution: nil)
        #expect(proven.nextStep == .makeGood)
    }

    @Test func theRecordProvesASilentLoss() {
        let late = charge(knownAt: 40)
        let found = Self.verdict(Self.word(.silentLoss), charge: late)
        #expect(found.outcome == .failed(.lossOfFunds) && found.isProven && !found.isUnproved)
        #expect(found.facts.exhausted.evidence == .foundSilent(by: Self.mia))
        #expect(!found.facts.finished.value)
    }

    @Test func whatTheRecordShowsAsDeliveredIsDelivered() {
        #expect(Self.verdict(Self.word(), charge: charge()).outcome == .delivered)
    }

    @Test func theCustomerWaitsSinceTheChargeThatWasTold() {
        let found = Self.verdict(Self.word())
        #expect(found.chargedAt == hour(1) && found.waitingSince == hour(1))
        let uncharged = Self.verdict(Self.word(charged: nil))
        #expect(uncharged.waitingSince == hour(50) && uncharged.triedAt == hour(50))
        #expect(uncharged.cause == TicketCause("skerror_0") && uncharged.outcome == .failed(.notCharged))
    }

    @Test func eventsOfAgentsAreWhatTheyWereTold() {
        func event(_ step: PurchaseEvent.Step, by agent: String?) -> PurchaseAttempt.Reported {
            let by = agent.map { #","by":"\#($0)""# } ?? ""
            return told(
                step, 1, received: 50,
                EventDetails(text: #"{"at":"\#(hour(1))"\#(by),"state":"\#(step.name)"}"#))
        }
        let events = [event(.purchased, by: "mia"), event(.finished, by: "mia"), event(.verify, by: nil)]
        let kept = PurchaseAttempt(
            id: AttemptID("agent-1"), values: PurchaseReportValues(), events: events, receivedAt: hour(50))
        #expect(kept.events.map(\.event.step) == [.verify])
        #expect(kept.told == Self.word(finished: true, .events))
        let anApps = PurchaseAttempt(
            id: AttemptID("a"), values: PurchaseReportValues(), events: events, receivedAt: hour(50))
        #expect(anApps.events.count == 3 && anApps.told == nil, "an app says nothing in somebody's name")
    }

    /// What Apple is told of a charge follows from what the app reported: whoever opens a ticket reports nothing.
    @Test(arguments: [charge(knownAt: 40), nil] as [StoreCharge?])
    func whatAPersonWasToldIsNoAnswerToApple(_ charge: StoreCharge?) throws {
        let heard = Self.verdict(Self.word(.silentLoss), charge: charge)
        let rule = ConsumptionRule(heard, ConsumptionRule.Circumstances())
        let prepared = try #require(rule.prepared(at: day(50)))
        #expect(prepared.delivery == .untold && prepared.answer == nil && prepared.refundPreference == nil)
        let lost = [told(.purchased, 0), told(.verify, 1, EventDetails(status: 21005)), told(.finished, 2)]
        let reported = Self.verdict(Self.word(), lost, charge: charge)
        let known = ConsumptionRule(reported, ConsumptionRule.Circumstances()).prepared(at: day(50))
        // A record that came when the period was over is why nothing was delivered.
        #expect(known?.deliveryStatus == (charge == nil ? .serverOutage : .other))
        #expect(known?.refundPreference == .grantFull)
    }

    @Test func theSameIsToldOnce() {
        func told(at: Double, charged: Double?, _ text: FreeText? = "she called") -> ToldPurchase {
            ToldPurchase(
                by: Self.mia, at: hour(at), chargedAt: charged.map { hour($0) }, text: text,
                reference: "case 7")
        }
        #expect(told(at: 9, charged: 1).isSame(as: told(at: 5, charged: 1)))
        #expect(told(at: 9, charged: 9).isSame(as: told(at: 5, charged: 5)), "charged now, said twice")
        #expect(!told(at: 9, charged: 9).isSame(as: told(at: 5, charged: 1)))
        #expect(!told(at: 9, charged: nil).isSame(as: told(at: 9, charged: 9)))
        #expect(!told(at: 9, charged: 1).isSame(as: told(at: 9, charged: 1, "another time")))
    }
}
