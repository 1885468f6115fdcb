import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What a store of before has becomes by a lead's word what the present format makes of it, and backends hear of that by
/// another.
struct UpgradeRunTests {
    private static let backend = WebhookReceiver("backend")
    private static let price = Money(milliunits: 49_990, currency: "EUR")

    /// What one document tells of something that was sold on the first day under the id of its chain.
    private static func entry(
        _ id: String, of chain: String = "7000", product: String = "forever", day: Int64 = 0,
        revokedOn: Int64? = nil
    ) -> Paper.Entry {
        Paper.Entry(
            id: id, chain: chain, product: product, day: day, days: nil, revokedOn: revokedOn
        ) { values in
            values.originalPurchasedAt = Paper.moment(0)
            values.price = price
        }
    }

    /// A sale of which a customer got the money back, and its restore, which gave access by itself in a store of before.
    private func refunded() throws -> Shop {
        let shop = try Shop()
        let entries = [Self.entry("7000", revokedOn: 70), Self.entry("7005", day: 60)]
        try shop.bring(Paper.receipt(entries, on: 71), customer: "u_1")
        try StoreOfBefore.part(shop.store)
        return shop
    }

    /// Two losses of one purchase, each by one of its ids.
    private func lostTwice() throws -> Shop {
        let shop = try Shop()
        for (attempt, id) in [("a", "7000"), ("b", "7077")] {
            try shop.bring(
                ReportedAttempt(
                    id: attempt, product: "coins", transaction: id, events: ReportedAttempt.lost()))
        }
        try shop.bring(Paper.receipt([Self.entry("7000", product: "coins")], on: 1), customer: "u_1")
        try StoreOfBefore.tell(Paper.receipt([Self.entry("7077", product: "coins")], on: 2), to: shop.store)
        return shop
    }

    private func isEntitled(_ shop: Shop) throws -> Bool {
        let page = try shop.store.customerPage("u_1", at: Shop.now)
        return page?.verdicts.first { $0.entitlement == "pro" }?.isEntitled ?? false
    }

    /// What became of the customer's entitlements, as backends were told.
    private func kinds(_ shop: Shop) throws -> [EntitlementEvent.Kind] {
        try shop.store.entitlementEvents(of: "u_1").events.map(\.news.kind)
    }

    private func upgrade(_ store: Store) throws -> UpgradeCounts? {
        try store.upgrade(by: Shop.lead, at: Shop.now)
    }

    private func settle(_ store: Store, _ word: HeldNewsWord) throws -> [Int] {
        let settled = try store.settleHeldNews(word, by: Shop.lead, at: Shop.now)
        return [settled.customers, settled.tickets]
    }

    @Test func whereNothingIsOfBeforeNothingIsDone() throws {
        let shop = try Shop()
        try shop.bring(Paper.receipt([Self.entry("7000")], on: 1))
        #expect(try upgrade(shop.store) == nil)
        #expect(try shop.store.previewUpgrade(at: Shop.now) == UpgradePreview())
        let standing = try shop.store.upgradeStanding()
        #expect(standing.share == nil && !standing.isHeld)
    }

    @Test(arguments: Soak.seeds(8, from: 0)) func itIsAsIfAllWereToldToday(_ seed: UInt64) throws {
        var sales = MadeUpSales(seed: seed)
        let documents = sales.documents(9)
        let shop = try Shop()
        for part in sales.divided(documents) { try shop.bring(part) }
        let meaning = try StoreMeaning(of: shop.store, withHistory: false)
        let charges = try shop.store.number("SELECT count(*) FROM transactions")
        try StoreOfBefore.part(shop.store)
        let before = try shop.store.number("SELECT count(*) FROM transactions")

        let counts = try #require(try upgrade(shop.store))
        #expect(counts.joined == before - charges, "seed \(seed)")
        let found = try StoreMeaning(of: shop.store, withHistory: false)
        if found != meaning { Issue.record("seed \(seed):\n\(found.differences(from: meaning))") }
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [], "seed \(seed)")
        #expect(try upgrade(shop.store) == nil)
        let entries = try shop.store.audit(action: "store.upgrade", limit: 10).entries
        #expect(entries.count == 1)
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func whoLosesAccessIsListedBefore() throws {
        let shop = try refunded()
        #expect(try isEntitled(shop))
        let preview = try shop.store.previewUpgrade(at: Shop.now)
        #expect(preview.chains == 1 && preview.meetingCount == 1 && preview.moveCount == 0)
        #expect(preview.meetings.first?.ids == ["7000", "7005"])
        #expect(preview.meetings.first?.charges == 2)
        let change = try #require(preview.changes.first)
        #expect(change.customer == "u_1" && change.entitlement == "pro" && change.kind == .loses)
        #expect(preview.changeCounts == [.loses: 1] && preview.changes.count == 1)

        #expect(try isEntitled(shop), "nothing was changed")
        #expect(try shop.store.number("SELECT count(*) FROM transactions") == 2)
        #expect(try upgrade(shop.store)?.joined == 1)
        #expect(try !isEntitled(shop))
    }

    @Test func whichTicketsAndGrantsMeetIsListedBefore() throws {
        let shop = try lostTwice()
        #expect(try shop.queue.count == 2)
        try shop.raw(
            """
            INSERT INTO grants (app_user_id, entitlement, starts_at_ms, reason, ticket_id, granted_by, granted_at_ms)
            VALUES ('u_1', 'premium', 1, 'goodwill', 2, 'lena', 1)
            """)
        let meeting = try #require(try shop.store.previewUpgrade(at: Shop.now).meetings.first)
        #expect(meeting.chain.original == "7000" && meeting.ids == ["7000", "7077"])
        #expect(meeting.tickets == ["1", "2"] && meeting.grants == ["1"])
    }

    @Test func ticketsOfOneChargeBecomeOne() throws {
        let shop = try lostTwice()
        #expect(try upgrade(shop.store)?.tickets ?? 0 > 0)
        #expect(try shop.queue.map(\.id) == ["1"])
        let merged = try #require(try shop.tickets().last)
        #expect(merged.resolution == .duplicate && merged.mergedInto == "1")
        let totals = try shop.store.balance(at: Shop.now).totals
        #expect(totals.map(\.terms.charged) == [BalanceSum(charges: 1, milliunits: 49_990)])
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
    }

    @Test(arguments: HeldNewsWord.allCases) func entitlementsWaitForAWord(_ word: HeldNewsWord) throws {
        let shop = try refunded()
        try EntitlementFeedTests.tellAll(shop.store, at: Shop.now)
        _ = try upgrade(shop.store)
        try EntitlementFeedTests.tellAll(shop.store, at: Shop.now + .days(1))
        #expect(try kinds(shop).isEmpty)
        #expect(try shop.store.upgradeStanding().heldCustomers == 1)

        #expect(try settle(shop.store, word) == [1, 0])
        #expect(try !shop.store.upgradeStanding().isHeld)
        try EntitlementFeedTests.tellAll(shop.store, at: Shop.now + .days(1))
        let told: [EntitlementEvent.Kind] = word == .tell ? [.revoked] : []
        #expect(try kinds(shop) == told)

        // From then on it is told what happens.
        try shop.bring(
            Paper.receipt([Self.entry("9000", of: "9000")], on: 80), customer: "u_1",
            at: Shop.now + .days(2))
        try EntitlementFeedTests.tellAll(shop.store, at: Shop.now + .days(2))
        #expect(try kinds(shop) == told + [.granted])
    }

    @Test(arguments: HeldNewsWord.allCases) func webhooksWaitForAWord(_ word: HeldNewsWord) throws {
        let shop = try lostTwice()
        func queue() throws -> Int {
            try shop.store.queueWebhooks(to: [Self.backend], by: Shop.lead, at: Shop.now)
        }
        #expect(try queue() == 0, "who begins to listen is told of what happens from then on")
        _ = try upgrade(shop.store)
        #expect(try queue() == 0)
        #expect(try shop.store.upgradeStanding().heldTickets > 0)
        _ = try settle(shop.store, word)
        #expect(try queue() == (word == .tell ? 1 : 0))
        let told = try Raw.texts(shop.store, "SELECT state, resolution FROM told_tickets WHERE ticket_id = 2")
        #expect(told == [["resolved", "duplicate"]])
    }

    /// What comes meanwhile is brought to the present format by itself.
    @Test func documentsComeMeanwhile() throws {
        let shop = try refunded()
        try shop.bring(Paper.receipt([Self.entry("7010", day: 90)], on: 91))
        #expect(try shop.store.number("SELECT count(*) FROM transactions") == 1)
        let counts = try #require(try upgrade(shop.store))
        #expect(counts.chains == 1 && counts.joined == 0 && counts.customers == 0)
    }

    @Test func whoeverWasKilledIsFollowed() async throws {
        let (folder, chains) = (try StoreFolder(), 6)
        let made = Shop(try folder.createShop())
        for number in 0..<chains {
            let chain = "700\(number)"
            let entries = [Self.entry(chain, of: chain), Self.entry("\(chain)5", of: chain, day: 60)]
            try made.bring(Paper.receipt(entries, on: 61), customer: "u_\(number)")
        }
        let meaning = try StoreMeaning(of: made.store, withHistory: false)
        try StoreOfBefore.part(made.store)
        try made.store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: .killing(at: .afterCommit, passage: 2))
            try WritePatience.$timeLimit.withValue(.zero) {
                _ = try store.upgrade(by: Shop.lead, at: Shop.now)
            }
        }
        let store = try folder.open()
        let standing = try store.upgradeStanding()
        #expect(standing.isBegun && standing.share ?? 0 > 0)
        #expect(store.examination(at: Shop.now).contains { $0.code == "upgrade" && $0.level == .warning })
        let counts = try #require(try upgrade(store))
        #expect(counts.chains == chains && counts.joined == chains)
        let found = try StoreMeaning(of: store, withHistory: false)
        #expect(found == meaning, "\(found.differences(from: meaning))")
        #expect(try store.audit(action: "store.upgrade", limit: 10).entries.count == 1)
        #expect(try store.verifyAudit().isOK)
        try store.close()
    }
}
