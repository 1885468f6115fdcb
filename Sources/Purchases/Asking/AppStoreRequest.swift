/// Something that is asked of the App Store: by a person, or by the server's own rules.
///
/// The server tries it, as often as its kind allows, and keeps what came of it.
public struct AppStoreRequest: Hashable, Sendable, Identifiable {
    /// What can be asked.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Whether a ticket's purchase can be verified now.
        case retry
        /// What an order id from an invoice bought.
        case order
        /// Everything about a chain: history, statuses, refunds.
        case refresh
    }

    /// How far it has come.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is to be tried, now or later.
        case waiting
        /// The App Store answered.
        case done
        /// It was given up: the last allowed try failed, or the answer was final.
        case failed
        /// Somebody does not want it any more, or it became needless.
        case cancelled
    }

    /// Its number.
    public let id: AppStoreRequestID
    /// What is asked.
    public let kind: Kind
    /// What it is asked about: a ticket's number, an order id, an `original_transaction_id`.
    public let subject: String
    /// Who asked; the server's own login where a rule did.
    public let askedBy: AgentName
    /// When it was asked for.
    public let askedAt: Instant
    /// How far it has come.
    public let state: State
    /// How often it was tried.
    public let attempts: Int
    /// When it is to be tried next; nil when it waits no more.
    public let nextTryAt: Instant?
    /// When it was tried last.
    public let triedAt: Instant?
    /// When it came to its end.
    public let endedAt: Instant?
    /// Who ended it; nil for the server.
    public let endedBy: AgentName?
    /// The code of the last answer: `delivered`, `nothing_new`, a status, `http_503`, `network`.
    public let outcome: String?

    /// Something asked, as it stands.
    public init(
        id: AppStoreRequestID, kind: Kind, subject: String, askedBy: AgentName, askedAt: Instant,
        state: State,
        attempts: Int, nextTryAt: Instant?, triedAt: Instant?, endedAt: Instant?, endedBy: AgentName?,
        outcome: String?
    ) {
        (self.id, self.kind, self.subject) = (id, kind, subject)
        (self.askedBy, self.askedAt, self.state, self.attempts) = (askedBy, askedAt, state, attempts)
        (self.nextTryAt, self.triedAt, self.endedAt) = (nextTryAt, triedAt, endedAt)
        (self.endedBy, self.outcome) = (endedBy, outcome)
    }
}
