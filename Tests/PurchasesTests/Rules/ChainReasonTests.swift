import Purchases
import Testing

/// What is said of a chain that ran out: of trials alone, that nothing was ever paid.
@Suite struct ChainReasonTests {
    private static func trial(_ id: String = "1", from: Double = 0, to: Double = 7) -> Transaction {
        bought(id, from: from, to: to) { $0.isTrial = true }
    }

    private static let trialBought = AccessFact.Bought(
        product: ProductID("monthly"), transaction: TransactionID("1"))

    /// Purchases, the day that is looked at, and what is known of payments where nothing but trials ran.
    static let examples: [([Transaction], Double, AccessFact.TrialOnly?)] = [
        ([trial()], 40, .ever), ([trial("2")], 40, .known),
        ([trial(), bought("2", from: 50, to: 80)], 40, .untilThen),
        ([trial(), bought("2", from: 50, to: 80)], 90, nil), ([bought(from: 0, to: 30)], 40, nil),
        ([trial(), trial("2", from: 7, to: 14)], 40, .ever),
    ]

    @Test(arguments: examples)
    func knowsWhereNothingWasEverPaid(
        _ bought: [Transaction], _ at: Double, _ trials: AccessFact.TrialOnly?
    ) {
        let reason = ChainReason(timeline: timeline(chain(bought)), instant: day(at)).reason
        #expect(reason.rule == .expired)
        guard case .expired(_, nil, let found) = reason.fact else {
            Issue.record("\(reason.fact)")
            return
        }
        #expect(found == trials)
    }

    @Test func knowsBothWhyAndThatNothingWasPaid() {
        let facts = chain([Self.trial()], [renewal(8, intent: 1)])
        let fact = ChainReason(timeline: timeline(facts), instant: day(40)).reason.fact
        #expect(fact == .expired(Self.trialBought, .customerCancelled, .ever))
    }
}
