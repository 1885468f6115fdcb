/// The verdict: whether an entitlement holds for a customer at a moment, until when, and because of what.
public struct EntitlementAccess: Hashable, Codable, Sendable {
    /// The entitlement.
    public let entitlement: EntitlementID
    /// Whether it holds.
    public let isEntitled: Bool
    /// When the present state began; nil when it never held.
    public let since: Instant?
    /// When the access that holds ends; nil without access or without end.
    public let until: Instant?
    /// Of the sources that hold, the one with the latest end; nil when none holds.
    public let source: AccessSource.Origin?
    /// Everything that gives, gave or will give it.
    public let sources: [AccessSource]
    /// The walk that leads to the verdict, the deciding step first.
    public let because: [Reason]
    /// The newest time at which something became known of the chain it comes from; nil for a grant.
    public let knownAt: Instant?
    /// Whether a renewal was to be expected and nothing has arrived since.
    public let isStale: Bool
    /// The purchases that should have given it and were never delivered, the worst first.
    public let owed: [OwedPurchase]
    /// What to do next, in one sentence; that of what is owed comes before every other advice.
    public let nextStep: String
}
