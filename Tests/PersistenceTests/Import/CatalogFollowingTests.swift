import Foundation
import PersistenceTesting
import Purchases
import Synchronization
import Testing

@testable import FileStore
@testable import Persistence

/// What a big catalogue changes is worked out in parts: others write meanwhile, and whoever was killed is followed.
struct CatalogFollowingTests {
    static let chains = 400

    /// How far the two of a test have come.
    private final class Progress: Sendable {
        let isDone = Mutex(false)
        let count = Mutex(0)
    }

    /// The usual catalogue with passes of another length, and ten thousand products that nobody bought.
    static func catalog(days: Int, others: Int = 0) throws -> Catalog {
        let period = try #require(CalendarPeriod(days: days))
        let kept = Shop.catalog.products.values.filter { $0.id.rawValue != "week_pass" }
        let more = (0..<others).map { Shop.product("other.\($0)", .consumable, []) }
        return Catalog(kept + more + [Shop.product("week_pass", .nonRenewing, ["premium"], period: period)])
    }

    /// A shop whose every customer has a pass, and an attempt to buy one.
    static func fill(_ shop: Shop) throws {
        let items = (0..<chains).map { index -> ImportItem in
            let chain = "\(10_000 + index)"
            let entry = Paper.Entry(id: chain, chain: chain, product: "week_pass", day: 1, days: nil)
            return Paper.receipt([entry], on: 2).item(for: AppUserID("u_\(index / 2)"))
        }
        try shop.bring(items)
    }

    private func meaning(days: Int) throws -> StoreMeaning {
        let shop = try Shop()
        try shop.store.replaceCatalog(with: try Self.catalog(days: days), by: Shop.lead, at: Shop.now)
        try Self.fill(shop)
        return try StoreMeaning(of: shop.store)
    }

    @Test func theOrderOfCatalogueAndDocumentsDoesNotMatter() throws {
        let shop = try Shop()
        try Self.fill(shop)
        try WritePatience.$timeLimit.withValue(.zero) {
            try shop.store.replaceCatalog(with: try Self.catalog(days: 10), by: Shop.lead, at: Shop.now)
        }
        #expect(try StoreMeaning(of: shop.store) == meaning(days: 10))
        #expect(try !shop.store.read(CatalogUpdate.isUnderWay))
        let entries = try shop.store.audit(action: "catalog.follow", limit: 10).entries
        #expect(entries.count == 1 && entries.first?.details == #"{"attempts":0,"chains":\#(Self.chains)}"#)
    }

    @Test func whoeverWasKilledIsFollowed() async throws {
        let folder = try StoreFolder()
        let made = try folder.createShop()
        try Self.fill(Shop(made))
        try made.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: .killing(at: .afterCommit, passage: 2))
            try WritePatience.$timeLimit.withValue(.zero) {
                try store.replaceCatalog(
                    with: CatalogFollowingTests.catalog(days: 10), by: Shop.lead, at: Shop.now)
            }
        }
        let store = try folder.open()
        #expect(try store.read(CatalogUpdate.isUnderWay))
        #expect(store.examination(at: Shop.now).contains { $0.code == "periods" && $0.level == .warning })
        // Another catalogue before the first one's end is followed to its own.
        try store.replaceCatalog(with: try Self.catalog(days: 12), by: Shop.lead, at: Shop.now)
        #expect(try StoreMeaning(of: store) == meaning(days: 12))
        #expect(try store.verifyAudit().isOK)
        try store.close()
    }

    @Test func whoeverComesGoesOn() async throws {
        let folder = try StoreFolder()
        let made = try folder.createShop()
        try Self.fill(Shop(made))
        try made.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: .killing(at: .beforeCommit, passage: 3))
            try WritePatience.$timeLimit.withValue(.zero) {
                try store.replaceCatalog(
                    with: CatalogFollowingTests.catalog(days: 10), by: Shop.lead, at: Shop.now)
            }
        }
        let store = try folder.open()
        try store.addAgent(People.viewer, role: .viewer, by: Shop.lead, at: Shop.now)
        for _ in 0..<100 where try store.read(CatalogUpdate.isUnderWay) {
            _ = try store.applyOverdueMoves(by: People.viewer, at: Shop.now)
        }
        #expect(try StoreMeaning(of: store) == meaning(days: 10))
        #expect(store.examination(at: Shop.now).contains { $0.code == "periods" && $0.level == .ok })
        try store.close()
    }

    @Test func othersWriteWhileABigCatalogueComes() async throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try Self.fill(Shop(store))
        let (path, progress) = (folder.path, Progress())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // Less patience than anybody has: each write takes its turn between two parts.
                let other = try Store.open(
                    at: path, readOnly: false, lockTimeout: .seconds(2), faults: StoreFaults.none)
                while !progress.isDone.withLock({ $0 }) {
                    let name = "Shop \(progress.count.withLock { $0 })"
                    try other.set(.appName, to: name, by: Shop.lead, at: Shop.now)
                    progress.count.withLock { $0 += 1 }
                }
            }
            group.addTask {
                defer { progress.isDone.withLock { $0 = true } }
                let big = try CatalogFollowingTests.catalog(days: 10, others: 2000)
                try store.replaceCatalog(with: big, by: Shop.lead, at: Shop.now)
            }
            try await group.waitForAll()
        }
        #expect(progress.count.withLock { $0 } > 2)
        #expect(try store.catalog().products.count == 2004)
    }
}
