/// What one document says the App Store will do next with a chain.
///
/// Source: Apple, `pending_renewal_info` and JWSRenewalInfoDecodedPayload.
public struct RenewalInfo: Hashable, Codable, Sendable {
    /// How much of the renewal information a document carries.
    public enum Extent: String, Codable, Sendable {
        /// An entry of its own: what it leaves out is so no more.
        case whole
        /// Some fields beside a notification: what it leaves out it says nothing about.
        case some
        /// A list of entries without one for this chain: no grace period and no retry.
        case absent
    }

    /// The document's standing.
    public var precedence: Precedence
    /// When it became known.
    public var knownAt: Instant
    /// How much it carries.
    public var extent: Extent
    /// Whether the subscription renews by itself.
    public var autoRenew: Bool?
    /// The product it renews as.
    public var autoRenewProductID: ProductID?
    /// Why it expired: 1 customer, 2 billing, 3 price, 4 product gone, 5 other.
    public var expirationIntent: Int?
    /// When the grace period ends.
    public var gracePeriodExpiresAt: Instant?
    /// Whether the App Store still tries to charge.
    public var isInBillingRetry: Bool?
    /// Whether the customer agreed to a higher price.
    public var priceConsent: Bool?
    /// The offer that the next renewal uses.
    public var offerID: String?

    /// Renewal information of which nothing is told yet.
    public init(precedence: Precedence, knownAt: Instant, extent: Extent) {
        (self.precedence, self.knownAt, self.extent) = (precedence, knownAt, extent)
    }
}
