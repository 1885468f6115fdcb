import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The list of chains without a customer.
struct UnassignedChainsTests {
    private static func store() throws -> Store {
        let store = try People.inMemory()
        try Raw.write(
            store,
            """
            INSERT INTO chains (id, environment, original_transaction_id, product_id, customer_id, last_purchase_ms)
            VALUES (1, 'Production', '100', 'basic', NULL, 5), (2, 'Production', '200', 'basic', 1, 6),
              (3, 'Sandbox', '300', NULL, NULL, NULL), (4, 'Production', '400', 'pro', NULL, 7);
            INSERT INTO status_periods VALUES (1, 'expired', 0, NULL), (4, 'active', 0, 10), (4, 'expired', 10, NULL);
            """)
        return store
    }

    @Test func theyAreListedNewestFirstPageByPage() throws {
        let store = try Self.store()
        let first = try store.wholePage(of: UnassignedChainListQuery(limit: 2), at: Instant(milliseconds: 8))
        #expect(first.lines.map(\.chain.original.rawValue) == ["400", "300"] && first.count.counted == 3)
        #expect(first.lines.map(\.status) == [.active, nil])
        #expect(first.lines.map(\.chain.environment) == [.production, .sandbox])
        #expect(first.lines.first?.lastPurchase == Instant(milliseconds: 7))
        let second = try store.wholePage(
            of: UnassignedChainListQuery(after: first.next, limit: 2), at: Instant(milliseconds: 12))
        #expect(
            second.lines.map(\.chain.original.rawValue) == ["100"] && second.next == nil
                && second.count.counted == 3)
    }

    @Test func whoGetsACustomerLeavesTheList() throws {
        let store = try Self.store()
        try Raw.write(store, "UPDATE chains SET customer_id = 1 WHERE id <> 3")
        #expect(
            try store.wholePage(of: UnassignedChainListQuery(), at: People.now).lines.map(
                \.chain.original.rawValue) == ["300"])
    }

    @Test func aForeignCursorIsRefused() throws {
        #expect(throws: StoreError.self) {
            try Self.store().wholePage(of: UnassignedChainListQuery(after: "x"))
        }
    }
}
