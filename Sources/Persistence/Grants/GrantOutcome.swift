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
    public let gained: TimeLength?
    /// Whether the grant was given before, under the same key.
    public let isReplay: Bool
    /// What the policy still allows an agent to give this customer, this grant counted.
    public let allowance: GrantAllowance
    /// Why policy refuses it to the agent who asks; nil when it does not, and for a grant that was given.
    public let excess: GrantPolicy.Excess?
    /// What its ticket says was lost; nil without a ticket.
    public let owed: OwedPurchase?
    /// What the agent should know before it is given; empty for an answer that is repeated.
    public let warnings: [GrantWarning]

    /// How much of what was lost is not given back, zero for what is given back whole.
    ///
    /// Nil where nothing tells what was lost, and where of access without end only a time is given back.
    public var missing: TimeLength? {
        guard let lost = owed?.lost else { return nil }
        guard let gained else { return .zero }
        return lost.length.map { max(.zero, $0 - gained) }
    }
}
