/// Says in one sentence what is to be done about a ticket.
public struct TicketAdvice: Hashable, Sendable {
    private let verdict: PurchaseVerdict
    private let state: TicketState
    private let resolution: TicketResolution?

    /// The advice on a ticket in a state.
    public init(verdict: PurchaseVerdict, state: TicketState, resolution: TicketResolution?) {
        (self.verdict, self.state, self.resolution) = (verdict, state, resolution)
    }

    /// What to do.
    public var nextStep: String {
        if let resolution { return step(after: resolution) }
        switch verdict.outcome {
        case .failed(.notCharged): return "nothing to do: nobody was charged, the customer may try again"
        case .failed(.undelivered): return undelivered
        case .failed(.lossOfFunds): return lossOfFunds
        case .delivered: return delivered
        case .pending, .restored, .notServed: return "nothing to do: \(verdict.because)"
        }
    }

    private var undelivered: String {
        let left = max(0, verdict.attemptLimit - verdict.attempts)
        let tries = left == 1 ? "one try is left" : "\(left) tries are left"
        return
            "\(tries): wait for the app's next try or make it good, the customer cannot buy the product again meanwhile"
    }

    private var lossOfFunds: String {
        if verdict.isConsumable {
            return
                "credit it in the app's own system and resolve the ticket as credited, then tell the customer"
        }
        if verdict.unlocksNothing {
            return
                "tell the operator: the product unlocks nothing in the catalogue, so no grant can make it good"
        }
        if verdict.cause == .notAuthenticated {
            return
                "look at what the customer bought before anything is made good: the receipt could not be authenticated"
        }
        return "make good the time that was lost and tell the customer, before the customer has to ask"
    }

    private var delivered: String {
        verdict.facts.finished.value
            ? "nothing to do: it was delivered"
            : "delivered, the app still has to finish the transaction: ask the customer to open the app"
    }

    private func step(after resolution: TicketResolution) -> String {
        switch resolution {
        case .delivered: delivered
        case .madeGood: "nothing to do: a grant made it good"
        case .credited: "nothing to do: it was credited in the app"
        case .refunded: "nothing to do: Apple gave the money back"
        case .superseded: "nothing to do: the customer bought it soon after"
        case .duplicate: "look at the ticket that it is a duplicate of"
        case .notCharged: "nothing to do: nobody was charged"
        case .writtenOff: "nothing to do: a lead decided that it ends here"
        }
    }
}
