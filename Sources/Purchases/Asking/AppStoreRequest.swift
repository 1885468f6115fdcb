/// Something that is asked of the App Store: by a person, or by the server's own rules.
///
/// The server tries it, as often as its kind allows, and keeps what came of it.
package struct AppStoreRequest: Hashable, Sendable, Identifiable {
    /// What can be asked.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Whether a ticket's purchase can be verified now.
        case retry
        /// What an order id from an invoice bought.
        case order
        /// Everything about a chain: history, statuses, refunds.
        case refresh
        /// That a ticket's transaction is finished, so that its product can be bought again.
        case finish
        /// That a chain is renewed later.
        case extend
        /// That everybody's subscription to a product is renewed later.
        case massExtend = "mass_extend"
        /// That Apple is told what was consumed of a purchase whose refund a customer wants.
        case consumption
        /// That a customer's `appAccountToken` is signed into a chain.
        case token

        /// After how many tries that count a request by a person is given up†. Verifications have the policy's number
        /// instead, answers about refunds a deadline.
        package static let tryLimit = 5
    }

    /// How far it has come.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It is to be tried, now or later.
        case waiting
        /// The App Store answered.
        case done
        /// It was given up: the last allowed try failed, or the answer was final.
        case failed
        /// Somebody does not want it any more, or it became needless.
        case cancelled
    }

    package let id: AppStoreRequestID
    /// What is asked.
    package let kind: Kind
    /// What it is asked about: a ticket's number, an order id, an `original_transaction_id`, a product's id, a refund
    /// request's number.
    package let subject: String
    /// What else is sent, as canonical JSON: decided and kept before it is sent, so that a repeat says the same.
    package let arguments: String
    /// Who asked; the server's own login where a rule did.
    package let askedBy: AgentName
    /// When it was asked for.
    package let askedAt: Instant
    /// How far it has come.
    package let state: State
    /// How often it was tried.
    package let attempts: Int
    /// When it is to be tried next; nil when it waits no more.
    package let nextTryAt: Instant?
    /// When it was tried last.
    package let triedAt: Instant?
    /// When it came to its end.
    package let endedAt: Instant?
    /// Who ended it; nil for the server.
    package let endedBy: AgentName?
    /// The code of the last answer: `delivered`, `nothing_new`, a status, `http_503`, `network`.
    package let outcome: String?
    /// What the App Store said that it did, as canonical JSON; nil where it said nothing of the kind.
    package let effect: String?

    /// Something asked, as it stands.
    package init(
        id: AppStoreRequestID, kind: Kind, subject: String, arguments: String = "{}", askedBy: AgentName,
        askedAt: Instant, state: State, attempts: Int, nextTryAt: Instant?, triedAt: Instant?,
        endedAt: Instant?, endedBy: AgentName?, outcome: String?, effect: String? = nil
    ) {
        (self.id, self.kind, self.subject, self.arguments) = (id, kind, subject, arguments)
        (self.askedBy, self.askedAt, self.state, self.attempts) = (askedBy, askedAt, state, attempts)
        (self.nextTryAt, self.triedAt, self.endedAt) = (nextTryAt, triedAt, endedAt)
        (self.endedBy, self.outcome, self.effect) = (endedBy, outcome, effect)
    }
}
