import AppStoreSimulator
import Foundation
import PersistenceTesting
import Purchases
import Server
import Testing

@testable import FileStore
@testable import Persistence

/// A server killed between Apple's answer and its commit: no try is burned twice, and no answer is lost.
struct KilledWorkerTests {
    /// Where it dies, and whether Apple answers.
    struct Death: Sendable, Codable {
        let point: String
        let isAppleThere: Bool

        /// Whether what was learnt is committed.
        var isCommitted: Bool { point == "after_commit" }
    }

    private static let deaths = [true, false].flatMap { isThere in
        ["app_store_answered", "try_noted", "gathered_written", "before_commit", "after_commit"].map {
            Death(point: $0, isAppleThere: isThere)
        }
    }

    /// A store in which a verification waits, at a path.
    private static func prepare(_ path: String) throws {
        let store = try Store.create(at: path, practice: true, by: AskingShop.lead, at: AskingShop.start)
        defer { try? store.close() }
        try AskingShop.furnish(store)
        let shop = try AskingShop(store)
        try shop.report(try shop.bought("tea.yearly"))
        try store.makeVerifications(by: AskingShop.service, at: shop.now)
    }

    /// The same shop again, as after a start.
    static func shop(at path: String, faults: StoreFaults, isAppleThere: Bool) throws -> AskingShop {
        let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
        let shop = try AskingShop(store)
        _ = try shop.bought("tea.yearly")
        if !isAppleThere {
            shop.apple.with { $0.faults = FaultPlan([AppleFault(.http(503))]) }
        }
        return shop
    }

    @Test(arguments: deaths) func aTryIsNotedOnceWithItsAnswer(_ death: Death) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        try Self.prepare(path)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, point = death.point as String, isThere = death.isAppleThere as Bool] in
            // The first commit is that of the lease.
            let passage = point.hasSuffix("_commit") ? 2 : 1
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"])
            let shop = try KilledWorkerTests.shop(at: path, faults: plan, isAppleThere: isThere)
            _ = try await shop.requests.work(at: shop.now)
        }
        let shop = try Self.shop(at: path, faults: .none, isAppleThere: death.isAppleThere)
        defer { try? shop.store.close() }
        #expect(try shop.count("request_tries") == (death.isCommitted ? 1 : 0))
        #expect(try shop.count("transactions") == (death.isCommitted && death.isAppleThere ? 1 : 0))
        // Another server: for a minute it leaves alone what the dead one had taken.
        let next = try AskingShop(beside: shop, as: ServerID("2-2"))
        #expect(try await next.requests.work(at: shop.now + .seconds(59)).count == 0)
        let isOver = death.isCommitted && death.isAppleThere
        let done = try await next.requests.work(at: shop.now + .seconds(60))
        #expect(done.count == (isOver ? 0 : 1), "what is noted is not done again")
        let asked = try #require(try shop.store.asked(.all).first)
        if death.isAppleThere {
            #expect(asked.request.outcome == "delivered" && asked.tries.count == 1)
            #expect(try shop.count("transactions") == 1)
        } else {
            #expect(asked.request.state == .waiting)
            #expect(
                asked.tries.map(\.outcome) == Array(repeating: "http_503", count: death.isCommitted ? 2 : 1))
        }
        #expect(try shop.store.verifyAudit().isOK)
    }
}
