import Persistence
import Purchases

/// `AskingRefusal` and `RefundRefusal` in words: both are about what the server sends to Apple.
extension ErrorText {
    /// Why something is not asked of the App Store, or not cancelled.
    func words(of refusal: AskingRefusal) -> ErrorWords {
        switch refusal {
        case .ended(let id, let state):
            ErrorWords(
                what: state == .failed
                    ? "question \(id) to the App Store was given up already"
                    : "question \(id) to the App Store was answered already",
                inConsole: "nothing is left to cancel", onCommandLine: "see `makegood ask show \(id)`")
        case .taken(let id):
            ErrorWords(
                what: "question \(id) is being asked of the App Store just now",
                inConsole: "its answer comes in a moment",
                onCommandLine: "see its answer with `makegood ask show \(id)`")
        case .notFinishable(let ticket, let refusal):
            ErrorWords(what: FinishText(refusal).what(ticket), onCommandLine: FinishText(refusal).toDo)
        case .notExtensible(let chain, let obstacles):
            ErrorWords(
                what: "the renewal of chain \(chain) cannot be moved: "
                    + (obstacles.isEmpty
                        ? "nothing is known of it" : obstacles.map(reader.words).joined(separator: "; ")),
                inConsole: "a grant gives access instead; asking for news shows whether Apple knows more",
                onCommandLine:
                    "`makegood grant` gives access instead; `makegood ask refresh \(chain)` shows whether Apple knows more"
            )
        case .nobodyExtensible(let incident):
            ErrorWords(
                what: "no chain of incident \(incident) can be renewed later",
                inConsole: "look at who is left out, and why",
                onCommandLine:
                    "`makegood extend --incident \(incident) --dry-run …` says who is left out, and why")
        case .extensionWaits(let id):
            ErrorWords(
                what: "another extension of it waits, question \(id) to the App Store",
                inConsole: "cancel that one first, or let it be done",
                onCommandLine: "`makegood ask cancel \(id)` takes it back while it waits")
        case .tokenRefused(let chain, let customer, let obstacle):
            words(of: obstacle, forTokenOf: customer, in: chain)
        case .tokenWaits(let id):
            ErrorWords(
                what: "another customer's token waits to be signed into it, question \(id) to the App Store",
                inConsole: "cancel that one first, or let it be done",
                onCommandLine: "`makegood ask cancel \(id)` takes it back while it waits")
        }
    }

    private func words(
        of obstacle: AccountTokenObstacle, forTokenOf customer: AppUserID, in chain: OriginalTransactionID
    ) -> ErrorWords {
        let what = "\(customer)'s token is not signed into chain \(chain): \(reader.words(of: obstacle))"
        let attaching = "attaching the chain decides whose it is here"
        return switch obstacle {
        case .noToken:
            ErrorWords(
                what: what, inConsole: "bring the customer with the token that the app uses",
                onCommandLine:
                    "give the one that the app uses with `makegood customer set \(customer) --app-account-token UUID`"
            )
        case .attachedToAnother:
            ErrorWords(
                what: what, inConsole: attaching,
                onCommandLine: "`makegood chain attach \(chain) \(customer)` moves it first")
        case .signed: ErrorWords(what: what, onCommandLine: "nothing is left to do")
        case .notApples, .familyShared:
            ErrorWords(
                what: what, inConsole: attaching,
                onCommandLine: "`makegood chain attach \(chain) \(customer)` decides whose it is here")
        }
    }

    /// Why no answer is given about a refund.
    func words(of refusal: RefundRefusal, about refund: RefundRequestID) -> ErrorWords {
        switch refusal {
        case .notOpen(.noConsent):
            ErrorWords(
                what:
                    "the customer of refund request \(refund) did not agree that Apple is told what was consumed",
                inConsole: "ask the customer, and note the answer on the customer's page",
                onCommandLine: "ask the customer, then `makegood customer set ID --consumption-consent yes`")
        case .notOpen(let standing):
            ErrorWords(
                what: what(of: standing, of: refund), inConsole: "nothing was changed",
                onCommandLine: "see `makegood refunds show \(refund)`")
        case .unclear:
            ErrorWords(
                what: "nothing tells whether the purchase of refund request \(refund) was delivered",
                inConsole: "choose what is said of the delivery",
                onCommandLine: "say it with --delivery and --reason")
        case .notProrated:
            ErrorWords(
                what:
                    "Apple takes no prorated refund for refund request \(refund), of which no share between nothing and all is known",
                inConsole: "prefer something else", onCommandLine: "say something else with --prefer")
        }
    }

    private func what(of standing: RefundStatus, of refund: RefundRequestID) -> String {
        switch standing {
        case .sending: "an answer to refund request \(refund) is on its way"
        case .answered: "refund request \(refund) was answered already"
        case .unanswered: "Apple takes no answer to refund request \(refund) any more"
        case .decided: "Apple decided about refund request \(refund) already"
        default: "refund request \(refund) was changed meanwhile"
        }
    }
}
