import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Two servers of which only the newer one's settings name a receiver, as during an upgrade: it misses nothing that the
/// older one makes messages of.
struct WebhookUpgradeTests {
    @Test func aReceiverThatOnlyTheNewServerKnowsMissesNothing() throws {
        let shop = try AskedShop()
        let known = WebhookReceiver("shop")
        let new = WebhookReceiver("app", types: [WebhookType.ticketOpened])
        func queue(_ receivers: [WebhookReceiver]) throws {
            try shop.store.queueWebhooks(to: receivers, by: AskedShop.server, at: Shop.soon)
        }
        func due(_ receiver: WebhookReceiver) throws -> [String] {
            try shop.store.dueWebhooks(for: receiver.name, at: Shop.soon).map(\.type)
        }
        try queue([known, new])
        try shop.shop.bring([AskedShop.charged()])
        try queue([known])
        #expect(try due(known) == [WebhookType.ticketOpened])
        #expect(try due(new).isEmpty)
        try queue([known, new])
        #expect(try due(new) == [WebhookType.ticketOpened])
        try queue([known, new])
        #expect(try due(known).count == 1 && due(new).count == 1, "each is queued once")
    }
}
