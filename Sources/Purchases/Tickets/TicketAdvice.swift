/// Says in one sentence what is to be done about a ticket, and how it ends then.
public struct TicketAdvice: Hashable, Sendable {
    private let verdict: PurchaseVerdict
    private let state: TicketState
    private let resolution: TicketResolution?

    /// The advice on a ticket in a state.
    public init(verdict: PurchaseVerdict, state: TicketState, resolution: TicketResolution?) {
        (self.verdict, self.state, self.resolution) = (verdict, state, resolution)
    }

    /// How the ticket ends when the advice is followed; nil when the advice is to wait, to look or to ask.
    public var expectedEnd: TicketResolution? {
        if resolution != nil { return nil }
        switch verdict.outcome {
        case .failed(.notCharged): return .notCharged
        case .failed(.undelivered): return nil
        case .failed(.lossOfFunds):
            if verdict.isConsumable { return .credited }
            return verdict.unlocksNothing || verdict.cause == .notAuthenticated ? nil : .madeGood
        case .delivered: return .delivered
        case .pending, .restored, .notServed: return nil
        }
    }

    /// What to do.
    public var nextStep: String {
        if let resolution { return step(after: resolution) }
        switch verdict.outcome {
        case .failed(.notCharged): return "Nothing to do: nobody was charged, the customer may try again."
        case .failed(.undelivered): return undelivered
        case .failed(.lossOfFunds): return lossOfFunds
        case .delivered: return delivered
        case .pending, .restored, .notServed: return "Nothing to do: \(verdict.because)."
        }
    }

    private var undelivered: String {
        let left = max(0, verdict.attemptLimit - verdict.attempts)
        let remedy = verdict.isConsumable ? "credit it in the app's own system" : "make it good"
        let tries = left == 1 ? "one try is left" : "\(left) tries are left"
        return
            "\(tries): wait for the app's next try or \(remedy), the customer cannot buy the product again meanwhile."
    }

    private var lossOfFunds: String {
        if verdict.isConsumable {
            return
                "Credit it in the app's own system and resolve the ticket as credited, then tell the customer."
        }
        if verdict.unlocksNothing {
            return
                "Tell the operator: the product unlocks nothing in the catalogue, so no grant can make it good."
        }
        if verdict.cause == .notAuthenticated {
            return
                "Look at what the customer bought before anything is made good: the receipt could not be authenticated."
        }
        return "Make good what was lost and tell the customer, before the customer has to ask."
    }

    private var delivered: String {
        verdict.facts.finished.value
            ? "Nothing to do: it was delivered."
            : "Ask the customer to open the app: it was delivered, and the app still has to finish the transaction."
    }

    private func step(after resolution: TicketResolution) -> String {
        switch resolution {
        case .delivered: delivered
        case .madeGood: "Nothing to do: a grant made it good."
        case .credited: "Nothing to do: it was credited in the app."
        case .refunded: "Nothing to do: Apple gave the money back."
        case .superseded: "Nothing to do: the customer bought it soon after."
        case .duplicate: "Look at the ticket that it is a duplicate of."
        case .notCharged: "Nothing to do: nobody was charged."
        case .writtenOff: "Nothing to do: a lead decided that it ends here."
        }
    }
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
