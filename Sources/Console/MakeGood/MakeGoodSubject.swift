import Purchases

/// Whom the form makes good, and what can be given.
struct MakeGoodSubject: Hashable, Sendable {
    /// The customer.
    let customer: AppUserID
    /// How the customer is called on the screen.
    let name: String
    /// The entitlements that can be given, the likeliest first.
    let entitlements: [EntitlementID]
}
