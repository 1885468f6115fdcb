public import Purchases

/// What a grant changed, or would change.
public struct GrantOutcome: Hashable, Sendable {
    /// The grant; a rehearsed one is called `new`.
    public let grant: Grant
    /// The entitlement before.
    public let before: EntitlementAccess
    /// The entitlement after.
    public let after: EntitlementAccess
    /// How much longer access lasts in all; nil without end.
    public let gained: Milliseconds?
    /// Whether the grant was given before, under the same key.
    public let isReplay: Bool
    /// What the policy still allows an agent to give this customer, this grant counted.
    public let allowance: GrantAllowance
    /// Why policy refuses it to the agent who asks; nil when it does not, and for a grant that was given.
    public let excess: GrantPolicy.Excess?
}
