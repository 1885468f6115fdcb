import Purchases
import Testing

/// Every ticket ends in one sentence that says what to do.
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

    @Test(arguments: purchases) func neverIsEmpty(_ verdict: PurchaseVerdict) {
        let resolutions = TicketResolution.allCases.map { $0 as TicketResolution? } + [nil]
        for state in TicketState.allCases {
            for resolution in resolutions {
                let advice = TicketAdvice(verdict: verdict, state: state, resolution: resolution).nextStep
                #expect(!advice.isEmpty && !advice.contains("\n"))
            }
        }
    }

    @Test(
        arguments: zip(
            purchases,
            [
                "may try again", "5 tries", "one try", "Make good", "Credit", "finish",
                "Nothing to do", "nothing is decided", "restored", "Sandbox",
            ]))
    func saysWhatToDo(_ verdict: PurchaseVerdict, _ words: String) {
        let advice = TicketAdvice(verdict: verdict, state: .open, resolution: nil).nextStep
        #expect(advice.contains(words), "\(advice)")
    }

    @Test func peopleChooseOnlyWhatIsTheirs() {
        let choices = TicketResolution.choices
        #expect(
            !choices.contains(.madeGood) && !choices.contains(.superseded) && choices.contains(.writtenOff))
    }
}
