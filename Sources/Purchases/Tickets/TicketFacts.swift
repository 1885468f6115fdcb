/// The facts that decide a failed purchase's group.
///
/// Source: the criteria of the commission (seed 003): charged, paid-until moved, transaction finished, limited attempts.
public struct TicketFacts: Hashable, Codable, Sendable {
    /// The customer was charged.
    public let charged: TicketFact
    /// The customer got it in time.
    public let extended: TicketFact
    /// The payment transaction was closed.
    public let finished: TicketFact
    /// No tries are left.
    public let exhausted: TicketFact

    /// The facts of a failed purchase.
    public init(charged: TicketFact, extended: TicketFact, finished: TicketFact, exhausted: TicketFact) {
        (self.charged, self.extended) = (charged, extended)
        (self.finished, self.exhausted) = (finished, exhausted)
    }

    /// The group that facts give: the table of the three groups; nil when there is no failed purchase.
    public static func group(charged: Bool, extended: Bool, finished: Bool, exhausted: Bool) -> ErrorGroup? {
        guard charged else { return .notCharged }
        if extended { return nil }
        return finished || exhausted ? .lossOfFunds : .undelivered
    }

    /// The group that these facts give; nil when there is no failed purchase.
    public var group: ErrorGroup? {
        TicketFacts.group(
            charged: charged.value, extended: extended.value, finished: finished.value,
            exhausted: exhausted.value)
    }

    /// Whether the open payment transaction keeps the customer from buying the product again.
    public var blocksRepurchase: Bool { charged.value && !finished.value }
}

/// One of the facts that decide a failed purchase's group, with its evidence.
public struct TicketFact: Hashable, Codable, Sendable {
    /// Whether it is so.
    public let value: Bool
    /// Since when; nil when it is not so.
    public let at: Instant?
    /// What shows it, in words.
    public let evidence: String

    /// A fact.
    public init(_ value: Bool, at: Instant? = nil, evidence: String) {
        (self.value, self.at, self.evidence) = (value, at, evidence)
    }
}

/// Finds the facts of a purchase, each with the evidence that shows it.
struct FactFinder {
    let purchase: Purchase
    let rules: TicketRules

    /// The facts.
    var facts: TicketFacts {
        TicketFacts(charged: charged, extended: extended, finished: finished, exhausted: exhausted)
    }

    private var charged: TicketFact {
        if let charge = purchase.charge, charge.isPurchase {
            return TicketFact(
                true, at: charge.transaction.purchasedAt,
                evidence:
                    "the App Store's record of transaction \(charge.transaction.shownID(in: charge.chain))"
                    + refunded(charge))
        }
        if let event = purchase.events.first(where: { $0.event.step == .purchased }) {
            return TicketFact(
                true, at: event.toldAt,
                evidence: event.event.agent.map { "\($0) says that it was paid" }
                    ?? "the app reported purchased")
        }
        return TicketFact(false, evidence: uncharged)
    }

    /// That a part of the money went back; of all of it the ticket's end tells.
    private func refunded(_ charge: StoreCharge) -> String {
        guard let share = charge.refundedShare, share < Money.whole else { return "" }
        let hundredths = (share + 5) / 10
        let fraction = hundredths % 100 == 0 ? "" : ".\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        return ", of which Apple gave \(hundredths / 100)\(fraction) % back"
    }

    private var uncharged: String {
        if purchase.charge != nil { return "the App Store's record is of a purchase shared by family" }
        let states = purchase.paymentStates
        guard let last = states.last else { return "the app reported no payment" }
        return "the app reported \(last.event.step.name) last"
    }

    private var extended: TicketFact {
        if rules.isAppsToDeliver(purchase) { return deliveredByApp }
        guard let charge = purchase.charge else { return deliveredByWord }
        guard charge.isExtended else { return TicketFact(false, evidence: unextended(charge)) }
        let known = charge.extendedAt
        let what = known == charge.transaction.knownAt ? "the transaction" : "whose the transaction is"
        return TicketFact(true, at: known, evidence: "the store knows \(what) since \(known), in time")
    }

    private func unextended(_ charge: StoreCharge) -> String {
        if let end = charge.end, !charge.isKnownInTime {
            return
                "the store knows the transaction only since \(charge.transaction.knownAt), after its period ended at \(end)"
        }
        if charge.owner == nil { return "chain \(charge.chain) is nobody's" }
        if let end = charge.end, let known = charge.ownerKnownAt, !charge.isOwnerKnownInTime {
            return
                "the store knows whose chain \(charge.chain) is only since \(known), after its period ended at \(end)"
        }
        return "the product unlocks nothing"
    }

    /// As long as the App Store tells nothing of a charge, the app's word stands; its record then decides.
    private var deliveredByWord: TicketFact {
        guard let event = purchase.delivery else {
            return TicketFact(false, evidence: "the App Store has told nothing of this charge")
        }
        return TicketFact(
            true, at: event.happenedAt,
            evidence: "the app reported that it delivered; the App Store has told nothing of this charge yet")
    }

    private var deliveredByApp: TicketFact {
        if let event = purchase.delivery {
            return TicketFact(true, at: event.happenedAt, evidence: "the app reported that it delivered")
        }
        let failed = purchase.events.contains { $0.event.step == .deliver && $0.event.isFailure }
        return TicketFact(
            false,
            evidence: failed ? "the app reported that it could not deliver" : "the app reported no delivery")
    }

    private var finished: TicketFact {
        guard let event = purchase.events.first(where: { $0.event.step == .finished }) else {
            return TicketFact(false, evidence: "the app reported no end of the payment transaction")
        }
        return TicketFact(
            true, at: event.happenedAt,
            evidence: event.event.agent.map { "\($0) says that nothing more will come of it" }
                ?? "the app closed the payment transaction")
    }

    private var exhausted: TicketFact {
        let failed = purchase.failedVerifications
        let count = failed.count + purchase.failedRetries
        let evidence = "\(count) of \(rules.attemptLimit) verifications failed"
        guard count >= rules.attemptLimit else { return TicketFact(false, evidence: evidence) }
        let last = failed.prefix(max(1, rules.attemptLimit)).last
        return TicketFact(true, at: last?.happenedAt, evidence: evidence)
    }
}
