/// The product catalogue: which product is what and unlocks which entitlements.
public struct Catalog: Hashable, Sendable {
    /// The products by name.
    public let products: [ProductID: Product]

    /// A catalogue of products; the last of two with one name counts.
    public init(_ products: [Product] = []) {
        self.products = Dictionary(products.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// What a product is; one that the catalogue lacks is a subscription if its transaction expires.
    public func kind(of product: ProductID, expires: Bool) -> ProductKind {
        products[product]?.kind ?? (expires ? .autoRenewable : .unknown)
    }

    /// What a product unlocks; one that the catalogue lacks unlocks an entitlement named like itself.
    public func entitlements(of product: ProductID) -> [EntitlementID] {
        products[product]?.entitlements ?? [EntitlementID(product.rawValue)]
    }
}

/// A product of the catalogue: what it is, what it unlocks, what it costs.
public struct Product: Hashable, Codable, Sendable {
    /// Its name in App Store Connect.
    public let id: ProductID
    /// What it is.
    public let kind: ProductKind
    /// What it unlocks.
    public let entitlements: [EntitlementID]
    /// How long one purchase lasts; told for non-renewing products, a fallback for others.
    public let period: CalendarPeriod?
    /// Its subscription group.
    public let group: SubscriptionGroupID?
    /// Its level inside the group, 1 being the highest.
    public let level: Int?
    /// Its list prices in thousandths, by ISO 4217 code.
    public let prices: [String: Int64]

    /// A product as the catalogue describes it.
    public init(
        id: ProductID, kind: ProductKind, entitlements: [EntitlementID] = [], period: CalendarPeriod? = nil,
        group: SubscriptionGroupID? = nil, level: Int? = nil, prices: [String: Int64] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.entitlements = entitlements
        self.period = period
        self.group = group
        self.level = level
        self.prices = prices
    }
}

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

    /// Whether what was bought gives access for a while, or for good.
    public var lasts: Bool { self != .consumable && self != .unknown }
}
