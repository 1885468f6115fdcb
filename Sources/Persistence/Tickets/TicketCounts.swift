public import Purchases

/// How many tickets wait in each queue, and the alarms about them.
public struct TicketCounts: Hashable, Sendable {
    /// The unresolved tickets of each group.
    public let unresolved: [ErrorGroup: CappedCount]
    /// The alarms about them that wait to be delivered.
    public var alarms = AlarmStanding.clear

    /// What the tab shows: the unresolved tickets of groups 2 and 3.
    public var toWork: CappedCount {
        CappedCount((unresolved[.undelivered]?.counted ?? 0) + (unresolved[.lossOfFunds]?.counted ?? 0))
    }

    /// The unresolved tickets of a group.
    public func count(of group: ErrorGroup) -> CappedCount { unresolved[group] ?? CappedCount(0) }
}
