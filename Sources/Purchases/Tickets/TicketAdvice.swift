/// What is to be done about a ticket, and how it ends then.
public struct TicketAdvice: Hashable, Sendable {
    private let verdict: PurchaseVerdict
    private let state: TicketState
    private let resolution: TicketResolution?
    private let finishing: Finishing
    private let isWithoutProof: Bool

    /// Whether the App Store is asked to finish the ticket's transaction.
    public enum Finishing: Hashable, Sendable {
        /// Nobody asks for it.
        case notAsked
        /// It was asked for, and the answer has not come.
        case asked
    }

    /// The advice on a ticket in a state; `isWithoutProof`: a person says how it ended, and no fact shows it.
    public init(
        verdict: PurchaseVerdict, state: TicketState, resolution: TicketResolution?,
        finishing: Finishing = .notAsked, isWithoutProof: Bool = false
    ) {
        (self.verdict, self.state, self.resolution) = (verdict, state, resolution)
        (self.finishing, self.isWithoutProof) = (finishing, isWithoutProof)
    }

    /// How the ticket ends when the advice is followed; nil when the advice is to wait, to look or to ask.
    public var expectedEnd: TicketResolution? {
        if resolution != nil { return nil }
        switch verdict.outcome {
        case .failed(.notCharged), .sharedByFamily: return .notCharged
        case .failed(.undelivered): return nil
        case .failed(.lossOfFunds):
            if verdict.isConsumable { return .credited }
            return verdict.unlocksNothing || verdict.cause == .notAuthenticated ? nil : .madeGood
        case .delivered: return .delivered
        case .pending, .restored, .notServed: return nil
        }
    }

    /// What to do.
    public var nextStep: TicketStep {
        if let resolution { return step(after: resolution) }
        switch verdict.outcome {
        case .failed(.notCharged): return .noChargeTold
        case .failed(.undelivered):
            let left = max(0, verdict.attemptLimit - verdict.attempts)
            return .awaitTry(left: left, isConsumable: verdict.isConsumable)
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

extension OwedPurchase {
    /// What a ticket of a group says is owed, by the verdict on its purchase.
    public init(ticket: TicketID, group: ErrorGroup, state: TicketState, verdict: PurchaseVerdict) {
        let advice = TicketAdvice(verdict: verdict, state: state, resolution: nil)
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
    }
}
