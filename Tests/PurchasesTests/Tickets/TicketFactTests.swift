import Purchases
import Testing

/// Each fact says since when it is so and what shows it.
@Suite struct TicketFactTests {
    private let whole =
        [told(.purchasing, 0), told(.purchased, 1), told(.finished, 9)] + failedVerifications(5, from: 2)

    @Test func theAppsWordIsEvidence() {
        let facts = verdict(whole).facts
        #expect(facts.charged.at == hour(1) && facts.charged.evidence == .reportedPurchased)
        #expect(facts.finished.at == hour(9) && facts.finished.evidence == .reportedFinished)
        #expect(facts.exhausted.at == hour(6))
        #expect(facts.exhausted.evidence == .failedVerifications(count: 5, limit: 5))
        #expect(!facts.extended.value && facts.extended.at == nil)
    }

    @Test func theAppStoresRecordComesFirst() {
        let facts = verdict(whole, charge: charge(from: 0, knownAt: 3)).facts
        let id = TransactionID("1")
        #expect(facts.charged.at == day(0))
        #expect(facts.charged.evidence == .charge(transaction: id, refundedShare: nil))
        #expect(facts.extended.at == day(3) && facts.extended.evidence == .knownInTime(since: day(3)))
    }

    @Test func itIsExhaustedSinceTheTryThatReachedTheLimit() {
        #expect(verdict(whole, limit: 2).facts.exhausted.at == hour(3))
        #expect(verdict([told(.purchased, 1)], limit: 2).facts.exhausted.at == nil)
    }

    @Test(
        arguments: [
            ([], .reportedNoPayment), ([told(.purchasing, 0)], .reportedLast(state: .purchasing)),
            ([told(.deferred, 0)], .reportedLast(state: .deferred)),
            ([told(.purchasing, 0), told(.failed, 1)], .reportedLast(state: .failed)),
            ([told(.restored, 1)], .reportedLast(state: .restored)),
        ] as [([PurchaseAttempt.Reported], FactEvidence)])
    func whatIsNotChargedSaysWhatWasSeen(_ events: [PurchaseAttempt.Reported], _ evidence: FactEvidence) {
        let fact = verdict(events).facts.charged
        #expect(!fact.value && fact.at == nil && fact.evidence == evidence)
    }

    @Test func onlyAFactThatIsSoHasATime() {
        let charges = [nil, charge(), charge(owner: nil), charge(knownAt: 40), charge(of: "coins", to: nil)]
        for charge in charges {
            for events in [[], whole, [told(.deliver, 1, EventDetails(ok: false))]] {
                let facts = verdict(events, charge: charge).facts
                let all = [facts.charged, facts.extended, facts.finished, facts.exhausted]
                #expect(all.allSatisfy { $0.value || $0.at == nil })
            }
        }
    }

    @Test func aLossSaysWhichFactMadeIt() {
        let exhausted = MoveCause.fact(.failedVerifications(count: 5, limit: 5))
        #expect(verdict(whole).because == exhausted, "the tries were gone before it was closed")
        #expect(verdict([told(.purchased, 0), told(.finished, 1)]).because == .fact(.reportedFinished))
        #expect(verdict([told(.purchased, 0)] + failedVerifications(5)).because == exhausted)
        #expect(verdict(whole).happenedAt == hour(6))
        #expect(verdict([told(.purchased, 0)]).happenedAt == hour(0))
        #expect(verdict([told(.failed, 3)]).happenedAt == hour(3))
    }
}
