package import AppStoreClient
import Persistence
package import Purchases

/// Tries what people and rules ask of the App Store: whether a purchase can be verified now, what an order bought,
/// what is new about a chain; and sends acts and answers about refunds. What is asked of Apple for each is in
/// `RequestQuestions`.
///
/// Each try is committed together with what Apple answered, so that a server that is killed in between tries the same
/// again and none is counted twice. What it tries it has a lease for, so that of two servers one tries it.
package struct RequestWorker: Worker {
    /// How many are tried in one step†.
    private static let batch = 48
    /// How many questions are on their way at once†.
    private static let atOnce = 8
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(30)
    private static let origin = "App Store request"

    private let carrier: AnswerCarrier
    private var access: StoreAccess { carrier.access }
    private let appStore: AppStoreAsker

    /// A worker that asks Apple.
    package init(_ carrier: AnswerCarrier, asking appStore: AppStoreAsker) {
        (self.carrier, self.appStore) = (carrier, appStore)
    }

    /// What it is called in the store.
    package var name: WorkerName { .requests }

    /// Makes the verifications that tickets need, and tries what is due.
    package func work(at now: Instant) async throws -> WorkDone {
        let time = Stopwatch(from: now, by: access.clock)
        try await access.run { store, agent in
            while try store.makeVerifications(by: agent, at: now, limit: 500) >= 500 {}
            try store.settleRefunds(by: agent, at: now)
            try store.callForPressingRefunds(by: agent, at: now)
        }
        let server = access.server
        let due = try await access.run { store, agent in
            try store.takeDueAsks(for: server, by: agent, at: time.step, limit: RequestWorker.batch)
        }
        // An answer about a refund has a deadline, which does not wait for its turn.
        let (answers, others) = (
            due.filter { $0.request.kind == .consumption }, due.filter { $0.request.kind != .consumption }
        )
        let failures = try await Crew(atOnce: RequestWorker.atOnce).run(answers + others) {
            try await attempt($0, at: now, time)
        }
        if !due.isEmpty {
            try await KeyWatch(access: access, appStore: appStore).look(at: now)
        }
        let soon = now + RequestWorker.pace
        let next = try await access.ask { try $0.nextAskDue() } ?? soon
        return WorkDone(count: due.count, failure: failures.first, next: min(soon, max(now, next)))
    }

    /// Tries one; answers what keeps Apple from being asked at all, nil for nothing.
    private func attempt(_ due: DueAsk, at now: Instant, _ time: Stopwatch) async throws -> String? {
        let lease = LeaseSubject.request(due.request.id)
        // A server that stood still for long finds its work taken, or cancelled.
        guard try await access.mayAsk(due.request.id) else { return nil }
        let found = try await answers(to: due, at: now, time)
        // What is stopped half way is tried again by the next server; what was answered is noted also by one that ends.
        if found.result.isOpen { try Task.checkCancellation() }
        try await Task {
            try await carrier.take(
                found.answers, from: RequestWorker.origin,
                effects: [.leased(lease, access.server, .tried(due.request.id, found.result))], at: now)
        }.value
        guard case .failed(let code, isCounted: false, _) = found.result else { return nil }
        return code
    }
}

extension RequestWorker {
    /// Asks, unless it may not be asked any more: a consent can be withdrawn up to the last moment, what a ticket was
    /// closed with can be taken back, and a customer can be erased.
    private func answers(
        to due: DueAsk, at now: Instant, _ time: Stopwatch
    ) async throws -> AskedAnswers {
        if due.request.kind == .consumption,
            let hindrance = try await access.ask({
                try $0.hindrance(toSending: due.request, at: time.now)
            })
        {
            return AskedAnswers(result: .refused(hindrance.rawValue))
        }
        let means =
            [.finish, .token].contains(due.request.kind)
            ? try await access.ask { try $0.means(toAsk: due.request) } : due.means
        let turn = RequestTurn(access: access, request: due.request.id, now: now)
        return await RequestQuestions(appStore: appStore, turn: turn).ask(due.request, with: means)
    }
}

extension TryResult {
    /// Whether it says no more than that nothing was answered.
    fileprivate var isOpen: Bool { if case .failed = self { true } else { false } }
}
