import Foundation
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

    @Test(arguments: [
        ("de", "Münzen"), ("de-AT", "Münzen"), ("de_CH", "Münzen"), ("pt-BR", "moedas"), ("pt", "coins"),
        ("ja", "coins"),
    ])
    func namesByLanguage(_ language: String, _ name: String) {
        let names = ["en": "coins", "de": "Münzen", "pt-BR": "moedas"]
        let catalog = Catalog([Product(id: ProductID("x"), kind: .consumable, names: names)])
        #expect(catalog.names.name(of: ProductID("x"), in: language) == name)
        #expect(catalog.names.name(of: ProductID("y"), in: language) == nil)
    }

    @Test func withoutEnglishTheFirstNameCounts() {
        let product = Product(id: ProductID("x"), kind: .consumable, names: ["ja": "コイン", "fr": "pièces"])
        #expect(Catalog([product]).names.name(of: ProductID("x"), in: "de") == "pièces")
    }

    /// What was written before there were names says nothing of them, and neither does what is written without any.
    @Test func withoutNamesItIsWrittenAsBefore() throws {
        let plain = Product(id: ProductID("x"), kind: .free)
        let text = String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
        #expect(!text.contains("names"))
        #expect(try JSONDecoder().decode(Product.self, from: Data(text.utf8)) == plain)
        let named = Product(id: ProductID("x"), kind: .free, names: ["en": "X"])
        #expect(try JSONDecoder().decode(Product.self, from: JSONEncoder().encode(named)) == named)
    }

    @Test func theLastOfTwoWithOneNameCounts() {
        let id = ProductID("x")
        let catalog = Catalog([Product(id: id, kind: .free), Product(id: id, kind: .consumable)])
        #expect(catalog.products[id]?.kind == .consumable)
    }
}
