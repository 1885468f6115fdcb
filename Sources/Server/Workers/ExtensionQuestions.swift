import AppStoreClient
import JSONValues
import Persistence
import Purchases

/// The questions that extend renewal dates. None is sent a second time before a look at the chain has shown that the
/// first was not carried out.
///
/// Apple may have done what its answer never told: the connection broke, or the server was killed before it noted the
/// answer. Nothing says that Apple does a repeat of a `requestIdentifier` only once. So the chain's period is kept before
/// the question is sent for the first time: what Apple tells of it afterwards shows whether an earlier try was done.
extension RequestQuestions {
    /// Extends one chain: looks at its period, keeps it, sends, and looks again.
    func extend(_ request: AppStoreRequest) async -> AskedAnswers {
        guard let order = request.extensionOrder else {
            return AskedAnswers(result: .refused("bad_arguments"))
        }
        let chain = OriginalTransactionID(request.subject)
        let any = TransactionID(chain.rawValue)
        let before: AppStoreAnswer
        do {
            before = try await appStore.subscriptionStatuses(ofAny: any, in: order.environment)
        } catch {
            return failed(error)
        }
        guard let period = SubscriptionPeriod(before, of: chain) else {
            return AskedAnswers(answers: [before], result: .refused("no_period"))
        }
        if let sent = request.extensionEffect?.before {
            guard let isDone = order.isDone(since: sent, by: period) else {
                return AskedAnswers(answers: [before], result: .refused("renewed"))
            }
            if isDone {
                let effect = ExtensionEffect(effectiveAt: period.expiresAt, lineItem: nil)
                return AskedAnswers(
                    answers: [before], result: .answered("extended_before", effect: effect.text))
            }
            guard await turn.isOurs() else { return RequestQuestions.taken }
        } else {
            guard await turn.begins(period) else { return RequestQuestions.taken }
        }
        do {
            let effect = try await appStore.extend(chain, by: order)
            let after = try? await appStore.subscriptionStatuses(ofAny: any, in: order.environment)
            return AskedAnswers(
                answers: [before, after].compactMap { $0 },
                result: .answered("extended", effect: effect.text))
        } catch {
            // What may have been done is no refusal: what Apple tells of the period shows it at the next try.
            if error.leavesOpen {
                return AskedAnswers(
                    answers: [before],
                    result: .failed(error.code, isCounted: error.countsAsTry, notBefore: error.until))
            }
            if request.extensionEffect?.before == nil { await turn.takesBack() }
            return failed(error, after: [before])
        }
    }

    /// Extends for everybody who has a product. Apple works through them by itself; it is asked how far it is until it
    /// is done. Once it may have begun only that is asked.
    func extendEverybody(_ request: AppStoreRequest) async -> AskedAnswers {
        guard let order = request.massExtensionOrder else {
            return AskedAnswers(result: .refused("bad_arguments"))
        }
        let product = ProductID(request.subject)
        let isBegun = request.massExtensionEffect != nil
        do {
            let effect = try await appStore.massExtensionStatus(of: product, order)
            return AskedAnswers(
                result: effect.completedAt == nil
                    ? .begun(MassExtensionEffect.inProgress, effect: effect)
                    : .answered("extended", effect: effect.text))
        } catch {
            if isBegun { return AskedAnswers(result: .begun(error.code, effect: nil)) }
            guard error.code == MassExtensionEffect.unknown else {
                return failed(error)
            }
        }
        guard await turn.beginsEverybody() else { return RequestQuestions.taken }
        do {
            try await appStore.extendAll(with: product, by: order)
            return AskedAnswers(result: .begun(MassExtensionEffect.inProgress, effect: nil))
        } catch {
            if error.leavesOpen { return AskedAnswers(result: .begun(error.code, effect: nil)) }
            return failed(error)
        }
    }

    /// Another server took it while this one stood still, or somebody cancelled it: the store drops this result.
    private static let taken = AskedAnswers(result: .failed("taken", isCounted: false, notBefore: nil))
}

extension AppStoreError {
    /// Whether what was sent may have been done all the same: what came back does not say.
    fileprivate var leavesOpen: Bool {
        switch self {
        case .transport(.unknownHost), .transport(.refused), .transport(.certificate): false
        case .transport, .notJSON: true
        case .http(let status): status >= 500
        case .api(_, let http): http >= 500
        default: false
        }
    }
}

extension SubscriptionPeriod {
    /// The last period of a chain in Apple's answer about a customer's subscriptions, read before the answer is taken
    /// in and checked; nil where it has none.
    fileprivate init?(_ answer: AppStoreAnswer, of chain: OriginalTransactionID) {
        let groups = (try? JSONValue(parsing: answer.body))?["data"]?.array ?? []
        let found = groups.flatMap { $0["lastTransactions"]?.array ?? [] }.first {
            $0["originalTransactionId"]?.string == chain.rawValue
        }
        guard let text = found?["signedTransactionInfo"]?.string, let told = UncheckedPayload.of(text),
            let id = told["transactionId"]?.string, case .integer(let end)? = told["expiresDate"]
        else { return nil }
        self.init(of: TransactionID(id), endingAt: Instant(milliseconds: end))
    }
}
