import AppStoreSimulator
import Foundation
import PersistenceTesting
import Purchases
import Server
import Testing

@testable import FileStore
@testable import Persistence

/// A server killed while it has a transaction finished: the next one asks the same again, and it is noted once.
struct KilledFinishTests {
    /// A store in which a transaction is to be finished, at a path.
    private static func prepare(_ path: String) throws {
        let store = try Store.create(at: path, practice: true, by: AskingShop.lead, at: AskingShop.start)
        defer { try? store.close() }
        try AskingShop.furnish(store)
        let shop = try AskingShop(store)
        try shop.report(try shop.bought("tea.yearly"))
        _ = try store.act(
            .resolve(TicketEnd(.credited, note: "in the app", quantity: 1)), on: TicketID("1"),
            reference: "HD-1", by: AskingShop.lead, at: shop.now)
        try store.askAppStore(.finish, about: "1", by: AskingShop.lead, at: shop.now)
    }

    @Test(arguments: ["app_store_answered", "try_noted", "before_commit", "after_commit"])
    func isNotedOnce(_ point: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        try Self.prepare(path)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, point = point as String] in
            // The first commit only takes the lease.
            let count = point.hasSuffix("commit") ? 2 : 1
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(count)"])
            let shop = try KilledWorkerTests.shop(at: path, faults: plan, isAppleThere: true)
            _ = try await shop.requests.work(at: shop.now)
        }
        let shop = try KilledWorkerTests.shop(at: path, faults: .none, isAppleThere: true)
        defer { try? shop.store.close() }
        // What the killed server had taken is anybody's after a while.
        try shop.pass(.seconds(120))
        _ = try await shop.requests.work(at: shop.now)
        let page = try #require(try shop.store.ticketPage(TicketID("1"), at: shop.now))
        #expect(page.asked.map(\.request.outcome) == ["finished"])
        #expect(page.asked.first?.tries.count == 1 && page.deeds.count { $0.event == .finished } == 1)
        #expect(!page.ticket.blocksRepurchase && page.ticket.resolution == .credited)
        #expect(try shop.store.verifyAudit().isOK)
    }
}
