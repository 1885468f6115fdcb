import Purchases
import Testing

@testable import Persistence

/// The catalogue is kept between readings, and never older than the store's.
@Suite struct CatalogReadingTests {
    private func catalog(_ entitlement: String) -> Catalog {
        Catalog([
            Product(
                id: ProductID("basic"), kind: .autoRenewable, entitlements: [EntitlementID(entitlement)],
                group: SubscriptionGroupID("all"), level: 1, prices: ["EUR": 9990])
        ])
    }

    @Test func aReplacedCatalogIsReadAtOnce() throws {
        let store = try People.inMemory()
        for entitlement in ["premium", "plus", "premium"] {
            try store.replaceCatalog(with: catalog(entitlement), by: People.lead, at: People.now)
            #expect(try store.catalog() == catalog(entitlement))
        }
    }

    @Test func everyStoreHasItsOwn() throws {
        let (left, right) = (try People.inMemory(), try People.inMemory())
        try left.replaceCatalog(with: catalog("premium"), by: People.lead, at: People.now)
        try right.replaceCatalog(with: catalog("plus"), by: People.lead, at: People.now)
        for _ in 0..<2 {
            #expect(try left.catalog() == catalog("premium"))
            #expect(try right.catalog() == catalog("plus"))
        }
    }

    @Test func anotherConnectionsCatalogIsRead() throws {
        let folder = try StoreFolder()
        let writer = try folder.create()
        let reader = try Store.open(at: folder.path)
        for entitlement in ["premium", "plus"] {
            try writer.replaceCatalog(with: catalog(entitlement), by: People.lead, at: People.now)
            #expect(try reader.catalog() == catalog(entitlement))
        }
        try reader.close()
        try writer.close()
    }
}
