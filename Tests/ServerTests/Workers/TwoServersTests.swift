import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

/// Two servers on one store, as during an upgrade: nothing is asked twice, and nothing waits for one that is dead.
struct TwoServersTests {
    private static let old = ServerID("1-1")
    private static let new = ServerID("2-2")

    /// Purchases that nobody verified yet: two each of three people.
    private static func bring(_ count: Int, to shop: AskingShop) throws {
        for number in 0..<count {
            let name = ["u_1", "u_2", "u_3"][number % 3]
            let product: ProductID = number < 3 ? "tea.yearly" : "tea.pot"
            try shop.report(try shop.bought(product, by: name), by: name, as: "a-\(number)")
        }
    }

    @Test func sideBySideTheyAskEverythingOnce() async throws {
        let shop = try AskingShop()
        let (one, two) = (
            try AskingShop(beside: shop, as: Self.old), try AskingShop(beside: shop, as: Self.new)
        )
        try Self.bring(6, to: shop)
        let now = shop.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in [one, two] {
                group.addTask {
                    for _ in 0..<4 { _ = try await server.requests.work(at: now) }
                }
            }
            try await group.waitForAll()
        }
        let asked = try shop.store.asked(.all)
        #expect(asked.map(\.request.outcome) == Array(repeating: "delivered", count: 6))
        // What a customer's history tells beside is asked about no more.
        #expect(asked.allSatisfy { $0.tries.count <= 1 })
        #expect(one.questions("v1/transactions") + two.questions("v1/transactions") <= 6)
        #expect(try shop.count("leases") == 0)
    }

    /// A server that stands still while its question is on the way, as with SIGSTOP, and goes on minutes later.
    @Test func whoStoodStillFindsItsWorkDone() async throws {
        let shop = try AskingShop()
        let (one, two) = (
            try AskingShop(beside: shop, as: Self.old), try AskingShop(beside: shop, as: Self.new)
        )
        try Self.bring(1, to: shop)
        let now = shop.now
        let (still, reached) = (Still(), Still())
        one.whenAsking { path in
            guard path.contains("v1/transactions") else { return }
            reached.end()
            await still.wait()
        }
        async let stopped = one.requests.work(at: now)
        await reached.wait()
        #expect(try await two.requests.work(at: now + .seconds(59)).count == 0)
        #expect(try await two.requests.work(at: now + .seconds(60)).count == 1)
        still.end()
        _ = try await stopped
        let asked = try #require(try shop.store.asked(.all).first)
        #expect(asked.request.outcome == "delivered" && asked.tries.count == 1)
        #expect(try shop.count("transactions") == 1)
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func aChainIsAskedAboutByOne() async throws {
        let shop = try AskingShop()
        let (one, two) = (
            try AskingShop(beside: shop, as: Self.old), try AskingShop(beside: shop, as: Self.new)
        )
        let bought = try shop.bought("tea.weekly")
        let told = try shop.pass(.seconds(1))
        try shop.bring(told.map { (.notificationV2, $0.body) })
        try shop.pass(.days(8))
        let now = shop.now
        #expect(
            try shop.store.nextAsk(of: ChainID(bought.original, in: .production)).map { $0 <= now } == true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in [one, two] { group.addTask { _ = try await server.polling.work(at: now) } }
            try await group.waitForAll()
        }
        #expect(one.questions("subscriptions") + two.questions("subscriptions") == 1)
    }

    @Test func theHistoryIsReadByOneAndOnceAnHour() async throws {
        let shop = try AskingShop()
        let (one, two) = (
            try AskingShop(beside: shop, as: Self.old), try AskingShop(beside: shop, as: Self.new)
        )
        _ = try shop.bought("tea.weekly")
        try shop.pass(.days(2))
        let (first, second) = (one.gaps, two.gaps)
        func pages() -> Int {
            one.questions("notifications/history") + two.questions("notifications/history")
        }
        _ = try await first.work(at: shop.now)
        _ = try await second.work(at: shop.now)
        let atFirst = pages()
        // An hour later both would; whoever comes second finds it read.
        try shop.pass(.hours(1))
        let next = try await first.work(at: shop.now).next
        _ = try await second.work(at: shop.now)
        #expect(pages() == atFirst + 1)
        #expect(next == shop.now + .hours(1))
    }
}

/// Somebody who waits until something has ended.
private final class Still: Sendable {
    private let ended = Mutex(false)
    private let stream: AsyncStream<Void>
    private let told: AsyncStream<Void>.Continuation

    init() { (stream, told) = AsyncStream.makeStream(of: Void.self) }

    func end() {
        ended.withLock { $0 = true }
        told.finish()
    }

    func wait() async {
        if ended.withLock(\.self) { return }
        for await _ in stream {}
    }
}
