import Foundation
import HTTPTypes
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

@testable import Persistence

/// Backends are told what happened: each message at least once, under one id, of each customer in order.
struct WebhookWorkerTests {
    private func teller(_ shop: AskingShop, _ targets: [WebhookTarget]) -> WebhookWorker {
        WebhookWorker(StoreAccess(shop.store, as: AskingShop.service), to: targets)
    }

    /// A purchase that did not arrive, of a customer, and with it a ticket.
    private func fail(_ shop: AskingShop, _ name: String) throws {
        try shop.report(try shop.bought("tea.leaves", by: name), by: name, as: "a-\(name)")
    }

    /// Ends the ticket of a customer.
    private func resolve(_ shop: AskingShop, _ name: String) throws {
        let page = try #require(try shop.store.customerPage(AppUserID(name), at: shop.now))
        let ticket = try #require(page.tickets.first)
        _ = try shop.store.resolveTicket(
            ticket.id, ResolveRequest(.credited, note: "in the app", quantity: 1), by: AskingShop.lead,
            at: shop.now)
    }

    /// A shop whose backend listens, with everything that stood before told to nobody.
    private func listening(
        _ backend: Backend, _ body: @escaping @Sendable (AskingShop, WebhookWorker) async throws -> Void
    ) async throws {
        let shop = try AskingShop()
        try await backend.run { address in
            let worker = teller(shop, [try WebhookTarget.of(address)])
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
            #expect(try await worker.work(at: shop.now).failure == "webhook_failed")
            try resolve(shop, "u_1")
            _ = try await worker.work(at: shop.now)
            #expect(backend.ids.count == 1, "the second waits for the first")
            try shop.pass(.seconds(5))
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
            try shop.store.replayWebhooks(.parked, at: "shop", by: AskingShop.lead, at: shop.now)
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
            let worker = teller(shop, targets)
            _ = try await worker.work(at: shop.now)
            try fail(shop, "u_1")
            #expect(try await worker.work(at: shop.now).failure == "webhook_failed")
            #expect(backend.ids.count == 1)
            let standings = try shop.store.webhookStandings()
            let away = try #require(standings.first { $0.name == "away" })
            #expect(away.waiting == 1 && away.failure == "network")
            #expect(standings.first { $0.name == "shop" }?.waiting == 0)
        }
    }

    @Test func whoNamedTypesIsToldOfNothingElse() async throws {
        let (shop, backend) = (try AskingShop(), Backend())
        try await backend.run { address in
            let worker = teller(shop, [try WebhookTarget.of(address, types: ["ticket.resolved"])])
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

    /// A server killed once the receiver has the message and before that is noted.
    @Test(arguments: ["webhook_noted", "before_commit"])
    func whatWasSentAndNotNotedIsSentAgainUnderItsId(_ point: String) async throws {
        let folder = try StoreFolder()
        let (path, backend) = (folder.path, Backend())
        defer { withExtendedLifetime(folder) {} }
        try await backend.run { address in
            do {
                let store = try Store.create(
                    at: path, practice: true, by: AskingShop.lead, at: AskingShop.start)
                try AskingShop.furnish(store)
                let shop = try AskingShop(store)
                _ = try await teller(shop, [try WebhookTarget.of(address)]).work(at: shop.now)
                try fail(shop, "u_1")
                try store.queueWebhooks(
                    to: [WebhookReceiver("shop")], by: AskingShop.service, at: shop.now)
                try store.close()
            }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, point = point as String, address = address as String] in
                // The first commit is that of the lease.
                let passage = point == "before_commit" ? 2 : 1
                let faults = FaultPlan.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"])
                let store = try Store.open(
                    at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
                let worker = WebhookWorker(
                    StoreAccess(store, as: AskingShop.service), to: [try WebhookTarget.of(address)])
                _ = try await worker.work(at: AskingShop.start)
            }
            #expect(backend.ids.count == 1, "it was sent")
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: FaultPlan.none)
            defer { try? store.close() }
            let later = AskingShop.start + .seconds(120)
            let worker = WebhookWorker(
                StoreAccess(store, as: AskingShop.service), to: [try WebhookTarget.of(address)])
            _ = try await worker.work(at: later)
            #expect(try store.webhookStandings().first?.waiting == 0)
            _ = try await worker.work(at: later + .seconds(3))
        }
        #expect(backend.ids.count == 2 && Set(backend.ids).count == 1)
    }
}
