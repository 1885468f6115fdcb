/// A refund that a customer asked Apple for, of which Apple wants to know what was consumed.
///
/// Source: Apple, CONSUMPTION_REQUEST: an answer counts within twelve hours.
public struct RefundRequest: Hashable, Sendable, Identifiable {
    /// What Apple decided.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The money went back.
        case refunded
        /// It did not.
        case declined
        /// It did, and was taken again.
        case reversed
    }

    /// That no answer is to be given.
    public struct Skip: Hashable, Sendable {
        /// Since when.
        public let at: Instant
        /// Who said so.
        public let by: AgentName
        /// Why.
        public var reason: String

        /// That no answer is to be given.
        public init(at: Instant, by agent: AgentName, reason: String) {
            (self.at, self.by, self.reason) = (at, agent, reason)
        }
    }

    /// Until when Apple takes an answer.
    public static let patience = TimeLength.hours(12)

    /// Its number.
    public let id: RefundRequestID
    /// Where it was bought.
    public let environment: AppStoreEnvironment
    /// What is to be refunded.
    public let transaction: TransactionID
    /// The chain; nil when nothing tells.
    public let chain: OriginalTransactionID?
    /// What was bought; nil when nothing tells.
    public let product: ProductID?
    /// Apple's `consumptionRequestReason`; nil when it said none.
    public let reason: String?
    /// When Apple asked.
    public let askedAt: Instant
    /// Until when it takes an answer.
    public let dueAt: Instant
    /// When that became known.
    public let knownAt: Instant
    /// What Apple decided; nil while it has not.
    public let decision: Decision?
    /// When it decided.
    public let decidedAt: Instant?
    /// That no answer is to be given; nil where that was not said.
    public var skip: Skip?

    /// A refund that is asked for.
    public init(
        id: RefundRequestID, environment: AppStoreEnvironment, transaction: TransactionID,
        chain: OriginalTransactionID?, product: ProductID?, reason: String?, askedAt: Instant, dueAt: Instant,
        knownAt: Instant, decision: Decision? = nil, decidedAt: Instant? = nil, skip: Skip? = nil
    ) {
        (self.id, self.environment, self.transaction) = (id, environment, transaction)
        (self.chain, self.product, self.reason) = (chain, product, reason)
        (self.askedAt, self.dueAt, self.knownAt) = (askedAt, dueAt, knownAt)
        (self.decision, self.decidedAt, self.skip) = (decision, decidedAt, skip)
    }

    /// How it stands at a moment.
    ///
    /// - Parameters:
    ///   - hasConsent: whether the customer agreed that Apple is told what was consumed.
    ///   - answer: the newest answer that was given to be sent.
    public func standing(
        hasConsent: Bool, answer: AppStoreRequest?, at now: Instant
    ) -> RefundStanding {
        if let decision { return .decided(decision) }
        if answer?.state == .done { return .answered }
        if skip != nil { return .skipped }
        if now >= dueAt { return .unanswered }
        if answer?.state == .waiting { return .sending }
        return hasConsent ? .open : .noConsent
    }
}

/// How a refund that a customer asked for stands.
public enum RefundStanding: Hashable, Sendable {
    /// An answer can be given.
    case open
    /// None can be given: the customer did not agree.
    case noConsent
    /// One was given to be sent.
    case sending
    /// Apple has it.
    case answered
    /// Apple takes none any more.
    case unanswered
    /// None is to be given.
    case skipped
    /// Apple decided.
    case decided(RefundRequest.Decision)

    /// Its name for programs.
    public var name: String {
        switch self {
        case .open: "open"
        case .noConsent: "no_consent"
        case .sending: "sending"
        case .answered: "answered"
        case .unanswered: "unanswered"
        case .skipped: "skipped"
        case .decided(let decision): decision.rawValue
        }
    }

    /// Whether somebody could still do something about it.
    public var isOpen: Bool { self == .open || self == .noConsent }
}

extension VerificationPace {
    /// The next try to send an answer that Apple takes until a moment; nil when there is time for none.
    ///
    /// Tries go on as long as an answer counts†: after a minute, ten, then every half an hour, the last a minute before.
    public static func nextTry(toAnswerBefore due: Instant, failedTries: Int, after now: Instant) -> Instant?
    {
        let pauses: [TimeLength] = [.seconds(60), .seconds(600)]
        let next = now + (failedTries <= pauses.count ? pauses[max(0, failedTries - 1)] : .seconds(1800))
        let last = due - .seconds(60)
        if next <= last { return next }
        return now < last ? last : nil
    }
}
