import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

extension ServerContractTests {
    /// What backends are sent, to the letter: each kind of message with the headers that they check.
    struct WebhookContractTests {
        /// A shop, a receiver of its messages, and what that one heard.
        private struct Telling {
            let shop: AskingShop
            let worker: WebhookWorker
            let backend: Backend
            let transcript: RouteTranscript

            init(
                _ shop: AskingShop, to target: WebhookTarget, hearing backend: Backend,
                _ transcript: RouteTranscript
            ) {
                (self.shop, self.backend, self.transcript) = (shop, backend, transcript)
                worker = WebhookWorker(
                    StoreAccess(shop.store, as: AskingShop.service, clock: shop.clock), to: target,
                    among: [target.receiver], limit: .hours(1))
            }

            /// Tells everything that is new, one message of a customer after the other, and notes it.
            func tell(_ event: String) async throws {
                for _ in 0..<6 {
                    _ = try shop.store.tellEntitlements(by: AskingShop.service, at: shop.now)
                    _ = try await worker.work(at: shop.now)
                    try shop.pass(.seconds(3))
                }
                #expect(try shop.store.webhookStandings().allSatisfy { $0.waiting == 0 })
                note(event)
            }

            /// Notes what was heard since.
            func note(_ event: String) {
                transcript.note(["(\(event))"])
                let heard = backend.heard.withLock { heard in
                    defer { heard = [] }
                    return heard
                }
                for message in heard {
                    transcript.note([
                        "> POST /hook", "> content-type: \(message.contentType)",
                        "> webhook-id: \(message.id)",
                        "> webhook-timestamp: \(message.timestamp)",
                        "> webhook-signature: \(message.signature)",
                        message.body,
                    ])
                }
            }

            /// Brings a purchase as the device has it.
            func show(_ bought: SimulatedTransaction, of customer: String) throws {
                let signed = try shop.apple.with { try $0.signedTransaction(bought.id) }
                try shop.bring([(.signedTransaction, Data("\"\(signed)\"".utf8))], of: AppUserID(customer))
            }

            /// Lets time pass, and brings what Apple tells meanwhile.
            func hear(for length: TimeLength) throws {
                let told = try shop.pass(length)
                try shop.bring(told.map { (.notificationV2, $0.body) })
            }
        }

        @Test func messagesAreAsTheyWere() async throws {
            let (backend, transcript) = (Backend(), RouteTranscript())
            try await backend.run { address in
                let shop = try AskingShop()
                try shop.store.set(.bridgeHours, to: "6", by: AskingShop.lead, at: shop.now)
                let target = try WebhookTarget.of(address, secrets: 2)
                let telling = Telling(shop, to: target, hearing: backend, transcript)
                try await telling.tell("nothing is told of what was before")
                try await Self.tellEntitlements(telling)
                try await Self.tellTickets(telling)
                let sender = WebhookSender(clock: shop.clock, limit: .hours(1))
                #expect(await sender.test(target, at: shop.now) == .delivered)
                telling.note("a receiver is tried")
            }
            try Golden("webhooks").expect(transcript.text)
        }

        /// A subscription that renews, a grant that is taken back, its end, another one that is refunded.
        private static func tellEntitlements(_ telling: Telling) async throws {
            let shop = telling.shop
            let week = try shop.bought("tea.weekly")
            try telling.show(week, of: "u_1")
            try await telling.tell("u_1 buys a week")
            try telling.hear(for: .days(7))
            try await telling.tell("it renews")
            let month = try #require(CalendarPeriod(days: 30))
            let gift = GrantRequest(
                customer: AppUserID("u_1"), entitlement: "premium", term: .period(month), reason: "goodwill",
                evenIfNothingIsGained: true)
            let given = try shop.store.give(gift, by: AskingShop.lead, at: shop.now)
            try await telling.tell("a month is given")
            _ = try shop.store.revoke(given.grant.id, reason: "mistake", by: AskingShop.lead, at: shop.now)
            try await telling.tell("it is taken back")
            try shop.apple.with { try $0.setRenewal(of: week.original, to: false) }
            try telling.hear(for: .days(7))
            try await telling.tell("the subscription ends")
            let year = try shop.bought("tea.yearly")
            try telling.show(year, of: "u_1")
            try await telling.tell("u_1 buys a year")
            try shop.apple.with { try $0.refund(year.id) }
            try telling.hear(for: .seconds(1))
            try await telling.tell("it is refunded")
        }

        /// A charge that is bridged and then delivered, and one that was lost and is credited.
        private static func tellTickets(_ telling: Telling) async throws {
            let shop = telling.shop
            shop.apple.with { $0.faults = FaultPlan([AppleFault(.http(503))]) }
            try shop.report(try shop.bought("tea.monthly", by: "u_2"), by: "u_2", as: "a-2")
            _ = try await shop.requests.work(at: shop.now)
            try await telling.tell("u_2 buys while Apple is away")
            shop.apple.with { $0.faults = FaultPlan() }
            try await shop.run(shop.requests, for: .hours(2))
            try await telling.tell("Apple is back")
            try shop.report(try shop.bought("tea.leaves", by: "u_3"), by: "u_3", as: "a-3")
            try await telling.tell("u_3 buys what does not arrive")
            let page = try #require(try shop.store.customerPage("u_3", at: shop.now))
            let ticket = try #require(page.tickets.first)
            _ = try shop.store.act(
                .resolve(TicketEnd(.credited, note: "in the app", quantity: 1)), on: ticket.id,
                reference: "HD-1", by: AskingShop.lead, at: shop.now)
            try await telling.tell("it is credited")
        }
    }
}
