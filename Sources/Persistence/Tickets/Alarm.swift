public import Purchases

/// An alarm about a loss of funds: one a ticket. It waits until it was delivered, or until nobody is to be called.
public struct Alarm: Hashable, Sendable {
    /// The ticket.
    public let ticket: TicketID
    /// When it was raised.
    public let at: Instant
    /// When somebody took it last to deliver it; nil when nobody did.
    public let takenAt: Instant?
    /// When it was delivered; nil when it was not.
    public let deliveredAt: Instant?
    /// Why the last try did not deliver it.
    public let failure: String?
    /// How often it was tried.
    public let attempts: Int
    /// When it may be tried again: after a pause, or when whoever took it has had its time; nil when it is due at once
    /// or waits no more.
    public let nextAt: Instant?

    /// Whether it is still to be delivered.
    public var isWaiting: Bool { takenAt == nil || nextAt != nil }

    /// What became of a try.
    public enum End: Hashable, Sendable {
        /// Somebody heard it.
        case delivered
        /// It failed, and why; it is tried again.
        case failed(String)
        /// The ticket is no loss any more: there is nothing to tell.
        case needless
    }
}

/// When alarms are tried. The figures are ours.
public enum AlarmPace {
    /// For so long whoever took an alarm has it alone; a run that was killed meanwhile counts as one that failed.
    public static let lease = TimeLength.seconds(60)
    /// The longest pause between two tries.
    public static let longestPause = TimeLength.hours(1)

    /// The pause after so many tries that failed: half a minute, twice as long each time, an hour at the most.
    public static func pause(after tries: Int) -> TimeLength {
        let doubled = TimeLength.seconds(Int64(30) << max(0, min(tries - 1, 10)))
        return min(doubled, longestPause)
    }
}

/// The alarms that wait, in numbers.
public struct AlarmStanding: Hashable, Sendable {
    /// How many wait.
    public let waiting: CappedCount
    /// The one that was tried most often in vain; nil when none was.
    public let worst: Alarm?

    /// No alarm waits.
    public static let clear = AlarmStanding(waiting: CappedCount(0), worst: nil)
}

/// Alarms that nobody is called for, because no command is set: they are told as one.
public struct UnheardAlarms: Hashable, Sendable {
    /// How many of their tickets are losses of funds still.
    public let count: Int
    /// The oldest of those tickets; nil when there is none.
    public let first: TicketID?
}
