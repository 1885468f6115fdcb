import Purchases
import Testing

/// What facts say where Apple asks about a refund.
@Suite struct ConsumptionAnswerTests {
    private typealias Status = ConsumptionAnswer.DeliveryStatus
    private typealias Preference = ConsumptionAnswer.RefundPreference

    private func facts(charged: Bool = true, delivered: Bool = false) -> TicketFacts {
        let no = TicketFact(false, evidence: .reportedNoPayment)
        let yes = TicketFact(true, at: day(1), evidence: .reportedPurchased)
        return TicketFacts(
            charged: charged ? yes : no, extended: delivered ? yes : no, finished: no, exhausted: no)
    }

    private func answer(
        _ facts: TicketFacts, cause: String = "21003", isMadeGood: Bool = false, isRefunded: Bool = false,
        since: Instant? = nil
    ) -> ConsumptionAnswer? {
        ConsumptionAnswer(
            facts, cause: TicketCause(cause), isMadeGood: isMadeGood, isRefunded: isRefunded,
            customerSince: since, at: day(1000))
    }

    @Test func whoWasNotChargedIsNotAskedAbout() { #expect(answer(facts(charged: false)) == nil) }

    @Test(arguments: [
        ("21005", "UNDELIVERED_SERVER_OUTAGE"), ("21009", "UNDELIVERED_SERVER_OUTAGE"),
        ("21100", "UNDELIVERED_SERVER_OUTAGE"), ("21199", "UNDELIVERED_SERVER_OUTAGE"),
        ("http_503", "UNDELIVERED_SERVER_OUTAGE"), ("21004", "UNDELIVERED_OTHER"),
        ("21200", "UNDELIVERED_OTHER"), ("http_404", "UNDELIVERED_OTHER"), ("late", "UNDELIVERED_OTHER"),
        ("error:New:9", "UNDELIVERED_OTHER"),
    ])
    func theCauseSaysWhyItDidNotArrive(_ cause: String, _ status: String) {
        let answer = answer(facts(), cause: cause)
        #expect(answer?.deliveryStatus.rawValue == status && answer?.consumptionPercentage == 0)
    }

    @Test func whatWasNotDeliveredIsToBeGivenBackUnlessItWasMadeGoodOrIsBackAlready() {
        #expect(answer(facts())?.refundPreference == .grantFull)
        #expect(answer(facts(), isMadeGood: true)?.refundPreference == .decline)
        #expect(answer(facts(), isRefunded: true)?.refundPreference == nil)
        #expect(answer(facts(), isMadeGood: true, isRefunded: true)?.refundPreference == nil)
    }

    @Test func ofWhatWasDeliveredOnlyTheAppKnowsTheRest() {
        let answer = answer(facts(delivered: true))
        #expect(answer?.deliveryStatus == .delivered && answer?.consumptionPercentage == nil)
        #expect(answer?.refundPreference == nil)
    }

    @Test(arguments: [
        (999.5, 1), (997.1, 1), (997, 2), (990, 3), (970, 4), (910, 5), (820, 6), (635, 7), (1, 7),
    ])
    func theTenureIsApplesStep(_ since: Double, _ step: Int) {
        #expect(answer(facts(), since: day(since))?.accountTenure == step)
    }

    @Test func anUnknownTenureIsUndeclared() { #expect(answer(facts())?.accountTenure == 0) }
}
