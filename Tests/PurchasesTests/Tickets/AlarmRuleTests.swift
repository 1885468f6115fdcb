import Purchases
import Testing

/// When the alarm of a loss waits for Apple's word about it.
struct AlarmRuleTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)

    /// What is known of a loss, and for how many seconds its alarm waits; nil where it rings at once.
    struct Row: Sendable {
        var isProved = false
        var isOfIncident = false
        var isServed = true
        var askedBefore: Int64?
        var outcomes: [String] = []
        let seconds: Int64?
    }

    private static let rows = [
        Row(seconds: 900), Row(isServed: false, seconds: nil), Row(isProved: true, seconds: nil),
        Row(isOfIncident: true, seconds: nil), Row(askedBefore: 0, seconds: 900),
        Row(askedBefore: 600, outcomes: ["network", "http_401"], seconds: 300),
        Row(askedBefore: 900, seconds: nil), Row(askedBefore: 30_000, outcomes: ["timeout"], seconds: nil),
        Row(askedBefore: 60, outcomes: ["network", "4040010"], seconds: nil),
        // A clock that was ahead makes nobody wait for longer.
        Row(askedBefore: -5000, seconds: 900),
    ]

    @Test(arguments: rows) func anAlarmWaits(_ row: Row) {
        let until = AlarmRule.wait(
            isProved: row.isProved, isOfIncident: row.isOfIncident, isServed: row.isServed,
            askedAt: row.askedBefore.map { Self.now - .seconds($0) }, outcomes: row.outcomes, at: Self.now)
        #expect(until == row.seconds.map { Self.now + .seconds($0) })
    }

    @Test(arguments: [
        ("delivered", true), ("not_delivered", true), ("21003", true), ("21002", true), ("4040010", true),
        ("21004", false), ("21005", false), ("4290000", false), ("5000000", false), ("http_401", false),
        ("http_503", false), ("network", false), ("circuit_open", false), ("certificate", false),
        ("busy", false),
        ("no_receipt", false), ("", false),
    ])
    func anAnswerIs(_ outcome: String, _ isOne: Bool) {
        #expect(AlarmRule.isAnswer(outcome) == isOne)
    }
}
