/// What a purchase of the Advanced Commerce API was made of: one charge can pay for several items of the app's own.
///
/// Source: Apple, `advancedCommerceInfo` of JWSTransactionDecodedPayload.
package struct AdvancedCommerce: Hashable, Codable, Sendable {
    /// One item.
    package struct Item: Hashable, Codable, Sendable {
        /// The app's name for it (`SKU`).
        package let sku: String
        /// What the customer was shown.
        package let name: String?
        package let price: Money?
        /// How much of that was given back.
        package let refunded: Money?
        /// When it was taken back.
        package let revokedAt: Instant?

        package init(
            sku: String, name: String? = nil, price: Money? = nil, refunded: Money? = nil,
            revokedAt: Instant? = nil
        ) {
            (self.sku, self.name, self.price) = (sku, name, price)
            (self.refunded, self.revokedAt) = (refunded, revokedAt)
        }
    }

    /// The items, in Apple's order.
    package let items: [Item]

    /// What was bought.
    package init(items: [Item]) { self.items = items }
}
