import Purchases
import Testing

/// What Apple asks again before it decides is one request.
struct RefundRoundTests {
    /// A question, by the hour in which Apple asked.
    private static func asking(_ hours: Int64, _ reason: String? = nil) -> RefundAsking {
        RefundAsking(
            notification: "n\(hours)", transaction: TransactionID("t\(hours)"), product: nil, reason: reason,
            at: day(0) + .hours(hours), knownAt: day(0) + .hours(hours))
    }

    private static func ruling(_ decision: RefundRequest.Decision, _ hours: Int64) -> RefundRound.Ruling {
        RefundRound.Ruling(decision, at: day(0) + .hours(hours))
    }

    /// Hours of questions and of decisions, and the rounds that they make: the hours of each, and what came of it.
    private static let examples: [([Int64], [RefundRound.Ruling], [([Int64], String?)])] = [
        ([0], [], [([0], nil)]),
        ([0, 4, 8], [], [([0, 4, 8], nil)]),
        ([0, 4], [ruling(.declined, 9)], [([0, 4], "declined")]),
        ([0, 20], [ruling(.declined, 3)], [([0], "declined"), ([20], nil)]),
        (
            [0, 4, 20, 24], [ruling(.declined, 6), ruling(.refunded, 30), ruling(.reversed, 90)],
            [([0, 4], "declined"), ([20, 24], "reversed")]
        ),
        // A word of before the question is none to it, one of its moment is.
        ([5], [ruling(.refunded, 4)], [([5], nil)]), ([5], [ruling(.refunded, 5)], [([5], "refunded")]),
        ([0, 5], [ruling(.declined, 5)], [([0, 5], "declined")]),
        ([0], [ruling(.reversed, 3), ruling(.refunded, 3)], [([0], "reversed")]),
        ([], [ruling(.refunded, 3)], []),
    ]

    @Test(arguments: examples.indices) func decisionsDivideQuestions(_ number: Int) {
        let (asked, rulings, right) = Self.examples[number]
        var generator = SeededGenerator(seed: UInt64(number))
        for _ in 0..<5 {
            let rounds = RefundRound.rounds(
                of: asked.map { Self.asking($0) }.shuffled(using: &generator),
                ruled: rulings.shuffled(using: &generator))
            #expect(rounds.map { $0.askings.map(\.at) } == right.map { $0.0.map { day(0) + .hours($0) } })
            #expect(rounds.map { $0.ruling?.decision.rawValue } == right.map { $0.1 })
        }
    }

    @Test func theNewestQuestionSetsTheDeadline() throws {
        let askings = [Self.asking(0, "OTHER"), Self.asking(4), Self.asking(9, "LEGAL"), Self.asking(10)]
        let round = try #require(RefundRound.rounds(of: askings, ruled: []).first)
        #expect(round.askedAt == day(0) && round.dueAt == day(0) + .hours(22) && round.knownAt == day(0))
        #expect(round.reason == "LEGAL" && round.transaction == TransactionID("t10"))
    }
}
