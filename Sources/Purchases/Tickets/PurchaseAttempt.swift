/// One purchase attempt with everything that the app's reports told of it.
public struct PurchaseAttempt: Hashable, Sendable {
    /// An event and when the first report that told it was received.
    public struct Reported: Hashable, Sendable {
        /// The event.
        public let event: PurchaseEvent
        /// When it was received.
        public let receivedAt: Instant
        /// Whether an envelope said when; otherwise it is when the report was taken in.
        public let isReceiptTold: Bool

        /// An event that was received.
        public init(_ event: PurchaseEvent, receivedAt: Instant, isReceiptTold: Bool) {
            (self.event, self.receivedAt, self.isReceiptTold) = (event, receivedAt, isReceiptTold)
        }

        /// When the device says that it happened, but never later than it was received.
        public var toldAt: Instant { min(event.at, receivedAt) }

        /// When it happened, as far as the device's clock can be believed.
        public var happenedAt: Instant {
            DeviceClock.corrected(event.at, receivedAt: receivedAt, isReceiptTold: isReceiptTold)
        }
    }

    /// Its name.
    public let id: AttemptID
    /// What reports told beside events, the newest word on each field.
    public let values: PurchaseReportValues
    /// Its events, oldest first.
    public let events: [Reported]
    /// When the first report of it was received.
    public let receivedAt: Instant

    /// An attempt as it was kept.
    public init(id: AttemptID, values: PurchaseReportValues, events: [Reported], receivedAt: Instant) {
        (self.id, self.values, self.receivedAt) = (id, values, receivedAt)
        self.events = events.sorted { PurchaseEvent.precedes($0.event, $1.event) }
    }

    /// Where it was made.
    public var environment: AppStoreEnvironment { values.environment ?? .production }
}
