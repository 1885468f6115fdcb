import Purchases
import Testing

/// Source: Apple, JWSTransactionDecodedPayload `price`, `currency`; ISO 4217 minor units.
@Suite struct MoneyTests {
    @Test(arguments: [
        ("9.99", "EUR", 9990, "9.99"), ("10", "EUR", 10_000, "10.00"), ("0", "USD", 0, "0.00"),
        ("1000", "JPY", 1_000_000, "1000"), ("1.234", "KWD", 1234, "1.234"), ("-0.5", "USD", -500, "-0.50"),
        ("9.995", "EUR", 9995, "9.995"), ("0.010", "EUR", 10, "0.01"),
    ])
    func readsAndWrites(_ text: String, _ currency: String, _ milliunits: Int64, _ written: String) throws {
        let money = try #require(Money(amount: text, currency: currency))
        #expect(money.milliunits == milliunits)
        #expect(money.amount == written)
    }

    @Test(arguments: [
        ("", "EUR"), (".5", "EUR"), ("9.", "EUR"), ("9,99", "EUR"), ("9.9999", "EUR"), ("1e3", "EUR"),
        ("--1", "EUR"),
        ("9.99", "eur"), ("9.99", "EURO"), ("9.99", ""), ("9999999999999", "EUR"), (" 9", "EUR"),
        ("٩", "EUR"),
    ])
    func refuses(_ text: String, _ currency: String) {
        #expect(Money(amount: text, currency: currency) == nil)
    }
}

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

/// Source: Apple, `environment`; notifications of version 1 write `PROD`.
@Suite struct EnvironmentTests {
    @Test(arguments: [
        ("PROD", "Production", true), ("Production", "Production", true), ("Sandbox", "Sandbox", true),
        ("Xcode", "Xcode", false), ("LocalTesting", "LocalTesting", false), ("Moon", "Moon", true),
    ])
    func keepsApplesWord(_ text: String, _ name: String, _ isSigned: Bool) {
        #expect(AppStoreEnvironment(rawValue: text).rawValue == name)
        #expect(AppStoreEnvironment(rawValue: text).isSignedByApple == isSigned)
    }
}

/// Source: the lengths that agents may grant.
@Suite struct GrantLengthTests {
    @Test(arguments: [
        ("3d", "P3D"), ("7d", "P7D"), ("14d", "P14D"), ("1m", "P1M"), ("3m", "P3M"), ("6m", "P6M"),
        ("1y", "P1Y"),
        ("lifetime", "lifetime"), ("lost", "lost"), ("P2W", "P14D"), ("P1M", "P1M"),
    ])
    func reads(_ text: String, _ written: String) {
        #expect(GrantLength(text)?.description == written)
    }

    @Test(arguments: ["", "5d", "d", "3D", "1w", "Lifetime", "forever", "P0D", "PT1H"])
    func refuses(_ text: String) {
        #expect(GrantLength(text) == nil)
    }
}
