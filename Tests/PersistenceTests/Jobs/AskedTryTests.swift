import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Verifications are limited; the last that fails moves the ticket in the same transaction, with its alarm.
@Suite struct AskedTryTests {
    private func began() throws -> (AskedShop, AppStoreRequestID) {
        let shop = try AskedShop()
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        #expect(try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon) == 1)
        let due = try #require(try shop.due(at: Shop.soon))
        return (shop, due.request.id)
    }

    private func next(_ shop: AskedShop) throws -> Instant? { try shop.store.nextAskDue() }

    @Test func nothingIsAskedWithoutAServer() throws {
        let shop = try AskedShop()
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        #expect(try shop.store.nextAskDue() == nil)
        #expect(try shop.ticket?.group == .undelivered)
    }

    @Test func theRuleAsksOnceForEachTicket() throws {
        let (shop, _) = try began()
        #expect(try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon) == 0)
        #expect(try shop.store.dueAsks(at: Shop.soon).map(\.means.transaction) == [TransactionID("7100")])
    }

    @Test func theLastFailedTryMovesTheTicketAndRaisesItsAlarm() throws {
        let (shop, id) = try began()
        var pauses: [TimeLength] = []
        var now = Shop.soon
        for attempt in 1...5 {
            #expect(try shop.due(at: now)?.request.id == id)
            try shop.note(id, .failed("http_503", isCounted: true, notBefore: nil), at: now)
            #expect(try shop.ticket?.attempts == attempt)
            #expect(try shop.ticket?.group == (attempt < 5 ? .undelivered : .lossOfFunds))
            guard let next = try next(shop) else { break }
            pauses.append(next - Shop.soon)
            now = next
        }
        #expect(pauses == [.seconds(60), .seconds(600), .hours(1), .hours(6)])
        #expect(try shop.due(at: now + .days(9)) == nil)
        #expect(try shop.shop.alarms == 1)
        #expect(try shop.store.makeVerifications(by: AskedShop.server, at: now) == 0)
    }

    @Test func aFaultOfOurOwnBurnsNothing() throws {
        let (shop, id) = try began()
        for minute in 0..<50 {
            let now = AskedShop.minutes(Int64(minute))
            try shop.note(id, .failed("unauthorized", isCounted: false, notBefore: nil), at: now)
            #expect(try next(shop) == now + .seconds(60))
        }
        #expect(try shop.ticket?.attempts == 0)
        #expect(try shop.ticket?.group == .undelivered)
        #expect(try shop.store.number("SELECT count(*) FROM request_tries") == 1)
        let later = AskedShop.minutes(600)
        try shop.note(id, .failed("rate_limited", isCounted: false, notBefore: later), at: Shop.soon)
        #expect(try next(shop) == later)
    }

    @Test func anAnswerThatDeliversEndsIt() throws {
        let (shop, id) = try began()
        let entry = Paper.Entry(id: "7100", chain: "7100")
        try shop.note(id, .answered("0"), [Paper.receipt([entry], on: 1)], at: AskedShop.minutes(1))
        #expect(try shop.ticket?.resolution == .delivered)
        #expect(try shop.store.text("SELECT state || ' ' || outcome FROM requests") == "done delivered")
        #expect(try shop.store.number("SELECT count(*) FROM request_tries WHERE is_counted") == 0)
    }

    @Test func anAnswerThatDoesNotCountsAsATry() throws {
        let (shop, id) = try began()
        try shop.note(id, .answered("0"), at: Shop.soon)
        #expect(try shop.ticket?.attempts == 1)
        #expect(
            try shop.store.text("SELECT state || ' ' || outcome FROM requests") == "waiting not_delivered")
    }

    @Test func aFinalWordEndsItAndIsNotAskedAgain() throws {
        let (shop, id) = try began()
        try shop.note(id, .refused("21003"), at: Shop.soon)
        #expect(try shop.store.text("SELECT state || ' ' || outcome FROM requests") == "failed 21003")
        #expect(try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon) == 0)
    }

    @Test func whatCameByItselfMakesTheVerificationNeedless() throws {
        let (shop, _) = try began()
        try shop.shop.bring(Paper.receipt([Paper.Entry(id: "7100", chain: "7100")], on: 1), at: Shop.soon)
        try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        #expect(try shop.store.text("SELECT state || ' ' || outcome FROM requests") == "done delivered")
        #expect(try shop.store.nextAskDue() == nil)
    }

    @Test func aTryOfWhatWaitsNoMoreChangesNothing() throws {
        let (shop, id) = try began()
        try shop.note(id, .refused("21010"), at: Shop.soon)
        try shop.note(id, .failed("network", isCounted: true, notBefore: nil), at: AskedShop.minutes(1))
        #expect(try shop.store.number("SELECT count(*) FROM request_tries") == 1)
    }

    @Test(arguments: ["app_store_answered", "try_noted", "gathered_written", "before_commit", "after_commit"])
    func aKillBurnsNoTryTwiceAndLosesNone(_ point: String) async throws {
        let folder = try StoreFolder()
        let shop = try AskedShop(Shop(try folder.createShop()))
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        try shop.store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, point] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            let id = AppStoreRequestID("1")
            let batch = ImportBatch(
                [], from: "App Store",
                effects: [.tried(id, .failed("http_503", isCounted: true, notBefore: nil))])
            _ = try store.importTogether([batch], by: AskedShop.server, at: Shop.soon)
        }
        let store = try folder.open()
        let tries = try store.number("SELECT count(*) FROM request_tries")
        let isCommitted = point == "after_commit"
        #expect(tries == (isCommitted ? 1 : 0))
        #expect(try Shop(store).tickets().first?.attempts == tries)
        #expect(try store.nextAskDue() == (isCommitted ? Shop.soon + .seconds(60) : Shop.soon))
    }
}
