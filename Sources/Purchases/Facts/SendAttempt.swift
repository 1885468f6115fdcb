/// One try of the App Store to deliver a notification, as its own history tells it.
///
/// Source: Apple, `sendAttemptItem`.
public struct SendAttempt: Hashable, Sendable {
    /// When it was tried.
    public let at: Instant
    /// Apple's `sendAttemptResult`, such as `SUCCESS` or `TIMED_OUT`.
    public let result: String

    /// A try and what came of it.
    public init(at: Instant, result: String) { (self.at, self.result) = (at, result) }
}
