import Purchases
import Testing

/// What is said of a chain that ran out: of trials alone, that nothing was ever paid.
@Suite struct ChainReasonTests {
    private static func trial(_ id: String = "1", from: Double = 0, to: Double = 7) -> Transaction {
        bought(id, from: from, to: to) { $0.isTrial = true }
    }

    /// Purchases, the day that is looked at, and what is said of money.
    static let examples: [([Transaction], Double, String?)] = [
        ([trial()], 40, "nothing was ever paid"), ([trial("2")], 40, "no payment is known"),
        ([trial(), bought("2", from: 50, to: 80)], 40, "until then nothing was paid"),
        ([trial(), bought("2", from: 50, to: 80)], 90, nil), ([bought(from: 0, to: 30)], 40, nil),
        ([trial(), trial("2", from: 7, to: 14)], 40, "nothing was ever paid"),
    ]

    @Test(arguments: examples)
    func saysWhereNothingWasEverPaid(_ bought: [Transaction], _ at: Double, _ words: String?) {
        let reason = ChainReason(timeline: timeline(chain(bought)), instant: day(at)).reason
        #expect(reason.rule == .expired)
        #expect(words.map { reason.fact.hasSuffix($0) } ?? !reason.fact.contains("paid"))
    }

    @Test func saysBothWhyAndThatNothingWasPaid() {
        let facts = chain([Self.trial()], [renewal(8, intent: 1)])
        let fact = ChainReason(timeline: timeline(facts), instant: day(40)).reason.fact
        #expect(fact.contains("because") && fact.hasSuffix("; it was a trial, nothing was ever paid"))
    }
}
