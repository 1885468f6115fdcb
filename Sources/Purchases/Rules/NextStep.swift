/// What an agent does next, for every rule that may decide a verdict.
public enum NextStep {
    /// One sentence that says what to do.
    public static func sentence(for rule: Reason.Rule) -> String {
        switch rule {
        case .lossOfFunds: "Make good what was paid and never delivered."
        case .undelivered: "Wait for the app's next try, or make good what was paid."
        case .active, .grantActive: "Nothing to do: the customer has access."
        case .gracePeriod:
            "Ask the customer to update the payment method before the grace period ends; access holds until then."
        case .billingRetry:
            "Ask the customer to update the payment method with Apple; a grant can bridge the time."
        case .expired:
            "Ask whether the customer bought again; if so, ask for Restore Purchases, else offer to subscribe."
        case .revokedRefund: "Apple refunded the purchase; only a new purchase or a grant gives access."
        case .revokedFamily: "Ask the customer to talk to the family organiser, or to subscribe personally."
        case .upgraded: "Wait for the new plan to arrive, or ask for Restore Purchases."
        case .upcoming: "Wait: access begins later."
        case .grantEnded: "The make-good ran out; look at the customer's purchases before giving another."
        case .grantRevoked: "The make-good was taken back; read its audit entry before giving another."
        case .environmentNotServed:
            "The purchase was made in a test environment; mark the customer as a tester if it should count."
        case .productUnknown: "Tell the operator to add the product to the catalogue."
        case .consumable: "Consumables are credited in the app's own system."
        case .noOwner: "Attach the chain to its customer."
        case .noRecord: "Ask for the order id or the receipt, and import what the customer sends."
        case .stale: "A renewal may have gone unheard: ask the customer for Restore Purchases in the app."
        }
    }
}
