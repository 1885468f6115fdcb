import Purchases
import Testing

/// What begins within ten seconds after a cancellation was begun by the app.
@Suite struct AskedAgainTests {
    private static func begun(_ attempt: String, _ second: Double) -> AskedAgain.Telling {
        AskedAgain.Telling(.begun, AttemptID(attempt), at: hour(second / 3600))
    }

    private static func cancelled(_ attempt: String, _ second: Double) -> AskedAgain.Telling {
        AskedAgain.Telling(.cancelled, AttemptID(attempt), at: hour(second / 3600))
    }

    /// What apps tell, and which attempts were cancelled and followed.
    static let examples: [([AskedAgain.Telling], [String])] = [
        ([], []), ([begun("a", 0), cancelled("a", 5)], []),
        ([begun("a", 0), cancelled("a", 5), begun("b", 8)], ["a b"]),
        ([begun("a", 0), cancelled("a", 5), begun("b", 15)], ["a b"]),
        ([begun("a", 0), cancelled("a", 5), begun("b", 16)], []),
        ([begun("a", 0), cancelled("a", 5), begun("a", 7)], ["a a"]),
        ([begun("a", 0), begun("b", 4), cancelled("a", 5)], []),
        ([begun("a", 5), cancelled("a", 5)], []),
        (
            [
                begun("a", 0), cancelled("a", 5), begun("b", 6), cancelled("b", 9), begun("c", 10),
                begun("d", 12),
            ], ["b c", "a b"]
        ),
    ]

    @Test(arguments: examples)
    func isTheFirstThatFollows(_ tellings: [AskedAgain.Telling], _ expected: [String]) {
        for order in [tellings, tellings.reversed()] {
            #expect(AskedAgain.all(in: order).map { "\($0.cancelled) \($0.next)" } == expected)
        }
    }
}
