import PersistenceTesting
import Purchases
import Testing

@testable import Persistence
@testable import Wording

/// Reads every next step as an agent would, and the answer that goes with it as a customer would.
@Suite struct StepWordsTests {
    private static let steps: [TicketStep] =
        [false, true].flatMap { isConsumable in
            [1, 4].flatMap { left -> [TicketStep] in
                [
                    .awaitTry(left: left, isConsumable: isConsumable),
                    .actNow(left: left, isUntried: false, isConsumable: isConsumable),
                    .actNow(left: left, isUntried: true, isConsumable: isConsumable),
                ]
            }
        } + [.credit, .reportCatalogue, .look, .askForInvoice, .makeGood]

    private static let access: [NextStep] =
        Reason.Rule.allCases.map { .access($0) } + ExpirationReason.allCases.map { .expired($0) }
        + RenewalConcern.allCases.map { .renewal($0) }
        + [
            .attachedToAnother, .failingBeside(until: nil), .failingBeside(until: Shop.now),
            .winBack(["spring"]),
            .usedUp([ProductID("coins")]),
        ]

    @Test func whatIsOverdueIsNeverToldToWait() {
        for step in Self.steps {
            guard case .actNow = step else { continue }
            let words = Reader.program.words(of: step)
            #expect(!words.saysToWait && words.contains(" now: "), "\(words)")
            let letter = Reply.shippedText(ReplyPolicy.Key(ReplySituation(of: step), in: .english))
            #expect(!letter.contains("still fetching") && letter.contains("need not buy it again"))
        }
    }

    @Test func whatIsLostIsNeverToldToWaitOrToDoNothing() {
        for step in [TicketStep.credit, .reportCatalogue, .look, .askForInvoice, .makeGood] {
            let words = Reader.program.words(of: step)
            #expect(!words.saysToWait && !words.hasPrefix("Nothing"), "\(words)")
        }
    }

    @Test func aConsumableIsCreditedAndTheRestMadeGood() {
        for step in Self.steps {
            let words = Reader.program.words(of: step)
            switch step {
            case .awaitTry(left: _, isConsumable: let isConsumable),
                .actNow(left: _, isUntried: _, isConsumable: let isConsumable):
                #expect(words.contains(isConsumable ? "credit it" : "make it good"), "\(words)")
            default: break
            }
        }
    }

    /// Causes are explained beside losses, too, so that none says where a ticket stays.
    @Test(arguments: ["21002", "21005", "21009", "21100", "http_503"])
    func noCauseSaysWhereATicketStays(_ cause: String) {
        let advice = Codes.meaning(ofCause: cause).advice
        #expect(!advice.contains("group 2") && !advice.hasPrefix("Nothing to do"), "\(advice)")
    }

    /// Only what is fine says that there is nothing to do, and serving another environment is nobody's next step.
    @Test(arguments: access) func adviceOnAccessIsSafe(_ step: NextStep) {
        let words = Reader.program.words(of: step)
        let isFine = step == .access(.active) || step == .access(.grantActive)
        #expect(words.hasPrefix("Nothing to do") == isFine, "\(words)")
        #expect(!words.contains("serve") && !words.contains("settings"), "\(words)")
    }

    /// A letter says that we put it right, and leaves to the page whose fault it was: both are read side by side.
    @Test(arguments: ReplySituation.allCases) func noLetterJudgesWhoseFaultItIs(_ situation: ReplySituation) {
        let english = Reply.shippedText(ReplyPolicy.Key(situation, in: .english))
        let german = Reply.shippedText(ReplyPolicy.Key(situation, in: .german))
        #expect(!english.contains("fault") && !german.contains("liegt nicht an Ihnen"))
    }

    /// What is used up may or may not have been credited: no letter says so.
    @Test(arguments: ReplyLanguage.allCases) func whatIsUsedUpPromisesNothing(_ language: ReplyLanguage) {
        let letter = Reply.shippedText(ReplyPolicy.Key(.consumable, in: language))
        #expect(!letter.contains("credited") && !letter.contains("gutgeschrieben"))
    }

    @Test func aLeadIsAwaitedByTheNumberOfTheRequest() {
        let asked = AskedEnd(request: RequestID("6"), resolution: .refunded)
        let words = Reader.program.words(of: TicketStep.awaitLead(asked))
        #expect(words.hasPrefix("A lead decides request 6, which asks to end it as refunded: "))
        #expect(Reader.program.words(of: asked) == "request 6 asks a lead to end it as refunded")
    }

    @Test func onlyALateRefundIsOnItsWay() {
        for language in ReplyLanguage.allCases {
            let before = Reply.shippedText(ReplyPolicy.Key(.refundedBefore, in: language))
            #expect(!before.contains("some days") && !before.contains("einige Tage"))
            #expect(before.contains(language == .english ? "ask your bank" : "fragen Sie bitte Ihre Bank"))
        }
    }

    @Test func adviceOfAnotherDaySaysSo() {
        let reader = Reader.program
        #expect(reader.advised("Wait.", asOf: nil) == "Wait.")
        #expect(
            reader.advised("Wait.", asOf: Instant("2024-01-01T00:00:00Z"))
                == "As of 2024-01-01T00:00:00Z: Wait.")
    }

    /// Of somebody whose documents nothing vouches for there is something to do.
    @Test func doubtIsSomethingToDo() throws {
        let shop = try Shop.staffed()
        try shop.store.addCustomer("u_1", CustomerValues(), by: Shop.lead, at: Shop.now)
        try shop.bring(
            .receipt([Paper.Entry(id: "1", chain: "1", day: 0, days: 30)], on: 0), customer: "u_1")
        let page = try #require(try shop.store.customerPage("u_1", at: Paper.moment(5)))
        let advice = page.access.advice(at: page.at)
        let (sure, unsure) = (
            Reader.program.nextStep(of: advice) { _ in false },
            Reader.program.nextStep(of: advice) { _ in true }
        )
        #expect(sure == "Nothing to do: the customer has access.")
        #expect(!unsure.contains("Nothing to do") && unsure.contains("ask for Restore Purchases"))
    }
}

extension String {
    fileprivate var saysToWait: Bool {
        split { !$0.isLetter }.contains { $0.lowercased() == "wait" }
    }
}
