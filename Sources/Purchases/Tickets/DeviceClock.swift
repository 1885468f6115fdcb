/// What to make of the clock of a customer's device.
enum DeviceClock {
    /// A report that is said to be older than this when it arrives comes from a clock that is off.†
    private static let longestDelay = TimeLength.days(365)

    /// An event's time: never later than it was received, and not years before, where an envelope says when that was.
    static func corrected(_ at: Instant, receivedAt: Instant, isReceiptTold: Bool) -> Instant {
        if at > receivedAt { return receivedAt }
        return isReceiptTold && receivedAt - at > longestDelay ? receivedAt : at
    }
}
