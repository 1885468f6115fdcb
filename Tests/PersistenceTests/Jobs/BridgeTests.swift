import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A try that Apple could not answer bridges what the app says was paid; facts end it, and it is no make-good.
@Suite struct BridgeTests {
    private static let person = AppUserID("u_1")
    private static let request = AppStoreRequestID("1")

    private func began(hours: String = "4", _ attempt: Paper = AskedShop.charged()) throws -> AskedShop {
        let shop = try AskedShop()
        try shop.store.set(.bridgeHours, to: hours, by: Shop.lead, at: Shop.now)
        try shop.shop.bring(attempt, at: Shop.soon)
        try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        return shop
    }

    private func fail(
        _ shop: AskedShop, _ outcome: String = "http_503", at now: Instant = Shop.soon
    ) throws {
        try shop.note(Self.request, .failed(outcome, isCounted: true, notBefore: nil), at: now)
    }

    private func bridges(_ shop: AskedShop) throws -> [Grant] {
        let page = try #require(try shop.store.customerPage(Self.person, at: Shop.soon))
        return page.grants.filter(\.isBridge)
    }

    private func verdict(_ shop: AskedShop, at now: Instant = Shop.soon) throws -> EntitlementAccess {
        let page = try #require(try shop.store.customerPage(Self.person, at: now))
        return try #require(page.verdicts.first { $0.entitlement == "premium" })
    }

    private func end(_ shop: AskedShop) throws -> String? {
        try shop.store.text("SELECT group_concat(revoked_reason) FROM grants WHERE reason = 'bridge'")
    }

    private func holds(_ shop: AskedShop) throws {
        let verdict = try shop.store.verifyAudit()
        #expect(verdict.firstBroken == nil)
    }

    @Test func aTryThatAppleCouldNotAnswerBridges() throws {
        let shop = try began()
        #expect(try verdict(shop).isEntitled == false)
        try fail(shop)
        let found = try verdict(shop)
        #expect(found.isEntitled && found.isBridged && found.until == Shop.soon + .hours(4))
        #expect(found.because.map(\.rule) == [.undelivered, .bridgeActive])
        #expect(found.sources.map(\.kind) == ["bridge"])
        #expect(try bridges(shop).map(\.grantedBy) == [AskedShop.server])
        // The ticket is what it was.
        #expect(try shop.ticket?.group == .undelivered)
        #expect(try shop.ticket?.isUnresolved == true)
        #expect(try verdict(shop, at: Shop.soon + .hours(4)).isEntitled == false)
        let entries = try shop.store.audit(about: "customer:u_1").entries
        #expect(entries.filter { $0.action == "grant.bridge" }.map(\.agent) == [AskedShop.server])
        try holds(shop)
    }

    @Test(arguments: ["not_delivered", "21002", "21004", "http_401", "http_429", "no_receipt"])
    func whatIsNoOutageBridgesNothing(_ outcome: String) throws {
        let shop = try began()
        try fail(shop, outcome)
        #expect(try bridges(shop).isEmpty)
    }

    @Test func noneIsGivenWithoutAPolicyOrToNobody() throws {
        let off = try began(hours: "0")
        try fail(off)
        #expect(try bridges(off).isEmpty)
        let nobody = ReportedAttempt(
            customer: nil, transaction: "7100", events: [ReportedAttempt.state("purchased", 1)])
        let shop = try began(nobody.paper)
        try fail(shop)
        #expect(try shop.store.number("SELECT count(*) FROM grants") == 0)
    }

    @Test func everyEntitlementOfTheProductIsBridged() throws {
        let yearly = ReportedAttempt(
            product: "tea.yearly", transaction: "7100", events: [ReportedAttempt.state("purchased", 1)])
        let shop = try began(yearly.paper)
        try fail(shop)
        #expect(try Set(bridges(shop).map(\.entitlement)) == ["premium", "extra"])
    }

    @Test func theLastTryBridgesTheLossThatItMakes() throws {
        let attempt = ReportedAttempt(
            transaction: "7100",
            events: [ReportedAttempt.state("purchased", 1)] + ReportedAttempt.failing(4, from: 2))
        let shop = try began(attempt.paper)
        try fail(shop, "timeout")
        #expect(try shop.ticket?.group == .lossOfFunds)
        #expect(try verdict(shop).isBridged)
        #expect(try shop.shop.alarms == 1)
    }

    @Test func twoServersThatTryAtOnceGiveOneBridge() throws {
        let shop = try began()
        for _ in 0..<2 { try fail(shop, "circuit_open") }
        let batches = (0..<2).map { _ in
            ImportBatch(
                [], from: "App Store",
                effects: [.tried(Self.request, .failed("network", isCounted: true, notBefore: nil))])
        }
        _ = try shop.store.importTogether(batches, by: AskedShop.server, at: Shop.soon + .seconds(1))
        #expect(try bridges(shop).count == 1)
    }

    @Test func itIsGivenAgainUntilTheDayIsUsedUp() throws {
        let shop = try began(hours: "10")
        try shop.store.set(.retryLimit, to: "90", by: Shop.lead, at: Shop.now)
        var now = Shop.soon
        for _ in 0..<60 {
            try fail(shop, at: now)
            now = now + .hours(1) + TimeLength(1)
        }
        let spans = try bridges(shop).compactMap(\.span)
        #expect(spans.compactMap(\.length) == [.hours(10), .hours(10), .hours(4)])
        #expect(spans.compactMap(\.length).reduce(.zero, +) == .hours(24))
        #expect(Span.union(spans).count == 3)
    }

    /// What ends it, and the reason that it is ended with.
    private static let ends: [(String, @Sendable (AskedShop) throws -> Void)] = [
        ("21003", { try $0.note(request, .refused("21003"), at: later) }),
        ("21010", { try $0.note(request, .refused("21010"), at: later) }),
        (
            "delivered",
            { try $0.shop.bring(Paper.receipt([Paper.Entry(id: "7100", chain: "7100")], on: 1), at: later) }
        ),
        (
            "made_good",
            {
                let week = try #require(CalendarPeriod(days: 7))
                let request = GrantRequest(
                    customer: person, entitlement: "premium", term: .period(week), reason: "not_delivered",
                    ticket: "1")
                let given = try $0.store.give(request, by: Shop.lead, at: later)
                // It begins now: what was bridged takes nothing from what is given back.
                #expect(given.grant.startsAt == later && given.gained == .days(7) && given.warnings.isEmpty)
                #expect(given.after.source == .grant(given.grant.id) && !given.after.isBridged)
            }
        ),
        (
            "written_off",
            {
                let end = TicketEnd(.writtenOff, note: "a test")
                _ = try $0.store.act(.resolve(end), on: "1", by: Shop.lead, at: later)
            }
        ),
        (
            "not_charged",
            {
                _ = try $0.store.act(
                    .resolve(.said(.notCharged)), on: "1", reference: "HD-1", by: Shop.lead, at: later)
            }
        ),
    ]
    private static let later = Shop.soon + .hours(1)

    @Test(arguments: ends.map(\.0))
    func aFactEndsIt(_ reason: String) throws {
        let shop = try began()
        try fail(shop)
        let act = try #require(Self.ends.first { $0.0 == reason }?.1)
        try act(shop)
        #expect(try end(shop) == reason)
        #expect(try bridges(shop).first?.revokedAt == Self.later)
        let entries = try shop.store.audit(about: "ticket:1").entries
        #expect(entries.contains { $0.action == "grant.bridge_end" })
        try holds(shop)
    }

    /// Until the App Store tells of the purchase, the bridge is all that gives what the app says it delivered.
    @Test func theAppsWordOfDeliveryEndsItOnlyWithTheAppStores() throws {
        let shop = try began()
        try fail(shop)
        let told = ReportedAttempt(
            transaction: "7100",
            events: [ReportedAttempt.state("purchased", 1), ReportedAttempt.delivery(2)])
        try shop.shop.bring(told.paper, at: Self.later)
        #expect(try shop.ticket?.resolution == .delivered)
        #expect(try end(shop) == nil && verdict(shop, at: Self.later).isBridged)
        let receipt = Paper.receipt([Paper.Entry(id: "7100", chain: "7100")], on: 1)
        try shop.shop.bring(receipt, at: Self.later + .hours(1))
        #expect(try end(shop) == "delivered")
        let found = try verdict(shop, at: Self.later + .hours(1))
        #expect(found.isEntitled && !found.isBridged)
        try holds(shop)
    }

    @Test func aPersonEndsItForGood() throws {
        let shop = try began(hours: "1")
        try fail(shop)
        let bridge = try #require(try bridges(shop).first)
        _ = try shop.store.revoke(bridge.id, reason: "abuse", by: Shop.lead, at: Shop.soon + .seconds(60))
        try fail(shop, at: Shop.soon + .hours(2))
        #expect(try bridges(shop).count == 1)
        try holds(shop)
    }

    /// By the reason the rule knows what it ended itself: a person's is none of those.
    @Test func aPersonDoesNotEndItInTheNameOfAFact() throws {
        let shop = try began()
        try fail(shop)
        let bridge = try #require(try bridges(shop).first)
        for reason in ["refunded", "duplicate", "21003", "moved"] {
            #expect(throws: StoreError.self) {
                try shop.store.revoke(bridge.id, reason: reason, by: Shop.lead, at: Self.later)
            }
        }
        #expect(try end(shop) == nil)
    }

    /// The App Store can be asked again, and knows nothing of it: once may be too early, twice is its word.
    @Test func whatTheAppStoreDoesNotKnowTwiceIsBridgedNoMore() throws {
        let shop = try began()
        try fail(shop, "timeout")
        try fail(shop, "4040010", at: AskedShop.minutes(1))
        #expect(try end(shop) == nil)
        try fail(shop, "4040010", at: AskedShop.minutes(10))
        #expect(try end(shop) == "4040010")
        try fail(shop, "http_503", at: AskedShop.minutes(60))
        #expect(try bridges(shop).count == 1)
        try holds(shop)
    }

    /// What the app's own verifications met counts as ours does, whatever came after it.
    @Test(arguments: [21003, 21010]) func theAppsOwnRefusalEndsItForGood(_ status: Int) throws {
        let shop = try began()
        try fail(shop)
        let told = ReportedAttempt(
            transaction: "7100",
            events: [
                ReportedAttempt.state("purchased", 1),
                ReportedAttempt.step("verify", 2, receiptStatus: status),
                ReportedAttempt.step("verify", 3, httpStatus: 503),
            ])
        try shop.shop.bring(told.paper, at: Self.later)
        #expect(try end(shop) == "\(status)")
        try fail(shop, at: Self.later + .seconds(60))
        #expect(try bridges(shop).count == 1)
    }

    /// Two reports of one charge, bridged before anybody knew: the one that is left goes on with it, and with its hours.
    @Test func aDuplicateLeavesItsBridgeToTheOther() throws {
        let shop = try began(hours: "20")
        let other = ReportedAttempt(
            id: "a2", line: "77", events: [ReportedAttempt.state("purchased", 1.1)])
        try shop.shop.bring(other.paper, at: Shop.soon)
        try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        try shop.note(
            AppStoreRequestID("2"), .failed("timeout", isCounted: true, notBefore: nil), at: Shop.soon)
        #expect(try bridges(shop).map(\.ticket) == ["2"])
        let linking = ReportedAttempt(
            id: "a2", transaction: "7100", line: "77", events: [ReportedAttempt.state("purchased", 1.1)])
        try shop.shop.bring(linking.paper, at: Self.later)
        #expect(try shop.store.number("SELECT merged_into FROM tickets WHERE id = 2") == 1)
        #expect(try end(shop) == nil && verdict(shop, at: Self.later).isBridged)
        try fail(shop, at: Shop.soon + .hours(20))
        #expect(try bridges(shop).compactMap(\.span?.length) == [.hours(20), .hours(4)])
        try shop.note(Self.request, .refused("21003"), at: Shop.soon + .hours(21))
        #expect(try shop.store.number("SELECT count(*) FROM grants WHERE revoked_reason = '21003'") == 1)
        try holds(shop)
    }

    /// The App Store's record tells nothing but what the app told: no value of the ticket changes, and the bridge ends.
    @Test func aRecordThatChangesNothingEndsItAllTheSame() throws {
        func attempt(_ more: [PurchaseEvent]) -> Paper {
            ReportedAttempt(
                transaction: "7100", chain: "7100", events: [ReportedAttempt.state("purchased", 0)] + more
            ).paper
        }
        let shop = try began(attempt([]))
        try fail(shop)
        try shop.shop.bring(attempt([ReportedAttempt.delivery(2)]), at: Self.later)
        #expect(try end(shop) == nil)
        let receipt = Paper.receipt([Paper.Entry(id: "7100", chain: "7100")], on: 1)
        try shop.shop.bring(receipt, at: Self.later + .hours(1))
        #expect(try end(shop) == "delivered")
    }

    @Test func itCountsAsNothingThatAgentsGive() throws {
        let shop = try began(hours: "24")
        try shop.store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try shop.store.set(.daysPerCustomer, to: "1", by: Shop.lead, at: Shop.now)
        try fail(shop)
        let day = try #require(CalendarPeriod(days: 1))
        let request = GrantRequest(
            customer: Self.person, entitlement: "premium", term: .period(day), reason: "outage", ticket: "1")
        let seen = try shop.store.wholePage(of: GrantPreviewQuery(request), by: Shop.agent, at: Self.later)
        #expect(seen.excess == nil && seen.warnings.isEmpty && seen.gained == .days(1))
        let report = try shop.store.report(at: Self.later)
        #expect(report.grants.values.reduce(0, +) == 0)
        #expect(try shop.ticket?.isMadeGood == false)
    }

    @Test func nobodyBridgesByHand() throws {
        let shop = try began()
        let day = try #require(CalendarPeriod(days: 1))
        let request = GrantRequest(
            customer: Self.person, entitlement: "premium", term: .period(day), reason: "bridge", ticket: "1")
        #expect(throws: StoreError.grant(.bridgedByHand)) {
            _ = try shop.store.grant(request, by: Shop.lead, at: Shop.soon)
        }
        #expect(throws: StoreError.grant(.bridgedByHand)) {
            try shop.store.set(.reasons, to: "outage,bridge", by: Shop.lead, at: Shop.now)
        }
    }

    /// A shop in which each of some has paid, and a try of each was not answered.
    private func failed(
        _ charges: [(customer: String, product: String)], _ caps: [Setting: String],
        at moments: [Instant] = []
    ) throws -> AskedShop {
        let shop = try AskedShop()
        try shop.store.set(.bridgeHours, to: "4", by: Shop.lead, at: Shop.now)
        for (setting, cap) in caps { try shop.store.set(setting, to: cap, by: Shop.lead, at: Shop.now) }
        for (place, charge) in charges.enumerated() {
            let now = place < moments.count ? moments[place] : Shop.soon
            let attempt = ReportedAttempt(
                id: "a\(place)", customer: charge.customer, product: charge.product,
                transaction: "710\(place)", events: [ReportedAttempt.state("purchased", 1)])
            try shop.shop.bring(attempt.paper, at: now)
            try shop.store.makeVerifications(by: AskedShop.server, at: now)
            let request = AppStoreRequestID(String(place + 1))
            try shop.note(request, .failed("network", isCounted: true, notBefore: nil), at: now)
        }
        return shop
    }

    private func bridged(_ shop: AskedShop) throws -> String? {
        try shop.store.text(
            """
            SELECT group_concat(bridge, ', ') FROM (
              SELECT app_user_id || ' ' || entitlement AS bridge FROM grants ORDER BY id)
            """)
    }

    @Test func soManyAnHourAreBridged() throws {
        let people = (1...4).map { (customer: "u_\($0)", product: "tea.monthly") }
        let later = [Shop.soon, Shop.soon, Shop.soon, Shop.soon + .hours(1)]
        let shop = try failed(people, [.bridgesPerHour: "2"], at: later)
        #expect(try bridged(shop) == "u_1 premium, u_2 premium, u_4 premium")
        // What is above the cap is a ticket as any other.
        #expect(try shop.store.number("SELECT count(*) FROM tickets WHERE \"group\" = 2") == 4)
        let list = try shop.store.leadList(.bridges, at: Shop.soon + .hours(1))
        #expect(list.rows.count == 3)
        guard case .grant(let newest, _)? = list.rows.first else {
            Issue.record("no bridge")
            return
        }
        #expect(newest.customer == "u_4" && newest.isBridge)
        try holds(shop)
    }

    @Test func aCustomerHasOneOfAnEntitlementAtATimeAndSoManyAYear() throws {
        let twice = [(customer: "u_1", product: "tea.monthly"), (customer: "u_1", product: "tea.yearly")]
        let shop = try failed(twice, [:])
        #expect(try bridged(shop) == "u_1 premium, u_1 extra")
        let often = try failed(
            Array(repeating: (customer: "u_1", product: "tea.monthly"), count: 4),
            [.bridgesPerCustomer: "2"], at: (0..<4).map { Shop.soon + .days($0) })
        #expect(try often.store.number("SELECT count(*) FROM grants") == 2)
    }

    @Test(arguments: ["app_store_answered", "try_noted", "gathered_written", "before_commit", "after_commit"])
    func aKillLeavesTheTryWithItsBridgeOrNeither(_ point: String) async throws {
        let folder = try StoreFolder()
        let shop = try AskedShop(Shop(try folder.createShop()))
        try shop.store.set(.bridgeHours, to: "24", by: Shop.lead, at: Shop.now)
        try shop.shop.bring(AskedShop.charged(), at: Shop.soon)
        try shop.store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        try shop.store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, point] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            let batch = ImportBatch(
                [], from: "App Store",
                effects: [.tried(AppStoreRequestID("1"), .failed("timeout", isCounted: true, notBefore: nil))]
            )
            _ = try store.importTogether([batch], by: AskedShop.server, at: Shop.soon)
        }
        let again = AskedShop(serving: Shop(try folder.open()))
        let tries = try again.store.number("SELECT count(*) FROM request_tries")
        #expect(try bridges(again).count == tries)
        #expect(tries == (point == "after_commit" ? 1 : 0))
        // Whoever tries again after that gives no second one.
        try fail(again, at: AskedShop.minutes(1))
        #expect(try bridges(again).count == 1)
        try holds(again)
    }
}
