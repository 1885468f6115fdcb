import Purchases

/// What the app told at one time about a made-up purchase attempt.
struct PracticeReport: Hashable, Sendable {
    /// When it reached the server.
    let receivedAt: Instant
    /// The events that it tells.
    let events: [PracticeEvent]
    /// Whether the app knew the transaction's ids by then.
    var namesTransaction = true
    /// How far the device's clock is off.
    var clockError = TimeLength.zero

    /// A report of events, received so many seconds after the last of them.
    init(_ events: [PracticeEvent], delay: Int64 = 75) {
        self.events = events
        receivedAt = (events.last?.at ?? .earliest) + .seconds(delay)
    }
}
