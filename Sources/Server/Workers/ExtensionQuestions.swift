import AppStoreClient
import JSONValues
import Persistence
import Purchases

/// Renewing later: what is never sent twice, because it is looked first whether it was done.
///
/// Apple may have done what its answer never told: the connection broke, or the server was killed before it noted the
/// answer. Nothing says that Apple does a repeat of a `requestIdentifier` only once, so the chain's statuses are read before
/// and after: before, they show what an earlier try did, after it, they bring the new end into the store.
extension RequestQuestions {
    /// One chain.
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
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
        if let end = SubscriptionLook(before, at: chain)?.end(showing: order) {
            return AskedAnswers(
                answers: [before],
                result: .answered(
                    "extended_before", effect: ExtensionEffect(effectiveAt: end, lineItem: nil).text))
        }
        guard await isOurs() else { return RequestQuestions.taken }
        do {
            let effect = try await appStore.extend(chain, by: order)
            let after = try? await appStore.subscriptionStatuses(ofAny: any, in: order.environment)
            return AskedAnswers(
                answers: [before, after].compactMap { $0 },
                result: .answered("extended", effect: effect.text))
        } catch {
            return AskedAnswers(
                answers: [before], result: failed(error, isFinal: RequestQuestions.isFinal).result)
        }
    }

    /// Everybody who has a product. Apple works through them by itself, and is asked how far it is until it is done.
    func extendEverybody(_ request: AppStoreRequest) async -> AskedAnswers {
        guard let order = request.massExtensionOrder else {
            return AskedAnswers(result: .refused("bad_arguments"))
        }
        let product = ProductID(request.subject)
        do {
            return AskedAnswers(result: state(try await appStore.massExtensionStatus(of: product, order)))
        } catch .api(4_040_009, _) {
            // Apple has it, and does not say how far it is yet.
            if request.outcome == RequestQuestions.inProgress { return AskedAnswers(result: goesOn) }
        } catch {
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
        guard await isOurs() else { return RequestQuestions.taken }
        do {
            try await appStore.extendAll(with: product, by: order)
            return AskedAnswers(result: goesOn)
        } catch {
            return failed(error, isFinal: RequestQuestions.isFinal)
        }
    }

    /// Another server took it while this one stood still: what it says is not heard.
    private static let taken = AskedAnswers(result: .failed("taken", isCounted: false, notBefore: nil))

    /// The outcome of what Apple has begun and not ended; it keeps nobody from asking.
    static let inProgress = "in_progress"

    private func state(_ effect: MassExtensionEffect) -> TryResult {
        effect.completedAt == nil ? goesOn : .answered("extended", effect: effect.text)
    }

    private var goesOn: TryResult {
        .failed(RequestQuestions.inProgress, isCounted: false, notBefore: nil)
    }
}

/// What an answer about a customer's subscriptions says of one of them, as far as it is needed before it is taken in.
private struct SubscriptionLook {
    private let transaction: TransactionID
    private let end: Instant

    /// The last transaction of a chain; nil where the answer has none.
    init?(_ answer: AppStoreAnswer, at chain: OriginalTransactionID) {
        let groups = (try? JSONValue(parsing: answer.body))?["data"]?.array ?? []
        let found = groups.flatMap { $0["lastTransactions"]?.array ?? [] }.first {
            $0["originalTransactionId"]?.string == chain.rawValue
        }
        guard let text = found?["signedTransactionInfo"]?.string, let told = UncheckedPayload.of(text),
            let id = told["transactionId"]?.string, case .integer(let end)? = told["expiresDate"]
        else { return nil }
        (transaction, self.end) = (TransactionID(id), Instant(milliseconds: end))
    }

    /// When the chain is renewed, where it shows that an order was carried out; nil where it was not.
    func end(showing order: ExtensionOrder) -> Instant? {
        order.isDone(by: transaction, endingAt: end) ? end : nil
    }
}
