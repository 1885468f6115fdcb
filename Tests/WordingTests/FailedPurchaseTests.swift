import PersistenceTesting
import Purchases
import Testing
import Wording

/// What shows the facts of a failed purchase, what moved its ticket, and what to do about it.
@Suite struct FailedPurchaseTests {
    private static let day = Instant(milliseconds: 1_704_067_200_000)
    private static let id = TransactionID("1")

    static let evidence: [(FactEvidence, String)] = [
        (.charge(transaction: id, refundedShare: nil), "the App Store's record of transaction 1"),
        (
            .charge(transaction: id, refundedShare: 3000),
            "the App Store's record of transaction 1, of which Apple gave 3 % back"
        ),
        (
            .charge(transaction: id, refundedShare: 33_333),
            "the App Store's record of transaction 1, of which Apple gave 33.33 % back"
        ),
        (
            .charge(transaction: id, refundedShare: 3049),
            "the App Store's record of transaction 1, of which Apple gave 3.05 % back"
        ),
        (.paidByWord(of: AgentName("mia")), "mia was told that the customer was charged"),
        (.notPaidByWord(of: AgentName("mia")), "mia was told that the customer was not charged"),
        (
            .finishedByWord(of: AgentName("mia")),
            "mia was told that the app closed the payment transaction"
        ),
        (.exhaustedByWord(of: AgentName("mia")), "mia was told that the customer did not get it"),
        (.foundSilent(by: AgentName("mia")), "mia opened a ticket for it: no app told of the charge"),
        (.reportedLast(state: .deferred), "the app reported deferred last"),
        (
            .knownInTime(since: day),
            "the store knows the transaction since 2024-01-01T00:00:00Z, in time"
        ),
        (
            .knownLate(since: day, end: day - .days(1)),
            "the store knows the transaction only since 2024-01-01T00:00:00Z, after its period ended at 2023-12-31T00:00:00Z"
        ),
        (
            .ownerKnownLate(chain: OriginalTransactionID("1"), since: day, end: day - .days(1)),
            "the store knows whose chain 1 is only since 2024-01-01T00:00:00Z, after its period ended at 2023-12-31T00:00:00Z"
        ),
        (.failedVerifications(count: 5, limit: 5), "5 failures, 5 allowed"),
    ]

    @Test(arguments: evidence) func saysWhatShowsAFact(_ evidence: FactEvidence, _ words: String) {
        #expect(Reader.program.words(of: evidence) == words)
        #expect(Reader.program.words(of: MoveCause.fact(evidence)) == words)
    }

    @Test func aPersonReadsTimesInWords() {
        let words = Reader.person(at: Self.day).words(of: FactEvidence.knownInTime(since: Self.day))
        #expect(words == "the store knows the transaction since 1\u{A0}Jan\u{A0}00:00, in time")
    }

    static let causes: [(MoveCause, String)] = [
        (.restored, "it was restored, not bought"), (.undecided, "nothing is decided yet"),
        (.notServed(in: .sandbox), "the store does not serve Sandbox"),
        (.refunded, "Apple gave the money back"),
        (.superseded(by: .attempt("b")), "the customer bought the product in attempt b"),
        (
            .superseded(by: .charge("7")),
            "the App Store tells of a charge of the product soon after: transaction 7"
        ),
        (.sameCharge(as: TicketID("7")), "it is the same charge as ticket 7"),
        (.madeGood, "a grant made it good"),
        (.grantRevoked(grant: GrantID("7")), "grant 7 was taken back"),
        (.ended(as: .credited), "credited in the app"), (.reopened(note: "asked"), "reopened: asked"),
    ]

    @Test(arguments: causes) func saysWhatMovedATicket(_ cause: MoveCause, _ words: String) {
        #expect(Reader.program.words(of: cause) == words)
    }

    static let steps: [TicketStep] =
        [
            .noChargeTold, .awaitTry(left: 1, isConsumable: false), .awaitTry(left: 5, isConsumable: true),
            .credit, .reportCatalogue, .look, .askForInvoice,
            .awaitLead(AskedEnd(request: RequestID("6"), resolution: .refunded)), .makeGood, .delivered,
            .askToOpenApp, .undecided, .restored,
            .notServed(.sandbox), .askForFinish(of: .delivered), .askForFinish(of: .madeGood),
            .askForFinish(of: .credited), .awaitFinish(of: .delivered), .awaitFinish(of: .madeGood),
        ] + TicketResolution.allCases.map { .ended($0) }

    @Test(arguments: steps) func everyStepIsOneSentence(_ step: TicketStep) {
        let words = Reader.program.words(of: step)
        #expect(words.hasSuffix(".") && !words.contains("\n"))
    }

    @Test func countsTheTriesThatAreLeft() {
        let one = Reader.program.words(of: TicketStep.awaitTry(left: 1, isConsumable: true))
        #expect(one.hasPrefix("One try left, ") && one.contains("credit it"))
        let five = Reader.program.words(of: TicketStep.awaitTry(left: 5, isConsumable: false))
        #expect(five.hasPrefix("5 tries left, ") && five.contains("make it good"))
    }
}
