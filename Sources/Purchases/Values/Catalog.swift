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
