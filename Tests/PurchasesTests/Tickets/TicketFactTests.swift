import Purchases
import Testing

/// Each fact says since when it is so and what shows it.
@Suite struct TicketFactTests {
    private let whole =
        [told(.purchasing, 0), told(.purchased, 1), told(.finished, 9)] + failedVerifications(5, from: 2)

    @Test func theAppsWordIsEvidence() {
        let facts = verdict(whole).facts
        #expect(facts.charged.at == hour(1) && facts.charged.evidence.contains("reported purchased"))
        #expect(facts.finished.at == hour(9) && facts.finished.evidence.contains("closed"))
        #expect(facts.exhausted.at == hour(6) && facts.exhausted.evidence == "5 of 5 verifications failed")
        #expect(!facts.extended.value && facts.extended.at == nil)
    }

    @Test func theAppStoresRecordComesFirst() {
        let facts = verdict(whole, charge: charge(from: 0, knownAt: 3)).facts
        #expect(facts.charged.at == day(0) && facts.charged.evidence.contains("transaction 1"))
        #expect(facts.extended.at == day(3) && facts.extended.evidence.contains("in time"))
    }

    @Test func itIsExhaustedSinceTheTryThatReachedTheLimit() {
        #expect(verdict(whole, limit: 2).facts.exhausted.at == hour(3))
        #expect(verdict([told(.purchased, 1)], limit: 2).facts.exhausted.at == nil)
    }

    @Test(arguments: [
        ([], "no payment"), ([told(.purchasing, 0)], "purchasing"), ([told(.deferred, 0)], "deferred"),
        ([told(.purchasing, 0), told(.failed, 1)], "failed"), ([told(.restored, 1)], "restored"),
    ])
    func whatIsNotChargedSaysWhatWasSeen(_ events: [PurchaseAttempt.Reported], _ word: String) {
        let fact = verdict(events).facts.charged
        #expect(!fact.value && fact.at == nil && fact.evidence.contains(word))
    }

    @Test func noFactIsWithoutEvidence() {
        let charges = [nil, charge(), charge(owner: nil), charge(knownAt: 40), charge(of: "coins", to: nil)]
        for charge in charges {
            for events in [[], whole, [told(.deliver, 1, EventDetails(ok: false))]] {
                let facts = verdict(events, charge: charge).facts
                let all = [facts.charged, facts.extended, facts.finished, facts.exhausted]
                #expect(all.allSatisfy { !$0.evidence.isEmpty && ($0.value || $0.at == nil) })
            }
        }
    }

    @Test func aLossSaysWhichFactMadeIt() {
        #expect(verdict(whole).because.contains("5 of 5"), "the tries were gone before it was closed")
        #expect(verdict([told(.purchased, 0), told(.finished, 1)]).because.contains("closed"))
        #expect(verdict([told(.purchased, 0)] + failedVerifications(5)).because.contains("5 of 5"))
        #expect(verdict(whole).happenedAt == hour(6))
        #expect(verdict([told(.purchased, 0)]).happenedAt == hour(0))
        #expect(verdict([told(.failed, 3)]).happenedAt == hour(3))
    }
}
