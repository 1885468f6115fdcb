import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What a catalogue and an owner change of the periods that other programs read.
struct CatalogChangeTests {
    private func pass(_ chain: String, on day: Int64) -> Paper {
        Paper.receipt(
            [Paper.Entry(id: chain, chain: chain, product: "week_pass", day: day, days: nil)], on: day)
    }

    /// The days of a customer's premium access.
    private func days(_ customer: String, _ shop: Shop) throws -> [[Int64]] {
        let spans = try shop.store.countingPeriods(of: AppUserID(customer))[EntitlementID("premium")] ?? []
        return spans.map { span in
            [span.from, span.until ?? .latest].map { ($0.milliseconds - MadeUpChain.start) / MadeUpChain.day }
        }
    }

    private func weekPass(days: Int) throws -> Catalog {
        let period = try #require(CalendarPeriod(days: days))
        let others = Shop.catalog.products.values.filter { $0.id.rawValue != "week_pass" }
        return Catalog(others + [Shop.product("week_pass", .nonRenewing, ["premium"], period: period)])
    }

    @Test func passesStackAcrossTheChainsOfOneCustomerAndMoveWithThem() throws {
        let shop = try Shop()
        try shop.bring(pass("9002", on: 3), customer: "u_1")
        try shop.bring(pass("9001", on: 0), customer: "u_1")
        #expect(try days("u_1", shop) == [[0, 14]])
        try shop.bring(pass("9003", on: 1), customer: "u_2")
        let moved = OriginalTransactionID("9001")
        _ = try shop.store.attach(
            AttachRequest(moved, to: AppUserID("u_2"), reason: "x"), by: Shop.lead, at: Shop.now)
        #expect(try days("u_1", shop) == [[3, 10]])
        #expect(try days("u_2", shop) == [[0, 14]])
        _ = try shop.store.attach(
            AttachRequest(moved, to: AppUserID("u_1"), reason: "x"), by: Shop.lead, at: Shop.now)
        #expect(try days("u_1", shop) == [[0, 14]])
        #expect(try days("u_2", shop) == [[1, 8]])
    }

    @Test func aChangedPeriodRewritesTheChainsConcernedAndNoOthers() throws {
        let shop = try Shop()
        try shop.bring([pass("9001", on: 0), pass("9002", on: 3)], customer: "u_1")
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 1), customer: "u_2")
        // A mark that only a rewriting would remove.
        try shop.raw(
            """
            UPDATE access_periods SET until_ms = until_ms + 86400000 WHERE chain_id =
              (SELECT id FROM chains WHERE original_transaction_id = '7000')
            """)
        try shop.store.replaceCatalog(with: try weekPass(days: 10), by: Shop.lead, at: Shop.now)
        #expect(try days("u_1", shop) == [[0, 20]])
        #expect(try days("u_2", shop) == [[0, 31]])
    }

    @Test func namesAreKept() throws {
        let shop = try Shop()
        let named = Product(id: "coins", kind: .consumable, names: ["en": "coins", "de": "Münzen"])
        let catalog = Catalog(Shop.catalog.products.values + [named])
        try shop.store.replaceCatalog(with: catalog, by: Shop.lead, at: Shop.now)
        #expect(try shop.store.catalog() == catalog)
        #expect(try shop.store.replyPolicy().productNames.name(of: "coins", in: "de") == "Münzen")
        let renamed = Catalog([Product(id: "coins", kind: .consumable, names: ["en": "gold"])])
        try shop.store.replaceCatalog(with: renamed, by: Shop.lead, at: Shop.now)
        #expect(try shop.store.catalog() == renamed)
    }

    @Test func entitlementsAreJoinedAndNeedNoRewriting() throws {
        let shop = try Shop(catalog: false)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 1), customer: "u_1")
        #expect(try shop.store.countingPeriods(of: AppUserID("u_1")).keys.map(\.rawValue) == ["tea.monthly"])
        try shop.store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        #expect(try days("u_1", shop) == [[0, 30]])
    }

    @Test func theCatalogueBeforeOrAfterTheDocumentsGivesTheSamePeriods() throws {
        let (before, after) = (try Shop(), try Shop(catalog: false))
        for shop in [before, after] {
            try shop.bring([pass("9001", on: 0), pass("9002", on: 3)], customer: "u_1")
        }
        try after.store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        #expect(try StoreMeaning(of: before.store) == StoreMeaning(of: after.store))
    }
}

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
