import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Where a server runs, the alarm of a loss that only the app reports waits for Apple's word.
@Suite struct UnprovedAlarmTests {
    /// A shop with a loss, in which a server was last there at a moment; nil for none.
    private func lost(servedAt: Instant? = Shop.soon) throws -> AskedShop {
        let shop = try AskedShop()
        if let servedAt { try serve(shop, at: servedAt) }
        let attempt = ReportedAttempt(
            transaction: "7100",
            events: [ReportedAttempt.state("purchased", 1), ReportedAttempt.state("finished", 2)])
        try shop.shop.bring(attempt.paper, at: Shop.soon)
        #expect(try shop.ticket?.group == .lossOfFunds && shop.shop.alarms == 1)
        return shop
    }

    private func serve(_ shop: AskedShop, at now: Instant) throws {
        let server = KnownServer(id: ServerID("s"), startedAt: now, presence: .there)
        try shop.store.noteServer(server, by: AskedShop.server, at: now)
    }

    private func rings(_ shop: AskedShop, at now: Instant = Shop.soon) throws -> Bool {
        try shop.store.hasDueAlarm(at: now)
    }

    @Test func withoutAServerItRingsAtOnce() throws {
        #expect(try rings(lost(servedAt: nil)))
        #expect(try rings(lost(servedAt: Shop.soon - .hours(1))))
    }

    @Test func withOneItWaitsAQuarterOfAnHour() throws {
        let shop = try lost()
        #expect(try !rings(shop) && !rings(shop, at: Shop.soon + .seconds(899)))
        #expect(try rings(shop, at: Shop.soon + .seconds(900)))
    }

    @Test(arguments: [("not_delivered", true), ("4040010", true), ("network", false), ("http_401", false)])
    func theFirstAnswerOfApplesEndsTheWait(_ outcome: String, _ isAnswer: Bool) throws {
        let shop = try lost()
        // Apple is asked though the app has given up.
        #expect(try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon) == 1)
        try shop.note(
            AppStoreRequestID("1"), .failed(outcome, isCounted: outcome != "http_401", notBefore: nil),
            at: Shop.soon)
        #expect(try rings(shop) == isAnswer)
        #expect(try rings(shop, at: Shop.soon + .seconds(900)))
        #expect(try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon) == 0)
    }

    @Test func anIncidentRingsAtOnce() throws {
        let shop = try AskedShop()
        try serve(shop, at: Shop.now)
        try shop.shop.bring(IncidentStoreTests.evening().map(\.paper), at: Shop.now)
        try shop.store.findIncidents(by: Shop.lead, at: Shop.now)
        #expect(try shop.store.number("SELECT count(*) FROM tickets WHERE incident_id IS NOT NULL") > 0)
        #expect(try rings(shop, at: Shop.now))
    }
}
