public import AppStoreClient
import Persistence
public import Purchases

/// Tries what people and rules ask of the App Store: whether a purchase can be verified now, what an order bought, what is
/// new about a chain.
///
/// Each try is committed together with what Apple answered, so that a server that is killed in between tries the same
/// again and none is counted twice. What it tries it has a lease for, so that of two servers one tries it.
public struct RequestWorker: Worker {
    /// How many are tried in one step†.
    private static let batch = 48
    /// How many questions are on their way at once†.
    private static let atOnce = 8
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(30)
    private static let origin = "App Store request"

    private let carrier: AnswerCarrier
    private let access: StoreAccess
    private let appStore: AppStoreAsker

    /// A worker that asks Apple.
    public init(_ carrier: AnswerCarrier, asking appStore: AppStoreAsker) {
        (self.carrier, access, self.appStore) = (carrier, carrier.access, appStore)
    }

    /// What it is called in the store.
    public var name: WorkerName { .requests }

    /// Makes the verifications that tickets need, and tries what is due.
    public func work(at now: Instant) async throws -> WorkDone {
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
        let next = try await access.read { try $0.nextAskDue() } ?? soon
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
            let hindrance = try await access.read({
                try $0.hindrance(toSending: due.request, at: time.now)
            })
        {
            return AskedAnswers(result: .refused(hindrance.rawValue))
        }
        let means =
            [.finish, .token].contains(due.request.kind)
            ? try await access.read { try $0.means(toAsk: due.request) } : due.means
        let turn = RequestTurn(access: access, request: due.request.id, now: now)
        return await RequestQuestions(appStore: appStore, turn: turn).ask(due.request, with: means)
    }
}

/// Whether something that is asked is this server's to ask: looked at right before what Apple might do twice.
struct RequestTurn: Sendable {
    let access: StoreAccess
    let request: AppStoreRequestID
    let now: Instant

    /// Whether it still is.
    func isOurs() async -> Bool { (try? await access.mayAsk(request)) ?? false }

    /// Whether it still is, for what Apple does to everybody: from then on it counts as begun.
    func beginsEverybody() async -> Bool {
        (try? await access.run { [access, request, now] store, agent in
            try store.beginMassExtension(request, by: agent, on: access.server, at: now)
        }) ?? false
    }

    /// Whether it still is, for what is sent for the first time: the period that a chain has until then is kept.
    func begins(_ period: SubscriptionPeriod) async -> Bool {
        (try? await access.run { [access, request, now] store, agent in
            try store.beginExtension(request, of: period, by: agent, on: access.server, at: now)
        }) ?? false
    }

    /// What was sent for the first time surely did not arrive. Where that cannot be kept it counts as sent, and is looked
    /// at before it is sent again.
    func takesBack() async {
        try? await access.run { [access, request, now] store, agent in
            try store.takeBackExtension(request, by: agent, on: access.server, at: now)
        }
    }
}

extension TryResult {
    /// Whether it says no more than that nothing was answered.
    fileprivate var isOpen: Bool { if case .failed = self { true } else { false } }
}

/// What was learnt by trying something.
struct AskedAnswers: Sendable {
    /// What Apple answered, in order; also when something else failed.
    var answers: [AppStoreAnswer] = []
    /// What the try came to.
    let result: TryResult
}

/// Which questions find out what is asked.
struct RequestQuestions: Sendable {
    let appStore: AppStoreAsker
    let turn: RequestTurn

    /// Asks Apple what somebody wants to know.
    func ask(_ request: AppStoreRequest, with means: AskMeans) async -> AskedAnswers {
        switch request.kind {
        case .retry: await verify(means)
        case .order: await lookUp(OrderID(request.subject))
        case .refresh: await refresh(means)
        case .finish: await finish(means)
        case .extend: await extend(request)
        case .massExtend: await extendEverybody(request)
        case .consumption: await tell(request, means)
        case .token: await sign(means)
        }
    }

    /// Whether a purchase is vouched for now: its transaction and its customer's history, or a receipt.
    private func verify(_ means: AskMeans) async -> AskedAnswers {
        // A report that says nothing of an environment is taken for one of production, and may be a reviewer's.
        let environment = means.environment == .production ? nil : means.environment
        if appStore.access.canAsk(.server),
            let transaction = means.transaction ?? means.chain.map({ TransactionID($0.original.rawValue) })
        {
            var answers: [AppStoreAnswer] = []
            do {
                answers.append(try await appStore.transactionInfo(transaction, in: environment))
            } catch {
                return failed(error) { VerificationPace.isFinal($0.code) }
            }
            // The transaction is what was asked for; the history only fills what else is missing.
            let place = answers.last?.environment
            if let history = try? await appStore.transactionHistory(ofAny: transaction, in: place) {
                answers += history.pages
            }
            return AskedAnswers(answers: answers, result: .answered("answered"))
        }
        guard appStore.access.canAsk(.receipts), let receipt = means.receipt,
            let body = Deflate.inflated(receipt.body)
        else { return AskedAnswers(result: .failed("no_receipt", isCounted: true, notBefore: nil)) }
        do {
            let answer = try await appStore.verifyReceipt(body)
            return AskedAnswers(answers: [answer], result: .answered("answered"))
        } catch {
            return failed(error) { VerificationPace.isFinal($0.code) }
        }
    }

    /// Has a transaction finished: what was finished before is answered alike, so that asking twice is asking once.
    private func finish(_ means: AskMeans) async -> AskedAnswers {
        guard let transaction = means.transaction else { return AskedAnswers(result: .refused("needless")) }
        do {
            try await appStore.finishTransaction(transaction, in: means.environment)
            return AskedAnswers(result: .answered("finished"))
        } catch {
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
    }

    /// Has a customer's token signed into a chain: the last word counts there, so that asking twice is asking once.
    private func sign(_ means: AskMeans) async -> AskedAnswers {
        guard let chain = means.chain, let token = means.accountToken else {
            return AskedAnswers(result: .refused("needless"))
        }
        do {
            try await appStore.setAppAccountToken(token, of: chain)
            return AskedAnswers(result: .answered("token_set"))
        } catch {
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
    }

    private func lookUp(_ order: OrderID) async -> AskedAnswers {
        do {
            let found = try await appStore.lookUpOrder(order)
            guard found.isKnown else { return AskedAnswers(result: .refused("unknown_order")) }
            return AskedAnswers(answers: [found.answer], result: .answered("answered"))
        } catch {
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
    }

    /// Everything about a chain: history, statuses, refunds; a receipt where there is no key.
    private func refresh(_ means: AskMeans) async -> AskedAnswers {
        guard appStore.access.canAsk(.server), let chain = means.chain else { return await verify(means) }
        let (transaction, environment) = (TransactionID(chain.original.rawValue), chain.environment)
        var answers: [AppStoreAnswer] = []
        do {
            answers += try await appStore.transactionHistory(ofAny: transaction, in: environment).pages
            answers.append(try await appStore.subscriptionStatuses(ofAny: transaction, in: environment))
            answers += try await appStore.refundHistory(ofAny: transaction, in: environment).pages
            return AskedAnswers(answers: answers, result: .answered("answered"))
        } catch {
            return AskedAnswers(
                answers: answers, result: failed(error, isFinal: RequestQuestions.isFinal).result)
        }
    }

    /// Tells what was consumed, in the words that were kept when the answer was given.
    private func tell(_ request: AppStoreRequest, _ means: AskMeans) async -> AskedAnswers {
        guard let transaction = means.transaction, let environment = means.environment else {
            return AskedAnswers(result: .refused("unknown_refund"))
        }
        do {
            try await appStore.sendConsumption(request.arguments, about: transaction, in: environment)
            return AskedAnswers(result: .answered("answered"))
        } catch {
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
    }

    /// What the same question will never be answered otherwise.
    static func isFinal(_ error: AppStoreError) -> Bool {
        error == .notServed || (error.countsAsTry && !error.isRepeatable)
    }

    /// What an error means for the try: final, or to be tried again.
    func failed(
        _ error: AppStoreError, isFinal: (AppStoreError) -> Bool
    ) -> AskedAnswers {
        if isFinal(error) { return AskedAnswers(result: .refused(error.code)) }
        return AskedAnswers(
            result: .failed(
                error.code, isCounted: error.countsAsTry || isAway(error), notBefore: error.until))
    }

    /// Whether others have just found Apple away, so that the answer is known without a question: else a thousand
    /// tickets of one outage would wait for one probe each, and none would come to its limit.
    private func isAway(_ error: AppStoreError) -> Bool {
        if case .circuitOpen = error { true } else { false }
    }
}

/// Does several things at once, but never more than so many.
struct Crew: Sendable {
    let atOnce: Int

    /// Does something with each; answers what it says, in no order. What one throws keeps no other from being done: the
    /// first of that is thrown once all are.
    func run<Element: Sendable, Word: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Word?
    ) async throws -> [Word] {
        let outcome = await withTaskGroup(of: Result<Word?, any Error>.self) { tasks in
            var (waiting, words, error) = (elements.makeIterator(), [Word](), (any Error)?.none)
            func next() {
                guard !Task.isCancelled, let element = waiting.next() else { return }
                tasks.addTask {
                    do { return .success(try await work(element)) } catch { return .failure(error) }
                }
            }
            for _ in 0..<atOnce { next() }
            for await done in tasks {
                switch done {
                case .success(let word): if let word { words.append(word) }
                case .failure(let thrown): error = error ?? thrown
                }
                next()
            }
            return (words, error)
        }
        if let error = outcome.1 { throw error }
        try Task.checkCancellation()
        return outcome.0
    }
}
