package import Persistence
package import Purchases

/// Tells one backend by webhooks what happened: makes messages of what changed, and delivers them, of each customer in
/// order. Each receiver has a worker of its own, so that one that is slow keeps no other waiting.
///
/// A message is delivered at least once: what was sent and not noted before the server died is sent again under the same
/// `webhook-id`. That a receiver fails is no failure of the worker's: it stands in the receiver's own standing.
package struct WebhookWorker: Worker {
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(2)
    /// How many messages one step sends†.
    private static let batch = 64

    private let access: StoreAccess
    private let target: WebhookTarget
    private let receivers: [WebhookReceiver]
    private let sender: WebhookSender

    /// A worker that tells a receiver.
    ///
    /// - Parameters:
    ///   - receivers: all that there are: the first worker that sees a change makes its messages for all of them.
    ///   - limit: how long a call may take.
    package init(
        _ access: StoreAccess, to target: WebhookTarget, among receivers: [WebhookReceiver],
        limit: TimeLength = WebhookSender.advisedLimit
    ) {
        (self.access, self.target, self.receivers) = (access, target, receivers)
        sender = WebhookSender(clock: access.clock, limit: limit)
    }

    package var name: WorkerName { .webhooks }

    /// Queues what is new, and sends what is due.
    package func work(at now: Instant) async throws -> WorkDone {
        // What is queued already is delivered whatever keeps something new from becoming a message.
        let made: Result<Int, any Error>
        do {
            made = .success(
                try await access.run { [receivers] store, agent in
                    try store.queueWebhooks(to: receivers, by: agent, at: now)
                })
        } catch {
            made = .failure(error)
        }
        let sent = try await deliver(at: now)
        let name = target.receiver.name
        let next = try await access.ask { try $0.nextWebhook(for: name) }
        let soon = now + WebhookWorker.pace
        let count = try made.get() + sent
        // No later than soon, whatever is due: that somebody wants something sent again wakes nobody.
        return WorkDone(count: count, next: count == 0 ? soon : min(max(now, next ?? soon), soon))
    }

    /// Sends what is due, while no other server does; answers how many messages that were.
    private func deliver(at now: Instant) async throws -> Int {
        let (name, server) = (target.receiver.name, access.server)
        let due = try await access.run { store, agent -> [DueWebhook] in
            guard try !store.dueWebhooks(for: name, at: now, limit: 1).isEmpty,
                try store.lease(.webhook(name), for: server, by: agent, at: now)
            else { return [] }
            return try store.dueWebhooks(for: name, at: now, limit: WebhookWorker.batch)
        }
        guard !due.isEmpty else { return 0 }
        // A message that does not say what the store says was written into the file: it is noted, not sent.
        let own = due.filter(\.isTold)
        var tries = due.filter { !$0.isTold }.map { WebhookTry.untold($0, at: now) }
        if !own.isEmpty {
            tries += await sender.send(own, to: target, at: now) { [access] message in
                // A server that stood still for long may find that another was here.
                (try? await access.ask { store in
                    try store.holds(.webhook(name), server) && store.isNext(message, for: name)
                }) ?? false
            }
        }
        // In a task of its own: what is known to have been taken is noted also by a server that ends.
        try await Task { [access, tries] in
            try await access.run { store, agent in
                try store.noteWebhooks(tries, at: name, of: server, by: agent, at: now)
            }
        }.value
        return tries.count
    }
}
