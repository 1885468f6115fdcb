/// What the app itself tells about one purchase attempt.
public struct PurchaseReport: Hashable, Sendable {
    /// The attempt's name.
    public let attempt: AttemptID
    /// What it tells beside its events.
    public let values: PurchaseReportValues
    /// What happened, in no order.
    public let events: [PurchaseEvent]

    /// A report about an attempt.
    public init(attempt: AttemptID, values: PurchaseReportValues, events: [PurchaseEvent]) {
        (self.attempt, self.values, self.events) = (attempt, values, events)
    }
}
