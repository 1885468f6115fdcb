import Persistence
package import Purchases

/// Tells backends what became of entitlements: turns what changed in the store, and what the clock changes, into events.
package struct EventWorker: Worker {
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(2)

    private let access: StoreAccess

    /// A worker on a store.
    package init(_ access: StoreAccess) { self.access = access }

    package var name: WorkerName { .events }

    /// Appends what is new, of two hundred customers at most.
    package func work(at now: Instant) async throws -> WorkDone {
        let outcome = try await access.run { store, agent in
            try store.tellEntitlements(by: agent, at: now)
        }
        let soon = now + EventWorker.pace
        let next = outcome.isMore ? now : min(soon, outcome.next.map { max($0, now) } ?? soon)
        return WorkDone(count: max(outcome.events, outcome.isMore ? 1 : 0), next: next)
    }
}
