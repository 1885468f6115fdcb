/// What a product is, as the catalogue says or its transactions show.
public enum ProductKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A subscription that the App Store renews.
    case autoRenewable = "auto_renewable"
    /// A subscription whose term only the app knows.
    case nonRenewing = "non_renewing"
    /// Bought once, held for ever.
    case nonConsumable = "non_consumable"
    /// Used up by the app; gives no access.
    case consumable
    /// A free subscription, held for ever.
    case free
    /// Nothing tells: not in the catalogue and without an expiry.
    case unknown
}
