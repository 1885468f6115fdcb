/// When the alarm of a loss rings. One that a record of Apple's or a person proves rings at once. What apps report
/// alone costs nothing to make up, and a server can ask Apple first.
///
/// Then the alarm waits for Apple's first answer, a quarter of an hour at the most. It rings at once where no server
/// runs, and for a loss of an incident. `AlarmTable` in `Persistence/Tables` keeps until when it waits.
package enum AlarmRule {
    /// For how long Apple's answer is waited for, from when it was asked first†.
    package static let patience = TimeLength.seconds(900)

    /// Up to when the alarm waits; nil where it rings at once.
    ///
    /// - Parameters:
    ///   - isProved: whether a record of Apple's, or a person, says that somebody was charged.
    ///   - isServed: whether a server runs.
    ///   - askedAt: when Apple was asked about the purchase first; nil where it was not asked yet.
    ///   - outcomes: what the tries to ask came to.
    package static func wait(
        isProved: Bool, isOfIncident: Bool, isServed: Bool, askedAt: Instant?, outcomes: [String],
        at now: Instant
    ) -> Instant? {
        guard !isProved, !isOfIncident, isServed, !outcomes.contains(where: isAnswer) else { return nil }
        let end = min(askedAt ?? now, now) + patience
        return end > now ? end : nil
    }

    /// Whether a try came to an answer of Apple's about the purchase: not to silence, a limit, or a fault of ours.
    package static func isAnswer(_ outcome: String) -> Bool {
        switch outcome {
        case "delivered", "not_delivered": true
        case "21004", "4290000": false
        default: Int(outcome) != nil && !BridgeRule.isOutage(outcome)
        }
    }
}
