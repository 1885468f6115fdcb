/// A customer's request to Apple for a refund, about which Apple asks us what was consumed. All of Apple's questions
/// about one charge until its decision are one request (``RefundRound``). ``ConsumptionRule`` prepares the answer.
///
/// Source: Apple, CONSUMPTION_REQUEST: an answer counts within twelve hours.
package struct RefundRequest: Hashable, Sendable, Identifiable {
    /// What Apple decided.
    package enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The money went back.
        case refunded
        /// It did not.
        case declined
        /// It did, and was taken again.
        case reversed
    }

    /// That no answer is to be given.
    package struct Skip: Hashable, Sendable {
        /// Since when.
        package let at: Instant
        package let by: AgentName
        package let reason: FreeText

        /// That no answer is to be given.
        package init(at: Instant, by agent: AgentName, reason: FreeText) {
            (self.at, self.by, self.reason) = (at, agent, reason)
        }
    }

    /// Until when Apple takes an answer.
    package static let patience = TimeLength.hours(12)

    package let id: RefundRequestID
    package let environment: AppStoreEnvironment
    /// What is to be refunded, by the id that Apple named last.
    package let transaction: TransactionID
    /// The chain; nil when nothing tells.
    package let chain: OriginalTransactionID?
    /// What was bought; nil when nothing tells.
    package let product: ProductID?
    /// Apple's newest `consumptionRequestReason`; nil when it said none.
    package let reason: String?
    /// When Apple asked first.
    package let askedAt: Instant
    /// Until when it takes an answer, by its newest question.
    package let dueAt: Instant
    /// When the first question became known.
    package let knownAt: Instant
    /// Its questions, the oldest first.
    package let askings: [RefundAsking]
    /// What Apple decided; nil while it has not.
    package let decision: Decision?
    package let decidedAt: Instant?
    /// That no answer is to be given; nil where that was not said.
    package var skip: Skip?

    /// A refund that is asked for.
    package init(
        id: RefundRequestID, environment: AppStoreEnvironment, transaction: TransactionID,
        chain: OriginalTransactionID?, product: ProductID?, reason: String?, askedAt: Instant, dueAt: Instant,
        knownAt: Instant, askings: [RefundAsking], decision: Decision? = nil, decidedAt: Instant? = nil,
        skip: Skip? = nil
    ) {
        (self.id, self.environment, self.transaction) = (id, environment, transaction)
        (self.chain, self.product, self.reason) = (chain, product, reason)
        (self.askedAt, self.dueAt, self.knownAt) = (askedAt, dueAt, knownAt)
        (self.askings, self.decision, self.decidedAt, self.skip) = (askings, decision, decidedAt, skip)
    }

    /// When the request began. What becomes known later does not show that the customer had the goods before asking for
    /// the money.
    package var openedAt: Instant { min(askedAt, knownAt) }

    /// How it stands at a moment: Apple's decision counts first, then what was done, then whether there is time left.
    /// Past its time an answer that still waits is too late.
    ///
    /// - Parameters:
    ///   - hasConsent: whether the customer agreed that Apple is told what was consumed.
    ///   - answer: the newest answer that was given to be sent.
    package func standing(
        hasConsent: Bool, answer: AppStoreRequest?, at now: Instant
    ) -> RefundStatus {
        if let decision { return .decided(decision) }
        if answer?.state == .done { return .answered }
        if skip != nil { return .skipped }
        if now >= dueAt { return .unanswered }
        if answer?.state == .waiting { return .sending }
        return hasConsent ? .open : .noConsent
    }
}

/// One of Apple's questions what was consumed of a charge.
package struct RefundAsking: Hashable, Sendable {
    /// The notification that brought it: its `notificationUUID`, or what stands for that in version 1.
    package let notification: String
    /// The charge, by the id that Apple named.
    package let transaction: TransactionID
    /// What was bought; nil when nothing tells.
    package let product: ProductID?
    /// Apple's `consumptionRequestReason`; nil when it said none.
    package let reason: String?
    /// When Apple asked.
    package let at: Instant
    /// When that, and what it tells of the charge, became known.
    package let knownAt: Instant

    /// A question of Apple's.
    package init(
        notification: String, transaction: TransactionID, product: ProductID?, reason: String?, at: Instant,
        knownAt: Instant
    ) {
        (self.notification, self.transaction, self.product) = (notification, transaction, product)
        (self.reason, self.at, self.knownAt) = (reason, at, knownAt)
    }

    /// Until when Apple takes an answer to it.
    package var dueAt: Instant { at + RefundRequest.patience }
}

/// What Apple asks of one charge until it decides: one request, however often it asks.
///
/// Source: Apple, Developer Forums: what comes again under another `notificationUUID` is the same question, which it repeats
/// until it is answered.
package struct RefundRound: Hashable, Sendable {
    /// What Apple decided, and when.
    package struct Ruling: Hashable, Sendable {
        package let decision: RefundRequest.Decision
        package let at: Instant

        /// A decision of Apple's.
        package init(_ decision: RefundRequest.Decision, at: Instant) {
            (self.decision, self.at) = (decision, at)
        }
    }

    /// The questions, the oldest first; never empty.
    package let askings: [RefundAsking]
    /// Apple's last word before the customer asks for the money anew; nil while there is none.
    package let ruling: Ruling?

    private init(_ askings: [RefundAsking], _ ruling: Ruling?) {
        (self.askings, self.ruling) = (askings, ruling)
    }

    /// The questions of one charge, divided by Apple's decisions about it, both in any order: the oldest first.
    package static func rounds(of askings: [RefundAsking], ruled rulings: [Ruling]) -> [RefundRound] {
        let sorted = askings.sorted { isEarlier($0, $1) }
        var rounds: [[RefundAsking]] = []
        for asking in sorted {
            let last = rounds.last?.last
            let isDecided = rulings.contains { (last?.at ?? .earliest) <= $0.at && $0.at < asking.at }
            if last == nil || isDecided {
                rounds.append([asking])
            } else {
                rounds[rounds.count - 1].append(asking)
            }
        }
        return rounds.indices.map { place in
            let next = place + 1 < rounds.count ? rounds[place + 1][0].at : .latest
            let own = rulings.filter { rounds[place][0].at <= $0.at && $0.at < next }
            return RefundRound(rounds[place], own.max { isEarlier($0, $1) })
        }
    }

    private static func isEarlier(_ left: RefundAsking, _ right: RefundAsking) -> Bool {
        (left.at, left.notification, left.transaction) < (right.at, right.notification, right.transaction)
    }

    /// Of one moment, what takes the money is later than what gives it.
    private static func isEarlier(_ left: Ruling, _ right: Ruling) -> Bool {
        let order = RefundRequest.Decision.allCases
        let places = (order.firstIndex(of: left.decision) ?? 0, order.firstIndex(of: right.decision) ?? 0)
        return (left.at, places.0) < (right.at, places.1)
    }
}

extension RefundRound {
    /// The charge, by the id that Apple named last.
    package var transaction: TransactionID { askings[askings.count - 1].transaction }
    /// What was bought; nil when nothing tells.
    package var product: ProductID? { askings.last { $0.product != nil }?.product }
    /// The newest reason that was told; nil when none was.
    package var reason: String? { askings.last { $0.reason != nil }?.reason }
    /// When Apple asked first.
    package var askedAt: Instant { askings[0].at }
    /// Until when it takes an answer.
    package var dueAt: Instant { askings[askings.count - 1].dueAt }
    /// When the first question became known.
    package var knownAt: Instant { askings.map(\.knownAt).min() ?? askedAt }
}

extension AppStoreRequest {
    /// Whether Apple said that it does not take what was sent, by an error of the App Store Server API.
    ///
    /// Source: Apple, error codes: the HTTP status stands in the first three of seven figures.
    package var isRefused: Bool {
        guard state == .failed, let outcome else { return false }
        return outcome.utf8.count == 7 && outcome.hasPrefix("4") && Int(outcome) != nil
    }
}

/// How a refund that a customer asked for stands.
package enum RefundStatus: Hashable, Sendable {
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
    package var name: String {
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
    package var isOpen: Bool { self == .open || self == .noConsent }
}

extension VerificationPace {
    /// The next try to send an answer that Apple takes until a moment; nil when there is time for none.
    ///
    /// Tries go on as long as an answer counts†: after a minute, ten, then every half an hour, the last a minute before.
    package static func nextTry(toAnswerBefore due: Instant, failedTries: Int, after now: Instant) -> Instant?
    {
        let pauses: [TimeLength] = [.seconds(60), .seconds(600)]
        let next = now + (failedTries <= pauses.count ? pauses[max(0, failedTries - 1)] : .seconds(1800))
        let last = due - .seconds(60)
        if next <= last { return next }
        return now < last ? last : nil
    }
}
