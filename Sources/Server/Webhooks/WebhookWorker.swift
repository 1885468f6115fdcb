import Persistence
public import Purchases

/// Tells backends by webhooks what happened: makes messages of what changed, and delivers them, of each customer in order.
///
/// A message is delivered at least once: what was sent and not noted before the server died is sent again under the same
/// `webhook-id`.
public struct WebhookWorker: Worker {
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(2)
    /// How many messages one step sends to one receiver†.
    private static let batch = 64
    /// How many receivers are called at once†.
    private static let atOnce = 8

    private let access: StoreAccess
    private let targets: [WebhookTarget]
    private let sender: WebhookSender

    /// A worker that tells receivers.
    public init(
        _ access: StoreAccess, to targets: [WebhookTarget], by sender: WebhookSender = WebhookSender()
    ) {
        (self.access, self.targets, self.sender) = (access, targets, sender)
    }

    /// `webhooks`.
    public var name: WorkerName { .webhooks }

    /// Queues what is new, and sends what is due.
    public func work(at now: Instant) async throws -> WorkDone {
        let receivers = targets.map(\.receiver)
        var count = try await access.run { store, agent in
            try store.queueWebhooks(to: receivers, by: agent, at: now)
        }
        var (failure, next): (String?, Instant) = (nil, now + WebhookWorker.pace)
        // One that is slow does not keep the others waiting for its turn.
        let steps = try await Crew(atOnce: WebhookWorker.atOnce).run(targets) {
            try await deliver(to: $0, at: now)
        }
        for done in steps {
            count += done.count
            failure = failure ?? done.failure
            next = min(next, done.next)
        }
        return WorkDone(count: count, failure: failure, next: max(next, now))
    }

    /// Sends what is due at one receiver, while no other server does.
    private func deliver(to target: WebhookTarget, at now: Instant) async throws -> WorkDone {
        let (name, server, soon) = (target.receiver.name, access.server, now + WebhookWorker.pace)
        let due = try await access.run { store, agent -> [DueWebhook] in
            guard try !store.dueWebhooks(for: name, at: now, limit: 1).isEmpty,
                try store.lease(.webhook(name), for: server, by: agent, at: now)
            else { return [] }
            return try store.dueWebhooks(for: name, at: now, limit: WebhookWorker.batch)
        }
        guard !due.isEmpty else { return WorkDone(count: 0, next: soon) }
        let tries = await sender.send(due, to: target, at: now)
        try await access.run { store, agent in
            try store.noteWebhooks(tries, at: name, of: server, by: agent, at: now)
        }
        let failed = tries.contains { $0.result != .delivered }
        let next = try await access.run { store, _ in try store.nextWebhook(for: name) }
        return WorkDone(
            count: tries.count, failure: failed ? "webhook_failed" : nil,
            next: next.map { max($0, now) } ?? soon)
    }
}
