/// What a purchase of the Advanced Commerce API was made of: one charge can pay for several items of the app's own.
///
/// Source: Apple, `advancedCommerceInfo` of JWSTransactionDecodedPayload.
public struct AdvancedCommerce: Hashable, Codable, Sendable {
    /// One item.
    public struct Item: Hashable, Codable, Sendable {
        /// The app's name for it (`SKU`).
        public let sku: String
        /// What the customer was shown.
        public let name: String?
        /// What it cost.
        public let price: Money?
        /// How much of that was given back.
        public let refunded: Money?
        /// When it was taken back.
        public let revokedAt: Instant?

        /// An item.
        public init(
            sku: String, name: String? = nil, price: Money? = nil, refunded: Money? = nil,
            revokedAt: Instant? = nil
        ) {
            (self.sku, self.name, self.price) = (sku, name, price)
            (self.refunded, self.revokedAt) = (refunded, revokedAt)
        }
    }

    /// The items, in Apple's order.
    public let items: [Item]

    /// What was bought.
    public init(items: [Item]) { self.items = items }
}
