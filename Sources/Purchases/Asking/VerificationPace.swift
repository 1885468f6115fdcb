/// When the App Store is asked again about a purchase that it has not vouched for yet: a limited number of times.
/// ``AskSchedule`` says when it is asked about a chain.
///
/// Tries at once, after 1 minute, 10 minutes, 1 hour and 6 hours, counted from when the ticket began to wait.† A policy that
/// allows more goes on every 6 hours.
package enum VerificationPace {
    /// How long after the beginning each try is due.
    private static let steps: [TimeLength] = [
        .seconds(0), .seconds(60), .seconds(600), .hours(1), .hours(6),
    ]
    /// How long something waits that failed for a reason of our own, which counts as no try.†
    package static let pauseWithoutTry = TimeLength.seconds(60)

    /// When the next try is due, after so many that count; nil when none is left.
    ///
    /// - Parameter beginning: since when it waits.
    /// - Parameter limit: how many tries the policy allows, those of the app included.
    package static func nextTry(
        since beginning: Instant, failedTries: Int, limit: Int
    ) -> Instant? {
        guard failedTries < limit else { return nil }
        let beyond = Int64(max(0, failedTries - (steps.count - 1)))
        let step = steps[min(max(0, failedTries), steps.count - 1)]
        return beginning + step + TimeLength(TimeLength.hours(6).count * beyond)
    }

    /// When the next try is due after one that failed just now. A late try shortens no pause: the next one comes at its
    /// planned time at the earliest, and no sooner than its full pause after this one.
    package static func nextTry(
        since beginning: Instant, failedTries: Int, limit: Int, after now: Instant
    ) -> Instant? {
        guard let planned = nextTry(since: beginning, failedTries: failedTries, limit: limit) else {
            return nil
        }
        guard failedTries > 0,
            let before = nextTry(since: beginning, failedTries: failedTries - 1, limit: limit)
        else { return max(planned, now) }
        return max(planned, now + (planned - before))
    }

    /// Whether the App Store's word is final, so that no further try can change anything: the receipt could not be
    /// authenticated, or its customer's account is gone.
    ///
    /// Source: Apple, verifyReceipt `status` 21003 and 21010.
    package static func isFinal(_ outcome: String) -> Bool { outcome == "21003" || outcome == "21010" }
}
