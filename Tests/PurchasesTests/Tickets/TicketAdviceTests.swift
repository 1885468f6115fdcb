import Purchases
import Testing

/// Every ticket says what to do next.
@Suite struct TicketAdviceTests {
    private static let purchases: [PurchaseVerdict] = [
        verdict([told(.failed, 0)]), verdict([told(.purchased, 0)]),
        verdict([told(.purchased, 0)] + failedVerifications(4)),
        verdict([told(.purchased, 0), told(.finished, 1)]),
        verdict([told(.purchased, 0), told(.finished, 1)]) { $0.product = ProductID("coins") },
        verdict([told(.purchased, 0)], charge: charge()), verdict([told(.finished, 0)], charge: charge()),
        verdict([told(.purchasing, 0)], at: 1), verdict([told(.restored, 0)]),
        verdict([told(.purchased, 0)]) { $0.environment = .sandbox },
    ]

    @Test(
        arguments: zip(
            purchases,
            [
                .noChargeTold, .awaitTry(left: 5, isConsumable: false),
                .awaitTry(left: 1, isConsumable: false), .makeGood, .credit, .askToOpenApp, .delivered,
                .undecided, .restored, .notServed(.sandbox),
            ] as [TicketStep]))
    func advises(_ verdict: PurchaseVerdict, _ step: TicketStep) {
        #expect(TicketAdvice(verdict: verdict, resolution: nil).nextStep == step)
    }

    @Test(arguments: purchases) func ofATicketThatEndedTheEndDecides(_ verdict: PurchaseVerdict) {
        for resolution in TicketResolution.allCases where resolution != .delivered {
            let advice = TicketAdvice(verdict: verdict, resolution: resolution)
            let facts = verdict.facts
            let refusal = FinishRule.refusal(
                charged: facts.charged.value, finished: facts.finished.value, resolution: resolution,
                transaction: verdict.purchase.transactionID)
            #expect(advice.nextStep == (refusal == nil ? .askForFinish(of: resolution) : .ended(resolution)))
        }
        let delivered = TicketAdvice(verdict: verdict, resolution: .delivered)
        #expect(
            [.delivered, .askToOpenApp, .askForFinish(of: .delivered)].contains(delivered.nextStep))
    }

    @Test func whatEndedWellAndStillBlocksIsToBeFinished() {
        let paid = verdict([told(.purchased, 0)]) { $0.transactionID = TransactionID("7100") }
        func step(_ resolution: TicketResolution, _ finishing: TicketAdvice.Finishing) -> TicketStep {
            TicketAdvice(verdict: paid, resolution: resolution, finishing: finishing)
                .nextStep
        }
        #expect(step(.madeGood, .notAsked) == .askForFinish(of: .madeGood))
        #expect(step(.madeGood, .asked) == .awaitFinish(of: .madeGood))
        #expect(step(.refunded, .asked) == .ended(.refunded))
        let nameless = verdict([told(.purchased, 0)])
        let advice = TicketAdvice(verdict: nameless, resolution: .madeGood)
        #expect(advice.nextStep == .ended(.madeGood), "nobody can ask for what has no id")
    }

    @Test func whatALeadDecidesIsAwaitedUntilItEnds() {
        let asked = AskedEnd(request: RequestID("6"), resolution: .refunded)
        for verdict in Self.purchases {
            let open = TicketAdvice(verdict: verdict, resolution: nil, isOverdue: true, askedEnd: asked)
            #expect(open.nextStep == .awaitLead(asked))
            let ended = TicketAdvice(verdict: verdict, resolution: .writtenOff, askedEnd: asked)
            #expect(ended.nextStep == .ended(.writtenOff))
        }
    }

    @Test func peopleChooseOnlyWhatIsTheirs() {
        let choices = TicketResolution.choices
        #expect(
            !choices.contains(.madeGood) && !choices.contains(.superseded) && choices.contains(.writtenOff))
        #expect(!choices.contains(.withdrawn), "what was opened by mistake is taken back, not resolved")
    }
}
