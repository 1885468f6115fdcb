import CustomDump
import Intake
import PersistenceTesting
import Purchases
import Testing

@Suite struct CatalogReaderTests {
    @Test func everyKindAndKey() throws {
        let yaml = """
            products:
              tea_monthly: { kind: auto_renewable, entitlements: [tea, milk], period: P1M, group: "55", level: 1,
                             price: { EUR: "4.99", JPY: 600 } }
              week_pass: { kind: non_renewing, entitlements: [tea], period: P7D }
              pot: { kind: non_consumable, entitlements: [pot] }
              leaves_10: { kind: consumable, names: { en: 10 leaves, pt-BR: "10 folhas", no: blad } }
              leaflet:
                kind: free
                entitlements: [leaflet]
            """
        let products = [
            Product(
                id: ProductID("tea_monthly"), kind: .autoRenewable,
                entitlements: [EntitlementID("tea"), EntitlementID("milk")],
                period: CalendarPeriod(months: 1),
                group: SubscriptionGroupID("55"), level: 1, prices: ["EUR": 4990, "JPY": 600_000]),
            Product(
                id: ProductID("week_pass"), kind: .nonRenewing, entitlements: [EntitlementID("tea")],
                period: CalendarPeriod(days: 7)),
            Product(id: ProductID("pot"), kind: .nonConsumable, entitlements: [EntitlementID("pot")]),
            Product(
                id: ProductID("leaves_10"), kind: .consumable,
                names: ["en": "10 leaves", "pt-BR": "10 folhas", "no": "blad"]),
            Product(id: ProductID("leaflet"), kind: .free, entitlements: [EntitlementID("leaflet")]),
        ]
        expectNoDifference(try CatalogReader(file: "c.yaml").catalog(yaml), Catalog(products))
    }

    @Test(arguments: [
        ("products:\n  tea: { kind: beverage }", 2, "tea", "unknown kind “beverage”"),
        ("products:\n  tea: { kind: unknown }", 2, "tea", "unknown kind"),
        ("products:\n  tea:\n    entitlements: [a]", 2, "tea", "it has no kind"),
        ("products:\n  cup: { kind: free }\n  pass: { kind: non_renewing }", 3, "pass", "needs a period"),
        (
            "products:\n  pass:\n    kind: non_renewing\n    period: fortnight", 4, "pass",
            "“fortnight” is no period"
        ),
        ("products:\n  tea: { kind: free, price: { EUR: cheap } }", 2, "tea", "“cheap” is no price"),
        ("products:\n  tea: { kind: free, price: { euro: \"1\" } }", 2, "tea", "is no price in “euro”"),
        ("products:\n  tea: { kind: free, price: { EUR: \"-1\" } }", 2, "tea", "is no price"),
        ("products:\n  tea: { kind: free, price: 9 }", 2, "tea", "price must name currencies"),
        ("products:\n  tea: { kind: free }\n  tea: { kind: free }", 3, "tea", "“tea” is written twice"),
        ("products:\n  tea:\n    kind: free\n    kind: free", 4, nil, "“kind” is written twice"),
        ("products:\n  tea:\n    kind: free\n    colour: green", 4, "tea", "unknown key “colour”"),
        ("products:\n  tea: { kind: free, entitlements: a }", 2, "tea", "entitlements must be a list"),
        ("products:\n  tea: { kind: free, level: high }", 2, "tea", "level must be a number"),
        ("products:\n  tea: { kind: free, names: Tea }", 2, "tea", "names must name languages"),
        ("products:\n  tea: { kind: free, names: { English: Tea } }", 2, "tea", "“English” is no language"),
        ("products:\n  tea: { kind: free, names: { en: [Tea] } }", 2, "tea", "a name is expected"),
        ("products:\n  tea: free", 2, "tea", "a product must be"),
        ("goods: {}", 1, nil, "unknown key “goods”"),
        ("products: {}", 1, nil, "no products"), ("products:", 1, nil, "products must be"),
        ("", nil, nil, "no products"),
        ("- tea", 1, nil, "the catalogue must be"), ("products: [", 2, nil, "not YAML"),
    ])
    func errors(_ yaml: String, _ line: Int?, _ product: String?, _ problem: String) {
        let error = #expect(throws: CatalogError.self) { try CatalogReader(file: "c.yaml").catalog(yaml) }
        #expect(error?.product == product && error?.line == line, "\(error?.description ?? "")")
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.description.hasPrefix("c.yaml") == true)
    }
}
