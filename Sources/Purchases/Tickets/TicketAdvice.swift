/// What is to be done about a ticket, and how it ends then: by what the facts show, its age, and what was tried.
///
/// | what became of it | in time | overdue |
/// | --- | --- | --- |
/// | not charged | nothing | nothing |
/// | paid, not delivered yet | the app's next try, or make it good | make it good now |
/// | charged by a person's word alone | ask for the invoice | the same |
/// | loss of funds | make it good, credit it, look, tell the operator | the same |
/// | a lead was asked to end it | wait for the lead | the same |
/// | ended | what is left to do | the same |
package struct TicketAdvice: Hashable, Sendable {
    private let verdict: PurchaseVerdict
    private let resolution: TicketResolution?
    private let finishing: Finishing
    private let isWithoutProof: Bool
    private let isOverdue: Bool
    private let askedEnd: AskedEnd?

    /// Whether the App Store is asked to finish the ticket's transaction.
    package enum Finishing: Hashable, Sendable {
        /// Nobody asks for it.
        case notAsked
        /// It was asked for, and the answer has not come.
        case asked
    }

    /// The advice on a ticket; nobody is told to wait for one that is overdue. `isWithoutProof`: a person says how it ended,
    /// and no fact shows it. `askedEnd`: the end that a lead was asked for.
    package init(
        verdict: PurchaseVerdict, resolution: TicketResolution?, finishing: Finishing = .notAsked,
        isWithoutProof: Bool = false, isOverdue: Bool = false, askedEnd: AskedEnd? = nil
    ) {
        (self.verdict, self.resolution) = (verdict, resolution)
        (self.finishing, self.isWithoutProof, self.isOverdue) = (finishing, isWithoutProof, isOverdue)
        self.askedEnd = askedEnd
    }

    /// How the ticket ends when the advice is followed; nil when the advice is to wait, to look or to ask.
    package var expectedEnd: TicketResolution? {
        if resolution != nil { return nil }
        switch verdict.outcome {
        case .failed(.notCharged), .sharedByFamily: return .notCharged
        case .failed(.undelivered): return nil
        case .failed(.lossOfFunds) where verdict.isUnproved: return nil
        case .failed(.lossOfFunds):
            if verdict.isConsumable { return .credited }
            return verdict.unlocksNothing || verdict.cause == .notAuthenticated ? nil : .madeGood
        case .delivered: return .delivered
        case .pending, .restored, .notServed: return nil
        }
    }

    package var nextStep: TicketStep {
        if let resolution { return step(after: resolution) }
        if let askedEnd { return .awaitLead(askedEnd) }
        switch verdict.outcome {
        case .failed(.notCharged): return .noChargeTold
        case .failed where verdict.isUnproved: return .askForInvoice
        case .failed(.undelivered):
            let left = max(0, verdict.attemptLimit - verdict.attempts)
            let patient = TicketStep.awaitTry(left: left, isConsumable: verdict.isConsumable)
            return isOverdue ? patient.overdue(after: verdict.cause) : patient
        case .failed(.lossOfFunds): return lossOfFunds
        case .delivered: return delivered
        case .pending: return .undecided
        case .restored: return .restored
        case .sharedByFamily: return .ended(.notCharged)
        case .notServed: return .notServed(verdict.purchase.environment)
        }
    }

    /// What was ended well may still block the next purchase. Only what was handed over is finished: whether something
    /// was delivered that nobody saw, the app may still find out.
    private func step(after resolution: TicketResolution) -> TicketStep {
        let facts = verdict.facts
        let refusal = FinishRule.refusal(
            charged: facts.charged.value, finished: facts.finished.value, resolution: resolution,
            transaction: verdict.purchase.transactionID)
        if isWithoutProof, refusal != nil || resolution != .credited {
            return .closedWithoutProof(resolution)
        }
        guard refusal == nil else { return resolution == .delivered ? delivered : .ended(resolution) }
        return finishing == .asked ? .awaitFinish(of: resolution) : .askForFinish(of: resolution)
    }

    private var lossOfFunds: TicketStep {
        if verdict.isConsumable { return .credit }
        if verdict.unlocksNothing { return .reportCatalogue }
        return verdict.cause == .notAuthenticated ? .look : .makeGood
    }

    private var delivered: TicketStep { verdict.facts.finished.value ? .delivered : .askToOpenApp }
}

extension TicketStep {
    /// What is done instead where nobody waits any more, after a cause of failure; itself where nobody was told to wait.
    func overdue(after cause: TicketCause) -> TicketStep {
        guard case .awaitTry(let left, let isConsumable) = self else { return self }
        return .actNow(left: left, isUntried: cause == .notVerified, isConsumable: isConsumable)
    }
}

extension TicketGoals {
    /// From when nobody is told to wait for a ticket: its waiting is over, or its customer waits for longer than the goal of
    /// its group; nil where nothing sets an end.
    ///
    /// A ticket that was taken up again is due anew (``dueAt(group:state:queuedAt:)``); the customer's own wait goes on.
    package func overdueFrom(group: ErrorGroup, waitingUntil: Instant?, waitingSince: Instant) -> Instant? {
        Span.earlier(waitingUntil, time(for: group).map { waitingSince + $0 })
    }
}

extension OwedPurchase {
    /// What a ticket of a group says is owed, by the verdict on its purchase, and from when it is overdue: after the end of
    /// what was paid for no try delivers it in time.
    package init(
        ticket: TicketID, group: ErrorGroup, verdict: PurchaseVerdict, overdueFrom: Instant? = nil
    ) {
        let advice = TicketAdvice(verdict: verdict, resolution: nil)
        self.ticket = ticket
        self.group = group
        product = verdict.purchase.product
        originalTransactionID = verdict.purchase.originalTransactionID
        money = verdict.money
        isTrial = verdict.isTrial
        isProven = verdict.isProven
        chargedAt = verdict.chargedAt
        lost = verdict.lost
        entitlements = verdict.entitlements
        cause = verdict.cause
        (expectedEnd, nextStep) = (advice.expectedEnd, advice.nextStep)
        self.overdueFrom = Span.earlier(overdueFrom, verdict.lost?.until)
    }

    /// Whether nobody is told to wait for it at a moment.
    package func isOverdue(at instant: Instant) -> Bool { overdueFrom.map { $0 <= instant } ?? false }

    /// What to do at a moment: the ticket's own advice.
    package func nextStep(at instant: Instant) -> TicketStep {
        if let askedEnd { return .awaitLead(askedEnd) }
        return isOverdue(at: instant) ? nextStep.overdue(after: cause) : nextStep
    }
}
