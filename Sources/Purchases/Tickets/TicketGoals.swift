/// Within how long tickets are to be ended, by their group: what a lead decides, and what follows for one ticket. The
/// order of queues, which depends on it, and the lapse of claims are below.
///
/// Overdue is never kept: it is what `due_at` and the clock say whenever somebody looks.
package struct TicketGoals: Hashable, Sendable {
    /// Within how many hours a loss of funds is to be ended; no goal when 0.
    package let lossHours: Int
    /// Within how many hours what is paid and not delivered is to be ended; no goal when 0.
    package let undeliveredHours: Int

    /// Goals; without values those that stand until a lead says otherwise.
    package init(lossHours: Int = 24, undeliveredHours: Int = 72) {
        (self.lossHours, self.undeliveredHours) = (lossHours, undeliveredHours)
    }

    /// Within how long a ticket of a group is to be ended; nil without a goal.
    package func time(for group: ErrorGroup) -> TimeLength? {
        let hours =
            switch group {
            case .notCharged: 0
            case .undelivered: undeliveredHours
            case .lossOfFunds: lossHours
            }
        return hours > 0 ? .hours(Int64(hours)) : nil
    }

    /// When a ticket is to be ended that came into its present queue at a moment; nil while it waits, when it is
    /// resolved, and without a goal.
    package func dueAt(group: ErrorGroup, state: TicketState, queuedAt: Instant) -> Instant? {
        guard state != .waiting, state != .resolved else { return nil }
        return time(for: group).map { queuedAt + $0 }
    }
}

/// A place in the order of queues: group 3 before 2 before 1, not made good first, overdue first, who waits longest, id.
package struct QueuePlace: Hashable, Comparable, Sendable {
    package let group: ErrorGroup
    /// Whether a grant made it good before.
    package let isMadeGood: Bool
    /// Whether its time is over.
    package let isOverdue: Bool
    /// Since when the customer waits.
    package let waitingSince: Instant
    /// The ticket's number.
    package let number: Int64

    /// The place of a ticket that is due at a moment, or has no goal, as of another.
    package init(
        group: ErrorGroup, isMadeGood: Bool, dueAt: Instant?, waitingSince: Instant, number: Int64,
        at now: Instant
    ) {
        self.group = group
        self.isMadeGood = isMadeGood
        isOverdue = dueAt.map { $0 <= now } ?? false
        self.waitingSince = waitingSince
        self.number = number
    }

    /// Whether a place comes before another: the worst first.
    package static func < (left: QueuePlace, right: QueuePlace) -> Bool {
        if left.group != right.group { return left.group > right.group }
        if left.isMadeGood != right.isMadeGood { return !left.isMadeGood }
        if left.isOverdue != right.isOverdue { return left.isOverdue }
        if left.waitingSince != right.waitingSince { return left.waitingSince < right.waitingSince }
        return left.number < right.number
    }
}

/// After how long without an act of its holder a claim lapses.
package struct ClaimPatience: Hashable, Sendable {
    /// The hours; a claim never lapses when 0.
    package let hours: Int

    /// A patience of so many hours.
    package init(hours: Int = 8) { self.hours = hours }

    /// Claims whose holders did nothing since this moment lapse at `now`; nil when claims never lapse.
    ///
    /// A claim of the future, of before a clock was set back, is never older than that.
    package func lapsing(at now: Instant) -> Instant? { hours > 0 ? now - .hours(Int64(hours)) : nil }
}
