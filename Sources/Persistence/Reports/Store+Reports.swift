public import Purchases

extension Store {
    /// The store in numbers at a moment; others write meanwhile.
    public func report(
        at instant: Instant, progress: ReportProgress = .none
    ) throws -> StoreReport {
        try read { try StoreReportReading(db: $0, at: instant, progress: progress).report() }
    }

    /// What was received of the App Store's notifications since a moment, and what is missing; others write meanwhile.
    public func notificationReport(
        since: Instant? = nil, progress: ReportProgress = .none
    ) throws -> NotificationReport {
        try read { db in
            var reading = NotificationReportReading(db, since: since, progress: progress)
            return try reading.report()
        }
    }
}
