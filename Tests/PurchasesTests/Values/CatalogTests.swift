import Purchases
import Testing

/// Source: the product catalogue; a product that it lacks is known by its transactions alone.
@Suite struct CatalogTests {
    @Test(arguments: [
        ("monthly", true, ProductKind.autoRenewable, ["premium"]), ("coins", false, .consumable, []),
        ("pass", false, .nonRenewing, ["premium"]), ("forever", true, .nonConsumable, ["premium"]),
        ("other", true, .autoRenewable, ["other"]), ("other", false, .unknown, ["other"]),
    ])
    func knowsKindsAndEntitlements(
        _ product: String, _ expires: Bool, _ kind: ProductKind, _ entitlements: [String]
    ) {
        let id = ProductID(product)
        #expect(Catalog.example.kind(of: id, expires: expires) == kind)
        #expect(Catalog.example.entitlements(of: id).map(\.rawValue) == entitlements)
    }

    @Test func theLastOfTwoWithOneNameCounts() {
        let id = ProductID("x")
        let catalog = Catalog([Product(id: id, kind: .free), Product(id: id, kind: .consumable)])
        #expect(catalog.products[id]?.kind == .consumable)
    }
}
