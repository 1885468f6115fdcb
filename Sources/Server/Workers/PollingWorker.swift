package import AppStoreClient
import Persistence
package import Purchases

/// Asks about chains of which something ought to have been told and was not, never about others: `AskSchedule` in
/// `Purchases/Asking` says which are due.
///
/// One question a chain: the statuses of the customer's subscriptions, or the newest receipt where there is no key. What
/// Apple leaves unanswered is asked again by the same schedule, and costs none of its questions.
package struct PollingWorker: Worker {
    /// How many chains are asked about in one step†.
    private static let batch = 64
    /// How many questions are on their way at once†.
    private static let atOnce = 8
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(60)
    private static let origin = "App Store polling"

    private let carrier: AnswerCarrier
    private var access: StoreAccess { carrier.access }
    private let appStore: AppStoreAsker

    /// A worker that asks Apple.
    package init(_ carrier: AnswerCarrier, asking appStore: AppStoreAsker) {
        (self.carrier, self.appStore) = (carrier, appStore)
    }

    /// What it is called in the store.
    package var name: WorkerName { .polling }

    /// Asks about those that are due.
    package func work(at now: Instant) async throws -> WorkDone {
        let environments = appStore.access.environments
        let soon = now + PollingWorker.pace
        let server = access.server
        let due = try await access.run { store, agent in
            try store.takeChainsToAsk(
                in: environments, for: server, by: agent, at: now, limit: PollingWorker.batch)
        }
        guard !due.isEmpty else {
            let next = try await access.ask { try $0.nextChainAsk(in: environments) } ?? soon
            return WorkDone(count: 0, next: min(soon, max(next, now)))
        }
        let barriers = try await Crew(atOnce: PollingWorker.atOnce).run(due) { try await ask($0, at: now) }
        try await KeyWatch(access: access, appStore: appStore).look(at: now)
        // What could not be asked another server may.
        if !barriers.isEmpty { try await access.letGo(of: due.map { .chain($0.id) }, at: now) }
        // While Apple cannot be asked it is tried again after a second at the soonest and five minutes at the latest†.
        guard let barrier = barriers.first else { return WorkDone(count: due.count, next: now) }
        return WorkDone(
            count: due.count - barriers.count, failure: barrier.code,
            next: min(now + .seconds(300), max(barrier.until ?? soon, now + .seconds(1))))
    }

    /// Asks about one; answers what keeps Apple from being asked at all, nil for nothing.
    private func ask(_ chain: ChainToAsk, at now: Instant) async throws -> AppStoreError? {
        guard try await access.holds(.chain(chain.id)) else { return nil }
        let found: [AppStoreAnswer]
        do {
            found = try await answers(about: chain)
        } catch {
            try Task.checkCancellation()
            // Nobody was asked: the question stands as it is.
            guard error.countsAsTry else { return error }
            try await note(chain, [], isAnswered: !error.isRepeatable, at: now)
            return nil
        }
        try await note(chain, found, isAnswered: true, at: now)
        return nil
    }

    private func note(
        _ chain: ChainToAsk, _ answers: [AppStoreAnswer], isAnswered: Bool, at now: Instant
    ) async throws {
        try await carrier.take(
            answers, from: PollingWorker.origin,
            effects: [
                .leased(.chain(chain.id), access.server, .asked(chain.id, isAnswered: isAnswered))
            ], at: now)
    }

    /// What Apple says of a chain; nothing where there is nothing to ask with.
    private func answers(about chain: ChainToAsk) async throws(AppStoreError) -> [AppStoreAnswer] {
        if appStore.access.canAsk(.server) {
            let transaction = TransactionID(chain.id.original.rawValue)
            return [try await appStore.subscriptionStatuses(ofAny: transaction, in: chain.id.environment)]
        }
        guard appStore.access.canAsk(.receipts), let receipt = chain.receipt,
            let body = Deflate.inflated(receipt.body)
        else { return [] }
        return [try await appStore.verifyReceipt(body)]
    }
}
