import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// What is gathered into one transaction, and what whoever brings it hears.
struct GathererTests {
    private let shop: Shop
    private let clock = ServerClock {
        Shop.now
    } sleep: { _ in
    }

    init() throws { shop = try Shop() }

    private func batch(_ name: String, key: IdempotencyKey? = nil) -> ImportBatch {
        ImportBatch(
            [ReportedAttempt(id: name, events: [ReportedAttempt.state("purchased", 1)]).paper.item(for: nil)],
            from: "test", key: key)
    }

    @Test func whatWaitsIsOneEntry() async throws {
        let gatherer = Gatherer(shop.store, as: Shop.lead, clock: clock)
        let before = try shop.store.audit(limit: 1000).entries.count
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for place in 0..<200 {
                tasks.addTask {
                    let outcome = try await gatherer.take(batch("a-\(place)"), bytes: 100)
                    #expect(outcome.result?.documents.first?.accepted?.isDuplicate == false)
                }
            }
            try await tasks.waitForAll()
        }
        let entries = try shop.store.audit(limit: 1000).entries.count - before
        #expect(entries < 100)
        #expect(try shop.store.documents(limit: 1000).count == 200)
        #expect(try shop.store.verifyAudit().firstBroken == nil)
        #expect(await gatherer.close(within: .seconds(10)))
        await #expect(throws: GathererError.closed) { try await gatherer.take(batch("late")) }
    }

    @Test func tooMuchIsRefusedAtOnce() async throws {
        let gatherer = Gatherer(
            shop.store, as: Shop.lead, clock: clock, limits: Gatherer.Limits(batches: 0, bytes: 10))
        await #expect(throws: GathererError.full) { try await gatherer.take(batch("a"), bytes: 100) }
        // What was refused waits for nothing.
        #expect(gatherer.oldest == nil)
    }

    @Test func whoMayNotIsTold() async throws {
        let gatherer = Gatherer(
            shop.store, as: AgentName("nobody"), clock: clock, limits: Gatherer.Limits(pause: .zero))
        await #expect(throws: StoreError.agent(AgentName("nobody"), .notListed)) {
            try await gatherer.take(batch("a"))
        }
    }

    @Test func aKeyAnswersOnce() async throws {
        let gatherer = Gatherer(shop.store, as: Shop.lead, clock: clock)
        let first = try await gatherer.take(batch("a", key: IdempotencyKey("k", digest: "1")))
        let again = try await gatherer.take(batch("a", key: IdempotencyKey("k", digest: "1")))
        #expect(again.result == first.result && again != first)
        #expect(try await gatherer.take(batch("b", key: IdempotencyKey("k", digest: "2"))) == .keyUsed)
        #expect(try shop.store.documents(limit: 10).count == 1)
    }
}
