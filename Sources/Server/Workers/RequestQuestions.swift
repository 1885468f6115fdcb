import AppStoreClient
import Persistence
import Purchases

/// What one try of a request to Apple brought.
struct AskedAnswers: Sendable {
    /// What Apple answered, in order; also when something else failed.
    var answers: [AppStoreAnswer] = []
    /// What the try came to.
    let result: TryResult
}

/// Carries out one request: which questions to Apple each kind needs. `RequestWorker` calls it; the two kinds that
/// extend renewal dates are in `ExtensionQuestions.swift`.
struct RequestQuestions: Sendable {
    let appStore: AppStoreAsker
    let turn: RequestTurn

    /// Asks Apple once; what a failure means is in the result.
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
                answers += history
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
            return failed(error)
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
            return failed(error)
        }
    }

    private func lookUp(_ order: OrderID) async -> AskedAnswers {
        do {
            let found = try await appStore.lookUpOrder(order)
            guard found.isKnown else { return AskedAnswers(result: .refused("unknown_order")) }
            return AskedAnswers(answers: [found.answer], result: .answered("answered"))
        } catch {
            return failed(error)
        }
    }

    /// Everything about a chain: history, statuses, refunds; a receipt where there is no key.
    private func refresh(_ means: AskMeans) async -> AskedAnswers {
        guard appStore.access.canAsk(.server), let chain = means.chain else { return await verify(means) }
        let (transaction, environment) = (TransactionID(chain.original.rawValue), chain.environment)
        var answers: [AppStoreAnswer] = []
        do {
            answers += try await appStore.transactionHistory(ofAny: transaction, in: environment)
            answers.append(try await appStore.subscriptionStatuses(ofAny: transaction, in: environment))
            answers += try await appStore.refundHistory(ofAny: transaction, in: environment)
            return AskedAnswers(answers: answers, result: .answered("answered"))
        } catch {
            return failed(error, after: answers)
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
            return failed(error)
        }
    }

    /// Whether the same question would get the same error again.
    static func isFinal(_ error: AppStoreError) -> Bool {
        error == .notServed || (error.countsAsTry && !error.isRepeatable)
    }

    /// What an error means for the try: final, or to be tried again.
    func failed(
        _ error: AppStoreError, after answers: [AppStoreAnswer] = [],
        isFinal: (AppStoreError) -> Bool = RequestQuestions.isFinal
    ) -> AskedAnswers {
        AskedAnswers(
            answers: answers,
            result: isFinal(error)
                ? .refused(error.code)
                : .failed(error.code, isCounted: error.countsAsTry || isAway(error), notBefore: error.until))
    }

    /// Whether others have just found Apple away, so that the answer is known without a question: else a thousand
    /// tickets of one outage would wait for one probe each, and none would come to its limit.
    private func isAway(_ error: AppStoreError) -> Bool {
        if case .circuitOpen = error { true } else { false }
    }
}

/// Whether a request is this server's to send, by its lease and by nobody having cancelled it: looked at right before a
/// question that Apple might carry out twice.
struct RequestTurn: Sendable {
    let access: StoreAccess
    let request: AppStoreRequestID
    let now: Instant

    /// Whether it still is.
    func isOurs() async -> Bool { (try? await access.mayAsk(request)) ?? false }

    /// Whether it still is, for an extension for everybody: from then on it counts as begun.
    func beginsEverybody() async -> Bool {
        (try? await access.run { [access, request, now] store, agent in
            try store.beginMassExtension(request, by: agent, on: access.server, at: now)
        }) ?? false
    }

    /// Whether it still is, for the first try to extend a chain: the period that the chain has until then is kept.
    func begins(_ period: SubscriptionPeriod) async -> Bool {
        (try? await access.run { [access, request, now] store, agent in
            try store.beginExtension(request, of: period, by: agent, on: access.server, at: now)
        }) ?? false
    }

    /// Forgets the kept period, since the first try surely did not arrive. Where that cannot be written it counts as
    /// sent, and is looked at before it is sent again.
    func takesBack() async {
        try? await access.run { [access, request, now] store, agent in
            try store.takeBackExtension(request, by: agent, on: access.server, at: now)
        }
    }
}
