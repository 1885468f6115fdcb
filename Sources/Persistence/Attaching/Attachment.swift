public import Purchases

/// What attaching a chain to a customer does to both customers' access.
public struct Attachment: Sendable {
    /// The chain.
    public let chain: OriginalTransactionID
    /// Whose it was; nil when it was nobody's.
    public let from: AppUserID?
    /// Whose it becomes.
    public let to: AppUserID
    /// Whether there is nobody of that name before, so that attaching creates the customer.
    public let createsCustomer: Bool
    /// The verdicts on both customers before.
    public let before: [AppUserID: [EntitlementAccess]]
    /// The verdicts on both customers after.
    public let after: [AppUserID: [EntitlementAccess]]

    /// The customers whose access it touches, by name.
    public var people: [AppUserID] { Set([from, to].compactMap { $0 }).sorted() }
}
