/// Charged purchases that failed for one cause, with one version of the app, in one hour: what ``IncidentRule`` reads.
/// What it finds is an ``IncidentCluster``.
package struct FailureHour: Hashable, Sendable {
    /// The hour of the charge, counted since 1970 in UTC.
    package let hour: Int
    package let cause: TicketCause
    /// The app's version; empty where nothing tells.
    package let version: String
    /// How many; more than none.
    package let tickets: Int

    /// Failed purchases of an hour.
    package init(hour: Int, cause: TicketCause, version: String, tickets: Int) {
        (self.hour, self.cause, self.version, self.tickets) = (hour, cause, version, tickets)
    }
}

/// Failed purchases that the rule takes for one incident.
package struct IncidentCluster: Hashable, Sendable {
    /// What they share.
    package let kind: IncidentKind
    /// The cause or the version that most of them share.
    package let key: String
    /// All causes that count as one with it, the commonest first; empty where it is about a version.
    package let causes: [TicketCause]
    /// From the hour of the first charge to the hour of the last one.
    package let hours: ClosedRange<Int>
    package let tickets: Int
    /// How many an hour were usual, in thousandths.
    package let usual: Int

    /// For how long nothing may come before it is over: five times what usually lies between two, at least six hours, a
    /// day for one that lasted longer than a day, and a week at the most.†
    package var quiet: TimeLength {
        let hour = TimeLength.hours(1).count
        let least = hours.count > 24 ? 24 : 6
        let between = Int64(hours.count) * hour / Int64(max(1, tickets))
        return TimeLength(min(max(5 * between, Int64(least) * hour), 7 * 24 * hour))
    }

    /// Whether failed purchases of an hour are among them.
    package func holds(_ row: FailureHour) -> Bool {
        guard hours.contains(row.hour) else { return false }
        return kind == .version ? row.version == key : causes.contains(row.cause)
    }
}

extension TicketCause {
    /// Whether it says that the server has a wrong setting: the wrong secret, or the wrong environment. No purchase fails
    /// so by chance, and none is ever usual.
    ///
    /// Source: Apple, status codes of verifyReceipt: 21004, 21007, 21008.
    package var isConfigurationFault: Bool { ["21004", "21007", "21008"].contains(rawValue) }

    /// Whether it says that a server could not be reached or had no answer, ours or the App Store's: one outage shows
    /// itself in several of these.
    ///
    /// Source: Apple, status codes of verifyReceipt: 21005, 21009, 21100 to 21199; RFC 9110, 5xx.
    package var isOutage: Bool {
        if rawValue.hasPrefix("http_5") || rawValue.hasPrefix("error:NSURLErrorDomain:") { return true }
        guard let status = Int(rawValue) else { return false }
        return status == 21005 || status == 21009 || (21100...21199).contains(status)
    }
}
