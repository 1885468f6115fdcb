/// The product catalogue: which product is what and unlocks which entitlements.
package struct Catalog: Hashable, Sendable {
    package let products: [ProductID: Product]
    /// What the shop calls them.
    package let names: ProductNames

    /// A catalogue of products; the last of two with one name counts.
    package init(_ products: [Product] = []) {
        self.products = Dictionary(products.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        names = ProductNames(self.products.compactMapValues { $0.names.isEmpty ? nil : $0.names })
    }

    /// What a product is; one that the catalogue lacks is a subscription if its transaction expires.
    package func kind(of product: ProductID, expires: Bool) -> ProductKind {
        products[product]?.kind ?? (expires ? .autoRenewable : .unknown)
    }

    /// What a product unlocks; one that the catalogue lacks unlocks an entitlement named like itself.
    package func entitlements(of product: ProductID) -> [EntitlementID] {
        products[product]?.entitlements ?? [EntitlementID(product.rawValue)]
    }
}

/// What the shop calls its products, by language.
package struct ProductNames: Hashable, Sendable {
    private let names: [ProductID: [String: String]]

    /// Names by product and language; without any, nobody knows what the shop calls them.
    package init(_ names: [ProductID: [String: String]] = [:]) { self.names = names }

    /// The name in a language, else in the language that it is a variety of, else in English, else in the first one that
    /// there is; nil without any.
    package func name(of product: ProductID, in language: String) -> String? {
        guard let known = names[product] else { return nil }
        let main = String(language.prefix { $0 != "-" && $0 != "_" })
        return known[language] ?? known[main] ?? known["en"] ?? known.min { $0.key < $1.key }?.value
    }

    /// The same, or the id of a product that nobody named, for lists.
    package func shown(_ product: ProductID, in language: String) -> String {
        name(of: product, in: language) ?? product.rawValue
    }
}

/// A product of the catalogue: what it is, what it unlocks, what it costs.
package struct Product: Hashable, Codable, Sendable {
    /// Its name in App Store Connect.
    package let id: ProductID
    package let kind: ProductKind
    /// What it unlocks.
    package let entitlements: [EntitlementID]
    /// How long one purchase lasts; told for non-renewing products, a fallback for others.
    package let period: CalendarPeriod?
    package let group: SubscriptionGroupID?
    /// Its level inside the group, 1 being the highest.
    package let level: Int?
    /// Its list prices in thousandths, by ISO 4217 code.
    package let prices: [String: Int64]
    private let named: [String: String]?

    /// What the shop calls it, by the code of a language.
    package var names: [String: String] { named ?? [:] }

    private enum CodingKeys: String, CodingKey {
        case id, kind, entitlements, period, group, level, prices
        // Left out where there are none: so does what was written before there were any.
        case named = "names"
    }

    /// A product as the catalogue describes it.
    package init(
        id: ProductID, kind: ProductKind, entitlements: [EntitlementID] = [], period: CalendarPeriod? = nil,
        group: SubscriptionGroupID? = nil, level: Int? = nil, prices: [String: Int64] = [:],
        names: [String: String] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.entitlements = entitlements
        self.period = period
        self.group = group
        self.level = level
        self.prices = prices
        named = names.isEmpty ? nil : names
    }
}

/// What a product is, as the catalogue says or its transactions show.
package enum ProductKind: String, Hashable, Codable, Sendable, CaseIterable {
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
    package var lasts: Bool { self != .consumable && self != .unknown }
}
