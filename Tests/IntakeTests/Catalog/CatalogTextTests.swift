import CustomDump
import Intake
import PersistenceTesting
import Purchases
import Testing

/// What is written as YAML reads as what it was made of.
@Suite struct CatalogTextTests {
    private static let strange = Catalog([
        Product(
            id: "com.example.premium.month", kind: .autoRenewable,
            entitlements: ["premium", "on", "a, b: [c]"],
            period: CalendarPeriod(months: 1), group: SubscriptionGroupID("007"), level: 2,
            prices: ["EUR": 9990, "JPY": 600_000, "KWD": 1_234, "USD": 5], names: ["en": "Premium"]),
        Product(
            id: "1e3", kind: .consumable,
            names: [
                "de": "100 „Münzen“ # nicht: {viele}",
                "en": "say \"no\" \\ yes\u{1B}[2J\u{202E}\u{2028}\u{85}\u{FEFF}",
                "ja": "コイン 100", "no": " ja ",
            ]),
        Product(id: "true", kind: .free, entitlements: ["~", "null", "-", "@x", "%"]),
        Product(id: "- x: \t\n'", kind: .nonRenewing, period: CalendarPeriod(days: 7)),
        Product(id: "münze 🪙", kind: .nonConsumable),
    ])

    private static func read(_ yaml: String) throws -> Catalog {
        try CatalogReader(file: "c.yaml").catalog(yaml)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        expectNoDifference(try Self.read(CatalogText.yaml(Self.strange)), Self.strange)
    }

    @Test func aTerminalSeesNoControlBytes() {
        let isClean = CatalogText.yaml(Self.strange).unicodeScalars.allSatisfy {
            $0 == "\n" || ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }
        #expect(isClean)
    }

    @Test func theExampleIsReadAndHasEveryKind() throws {
        let catalog = try Self.read(CatalogText.example)
        #expect(Set(catalog.products.values.map(\.kind)) == Set(ProductKind.allCases).subtracting([.unknown]))
        #expect(catalog.names.name(of: "coins_100", in: "de") == "100 Münzen")
        expectNoDifference(try Self.read(CatalogText.yaml(catalog)), catalog)
    }

    @Test func anEmptyOneSaysWhatToDo() { #expect(CatalogText.yaml(Catalog()).contains("catalog example")) }
}
