/// The facts that decide a failed purchase's group.
///
/// Source: the criteria of the commission (seed 003): charged, paid-until moved, transaction finished, limited attempts.
package struct TicketFacts: Hashable, Codable, Sendable {
    /// The customer was charged.
    package let charged: TicketFact
    /// The customer got it in time.
    package let extended: TicketFact
    /// The payment transaction was closed.
    package let finished: TicketFact
    /// No tries are left.
    package let exhausted: TicketFact

    /// The facts of a failed purchase.
    package init(charged: TicketFact, extended: TicketFact, finished: TicketFact, exhausted: TicketFact) {
        (self.charged, self.extended) = (charged, extended)
        (self.finished, self.exhausted) = (finished, exhausted)
    }

    /// The group that facts give: the table of the three groups; nil when there is no failed purchase.
    package static func group(charged: Bool, extended: Bool, finished: Bool, exhausted: Bool) -> ErrorGroup? {
        guard charged else { return .notCharged }
        if extended { return nil }
        return finished || exhausted ? .lossOfFunds : .undelivered
    }

    /// The group that these facts give; nil when there is no failed purchase.
    package var group: ErrorGroup? {
        TicketFacts.group(
            charged: charged.value, extended: extended.value, finished: finished.value,
            exhausted: exhausted.value)
    }

    /// Whether the open payment transaction keeps the customer from buying the product again.
    package var blocksRepurchase: Bool { charged.value && !finished.value }
}

/// One of the facts that decide a failed purchase's group, with its evidence.
package struct TicketFact: Hashable, Codable, Sendable {
    package let value: Bool
    /// Since when; nil when it is not so.
    package let at: Instant?
    /// What shows it, or that it is not so.
    package let evidence: FactEvidence

    package init(_ value: Bool, at: Instant? = nil, evidence: FactEvidence) {
        (self.value, self.at, self.evidence) = (value, at, evidence)
    }
}

/// What shows a fact of a failed purchase, or that it is not so: a code with the values that its sentence needs.
package enum FactEvidence: Hashable, Codable, Sendable {
    /// The App Store's record of a charge, of which Apple gave a share back, in thousandths of a per cent.
    case charge(transaction: TransactionID, refundedShare: Int?)
    /// A person was told that the customer was charged.
    case paidByWord(of: AgentName)
    /// A person was told that the customer was not charged.
    case notPaidByWord(of: AgentName)
    /// The app reported purchased.
    case reportedPurchased
    /// The App Store's record is of a purchase shared by family.
    case sharedByFamily
    /// The app reported no state of a payment.
    case reportedNoPayment
    /// The app reported another state last.
    case reportedLast(state: PurchaseEvent.Step)

    /// The store knows the transaction in time.
    case knownInTime(since: Instant)
    /// The store knows in time whose the transaction is.
    case ownerKnownInTime(since: Instant)
    /// The store knows the transaction only since its period ended.
    case knownLate(since: Instant, end: Instant)
    /// The store knows whose the chain is only since the period ended.
    case ownerKnownLate(chain: OriginalTransactionID, since: Instant, end: Instant)
    case nobodysChain(chain: OriginalTransactionID)
    /// The chain is another customer's than who paid.
    case anothersChain(chain: OriginalTransactionID, owner: AppUserID)
    /// The product unlocks nothing.
    case unlocksNothing
    /// The App Store has told nothing of the charge.
    case untold
    /// The app reported that it delivered, and the App Store has told nothing of the charge yet.
    case deliveredByWord
    /// The app reported that it delivered.
    case reportedDelivery
    /// The app reported that it could not deliver.
    case reportedFailedDelivery
    /// The app reported no delivery.
    case reportedNoDelivery

    /// A person was told that the app closed the payment transaction.
    case finishedByWord(of: AgentName)
    /// The app closed the payment transaction.
    case reportedFinished
    /// The App Store closed the payment transaction, because somebody asked it to.
    case finishedByAppStore(askedBy: AgentName)
    /// The app reported no end of the payment transaction.
    case reportedNoEnd

    /// So many of the verifications that are tried failed.
    case failedVerifications(count: Int, limit: Int)
    /// A person was told that the customer did not get it, and no app tries.
    case exhaustedByWord(of: AgentName)
    /// A person opened a ticket for it, because no app told of the charge.
    case foundSilent(by: AgentName)
}

/// Finds the facts of a purchase, each with the evidence that shows it.
struct FactFinder {
    let purchase: Purchase
    let rules: TicketRules

    var facts: TicketFacts {
        TicketFacts(charged: charged, extended: extended, finished: finished, exhausted: exhausted)
    }

    /// The App Store's record counts first, then the app's report, then what a person was told.
    private var charged: TicketFact {
        if let charge = purchase.charge {
            guard charge.isPurchase else { return TicketFact(false, evidence: .sharedByFamily) }
            // That all of it went back is told by the ticket's end.
            let share = charge.refundedShare.flatMap { $0 < Money.whole ? $0 : nil }
            let id = charge.transaction.shownID(in: charge.chain)
            return TicketFact(
                true, at: charge.transaction.purchasedAt,
                evidence: .charge(transaction: id, refundedShare: share))
        }
        if let event = purchase.events.first(where: { $0.event.step == .purchased }) {
            return TicketFact(true, at: event.toldAt, evidence: .reportedPurchased)
        }
        if let told = purchase.heard.first(where: { $0.chargedAt != nil }) {
            return TicketFact(true, at: told.chargedAt, evidence: .paidByWord(of: told.agent))
        }
        return TicketFact(false, evidence: uncharged)
    }

    private var uncharged: FactEvidence {
        if let last = purchase.paymentStates.last { return .reportedLast(state: last.event.step) }
        return purchase.heard.first.map { .notPaidByWord(of: $0.agent) } ?? .reportedNoPayment
    }

    /// The App Store's record decides where there is one and it can tell of delivery; else the app's word does.
    private var extended: TicketFact {
        if rules.isAppsToDeliver(purchase) { return deliveredByApp }
        guard let charge = purchase.charge else { return deliveredByWord }
        if purchase.isOthers, let owner = charge.owner {
            return TicketFact(false, evidence: .anothersChain(chain: charge.chain.original, owner: owner))
        }
        if purchase.isWithheld, let holder = charge.heldBy {
            return TicketFact(false, evidence: .anothersChain(chain: charge.chain.original, owner: holder))
        }
        guard charge.isExtended else { return TicketFact(false, evidence: unextended(charge)) }
        let known = charge.extendedAt
        return TicketFact(
            true, at: known,
            evidence: known == charge.transaction.knownAt
                ? .knownInTime(since: known) : .ownerKnownInTime(since: known))
    }

    /// Why the record does not show that it reached the customer: the first of these that holds.
    private func unextended(_ charge: StoreCharge) -> FactEvidence {
        if let end = charge.end, !charge.isKnownInTime {
            return .knownLate(since: charge.transaction.knownAt, end: end)
        }
        if charge.owner == nil { return .nobodysChain(chain: charge.chain.original) }
        if let end = charge.end, let known = charge.ownerKnownAt, !charge.isOwnerKnownInTime {
            return .ownerKnownLate(chain: charge.chain.original, since: known, end: end)
        }
        return .unlocksNothing
    }

    /// As long as the App Store tells nothing of a charge, the app's word stands; its record then decides.
    private var deliveredByWord: TicketFact {
        guard let event = purchase.delivery else { return TicketFact(false, evidence: .untold) }
        return TicketFact(true, at: event.happenedAt, evidence: .deliveredByWord)
    }

    private var deliveredByApp: TicketFact {
        if let event = purchase.delivery {
            return TicketFact(true, at: event.happenedAt, evidence: .reportedDelivery)
        }
        let failed = purchase.events.contains { $0.event.step == .deliver && $0.event.isFailure }
        return TicketFact(false, evidence: failed ? .reportedFailedDelivery : .reportedNoDelivery)
    }

    /// Who closed it first counts: the app, or the App Store that was asked to; before what a person was told.
    private var finished: TicketFact {
        let closed = purchase.closing.map {
            TicketFact(true, at: $0.at, evidence: .finishedByAppStore(askedBy: $0.askedBy))
        }
        guard let event = purchase.events.first(where: { $0.event.step == .finished }) else {
            return closed ?? finishedByWord ?? TicketFact(false, evidence: .reportedNoEnd)
        }
        if let closed, let at = closed.at, at < event.happenedAt { return closed }
        return TicketFact(true, at: event.happenedAt, evidence: .reportedFinished)
    }

    private var finishedByWord: TicketFact? {
        purchase.heard.first(where: \.isFinished).map {
            TicketFact(true, at: $0.at, evidence: .finishedByWord(of: $0.agent))
        }
    }

    private var exhausted: TicketFact {
        let failed = purchase.failedVerifications
        let count = failed.count + purchase.failedRetries
        let evidence = FactEvidence.failedVerifications(count: count, limit: rules.attemptLimit)
        guard count >= rules.attemptLimit else {
            return exhaustedByWord ?? TicketFact(false, evidence: evidence)
        }
        let last = failed.prefix(max(1, rules.attemptLimit)).last
        return TicketFact(true, at: last?.happenedAt, evidence: evidence)
    }

    private var exhaustedByWord: TicketFact? {
        purchase.heard.first(where: \.isExhausted).map { told in
            TicketFact(
                true, at: told.at,
                evidence: told.source == .silentLoss
                    ? .foundSilent(by: told.agent) : .exhaustedByWord(of: told.agent))
        }
    }
}
