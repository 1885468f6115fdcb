import Purchases
import Testing

/// Source: the table of the three error groups.
@Suite struct ErrorGroupTests {
    /// Every combination of the four facts, and the group that it gives.
    static let table: [([Bool], ErrorGroup?)] = [
        ([false, false, false, false], .notCharged), ([false, false, false, true], .notCharged),
        ([false, false, true, false], .notCharged), ([false, false, true, true], .notCharged),
        ([false, true, false, false], .notCharged), ([false, true, false, true], .notCharged),
        ([false, true, true, false], .notCharged), ([false, true, true, true], .notCharged),
        ([true, false, false, false], .undelivered), ([true, false, false, true], .lossOfFunds),
        ([true, false, true, false], .lossOfFunds), ([true, false, true, true], .lossOfFunds),
        ([true, true, false, false], nil), ([true, true, false, true], nil),
        ([true, true, true, false], nil),
        ([true, true, true, true], nil),
    ]

    @Test(arguments: table) func factsGiveTheGroup(_ facts: [Bool], _ group: ErrorGroup?) {
        let told = facts.map { TicketFact($0, evidence: .untold) }
        let all = TicketFacts(charged: told[0], extended: told[1], finished: told[2], exhausted: told[3])
        #expect(all.group == group)
        #expect(all.blocksRepurchase == (facts[0] && !facts[2]))
    }

    /// Builds a purchase that has just these facts, so that nothing but they can decide.
    @Test(arguments: table) func purchasesGiveTheGroup(_ facts: [Bool], _ group: ErrorGroup?) {
        var events = [told(facts[0] ? .purchased : .failed, 0)]
        if facts[3] { events += failedVerifications(5) }
        if facts[1] { events.append(told(.deliver, 7, EventDetails(ok: true))) }
        if facts[2] { events.append(told(.finished, 8)) }
        let found = verdict(events) { $0.product = ProductID("coins") }
        #expect(found.facts.charged.value == facts[0] && found.facts.extended.value == facts[1])
        #expect(found.facts.finished.value == facts[2] && found.facts.exhausted.value == facts[3])
        #expect(found.outcome == (group.map(PurchaseOutcome.failed) ?? .delivered))
    }

    @Test(arguments: [(3, 0, 4, false), (4, 0, 4, true), (3, 1, 4, true), (0, 4, 4, true), (9, 9, 0, true)])
    func retriesOfOursAndOfTheAppCountTogether(_ verifies: Int, _ retries: Int, _ limit: Int, _ gone: Bool) {
        let found = verdict(
            [told(.purchased, 0)] + failedVerifications(verifies), retries: retries, limit: limit)
        #expect(found.attempts == verifies + retries && found.attemptLimit == limit)
        #expect(found.facts.exhausted.value == gone)
        #expect(found.outcome == .failed(gone ? .lossOfFunds : .undelivered))
    }

    @Test func aTryThatSucceededIsNoFailedOne() {
        let good = [EventDetails(), EventDetails(status: 0), EventDetails(http: 204)]
        let events = good.enumerated().map { told(.verify, Double($0), $1) }
        #expect(verdict([told(.purchased, 0)] + events, limit: 1).attempts == 0)
    }

    @Test(arguments: [
        (ErrorGroup.notCharged, TicketState.recorded), (.undelivered, .retrying), (.lossOfFunds, .open),
    ])
    func eachGroupBeginsInItsState(_ group: ErrorGroup, _ state: TicketState) {
        #expect(group.initialState == state)
    }
}
