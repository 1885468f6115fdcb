import Foundation
import HTTPTypes
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

@testable import FileStore
@testable import Persistence

/// Backends are told what happened: each message at least once, under one id, of each customer in order.
struct WebhookWorkerTests {
    private func teller(
        _ shop: AskingShop, _ target: WebhookTarget, among all: [WebhookTarget]? = nil
    ) -> WebhookWorker {
        WebhookWorker(
            StoreAccess(shop.store, as: AskingShop.service, clock: shop.clock), to: target,
            among: (all ?? [target]).map(\.receiver), limit: .hours(1))
    }

    /// A purchase that did not arrive, of a customer, and with it a ticket.
    private func fail(_ shop: AskingShop, _ name: String) throws {
        try shop.report(try shop.bought("tea.leaves", by: name), by: name, as: "a-\(name)")
    }

    /// Ends the ticket of a customer.
    private func resolve(_ shop: AskingShop, _ name: String) throws {
        let page = try #require(try shop.store.customerPage(AppUserID(name), at: shop.now))
        let ticket = try #require(page.tickets.first)
        _ = try shop.store.act(
            .resolve(TicketEnd(.credited, note: "in the app", quantity: 1)), on: ticket.id, reference: "HD-1",
            by: AskingShop.lead, at: shop.now)
    }

    /// A shop whose backend listens, with everything that stood before told to nobody.
    private func listening(
        _ backend: Backend, _ body: @escaping @Sendable (AskingShop, WebhookWorker) async throws -> Void
    ) async throws {
        let shop = try AskingShop()
        try await backend.run { address in
            let worker = teller(shop, try WebhookTarget.of(address))
            _ = try await worker.work(at: shop.now)
            try await body(shop, worker)
        }
    }

    @Test func ofACustomerInOrderAndOnce() async throws {
        let backend = Backend()
        try await listening(backend) { shop, worker in
            for name in ["u_1", "u_2"] { try fail(shop, name) }
            try resolve(shop, "u_1")
            for _ in 0..<4 {
                try shop.pass(.seconds(3))
                _ = try await worker.work(at: shop.now)
            }
            let deliveries = try shop.store.webhookDeliveries()
            #expect(!deliveries.isEmpty && deliveries.allSatisfy { $0.state == "delivered" })
        }
        let heard = backend.heard.withLock { $0 }
        #expect(Set(heard.map(\.id)).count == heard.count, "each once")
        let ofOne = heard.filter { $0.body.contains(#""app_user_id":"u_1""#) }
        #expect(
            ofOne.map { $0.body.contains("ticket.resolved") } == [false, true],
            "opened, then resolved: \(ofOne.map(\.body))")
    }

    @Test func whatFailsIsSentAgainUnderItsIdAndHoldsBackWhatFollows() async throws {
        let backend = Backend([Backend.Reply(status: .serviceUnavailable)])
        try await listening(backend) { shop, worker in
            try fail(shop, "u_1")
            _ = try await worker.work(at: shop.now)
            #expect(try shop.store.webhookStandings().first?.failure == "http_503")
            try resolve(shop, "u_1")
            _ = try await worker.work(at: shop.now)
            #expect(backend.ids.count == 1, "the second waits for the first")
            try shop.pass(.seconds(10))
            _ = try await worker.work(at: shop.now)
            try shop.pass(.seconds(3))
            _ = try await worker.work(at: shop.now)
            #expect(try shop.store.webhookStandings().first?.waiting == 0)
        }
        let ids = backend.ids
        #expect(ids.count == 3 && ids[0] == ids[1] && ids[1] != ids[2])
    }

    @Test func whoIsGoneIsToldNoMoreUntilSomebodySaysSo() async throws {
        let backend = Backend([Backend.Reply(status: .gone)])
        try await listening(backend) { shop, worker in
            try fail(shop, "u_1")
            _ = try await worker.work(at: shop.now)
            try fail(shop, "u_2")
            try shop.pass(.hours(1))
            _ = try await worker.work(at: shop.now)
            #expect(backend.ids.count == 1)
            let standing = try #require(try shop.store.webhookStandings().first)
            #expect(standing.disabledAt != nil && standing.parked == 2 && standing.waiting == 0)
            try shop.store.replayWebhooks(.notTaken, at: "shop", by: AskingShop.lead, at: shop.now)
            try shop.pass(.seconds(3))
            _ = try await worker.work(at: shop.now)
            #expect(try shop.store.webhookStandings().first?.parked == 0)
        }
        #expect(backend.ids.count == 3 && Set(backend.ids).count == 2)
    }

    @Test func oneThatIsAwayDoesNotKeepTheOthersWaiting() async throws {
        let (shop, backend) = (try AskingShop(), Backend())
        let port = try BadPort(.refuses)
        defer { port.close() }
        try await backend.run { address in
            let targets = [
                try WebhookTarget.of("http://127.0.0.1:\(port.number)/hook", name: "away"),
                try WebhookTarget.of(address),
            ]
            let workers = targets.map { teller(shop, $0, among: targets) }
            _ = try await workers[0].work(at: shop.now)
            try fail(shop, "u_1")
            for worker in workers { _ = try await worker.work(at: shop.now) }
            #expect(backend.ids.count == 1)
            let standings = try shop.store.webhookStandings()
            let away = try #require(standings.first { $0.name == "away" })
            #expect(away.waiting == 1 && away.failure == "network")
            #expect(standings.first { $0.name == "shop" }?.waiting == 0, "\(standings)")
        }
    }

    /// Whatever keeps news from becoming messages, those that there are go out.
    @Test func whatIsQueuedIsSentThoughNothingNewCanBe() async throws {
        let backend = Backend()
        try await listening(backend) { shop, worker in
            try fail(shop, "u_1")
            _ = try shop.store.queueWebhooks(
                to: [WebhookReceiver("shop")], by: AskingShop.service, at: shop.now)
            try fail(shop, "u_2")
            try Raw.write(shop.store, "ALTER TABLE told_tickets RENAME TO elsewhere")
            await #expect(throws: (any Error).self) { _ = try await worker.work(at: shop.now) }
            try Raw.write(shop.store, "ALTER TABLE elsewhere RENAME TO told_tickets")
        }
        #expect(backend.ids.count == 1)
    }

    @Test func whoNamedTypesIsToldOfNothingElse() async throws {
        let (shop, backend) = (try AskingShop(), Backend())
        try await backend.run { address in
            let worker = teller(shop, try WebhookTarget.of(address, types: ["ticket.resolved"]))
            _ = try await worker.work(at: shop.now)
            try fail(shop, "u_1")
            _ = try await worker.work(at: shop.now)
            #expect(backend.ids.isEmpty)
            try resolve(shop, "u_1")
            try shop.pass(.seconds(3))
            _ = try await worker.work(at: shop.now)
        }
        let bodies = backend.heard.withLock { $0.map(\.body) }
        #expect(bodies.count == 1 && bodies[0].contains("ticket.resolved"))
    }

    /// A server killed once the receiver has the message and before that is noted. Each process has a receiver of its own:
    /// one that waits for the other's end answers nobody.
    @Test(arguments: ["webhook_noted", "before_commit"])
    func whatWasSentAndNotNotedIsSentAgainUnderItsId(_ point: String) async throws {
        let folder = try StoreFolder()
        let path = folder.path
        defer { withExtendedLifetime(folder) {} }
        let store = try Store.create(
            at: path, practice: true, by: AskingShop.lead, at: AskingShop.start)
        try AskingShop.furnish(store)
        let shop = try AskingShop(store)
        let receivers = [WebhookReceiver("shop")]
        try store.queueWebhooks(to: receivers, by: AskingShop.service, at: shop.now)
        try fail(shop, "u_1")
        try store.queueWebhooks(to: receivers, by: AskingShop.service, at: shop.now)
        let id = try #require(try store.webhookDeliveries().first).id
        try store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, point = point as String] in
            // The first commit is that of the lease; both points come once the message was sent.
            let passage = point == "before_commit" ? 2 : 1
            let faults = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"])
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
            try await Backend().run { address in
                let target = try WebhookTarget.of(address)
                let worker = WebhookWorker(
                    StoreAccess(store, as: AskingShop.service), to: target, among: [target.receiver],
                    limit: .hours(1))
                _ = try await worker.work(at: AskingShop.start)
            }
        }
        let again = try Store.open(at: path)
        defer { try? again.close() }
        #expect(try again.webhookDeliveries().first?.attempts == 0, "nothing of it was noted")
        let backend = Backend()
        try await backend.run { address in
            let later = AskingShop.start + .seconds(120)
            let target = try WebhookTarget.of(address)
            let worker = WebhookWorker(
                StoreAccess(again, as: AskingShop.service), to: target, among: [target.receiver],
                limit: .hours(1))
            _ = try await worker.work(at: later)
            _ = try await worker.work(at: later + .seconds(3))
        }
        #expect(backend.ids == [id])
        #expect(try again.webhookStandings().first?.waiting == 0)
    }
}
