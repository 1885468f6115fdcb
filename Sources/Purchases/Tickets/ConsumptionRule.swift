/// Prepares the answer about a purchase whose refund a customer wants, from the facts of the purchase.
///
/// Apple documents what the fields mean and what does not go together; which answer follows from which facts is our
/// choice†: what was not delivered is answered as that and for all of the money; what was delivered, or made good, as
/// delivered, with the share of its time that has passed and what the policy prefers. What only the app knows is not said,
/// and what a person was told or said is no fact: a lead decides then.
package struct ConsumptionRule: Hashable, Sendable {
    /// What is known beside the purchase itself.
    package struct Circumstances: Hashable, Sendable {
        /// Whether the customer got it, or as much, by hand.
        package var isMadeGood = false
        /// The time that was given by hand instead; nil where it was made good otherwise.
        package var givenInstead: Span?
        /// Whether it belongs to an incident.
        package var isInIncident = false
        /// Who ended its ticket as delivered or credited where no fact shows it; nil where nobody did.
        package var endedBy: AgentName?
        /// What the server's own tries to verify it met that failed, by code, the oldest first.
        package var failedTries: [String] = []
        /// Since when Apple's first question is known; nil where it asked nothing.
        package var askedAt: Instant?
        /// Whether the customer had something of the same group or chain for nothing before.
        package var hadTrial = false
        /// What the policy prefers for what was delivered, the best first; the first that Apple takes is said.
        package var preferences: [ConsumptionAnswer.RefundPreference] = []

        /// Nothing beside the purchase.
        package init() {}
    }

    private let verdict: PurchaseVerdict
    private let circumstances: Circumstances

    /// The rule for a purchase.
    package init(_ verdict: PurchaseVerdict, _ circumstances: Circumstances) {
        (self.verdict, self.circumstances) = (verdict, circumstances)
    }

    /// The answer at a moment, with a person's choices where there are any; nil where nobody was charged, or the family
    /// member who shares it was not.
    package func prepared(
        _ choice: ConsumptionChoice = ConsumptionChoice(), at now: Instant
    ) -> PreparedConsumption? {
        guard verdict.facts.charged.value, verdict.purchase.charge?.isPurchase ?? true else { return nil }
        let (status, delivery) = delivery(choice)
        let (percentage, share) = share(status, delivery, at: now)
        let (preference, wish) = preference(choice, status, percentage)
        return PreparedConsumption(
            deliveryStatus: status, delivery: delivery, consumptionPercentage: percentage, share: share,
            refundPreference: preference, wish: wish, sampleContentProvided: circumstances.hadTrial)
    }

    /// Whether it reached the customer, and what that follows from: a person's choice, the facts, what was given by
    /// hand, and last the app's reports. Without a status a lead has to say.
    private func delivery(
        _ choice: ConsumptionChoice
    ) -> (ConsumptionAnswer.DeliveryStatus?, PreparedConsumption.Delivery) {
        if let status = choice.deliveryStatus { return (status, .chosen) }
        let facts = verdict.facts
        if facts.extended.value, !isLateNews { return (.delivered, .fact(facts.extended)) }
        if circumstances.isMadeGood { return (.delivered, .madeGood(circumstances.givenInstead)) }
        if let agent = circumstances.endedBy { return (nil, .resolved(by: agent)) }
        if isLateNews, !isToldUndelivered { return (nil, .knownSince) }
        // That the store came to know of a charge late, or that a person was told of it, says nothing of what the app did.
        if !verdict.purchase.isReported { return (nil, .untold) }
        let (outage, cause) = (outageOfTries, outageOfTries ?? verdict.cause)
        let isOutage = circumstances.isInIncident || outage != nil || cause.isServers
        let status: ConsumptionAnswer.DeliveryStatus = isOutage ? .serverOutage : .other
        if isLateNews { return (status, .late(cause)) }
        return (status, circumstances.isInIncident ? .incident : .failed(cause))
    }

    /// Whether everything that says that it was delivered became known only with Apple's question or since: when the
    /// customer asked for the money, nobody here knew that there was anything to be had for it.
    private var isLateNews: Bool {
        guard let asked = circumstances.askedAt, let known = deliveryKnownAt else { return false }
        return known >= asked
    }

    /// Since when it is known that it was delivered, by the App Store's record or by the app's word; nil where it was not.
    private var deliveryKnownAt: Instant? {
        let told = verdict.purchase.deliveries.map(\.knownAt).min()
        guard verdict.facts.extended.value else { return nil }
        switch verdict.facts.extended.evidence {
        case .knownInTime(let since), .ownerKnownInTime(let since): return min(since, told ?? since)
        default: return told
        }
    }

    /// Whether the app told of the purchase, and nothing of its ending well.
    private var isToldUndelivered: Bool {
        let purchase = verdict.purchase
        let isWell = purchase.events.contains { told in
            switch told.event.step {
            case .verify, .deliver: !told.event.isFailure
            case .restored: true
            default: false
            }
        }
        return purchase.isReported && !isWell
    }

    /// The outage that the server's own tries met each time, where the app told of no verification and no failure: the last
    /// one's code.
    private var outageOfTries: TicketCause? {
        let isTold = verdict.purchase.events.contains { $0.event.step == .verify || $0.event.isFailure }
        guard !isTold, circumstances.failedTries.allSatisfy(BridgeRule.isOutage) else { return nil }
        return circumstances.failedTries.last.map { TicketCause($0) }
    }

    /// What is preferred, and what that follows from: a person's choice; that the money is back; whether it was
    /// delivered; the policy; what was given by hand.
    private func preference(
        _ choice: ConsumptionChoice, _ status: ConsumptionAnswer.DeliveryStatus?, _ percentage: Int?
    ) -> (ConsumptionAnswer.RefundPreference?, PreparedConsumption.Basis) {
        let isTaken = { (preference: ConsumptionAnswer.RefundPreference) in
            preference != .grantProrated || canBeProrated(status, percentage)
        }
        switch choice.preference {
        case .said(let preference): return (preference, isTaken(preference) ? .chosen : .notTaken)
        case .unsaid: return (nil, .chosen)
        case .byFacts: break
        }
        if verdict.refundedAt != nil { return (nil, .refunded) }
        guard let status else { return (nil, .untold) }
        guard status == .delivered else { return (.grantFull, .undelivered) }
        if let preference = circumstances.preferences.first(where: isTaken) { return (preference, .policy) }
        // Whoever has it by hand would have both.
        let isByHand = circumstances.isMadeGood && (!verdict.facts.extended.value || isLateNews)
        if isByHand { return (.decline, .madeGood) }
        return (nil, circumstances.preferences.isEmpty ? .policy : .notProrated)
    }

    /// Source: Apple, `consumptionPercentage`, `refundPreference`: of what is no auto-renewable subscription a part of the
    /// money is given back for a share above nothing and below the whole.
    private func canBeProrated(
        _ status: ConsumptionAnswer.DeliveryStatus?, _ percentage: Int?
    ) -> Bool {
        if verdict.isAutoRenewable { return true }
        guard status == .delivered, let percentage else { return false }
        return percentage > 0 && percentage < ConsumptionAnswer.whole
    }

    /// The share that was consumed, and what that follows from.
    ///
    /// Source: Apple, `consumptionPercentage`: never of an auto-renewable subscription, of which Apple knows it itself; 0
    /// for what was not delivered.
    private func share(
        _ status: ConsumptionAnswer.DeliveryStatus?, _ delivery: PreparedConsumption.Delivery, at now: Instant
    ) -> (Int?, PreparedConsumption.Share) {
        if verdict.isAutoRenewable { return (nil, .appleKnows) }
        guard let status else { return (nil, .appKnows) }
        guard status == .delivered else { return (0, .undelivered) }
        guard let span = used(delivery), let end = span.until else { return (nil, .appKnows) }
        let (passed, length) = ((now - span.from).count, (end - span.from).count)
        guard length > 0, passed < length else { return (ConsumptionAnswer.whole, .elapsed(span)) }
        return (Int(max(0, passed) * Int64(ConsumptionAnswer.whole) / length), .elapsed(span))
    }

    /// The time of which a part has passed: what was given by hand instead, else that of the charge.
    private func used(_ delivery: PreparedConsumption.Delivery) -> Span? {
        if case .madeGood(let given) = delivery { return given }
        guard let charge = verdict.purchase.charge else { return nil }
        return Span(from: charge.start ?? charge.transaction.purchasedAt, until: charge.end)
    }
}

/// What a person wants said otherwise than the facts say it.
package struct ConsumptionChoice: Hashable, Sendable {
    /// What is said of the preference.
    package enum Preference: Hashable, Sendable {
        /// What follows from the facts and the policy.
        case byFacts
        /// Nothing.
        case unsaid
        case said(ConsumptionAnswer.RefundPreference)
    }

    /// Whether it reached the customer; nil for what the facts say.
    package var deliveryStatus: ConsumptionAnswer.DeliveryStatus?
    /// What is preferred.
    package var preference: Preference

    /// What the facts say, but for what is given.
    package init(
        deliveryStatus: ConsumptionAnswer.DeliveryStatus? = nil, preference: Preference = .byFacts
    ) {
        (self.deliveryStatus, self.preference) = (deliveryStatus, preference)
    }

    /// Whether nothing is said otherwise.
    package var isByFacts: Bool { deliveryStatus == nil && preference == .byFacts }
}

/// An answer as it would be given, each value with what it follows from.
package struct PreparedConsumption: Hashable, Sendable {
    /// What the delivery status follows from.
    package enum Delivery: Hashable, Sendable {
        /// The fact that the customer got it.
        case fact(TicketFact)
        /// It was made good, with time given by hand where that was given.
        case madeGood(Span?)
        /// A person ended its ticket as delivered or credited, which no fact shows: a lead has to say.
        case resolved(by: AgentName)
        /// It belongs to an incident.
        case incident
        /// Its verification failed.
        case failed(TicketCause)
        /// The app told of it and of nothing that ended well, and only Apple's question made it known.
        case late(TicketCause)
        /// It is known since Apple asked, and a person has to say whether the customer had it before.
        case knownSince
        /// Nobody but the app knows, and it told nothing.
        case untold
        /// A person says so.
        case chosen
    }

    /// What the share that was consumed follows from.
    package enum Share: Hashable, Sendable {
        /// What of the time has passed.
        case elapsed(Span)
        /// It was not delivered.
        case undelivered
        /// Apple works out itself what is left of an auto-renewable subscription.
        case appleKnows
        /// Only the app knows.
        case appKnows
    }

    /// What the preference follows from.
    package enum Basis: Hashable, Sendable {
        /// It was not delivered.
        case undelivered
        case policy
        /// It was made good, so that the customer would have both.
        case madeGood
        /// The money is back already.
        case refunded
        /// Nothing tells whether it was delivered.
        case untold
        /// The policy prefers a part of the money back, which Apple takes only with a share, and names nothing else.
        case notProrated
        /// A person says so.
        case chosen
        /// A person says so, and Apple does not take it: there is no share of which a part could be given back.
        case notTaken
    }

    /// Whether it reached the customer; nil where nothing tells, and a person has to say.
    package let deliveryStatus: ConsumptionAnswer.DeliveryStatus?
    /// What that follows from.
    package let delivery: Delivery
    /// How much of it was consumed, in thousandths of a per cent; nil where nothing is said of it.
    package let consumptionPercentage: Int?
    /// What that follows from.
    package let share: Share
    /// What is preferred; nil where nothing is said of it.
    package let refundPreference: ConsumptionAnswer.RefundPreference?
    /// What that follows from.
    package let wish: Basis
    /// Whether the customer could try it for nothing before.
    package let sampleContentProvided: Bool

    /// The answer; nil while nothing tells whether it was delivered, and for a preference that Apple does not take.
    package var answer: ConsumptionAnswer? {
        guard let deliveryStatus, wish != .notTaken else { return nil }
        return ConsumptionAnswer(
            deliveryStatus: deliveryStatus, consumptionPercentage: consumptionPercentage,
            refundPreference: refundPreference, sampleContentProvided: sampleContentProvided)
    }
}

extension TicketCause {
    /// Whether a server, ours or Apple's, could not be reached or failed: what a device alone says of its network is not
    /// enough to tell Apple so of one purchase.
    var isServers: Bool { isOutage && !rawValue.hasPrefix("error:") }
}
