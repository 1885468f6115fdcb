import Purchases
import Testing

/// Only what the customer has got is finished: finishing takes the app's last chance to deliver.
@Suite struct FinishRuleTests {
    /// A ticket, as far as the rule looks at it.
    struct Example: Sendable, CustomTestStringConvertible {
        var charged = true
        var finished = false
        var resolution: TicketResolution?
        var transaction: TransactionID? = TransactionID("7100")
        let refusal: FinishRefusal?

        var testDescription: String {
            "charged \(charged), finished \(finished), \(resolution?.rawValue ?? "unresolved"), \(transaction?.rawValue ?? "no id")"
        }
    }

    static let examples = [
        Example(charged: false, refusal: .notCharged),
        Example(charged: false, resolution: .notCharged, refusal: .notCharged),
        Example(refusal: .owed), Example(finished: true, refusal: .finished),
        Example(resolution: .delivered, refusal: nil), Example(resolution: .madeGood, refusal: nil),
        Example(resolution: .credited, refusal: nil),
        Example(finished: true, resolution: .madeGood, refusal: .finished),
        Example(resolution: .madeGood, transaction: nil, refusal: .unknownTransaction),
        Example(
            resolution: .madeGood, transaction: TransactionID("appstore.application"),
            refusal: .unknownTransaction),
        Example(resolution: .refunded, refusal: .ended(.refunded)),
        Example(resolution: .superseded, refusal: .ended(.superseded)),
        Example(resolution: .duplicate, refusal: .ended(.duplicate)),
        Example(resolution: .notCharged, refusal: .ended(.notCharged)),
        Example(resolution: .writtenOff, refusal: .ended(.writtenOff)),
    ]

    @Test(arguments: examples) func decides(_ example: Example) {
        let refusal = FinishRule.refusal(
            charged: example.charged, finished: example.finished, resolution: example.resolution,
            transaction: example.transaction)
        #expect(refusal == example.refusal)
    }

    @Test func whoClosedItFirstIsTheEvidence() {
        let closing = StoreClosing(at: hour(5), askedBy: AgentName("ana"))
        func fact(_ events: [PurchaseAttempt.Reported], _ closing: StoreClosing?) -> TicketFact {
            let purchase = Purchase(attempts: [attempt(events)], charge: nil, closing: closing)
            return PurchaseVerdict(purchase, rules: TicketRules(), at: hour(48)).facts.finished
        }
        let byStore = TicketFact(
            true, at: hour(5), evidence: .finishedByAppStore(askedBy: AgentName("ana")))
        #expect(fact([told(.purchased, 0)], closing) == byStore)
        #expect(fact([told(.purchased, 0), told(.finished, 6)], closing) == byStore)
        #expect(fact([told(.purchased, 0), told(.finished, 4)], closing).evidence == .reportedFinished)
        #expect(!fact([told(.purchased, 0)], nil).value)
    }

    @Test func whatWasDeliveredIsNoLossWhoeverFinishesIt() {
        let closing = StoreClosing(at: hour(5), askedBy: AgentName("ana"))
        let delivered = Purchase(
            attempts: [attempt([told(.purchased, 0)])], charge: charge(), closing: closing)
        let verdict = PurchaseVerdict(
            delivered, rules: TicketRules(catalog: .example), at: hour(48))
        #expect(verdict.outcome == .delivered && !verdict.facts.blocksRepurchase)
    }
}
