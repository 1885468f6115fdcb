public import Purchases

/// What ending a grant changed.
public struct RevocationOutcome: Hashable, Sendable {
    /// The grant.
    public let grant: Grant
    /// The entitlement before.
    public let before: EntitlementAccess
    /// The entitlement after.
    public let after: EntitlementAccess
}
