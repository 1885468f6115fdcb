package import Purchases

/// Something that the server does by itself, again and again: verifying, asking, telling.
///
/// A worker knows no clock: it is told the present, does what is due, and says when it wants to go on. Tests turn the
/// time by hand, the server runs it in a `WorkerLoop`.
package protocol Worker: Sendable {
    /// Its name, in the store and in the metrics.
    var name: WorkerName { get }

    /// Does what is due.
    ///
    /// - Throws: what keeps it from working, most often a `StoreError`; it is tried again after a pause.
    func work(at now: Instant) async throws -> WorkDone
}

/// What the server does by itself, by name.
package enum WorkerName: String, Hashable, Sendable, CaseIterable {
    /// Trying what is asked of the App Store: limited verification, orders, news of chains.
    case requests
    /// Asking about chains of which something ought to have been told.
    case polling
    /// Filling gaps from the history of notifications.
    case gaps
    /// Delivering alarms.
    case alarms
    /// Telling backends what changed in entitlements.
    case events
    /// Telling backends by webhooks.
    case webhooks
    /// Taking in reports that waited for their ration.
    case reports
}

/// What a worker did.
package struct WorkDone: Hashable, Sendable {
    /// How many things it did.
    package let count: Int
    /// What kept it from doing all of it, by code; nil when nothing did.
    package let failure: String?
    /// When it wants to go on.
    package let next: Instant

    /// What was done, and when to go on.
    package init(count: Int, failure: String? = nil, next: Instant) {
        (self.count, self.failure, self.next) = (count, failure, next)
    }
}
